"""Rules about Markdown structure: bullets, numbered items, headings, sections, highlights, placeholders, titles."""

import re

from verifiers import text as reading
from verifiers.rules import ifeval, units
from verifiers.rules.phrases import finder, phrase, shown
from verifiers.rules.registry import LIKE, Finding, Options, count_rule, rule
from verifiers.rules.strict_json import json_error

_BULLET = re.compile(r"\s*[-*+•◦▪‣]\s+\S")
_NUMBERED = re.compile(r"\s*\d{1,4}[.)]\s+\S")
_RULE_OFF = re.compile(r"\s*([-*_])(?:[ \t]*\1){2,}\s*")  # a thematic break, `* * *`, is no bullet


@count_rule("bullet", keys=LIKE, example={"exactly": 3})
def bullet_count(text: str, options: Options) -> int:
    """How many bullet points there are: lines that begin with -, *, + or • and a space, at any depth.

    A bold line (`**Plan**`) and a line of dashes are none. `like: ifeval` counts any line that begins with - or
    with a single *.
    """
    if "like" in options:
        return ifeval.bullets(text)
    return sum(bool(_BULLET.match(line)) and not _RULE_OFF.fullmatch(line) for line in units.lines(text))


@count_rule("numbered item", example={"exactly": 5})
def numbered_count(text: str, options: Options) -> int:
    """How many numbered items there are: lines that begin with a number, a full stop or bracket, and a space."""
    return sum(bool(_NUMBERED.match(line)) for line in units.lines(text))


@count_rule(
    "heading",
    keys={"level": {"type": "integer", "minimum": 1, "maximum": 6, "description": "only headings of this level"}},
    example={"min": 2, "level": 2},
)
def heading_count(text: str, options: Options) -> int:
    """How many Markdown headings (`# Title` to `###### Title`) there are."""
    found = [len(match[1]) for line in text.split("\n") if (match := units.HEADING.match(line))]
    return len(found) if "level" not in options else found.count(options["level"])


@count_rule(
    "section",
    keys={"label": phrase("the word before the number"), **LIKE},
    required=["label"],
    example={"label": "Section", "exactly": 3},
)
def section_count(text: str, options: Options) -> int:
    """How many sections there are: lines that begin with the label and a number, as a heading or not.

    `like: ifeval` counts the label with a number anywhere in the text.
    """
    label = options["label"].strip()
    if "like" in options:
        return ifeval.sections(text, label)
    opening = re.compile(rf"[#*_>\s]*{re.escape(label)}\s+(?:\d+|[IVXLC]+)\b", re.IGNORECASE)
    return sum(bool(opening.match(line)) for line in units.lines(text))


_HIGHLIGHT = re.compile(r"(?<![*\w])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*])\1(?![*\w])")


@count_rule("highlighted span", keys=LIKE, example={"min": 3})
def highlight_count(text: str, options: Options) -> int:
    """How many spans within a line are highlighted: `*so*`, `**so**` or `***so***`; each counts once."""
    return ifeval.highlights(text) if "like" in options else len(_HIGHLIGHT.findall(text))


_PLACEHOLDER = re.compile(r"(?<!!)\[(?!\s*\]|[xX ]\]|\^)[^\[\]\n]+\](?![(\[:])")


@count_rule("placeholder", keys=LIKE, example={"min": 2})
def placeholder_count(text: str, options: Options) -> int:
    """How many placeholders such as `[address]` there are. Links, images, footnotes and tick boxes are none."""
    return ifeval.placeholders(text) if "like" in options else len(_PLACEHOLDER.findall(text))


_TITLE = re.compile(r"<<([^<>\n]+)>>")


@rule(keys=LIKE, example={})
def title(text: str, options: Options) -> Finding:
    """There is a title in double angle brackets on one line, `<<like this>>`, with something in it."""
    found = ifeval.has_title(text) if "like" in options else any(t.strip() for t in _TITLE.findall(text))
    return Finding(found, f"{'a' if found else 'no'} title in double angle brackets")


@rule(keys={"marker": phrase("how the postscript begins"), **LIKE}, required=["marker"], example={"marker": "P.S."})
def postscript(text: str, options: Options) -> Finding:
    """The text ends with a postscript: its last lines begin with the marker, and something follows the marker.

    `like: ifeval` is content with the marker anywhere in the text.
    """
    marker = options["marker"].strip()
    if "like" in options:
        return Finding(ifeval.has_postscript(text, marker), f"wanted {marker!r}")
    opening = finder(marker, "word" if marker[-1].isalnum() else "substring")
    for line in reversed(units.lines(text)):
        start = line.lstrip("*_#> ")
        found = opening.match(start)
        if found:
            follows = bool(units.words(start[found.end() :]))
            return Finding(follows, f"a postscript {shown(line)}" if follows else f"nothing follows {marker!r}")
    return Finding(False, f"no line begins with {marker!r}")


_QUOTES = {'"': '"', "“": "”", "«": "»", "„": "“"}


@rule(keys=LIKE, example={})
def quoted(text: str, options: Options) -> Finding:
    """The whole text stands in one pair of double quotation marks. `like: ifeval` knows only straight ones."""
    text = text.strip()
    closing = {'"': '"'} if "like" in options else _QUOTES
    inside = text[1:-1]
    wrapped = len(text) > 1 and closing.get(text[0]) == text[-1]
    passed = wrapped and ("like" in options or bool(inside.strip()))
    return Finding(passed, f"begins with {text[0]!r} and ends with {text[-1]!r}")


@rule(keys=LIKE, example={})
def is_json(text: str, options: Options) -> Finding:
    """The whole text, one fence around it aside, is JSON: no comments, NaN, repeated keys or trailing commas.

    `like: ifeval` takes what Python's `json` takes, and peels off a fence without looking for its other end.
    """
    if "like" in options:
        return Finding(ifeval.is_json(text), "read as Python's json does")
    fence = reading.whole_fence(text)
    error = json_error(fence.body if fence else text)
    return Finding(error is None, error or "JSON")
