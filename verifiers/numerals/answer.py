"""Which number of an output is its answer.

The last strong marker decides: `\\boxed{}`, a line `#### 42`, "Answer:", "The final answer is", and the markers that
the config adds, which outrank the others. Without one it is the last number of the output; in the line that holds it, a
bold number goes before a plain one, and an aside in brackets counts only when there is nothing else.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verifiers.numerals.notation import BOLD, plain, unmarked
from verifiers.numerals.reading import Stated, joint, read
from verifiers.numerals.tokens import VULGAR, Number, numbers


@dataclass(frozen=True, slots=True)
class Notation:
    """How numbers are written: the options of the config that bear on reading."""

    decimal_comma: bool = False
    number_words: bool = False

    def numbers(self, line: str) -> list[Number]:
        """The numbers of one line."""
        return list(numbers(line, decimal_comma=self.decimal_comma, number_words=self.number_words))


@dataclass(frozen=True, slots=True)
class Answer:
    """The numbers that an output states as its answer (two for `1/3 ≈ 0.333`), or `problem`, why there is none.

    `source` says where they were found; `text` is the passage.
    """

    numbers: tuple[Number, ...]
    problem: str
    source: str
    text: str


@dataclass(frozen=True, slots=True)
class _Marker:
    """`kind` is "boxed", "hashes", "colon", "verb" or "custom"; `end` is where its passage starts."""

    kind: str
    text: str
    start: int
    end: int


_MARKERS_TRIED = 200
_LONGEST_LINE = 20_000
"""Characters of a line that are read: the first ones after a marker, else the last. So time stays linear."""


def find(output: str, markers: Sequence[str] = (), notation: Notation | None = None) -> Answer:
    """The answer of an output from which reasoning has been removed."""
    notation = notation or Notation()
    text = plain(output)
    for found in (_custom(text, markers), _usual(text)):
        for marker in reversed(deque(found, maxlen=_MARKERS_TRIED)):
            answer = _marked(text, marker, notation)
            if answer is not None:
                return answer
    return _last(text, notation)


_ANSWER = re.compile(
    r"(?<![A-Za-z])(?:final[\s*_]{1,4})?answer(?!s|ed|ing)(?:"
    r"(?P<colon>[^\n.:=?!→]{0,80}?[*_`\"')\]\s]{0,6}(?::|=+>?|->|→))"
    r"|(?P<verb>[^\n.:=?!→]{0,80}?\b(?:is|(?:would|should|will|must) be|equals|comes (?:out )?to)\b(?! not\b|n.t\b))"
    r"|(?P<heading>[*_ ]{0,6}(?=\n|\Z))"
    r"|(?P<number>[*_ ]{1,6}(?=[-$€£]?\d)))",
    re.IGNORECASE,
)
_HASHES = re.compile(r"^[ ]*####(?!#)[ ]*", re.MULTILINE)
_BOXED = re.compile(r"\\f?boxed ?\{")
_WORDLESS = re.compile(rf"[\W_{BOLD}]*")
# Words between a marker and a number that leave no doubt that this number is meant.
_LIGHT = re.compile(
    rf"[^\w{BOLD}]*(?:(?:is|are|be|about|approximately|approx|around|roughly|exactly|equals?|to|just|only|simply|so|thus|hence"
    r"|therefore|that|a|an|the|total|of|sum|it|final|answer|value|number|result|likely|probably|therefore|we|get|there"
    r"|US|USD|EUR|GBP|Rs|minus|negative)\b[^\w]*)*"
    r"|[^\d\n]{0,80}[=:≈]\W{0,8}",
    re.IGNORECASE,
)


def _custom(text: str, markers: Sequence[str]) -> Iterator[_Marker]:
    if not markers:
        return
    pattern = "|".join(re.escape(plain(marker)) for marker in sorted(markers, key=len, reverse=True))
    for found in re.finditer(pattern, text, re.IGNORECASE):
        yield _Marker("custom", found[0], found.start(), found.end())


def _usual(text: str) -> list[_Marker]:
    found = [_Marker("hashes", "####", match.start(), match.end()) for match in _HASHES.finditer(text)]
    found += [_Marker("boxed", "\\boxed", match.start(), match.end()) for match in _BOXED.finditer(text)]
    for match in _ANSWER.finditer(text):
        kind = "verb" if match["verb"] else "colon"
        if (match["heading"] is None and match["number"] is None) or _starts_line(text, match.start()):
            found.append(_Marker(kind, match[0].strip(), match.start(), match.end()))
    return sorted(found, key=lambda marker: marker.start)


def _starts_line(text: str, position: int) -> bool:
    line = text[text.rfind("\n", 0, position) + 1 : position]
    return len(line) < 20 and not re.search(r"[A-Za-z0-9]", line)


def _marked(text: str, marker: _Marker, notation: Notation) -> Answer | None:
    """What follows a marker; None if the marker turns out to be none."""
    passage = _box(text, marker.end) if marker.kind == "boxed" else _passage(text, marker.end)
    if passage is None:
        return None
    source = f"after {marker.text[-40:]!a}" if marker.kind != "boxed" else "in \\boxed{}"
    found = notation.numbers(passage)
    opens = not text[: marker.start].strip(" \n*_#>")
    if not found:
        ignored = marker.kind in ("verb", "hashes") or (opens and marker.kind == "colon")
        return None if ignored or _WORDLESS.fullmatch(passage) else Answer((), "no number", source, passage)
    if marker.kind == "hashes" and found[0].weak:
        return None  # a heading: "#### 3. Multiply"
    if _LIGHT.fullmatch(passage, 0, found[0].start):
        return _answer(read(passage, found, 0, marked=True), source, passage)
    # "Answer: Let us see. She buys 3 ..." opens a solution; it does not state its result.
    if marker.kind == "hashes" or (marker.kind == "colon" and opens and not marker.text.lower().startswith("final")):
        return None
    return _answer(read(passage, found, _favourite(passage, found), marked=True), source, passage)


def _box(text: str, start: int) -> str | None:
    """The content of a box up to its closing brace; None if it has none: the output was cut off."""
    depth = 1
    for found in re.finditer(r"[{}]", text[start : start + 2000]):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return unmarked(text[start : start + found.start()].replace("\n", " "))
    return None


def _passage(text: str, start: int) -> str:
    """The rest of the line; if that has no letter or digit, the next line that has one, of the four below."""
    first, *below = text[start : start + _LONGEST_LINE].split("\n", 5)[:5]
    lines = [unmarked(first), *(_without_bullet(unmarked(line)) for line in below)]
    return next((line for line in lines if not _WORDLESS.fullmatch(line)), "")


_DIGIT = re.compile(f"[0-9{''.join(VULGAR)}]")
_BULLET = re.compile(r" *(?:[>|] ?)*(?:[-*+•–] +)?")


def _without_bullet(line: str) -> str:
    bullet = _BULLET.match(line)
    return line[bullet.end() :] if bullet else line


def _last(text: str, notation: Notation) -> Answer:
    """The last number, line by line from the end; a weak one only if there is no other."""
    weak: Answer | None = None
    end = len(text)
    while end >= 0:
        start = text.rfind("\n", 0, end) + 1
        line, end = text[max(start, end - _LONGEST_LINE) : end], start - 1
        if not (notation.number_words or _DIGIT.search(line)):
            continue
        line = _without_bullet(unmarked(line))
        found = notation.numbers(line)
        strong = [number for number in found if not number.weak]
        while strong:
            chosen = _favourite(line, strong)
            stated = read(line, strong, chosen, marked=False)
            if stated.unfinished_from is None:
                return _answer(stated, "the last number", line)
            strong = strong[: stated.unfinished_from]
        if found and weak is None:
            weak = _answer(read(line, found, len(found) - 1, marked=False), "the last number", line)
    return weak or Answer((), "no number in the output", "", "")


_ASIDE = re.compile(r"(?<=[\w%.]) \([^()]*[A-Za-z]{2}[^()]*\)")


def _favourite(line: str, found: Sequence[Number]) -> int:
    """The position of the number that a line of words is about: the last bold one, else the last outside an aside."""
    last = len(found) - 1
    bold = max((position for position, number in enumerate(found) if number.bold), default=None)
    if bold is not None and not any(
        joint(line, *pair) == "=" for pair in zip(found[bold:], found[bold + 1 :], strict=False)
    ):
        return bold
    asides = [match.span() for match in _ASIDE.finditer(line)]
    outside = [
        position
        for position, number in enumerate(found)
        if not any(start <= number.start < end for start, end in asides)
    ]
    return outside[-1] if outside else last


def _answer(stated: Stated, source: str, passage: str) -> Answer:
    return Answer(stated.numbers, stated.problem, source, passage.replace(BOLD, ""))
