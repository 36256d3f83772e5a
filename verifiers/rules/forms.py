"""Rules about fixed forms: a title, a postscript, quotation marks around the whole, JSON, CSV."""

import csv
import io
import re

from verifiers import text as reading
from verifiers.documents import strict_json
from verifiers.rules import ifeval, units
from verifiers.rules.phrases import finder, phrase, shown
from verifiers.rules.registry import LIKE, Finding, Options, rule

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
    try:
        strict_json.read(fence.body if fence else text)
    except strict_json.JSONTextError as error:
        return Finding(False, f"not JSON: {error}")
    return Finding(True, "JSON")


@rule(
    keys={
        "columns": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "how many fields each row has"},
        "rows": {"type": "integer", "minimum": 1, "maximum": 100_000, "description": "how many, the first one too"},
        "header": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1000,
            "items": {"type": "string"},
            "description": "the fields of the first row",
        },
        "delimiter": {"enum": [",", ";", "\t", "|"], "default": ",", "description": "what stands between fields"},
    },
    example={"header": ["id", "city"], "rows": 4},
)
def is_csv(text: str, options: Options) -> Finding:
    """The whole text is a table in CSV (RFC 4180): every row has as many fields as the first, two at least."""
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=options.get("delimiter", ","), strict=True))
    except csv.Error as error:
        return Finding(False, f"not CSV: {error}")
    width = options.get("columns", max(2, len(rows[0])))
    for position, row in enumerate(rows, 1):
        if len(row) != width:
            return Finding(False, f"row {position} has {len(row)} fields; {width} wanted")
    if "header" in options and [field.strip() for field in rows[0]] != options["header"]:
        return Finding(False, f"the first row is {shown(', '.join(rows[0]))}")
    wanted = options.get("rows", len(rows))
    return Finding(len(rows) == wanted, f"{len(rows)} rows; {wanted} wanted")
