"""What one number of a line says together with its neighbours: the end of an equation, a range, a hedge, a list."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from verifiers.numerals.notation import BOLD, SYMBOL
from verifiers.numerals.tokens import Number


@dataclass(frozen=True, slots=True)
class Stated:
    """What a place of the output states: `numbers` (a value, and its rounding after `≈`), or why it states none."""

    numbers: tuple[Number, ...]
    problem: str = ""
    unfinished_from: int | None = None
    """Where an expression without a result starts (the position of its first number): what stands before it may
    still be the answer."""


UNFINISHED = "an expression without its result"

_VARIABLE = r"(?:[A-Za-z]\w{0,10} ?= ?)?"
_HEDGING = r"(?:(?:maybe|perhaps|possibly|even|about|around|roughly) ){0,2}"
_OPENING = r"[(\[$€£¥₹ ]*"
# What a joint may hold before its sign: a unit or a few words, but no other sign and no end of a sentence.
_UNIT = r"[^\d=≈+*×÷·/^,;:.?!\n–—]{0,40}?"
_JOINTS = {
    "or": re.compile(
        rf"{_UNIT},? ?\bor\b (?:(?:maybe|perhaps|possibly|even|about|around|roughly) ){{0,2}}{_VARIABLE}{_OPENING}"
    ),
    "to": re.compile(rf"{_UNIT} ?\bto\b {_OPENING}"),
    "±": re.compile(rf"{_UNIT} ?(?:±|\+/-|…|\.\.\.?|–) ?{_OPENING}"),
    "and": re.compile(rf"{_UNIT},? ?(?:\band\b|&) ?{_VARIABLE}{_OPENING}"),
    ",": re.compile(rf"[^\d=≈+*×÷·/^,;:.?!\n–—]{{0,15}}?[,;] ?{_VARIABLE}{_OPENING}"),
    "-": re.compile("-"),
    "=": re.compile(rf"{_UNIT}=+ ?(?:[A-Za-z][\w ]{{0,15}}= ?)?{_OPENING}"),
    "≈": re.compile(rf"{_UNIT}(?:≈|~=?) ?{_OPENING}"),
    "+": re.compile(rf"{_UNIT}(?:[+*×÷·/^]|(?<= )[xX](?= )|(?<![^\W\d])[xX](?![^\W\d])|(?: - ?|- )) ?{_OPENING}"),
    "unit": re.compile(
        r"(?: ?(?:feet|foot|ft|hours?|hrs?|h|minutes?|mins?|pounds?|lbs?|years?|months?|weeks?|days?|dollars?|euros?"
        r"|met(?:er|re)s?|m|kilomet(?:er|re)s?|km|kg|degrees?|°|')) ?"
    ),
}
_LONGEST_JOINT = 80
_LIST_ENDS = re.compile(r" ?[^\W\d]{0,12} ?(?:[.,;)\]!]|and\b|\Z)")
_BETWEEN = re.compile(r"\bbetween [^\d]{0,12}\Z", re.IGNORECASE)
_FROM = re.compile(r"\bfrom [^\d]{0,12}\Z", re.IGNORECASE)
_OPERATOR_BEFORE = re.compile(rf"(?:[+*×÷·/^][ ($]*|[\d)xyzπ{SYMBOL}] ?- ?|(?<![-=])[<>]=? ?|[≤≥≠] ?)\Z")
_OPERATOR_AFTER = re.compile(rf" ?[+*×÷·^] ?[A-Za-z({SYMBOL}]")


def joint(line: str, left: Number, right: Number) -> str:
    """How two neighbouring numbers are joined: a key of _JOINTS, or "" for not at all."""
    between = line[left.end : right.start].replace(BOLD, "").replace(")", "").replace("]", "")
    if len(between) > _LONGEST_JOINT:
        return ""
    if not between and line[right.start] in "-+–":
        return "-"
    return next((name for name, pattern in _JOINTS.items() if pattern.fullmatch(between)), "")


def read(line: str, numbers: Sequence[Number], chosen: int, *, marked: bool) -> Stated:
    """What the number at `chosen` states within its line. `marked`: it follows a marker, so a list is no answer."""
    first = last = chosen
    while first > 0 and joint(line, numbers[first - 1], numbers[first]) in ("=", "≈", "+", "-"):
        first -= 1
    while last + 1 < len(numbers) and joint(line, numbers[last], numbers[last + 1]) in ("=", "≈", "+", "-"):
        last += 1
    chain = numbers[first : last + 1]
    result = _result(line, chain, [joint(line, *pair) for pair in pairwise(chain)])
    if not result.numbers:
        return Stated((), result.problem, first if result.problem == UNFINISHED else None)
    before = _beside(line, numbers, first - 1, marked) if first else ""
    after = _beside(line, numbers, last, marked) if last + 1 < len(numbers) else ""
    other = numbers[first - 1] if before else numbers[last + 1] if after else None
    if other is None or _same(other, result.numbers[-1]):
        return result
    return Stated((), before or after)


def _result(line: str, chain: Sequence[Number], joints: Sequence[str]) -> Stated:
    """The last side of an equation chain that is a single number; of `a ≈ b` both."""
    sides: list[list[Number]] = [[chain[0]]]
    signs = [""]
    for number, sign in zip(chain[1:], joints, strict=True):
        if sign in ("=", "≈"):
            sides.append([number])
            signs.append(sign)
        else:
            sides[-1].append(number)
    if len(sides) == 1 and "-" in joints:
        return Stated((), "a range")
    single = [position for position, side in enumerate(sides) if len(side) == 1 and not _is_operand(line, side[0])]
    if not single:
        return Stated((), UNFINISHED)
    at = single[-1]
    exact = sides[at - 1] if signs[at] == "≈" and at - 1 in single else []
    return Stated((*exact, *sides[at]))


def _is_operand(line: str, number: Number) -> bool:
    return bool(
        _OPERATOR_BEFORE.search(line, max(0, number.start - 8), number.start) or _OPERATOR_AFTER.match(line, number.end)
    )


def _beside(line: str, numbers: Sequence[Number], left: int, marked: bool) -> str:
    """What is wrong with a statement whose numbers at `left` and `left + 1` stand side by side; "" if nothing."""
    kind = joint(line, numbers[left], numbers[left + 1])
    lead = line[: numbers[left].start]
    if kind == "or":
        return "one number or another"
    if kind == "±" or (kind == "and" and _BETWEEN.search(lead)):
        return "a range"
    if kind == "to" and (marked or not _FROM.search(lead)):
        return "a range"
    listed = kind == "," and _LIST_ENDS.match(line, numbers[left + 1].end)
    if marked and (listed or kind in ("and", "unit")):
        return "several numbers"
    return ""


def _same(one: Number, other: Number) -> bool:
    """Whether two numbers are one: 0.5 or 1/2, and 50 % or 0.5."""
    if one.value is None or other.value is None:
        return False
    return one.value == other.value or (
        one.percent != other.percent and Fraction(*_parts(one)) == Fraction(*_parts(other))
    )


def _parts(number: Number) -> tuple[int, int]:
    assert number.value is not None
    return number.value.numerator, number.value.denominator * (100 if number.percent else 1)
