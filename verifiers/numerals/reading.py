"""What one number of a line says together with its neighbours: the end of an equation, a range, a hedge, a list."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from verifiers.numerals.notation import BOLD, SYMBOL
from verifiers.numerals.tokens import Number

SEVERAL = "several numbers"
UNFINISHED = "an expression without its result"


@dataclass(frozen=True, slots=True)
class Stated:
    """What a place of the output states: `numbers` (a value, and its rounding after `≈`), or why it states none.

    `unfinished_from` is the position of the first number of an expression without a result: what stands before it may
    still be the answer.
    """

    numbers: tuple[Number, ...]
    problem: str = ""
    unfinished_from: int | None = None


_VARIABLE = r"(?:[A-Za-z]\w{0,10} ?= ?)?"
_DOUBT = r"(?:maybe|perhaps|possibly|probably|even|about|around|roughly)"
_OPENING = r"[(\[$€£¥₹ ]*"
# What a joint may hold before its sign: a unit or a few words, but no other sign and no end of a sentence.
_UNIT = r"[^\d=≈+*×÷·/^,;:.?!\n–—]{0,40}?"
_MEASURE = (
    r"(?:feet|foot|ft|hours?|hrs?|h|minutes?|mins?|pounds?|lbs?|years?|months?|weeks?|days?|dollars?|euros?"
    r"|met(?:er|re)s?|m|kilomet(?:er|re)s?|km|kg|degrees?|°|')"
)
_JOINTS = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "or": rf"{_UNIT}[,?]? ?(?:\b(?:or|vs\.?|versus)\b (?:{_DOUBT} ){{0,2}}|\b{_DOUBT} ){_VARIABLE}{_OPENING}",
        "to": rf"{_UNIT} ?\bto\b {_OPENING}",
        "±": rf"{_UNIT} ?(?:±|\+/-|…|\.\.\.?|~) ?{_OPENING}",
        "unit": rf" ?{_MEASURE},?(?: and)? ?",
        "and": rf"{_UNIT},? ?(?:\band\b|&) ?{_VARIABLE}{_OPENING}",
        "tight": ",",
        ",": rf"[^\d=≈+*×÷·/^,;:.?!\n–—]{{0,15}}?[,;] ?{_VARIABLE}{_OPENING}",
        "-": rf"-|{_UNIT}–{_OPENING}",
        "=": rf"!?{_UNIT}=+ ?(?:[A-Za-z][\w ]{{0,15}}= ?)?{_OPENING}",
        "≈": rf"{_UNIT}(?:≈|~=) ?{_OPENING}",
        "+": rf"{_UNIT}(?:[+*×÷·/^]|(?<= )x(?= )|(?<![^\W\d])x(?![^\W\d])|(?: - ?|- )) ?{_OPENING}",
        "of": rf" of {_OPENING}",
    }.items()
}
_CHAIN = ("=", "≈", "+", "-", "tight")
_LONGEST_JOINT = 80
_RESULT_FOLLOWS = re.compile(r"[^\d=.,;\n]{0,30}= ?\W{0,4}\d")
_LIST_ENDS = re.compile(r" ?[^\W\d]{0,12} ?(?:[.,;)\]!]|and\b|\Z)")
_BETWEEN = re.compile(r"\bbetween [^\d]{0,12}\Z", re.IGNORECASE)
_CHANGE = re.compile(r"\b(?:from|by) [^\d]{0,12}\Z", re.IGNORECASE)
_OPERATOR_BEFORE = re.compile(rf"(?:[+*×÷·/^][ ($]*|[\d)xyzπ{SYMBOL}] ?- ?)\Z")
_OPERATOR_AFTER = re.compile(rf" ?[+*×÷·^] ?[A-Za-z({SYMBOL}]")
_BOUND_BEFORE = re.compile(r"(?:(?<![-=<>])[<>]=? ?|[≤≥≠] ?)[$€£]?\Z")


def joint(line: str, numbers: Sequence[Number], left: int) -> str:
    """How the numbers at `left` and `left + 1` are joined: a key of _JOINTS, or "" for not at all."""
    kind = _joint(line, numbers[left], numbers[left + 1])
    if kind == "or" and left and _joint(line, numbers[left - 1], numbers[left]) == "+":
        return "="  # 8 x 60 minutes, or 480 minutes
    return kind


def _joint(line: str, left: Number, right: Number) -> str:
    between = line[left.end : right.start]
    if len(between) > _LONGEST_JOINT:
        return ""
    between = between.replace(BOLD, "").replace(")", "").replace("]", "")
    kind = next((name for name, pattern in _JOINTS.items() if pattern.fullmatch(between)), "")
    if kind == "of":
        return "+" if _RESULT_FOLLOWS.match(line, right.end) else ""
    if kind == "unit" and _unit(line, left) == _unit(line, right):
        return "and"  # 3 km and 5 km are two distances; 5 feet 3 inches are one
    return kind


def read(line: str, numbers: Sequence[Number], chosen: int, *, marked: bool) -> Stated:
    """What the number at `chosen` states within its line. `marked`: it follows a marker, so a list is no answer."""
    first = last = chosen
    while first > 0 and joint(line, numbers, first - 1) in _CHAIN:
        first -= 1
    while last + 1 < len(numbers) and joint(line, numbers, last) in _CHAIN:
        last += 1
    joints = [joint(line, numbers, left) for left in range(first, last)]
    result = _result(line, numbers[first : last + 1], joints)
    if not result.numbers:
        return Stated((), result.problem, first if result.problem == UNFINISHED else None)
    for left, other in ((first - 1, first - 1), (last, last + 1)):
        if not 0 <= other < len(numbers) or _same(numbers[other], result.numbers[-1]):
            continue
        kind = joint(line, numbers, left)
        units = {_unit(line, numbers[other]), _unit(line, result.numbers[-1])}
        if kind == "or" and len(units) == 2 and "" not in units:
            return Stated((numbers[other], *result.numbers))  # 2.5 hours or 150 minutes
        if kind == "or" and 0 < other < first and joint(line, numbers, other - 1) == "unit":
            continue  # 2 hours and 30 minutes, or 150 minutes
        # A calculation, or the one bold number, stands out from a list.
        stands_out = (other < first < last) or (numbers[chosen].bold and not numbers[other].bold)
        problem = _beside(line, numbers, left, marked=marked)
        if problem and not (stands_out and problem == SEVERAL):
            return Stated((), problem)
    return result


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
    if len(sides) == 1 and ("-" in joints or "tight" in joints):
        return Stated((), "a range" if "-" in joints else SEVERAL)
    single = [position for position, side in enumerate(sides) if len(side) == 1 and not _is_operand(line, side[0])]
    if not single:
        return Stated((), UNFINISHED)
    at = single[-1]
    if _BOUND_BEFORE.search(line, max(0, sides[at][0].start - 4), sides[at][0].start):
        return Stated((), "a bound")
    exact = sides[at - 1] if signs[at] == "≈" and at - 1 in single else []
    return Stated((*exact, *sides[at]))


def _is_operand(line: str, number: Number) -> bool:
    start, end = number.start, number.end
    return bool(_OPERATOR_BEFORE.search(line, max(0, start - 8), start) or _OPERATOR_AFTER.match(line, end))


def _beside(line: str, numbers: Sequence[Number], left: int, *, marked: bool) -> str:
    """What is wrong with a statement whose numbers at `left` and `left + 1` stand side by side; "" if nothing."""
    kind = joint(line, numbers, left)
    start = numbers[left].start
    if kind == "or":
        return "one number or another"
    if kind == "±" or (kind == "and" and _BETWEEN.search(line, max(0, start - 30), start)):
        return "a range"
    if kind == "to" and (marked or not _CHANGE.search(line, max(0, start - 30), start)):
        return "a range"
    listed = kind == "," and _LIST_ENDS.match(line, numbers[left + 1].end)
    if kind == "unit" or (marked and (listed or kind == "and")):
        return SEVERAL
    return ""


_WORD_AFTER = re.compile(r" ?([^\W\d_]+|')")
_MONEY = re.compile(r"[$€£¥₹]")


def _unit(line: str, number: Number) -> str:
    """The word after a number in the singular, or its currency; "" if there is neither."""
    money = _MONEY.search(line, number.start, number.end)
    word = _WORD_AFTER.match(line, number.end)
    return money[0] if money else "" if not word or word[1].lower() in ("or", "and") else word[1].lower().rstrip("s")


def _same(one: Number, other: Number) -> bool:
    """Whether two numbers are one: 0.5 or 1/2, and 50 % or 0.5."""
    if one.percent == other.percent:
        return one.value == other.value
    percent, plain = (one, other) if one.percent else (other, one)
    return percent.value is not None and plain.value in (percent.value, percent.value / 100)
