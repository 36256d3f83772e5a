"""The numbers of one line of text, exactly as Fractions, and what looks like one and is none.

No number: an identifier (`x1`, `COVID-19`), a version or address (`1.2.3`), a date (`2024-05-01`, `1/2/2024`), a time
or ratio (`12:30`), an ordinal (`3rd`), a URL, a multiple of something else (`2π`, `3x`, `√2`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from verifiers.numerals import words
from verifiers.numerals.notation import BOLD, SYMBOL, SYMBOLS, THIN

MAX_DIGITS = 1000
"""Of a number and of an exponent. A longer one has no value here, so it equals no answer."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a line: its span with sign and currency, and its value (None: too large to compare).

    `weak` marks one that is probably not meant as a quantity (a list position, "step 2", a lone "one").
    """

    start: int
    end: int
    value: Fraction | None
    percent: bool
    bold: bool
    weak: bool


_LETTER = r"[A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u03ff\u0400-\u052f]"
_CURRENCY = "$€£¥₹₽₩₪฿"
_CODE = r"(?:US|USD|EUR|GBP|CHF|JPY|CNY|INR|CAD|AUD|Rs|R)"
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺", "0123456789+")  # a raised minus has become a plain one
VULGAR = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
    "⅙": "1/6", "⅚": "5/6", "⅐": "1/7", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8", "⅑": "1/9", "⅒": "1/10",
}  # fmt: skip

_OTHER = rf"""
    (?:https?://|www\.)\S++
  | (?<![\d])(?<!{_LETTER})(?!{_CODE}\.?\d){_LETTER}++-?\d[\w.-]*+
  | (?<=\d)(?:[kcm]?m|in|ft|mi|yd)[23]\b
  | (?:(?<={_LETTER})|(?<=[)\]]))\^\(?-?\d++
  | {SYMBOL}\s?\d++
  | 0[xX][0-9a-fA-F]++
  | \d++(?:(?:\.\d++){{2,}}|(?:/\d++){{2,}}|(?:-\d++){{2,}}|(?::\d++)+)
  | \d{{1,3}}(?:,?\d{{3}}){{0,4}}(?:st|nd|rd|th)\b
"""
_GROUPED = rf"""
    \d{{1,3}}(?:,\d{{3}})++(?!,?\d)
  | \d{{1,2}}(?:,\d{{2}}(?=,))++,\d{{3}}(?!,?\d)
  | \d{{1,3}}(?:[{THIN}']\d{{3}})++(?!\d)
  | [1-9]\d{{0,2}}(?:[ ]\d{{3}})++(?![\d\w]|[ ]\.?\d|[-/:]\d)
  | \d++(?:_\d++)++
"""
# 1.234,56 and 1.234; beside it what is unambiguous in the other convention: 1,234,567 and 1,234.56.
_GROUPED_BY_POINTS = rf"""
    [1-9]\d{{0,2}}(?:\.\d{{3}})++(?!\.?\d)
  | \d{{1,3}}(?:,\d{{3}}){{2,}}(?!,?\d) | \d{{1,3}}(?:,\d{{3}})++(?=\.\d)
  | \d{{1,3}}(?:[{THIN}']\d{{3}})++(?!\d)
  | [1-9]\d{{0,2}}(?:[ ]\d{{3}})++(?![\d\w]|[ ]\.?\d|[-/:]\d)
  | \d++(?:_\d++)++
"""
_EXPONENT = r"\^\(?(?P<{0}>[-+]?\d++)\)?|(?P<{0}_raised>[-⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]++)"


@cache
def _pattern(decimal_comma: bool, number_words: bool) -> re.Pattern[str]:
    """Alternatives that are no number come first; every repetition is possessive or bounded, so time is linear."""
    grouped, point = (_GROUPED_BY_POINTS, "[.,]") if decimal_comma else (_GROUPED, r"\.")
    other = rf"(?!(?:{_GROUPED_BY_POINTS}))(?:{_OTHER})" if decimal_comma else _OTHER
    digits = rf"(?:(?:{grouped}|\d++)(?:{point}\d++)?)"
    spelled = rf"| (?P<words>{words.PATTERN})" if number_words else ""
    return re.compile(
        rf"""
        (?P<other>{other})
      | (?:
            (?P<mixed>\d{{1,15}})[ {THIN}](?:and[ ])?(?P<above>\d{{1,15}})[ ]?/[ ]?(?P<below>\d{{1,15}})(?![\d/])
          | (?P<units>\d{{1,15}})?[ ]?(?P<vulgar>[{"".join(VULGAR)}])
          | (?P<n>{digits})[ ]?/[ ]?(?P<d>{digits})(?![\d/])
          | (?P<digits>{digits}|(?<![\w.])\.\d++)
            (?:[eE](?P<e>[-+]?\d++)(?!{_LETTER}))?
            (?:[ ]?[×·*xX][ ]?10[ ]?(?:{_EXPONENT.format("ten")}))?
            (?:{_EXPONENT.format("power")})?
            (?P<half>[ ]and[ ]a[ ]half\b)?
            (?P<scale>[ ](?:{"|".join(words.SCALES)})\b)?
        )
        (?P<percent>[ {THIN}]?(?:%|per[ ]?cent\b))?
        (?P<symbol>\.?[ {THIN}]?[{SYMBOLS}](?:(?<={SYMBOL})[ ]?[\d.]++)?|[xyzθ](?!{_LETTER}|\d))?
        {spelled}
        """,
        re.VERBOSE | re.IGNORECASE if number_words else re.VERBOSE,
    )


def numbers(line: str, *, decimal_comma: bool = False, number_words: bool = False) -> Iterator[Number]:
    """The numbers of one `unmarked` line, in order."""
    bold, counted, last = False, 0, 0
    for found in _pattern(decimal_comma, number_words).finditer(line):
        bold ^= line.count(BOLD, counted, found.start()) % 2 == 1
        counted = found.start()
        if found["other"] is not None or found["symbol"] is not None:
            last = found.end()
            continue
        prefix = _prefix(line, found.start(), last)
        spelled = number_words and found["words"] is not None
        size = words.value(found["words"]) if spelled else _value(found, decimal_comma)
        end = found.end()
        if size is not None and prefix.money and (letter := _MONEY.match(line, end)):
            size, end = size * words.SCALES[_LETTERS[letter[1].lower()]], letter.end()
        value = -size if prefix.negative and size is not None else size
        percent = not spelled and found["percent"] is not None
        weak = found["words"].lower() == "one" if spelled else _is_weak(line, found)
        yield Number(prefix.start, end, value, percent, bold, weak)
        last = end


_LETTERS = {"k": "thousand", "m": "million", "b": "billion"}
_MONEY = re.compile(r"([kKmMbB])n?(?!\w)")  # only after a currency: 5m is five metres, $5m is money
_PREFIX = re.compile(
    rf"(?P<sign>[-+–])?(?P<gap> ?)(?P<money>{BOLD}?(?:(?<![A-Za-z]){_CODE}\.?)?[{_CURRENCY}{BOLD}]{{0,3}} ?{BOLD}?)\Z"
)
_NEGATIVE = re.compile(r"(?<![\d)%] )(?<!\w)(?:negative|minus) \Z", re.IGNORECASE)
_VALUE_ENDS = re.compile(r"[\d)%]")


@dataclass(frozen=True, slots=True)
class _Prefix:
    """What stands before the digits of a number and belongs to it, and where that starts."""

    start: int
    negative: bool
    money: bool


def _prefix(line: str, digits: int, last: int) -> _Prefix:
    """Sign and currency before the digits at `digits`; the number before them ended at `last`.

    A minus is a sign where no value precedes it. Apart from its number ("- 5") it is one only at the start of the
    line or after `=`, `:` or an opening bracket; elsewhere it is a dash.
    """
    found = _PREFIX.search(line, max(last, digits - 12), digits)
    assert found is not None  # every part of the pattern may be empty
    money = found["money"].strip(f" {BOLD}")
    start = digits - len(found["money"].lstrip(f" {BOLD}")) if money else digits
    spelled = _NEGATIVE.search(line, max(0, digits - 12), digits)
    if spelled:
        return _Prefix(spelled.start(), True, bool(money))
    if not found["sign"] or not _is_sign(line[max(0, found.start() - 8) : found.start()], apart=found["gap"] != ""):
        return _Prefix(start, False, bool(money))
    return _Prefix(found.start(), found["sign"] != "+", bool(money))


def _is_sign(before: str, *, apart: bool) -> bool:
    bare = before.rstrip(f" {BOLD}")
    if not bare:
        return True
    if apart:
        return bare[-1] in "=:(≈["
    return not _VALUE_ENDS.match(bare[-1]) and (bare != before or not bare[-1].isalnum())


def _value(found: re.Match[str], decimal_comma: bool) -> Fraction | None:
    """The size of a number token without its sign; None if it is too large, or divided by zero."""

    def read(digits: str) -> Fraction:
        return Fraction(_ascii_decimal(digits, decimal_comma))

    if max(len(found[0]), 1) > MAX_DIGITS:
        return None
    if found["vulgar"]:
        return Fraction(int(found["units"] or 0)) + Fraction(VULGAR[found["vulgar"]])
    if found["mixed"]:
        below = int(found["below"])
        return int(found["mixed"]) + Fraction(int(found["above"]), below) if below else None
    if found["n"]:
        divisor = read(found["d"])
        return read(found["n"]) / divisor if divisor else None
    value: Fraction | None = read(found["digits"])
    value = _times_ten(value, found["e"])
    value = _times_ten(value, _exponent(found, "ten"))
    value = _power(value, _exponent(found, "power"))
    if value is not None and found["half"]:
        value += Fraction(1, 2)
    if value is not None and found["scale"]:
        value *= words.SCALES[found["scale"].strip().lower()]
    return value


# With `decimal_comma`, what can only be the other convention: 1,234.56 · 1,234,567 · 12.5 · 0.125 · 3.1416
_POINT_IS_DECIMAL = re.compile(r"\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,}|\d+\.\d{1,2}|0?\.\d+|\d+\.\d{4,}")


def _ascii_decimal(digits: str, decimal_comma: bool) -> str:
    bare = re.sub(rf"[ {THIN}'_]", "", digits)
    if decimal_comma and not _POINT_IS_DECIMAL.fullmatch(bare):
        bare = bare.replace(".", "").replace(",", ".")
    return bare.replace(",", "")


def _exponent(found: re.Match[str], name: str) -> str | None:
    raised = found[f"{name}_raised"]
    return raised.translate(_RAISED) if raised else found[name]


def _times_ten(value: Fraction | None, exponent: str | None) -> Fraction | None:
    factor = _power(Fraction(10), exponent) if exponent is not None else Fraction(1)
    return None if value is None or factor is None else value * factor


def _power(value: Fraction | None, exponent: str | None) -> Fraction | None:
    if value is None or exponent is None:
        return value
    if len(exponent) > 6 or abs(int(exponent)) > MAX_DIGITS or (value == 0 and int(exponent) < 0):
        return None
    size = max(value.numerator.bit_length(), value.denominator.bit_length())
    return value ** int(exponent) if size * abs(int(exponent)) <= 10 * MAX_DIGITS else None


_LABEL = re.compile(
    r"(?:\b(?:step|question|problem|equation|figure|table|example|exercise|section|chapter|part)s? ?[(#]?|#)\Z",
    re.IGNORECASE,
)
_ENUMERATES = re.compile(rf"[.)]{BOLD}? +[^ {BOLD}]")


def _is_weak(line: str, found: re.Match[str]) -> bool:
    start, end = found.span()
    at_line_start = start < 20 and not line[:start].strip(f" (>#*-{BOLD}")
    if at_line_start and found["digits"] and found["digits"].isdigit() and _ENUMERATES.match(line, end):
        return True
    return _LABEL.search(line, max(0, start - 14), start) is not None
