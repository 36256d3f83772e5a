"""A strict reader of JSON text (RFC 8259 with I-JSON's rules, RFC 7493): what it takes, every JSON parser takes alike.

Refused, besides what is no JSON: NaN and Infinity, a byte order mark, duplicate keys, lone surrogates, nesting
beyond `MAX_DEPTH`, text beyond `MAX_CHARACTERS`, and numbers beyond `MAX_DIGITS`. Each is an error of bounded cost.
"""

import json
import re
from collections import Counter
from decimal import Decimal
from typing import Any, NoReturn

MAX_CHARACTERS = 10_000_000
MAX_DEPTH = 200
MAX_DIGITS = 1000
"""Of a number, and of the exponent's distance from zero: more is not data, and some parsers stall on it."""

_SHORT = 16
"""Characters of a literal that a float holds for sure: it keeps 15 digits."""

# A string literal may lack its end: the pattern then takes the rest, so that no text is scanned twice.
_STRING = r'"(?:[^"\\]++|\\.)*+"?'
_BRACKETS = re.compile(rf"{_STRING}|[\[{{]|[\]}}]", re.DOTALL)
_TRAILING_COMMA = re.compile(
    rf'(?P<value>{_STRING}|[^\s\[{{,:"]++)(?:(?P<gap>[ \t\n\r]*+),(?=[ \t\n\r]*+[\]}}]))?', re.DOTALL
)
_SURROGATE = re.compile("[\ud800-\udfff]")


class JSONTextError(Exception):
    """The text is not one JSON document; the message is one sentence that starts with the place, if there is one."""


def read(text: str) -> Any:
    """The document in `text`: whole numbers as int, others as float where that is exact, else as Decimal.

    Raises JSONTextError. Messages are our own words: those of the standard library differ between Python versions.
    """
    if len(text) > MAX_CHARACTERS:
        raise JSONTextError(f"the text is longer than {MAX_CHARACTERS:,} characters")
    _check_depth(text)
    try:
        document = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise JSONTextError(_explain(text, error.pos)) from None
    if "\\u" in text or not text.isascii():
        _check_surrogates(document)
    return document


def without_trailing_commas(text: str) -> str:
    """`text` without each comma that stands, outside strings, between a value and a closing bracket."""
    return _TRAILING_COMMA.sub(lambda found: found["value"] + (found["gap"] or ""), text)


def _check_depth(text: str) -> None:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for found in _BRACKETS.finditer(text):
        if found[0] in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise JSONTextError(f"{_place(text, found.start())}: nested deeper than {MAX_DEPTH} levels")
        elif found[0] in "]}":
            depth -= 1


def _explain(text: str, position: int) -> str:
    # Up to Python 3.12 a trailing comma is reported at the bracket after it, from 3.13 on at the comma itself.
    before = text[:position].rstrip(" \t\n\r")
    if text[position : position + 1] in ("]", "}") and before.endswith(","):
        position = len(before) - 1
    if position >= len(text.rstrip(" \t\n\r")):
        return "the text ends before the document does" if text.strip() else "the text is empty"
    what = text[position]
    if what == "," and text[position + 1 :].lstrip(" \t\n\r")[:1] in ("]", "}"):
        return f"{_place(text, position)}: a trailing comma"
    return f"{_place(text, position)}: JSON cannot go on with {what!a}"


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"line {line}, column {position - text.rfind(chr(10), 0, position)}"


def _check_surrogates(document: Any) -> None:
    pending = [document]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            if _SURROGATE.search(value):
                raise JSONTextError("a string holds half of a surrogate pair, which is no character")
        elif isinstance(value, dict):
            pending += value.keys()
            pending += value.values()
        elif isinstance(value, list):
            pending += value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise JSONTextError(f"the key {twice[:80]!a} stands twice in one object")
    return found


def _integer(literal: str) -> int:
    if len(literal) > MAX_DIGITS:
        raise JSONTextError(f"a number has more than {MAX_DIGITS:,} digits")
    return int(literal)


def _fractional(literal: str) -> float | Decimal:
    if len(literal) <= _SHORT and "e" not in literal and "E" not in literal:
        return float(literal)
    mantissa, _, exponent = literal.replace("E", "e").partition("e")
    if len(mantissa) > MAX_DIGITS or len(exponent) > 10 or abs(int(exponent or 0)) > MAX_DIGITS:
        raise JSONTextError(f"a number has more than {MAX_DIGITS:,} digits")
    return Decimal(literal)


def _constant(literal: str) -> NoReturn:
    raise JSONTextError(f"{literal} is not JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_fractional, parse_constant=_constant
)
