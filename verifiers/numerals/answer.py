"""Which number of an output is its answer: the one after the last strong marker, else the last one."""

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from verifiers.numerals import markers, tokens
from verifiers.numerals.markers import LONGEST_LINE, Marker, has_content, without_bullet
from verifiers.numerals.notation import BOLD, plain, unmarked
from verifiers.numerals.reading import Stated, joint, read
from verifiers.numerals.tokens import VULGAR, Number

MAX_CHARACTERS = 1_000_000
"""Of a longer output only the end is read."""
_MARKERS_TRIED = 200


@dataclass(frozen=True, slots=True)
class Notation:
    """How numbers are written: the options of the config that bear on reading."""

    decimal_comma: bool = False
    number_words: bool = False

    def numbers(self, line: str) -> list[Number]:
        """The numbers of one line."""
        return list(tokens.numbers(line, decimal_comma=self.decimal_comma, number_words=self.number_words))


@dataclass(frozen=True, slots=True)
class Answer:
    """The numbers that an output states as its answer (two for `1/3 ≈ 0.333`), or `problem`, why there is none.

    `source` says where they were found; `text` is the passage.
    """

    numbers: tuple[Number, ...]
    problem: str
    source: str
    text: str


def find(output: str, extra_markers: Sequence[str] = (), notation: Notation | None = None) -> Answer:
    """The answer of an output from which reasoning has been removed. `extra_markers` outrank the usual ones."""
    notation = notation or Notation()
    text = plain(output[-MAX_CHARACTERS:])
    for found in (markers.custom(text, extra_markers), markers.usual(text)):
        for marker in reversed(deque(found, maxlen=_MARKERS_TRIED)):
            answer = _marked(text, marker, notation)
            if answer is not None:
                return answer
    return _lone_bold(text, notation) or _last(text, notation)


# What between a marker and a number leaves no doubt that this number is meant: filler, or a name and a sign.
_LIGHT = re.compile(
    r"\W*(?:(?:is|are|be|about|approximately|approx|around|roughly|exactly|precisely|equals?|to|just|only|simply|so|thus"
    r"|hence|then|therefore|that|an?|the|total|of|sum|it|final|correct|answer|value|number|result|likely|probably|still"
    r"|now|indeed|actually|we|get|have|there|from|between|either|US|USD|EUR|GBP|Rs|minus|negative)\b\W*)*"
    r"|(?P<named>[^\d\n]{0,80}[=:≈]\W{0,8})",
    re.IGNORECASE,
)
_EQUATION = re.compile(r"[=≈] ?[^\w\n]{0,5}\d")
_CONCLUSION = re.compile(r"\b(?:so|thus|therefore|hence|total|altogether|in all)\b[^\n]{0,200}\d", re.IGNORECASE)


def _marked(text: str, marker: Marker, notation: Notation) -> Answer | None:
    """What follows a marker; None if the marker turns out to be none."""
    passage = markers.passage(text, marker)
    if passage is None or not has_content(passage):
        return None
    source = "in \\boxed{}" if marker.kind == "boxed" else f"after {marker.text[-40:]!a}"
    opens = not has_content(text[max(0, marker.start - 200) : marker.start])
    found = notation.numbers(passage)
    if not found:
        prose = marker.kind in ("verb", "hashes") or (marker.kind == "colon" and opens)
        return None if prose else Answer((), "no number", source, passage.replace(BOLD, ""))
    if marker.kind == "hashes" and found[0].weak:
        return None  # a heading: "#### 3. Multiply"
    light = _LIGHT.fullmatch(passage.replace(BOLD, " "), 0, found[0].start)
    if light and light["named"] and marker.kind == "verb" and _goes_on(text, marker.end):
        return None  # "The answer is found in two steps: 3 + 4 = 7."
    if light:
        return _answer(read(passage, found, _first(passage, found), marked=True), source, passage)
    # "Answer: Let us see. She buys 3 ..." opens a solution; it does not state its result.
    if marker.kind == "hashes" or (marker.kind == "colon" and (opens or _goes_on(text, marker.end))):
        return None
    return _answer(read(passage, found, _favourite(passage, found), marked=True), source, passage)


