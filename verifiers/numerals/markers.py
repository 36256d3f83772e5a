"""What announces an answer ("The answer is", `\\boxed{}`, `#### 42`), and the passage that it announces."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from verifiers.numerals.notation import SYMBOLS, plain, unmarked

LONGEST_LINE = 20_000
"""Characters of a line that are read: the first ones after a marker, else the last. So time stays linear."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A place that announces an answer; its passage starts at `end`.

    `verb` ("the answer is") and `hashes` may be mere prose or a heading. `colon` ("Answer:", `<answer>`) may open a
    solution instead of stating its result; `final` ("Final answer:"), `custom` and `boxed` state a result.
    """

    kind: Literal["verb", "colon", "final", "hashes", "boxed", "custom"]
    text: str
    start: int
    end: int


# "To find the answer, we need how much is left" announces nothing.
_SOUGHT = "".join(
    f"(?<!{verb} the )" for verb in ("find", "get", "reach", "check", "compute", "calculate", "determine")
)
_PHRASE = r"to|for|of|in|on|at|as|rounded|we|you|that|i|therefore|then|thus|hence|here|now|\("
_ASIDE = rf"(?:[ ,]{{1,2}}(?:{_PHRASE})[^\n.:=]{{0,60}}?)?"
_DRESS = r"[*_`\"')\] ]{0,6}"
_ANSWER = re.compile(
    rf"<(?P<tag>answer)>|{_SOUGHT}(?<![A-Za-z<])(?P<final>final[ *_]{{1,4}})?answers?{_DRESS}(?:"
    rf"(?P<colon>{_ASIDE}{_DRESS}(?::|=+>?|->|→)[*_`]{{0,3}})"
    rf"|(?P<verb>{_ASIDE}\b(?:is|(?:would|should|will|must) be|equals|comes (?:out )?to)\b"
    r"(?! not\b|n.t\b):?[*_`]{0,3})"
    r"|(?P<alone>(?=\n|\Z)|(?=[-$€£]?\d)))",
    re.IGNORECASE,
)
_HASHES = re.compile(r"^ *####(?!#) *", re.MULTILINE)
_BOXED = re.compile(r"\\f?boxed ?\{")


def usual(text: str) -> list[Marker]:
    """The markers that mean the same in every output, in order."""
    found = [Marker("hashes", "####", match.start(), match.end()) for match in _HASHES.finditer(text)]
    found += [Marker("boxed", "\\boxed", match.start(), match.end()) for match in _BOXED.finditer(text)]
    for match in _ANSWER.finditer(text):
        if match["alone"] is None or _starts_line(text, match.start()):
            kind: Literal["verb", "final", "colon"] = (
                "verb" if match["verb"] else "final" if match["final"] else "colon"
            )
            found.append(Marker(kind, match[0].strip(), match.start(), match.end()))
    return sorted(found, key=lambda marker: marker.start)


def custom(text: str, markers: Sequence[str]) -> Iterator[Marker]:
    """The places of the markers that a config adds, in any case."""
    pattern = "|".join(re.escape(plain(marker)) for marker in sorted(markers, key=len, reverse=True))
    for found in re.finditer(pattern, text, re.IGNORECASE) if markers else ():
        yield Marker("custom", found[0], found.start(), found.end())


def passage(text: str, marker: Marker) -> str | None:
    """The passage of a marker, unmarked; None for a box without an end: the output was cut off there."""
    return _box(text, marker.end) if marker.kind == "boxed" else _line(text, marker.end)


def _starts_line(text: str, position: int) -> bool:
    line = text[max(0, position - 20) : position].rpartition("\n")
    return bool(line[1] or position < 20) and not re.search(r"[A-Za-z0-9]", line[2])


def _box(text: str, start: int) -> str | None:
    depth = 1
    for found in re.finditer(r"[{}]", text[start : start + 2000]):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return unmarked(text[start : start + found.start()].replace("\n", " "))
    return None


def _line(text: str, start: int) -> str:
    """The rest of the line; if that has no letter or digit, the next line that has one, of the four below."""
    first, *below = text[start : start + LONGEST_LINE].split("\n", 5)[:5]
    lines = [unmarked(first), *(without_bullet(unmarked(line)) for line in below)]
    return next((line for line in lines if has_content(line)), "")


def has_content(line: str) -> bool:
    """Whether there is a letter, a digit or a sign for a value."""
    return any(character.isalnum() or character in SYMBOLS for character in line)


_BULLET = re.compile(r" *(?:[>|] ?)*(?:[-*+•–] +)?")


def without_bullet(line: str) -> str:
    """A line without the quote marks, cell bars and bullet that it starts with: the dash of "- 5" is no minus there."""
    bullet = _BULLET.match(line)
    return line[bullet.end() :] if bullet else line