def _goes_on(text: str, start: int) -> bool:
    """Whether the lines after the one at `start` calculate."""
    below = text.find("\n", start)
    return below >= 0 and _EQUATION.search(text, below) is not None


def _first(line: str, found: Sequence[Number]) -> int:
    """The position of the first number; if a calculation starts there, of the result of the last one in the line."""
    joints = [joint(line, found, left) for left in range(min(len(found), 200) - 1)]
    if joints[:1] != ["+"]:
        return 0
    return max((position for position, kind in enumerate(joints, 1) if kind == "="), default=0)


# "42 apples (13 in each basket)", but not "5 boxes of 8 (40 in total)".
_ASIDE = re.compile(r"(?<=[\w%.]) \((?!(?:or|i\.e|that is|which is|equals?)\b)(?![^()]*total)[^()]*[A-Za-z]{2}[^()]*\)")


def _favourite(line: str, found: Sequence[Number]) -> int:
    """The position of the number that a line of words is about: the last bold one, else the last outside an aside."""
    bold = max((position for position, number in enumerate(found) if number.bold), default=None)
    if bold is not None and not _is_calculated_from(line, found, bold):
        return bold
    asides = [match.span() for match in _ASIDE.finditer(line)]
    outside = [
        position
        for position, number in enumerate(found)
        if not any(start <= number.start < end for start, end in asides)
    ]
    return outside[-1] if outside else len(found) - 1


def _is_calculated_from(line: str, found: Sequence[Number], position: int) -> bool:
    """Whether a result follows in the same line."""
    return any(joint(line, found, left) == "=" for left in range(position, len(found) - 1))


_DIGIT = re.compile(f"[0-9{''.join(VULGAR)}]")
_BOLD_NUMBER = re.compile(rf"{BOLD}[^\w{BOLD}]{{0,4}}\Z"), re.compile(rf"[^\d{BOLD}]{{0,25}}{BOLD}")


def _lone_bold(text: str, notation: Notation) -> Answer | None:
    """The one number that the output sets in bold, with its unit at most, unless a calculation comes after it."""
    answer, value = None, None
    for line in re.finditer(r"^.*(?:\*\*|__).*$", text, re.MULTILINE):
        if len(line[0]) > LONGEST_LINE:
            return None
        clean = without_bullet(unmarked(line[0]))
        found = notation.numbers(clean)
        for position, number in enumerate(found):
            before, after = _BOLD_NUMBER
            if number.weak or not (before.search(clean, 0, number.start) and after.match(clean, number.end)):
                continue
            if (answer and number.value != value) or _is_calculated_from(clean, found, position):
                return None
            stated = read(clean, found, position, marked=False)
            answer, value = _answer(stated, "the only bold number", clean), number.value
            end = line.end()
    goes_on = answer is not None and (_EQUATION.search(text, end) or _CONCLUSION.search(text, end))
    return None if goes_on else answer


def _last(text: str, notation: Notation) -> Answer:
    """The last number, line by line from the end; a weak one only if there is no other."""
    weak: Answer | None = None
    end = len(text)
    while end >= 0:
        start = text.rfind("\n", 0, end) + 1
        line, end = text[max(start, end - LONGEST_LINE) : end], start - 1
        if not (notation.number_words or _DIGIT.search(line)):
            continue
        line = without_bullet(unmarked(line))
        found = notation.numbers(line)
        strong = [number for number in found if not number.weak]
        while strong:
            stated = read(line, strong, _favourite(line, strong), marked=False)
            if stated.unfinished_from is None:
                return _answer(stated, "the last number", line)
            strong = strong[: stated.unfinished_from]
        if found and weak is None:
            weak = _answer(read(line, found, len(found) - 1, marked=False), "the last number", line)
    return weak or Answer((), "no number in the output", "", "")


def _answer(stated: Stated, source: str, passage: str) -> Answer:
    return Answer(stated.numbers, stated.problem, source, passage)
