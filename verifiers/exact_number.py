"""The final number of an output, compared exactly. docs/numbers.md has every decision with examples.

- *Which number.* Reasoning is removed; an unclosed reasoning block leaves no answer. The last strong marker wins
  over any later number: `\\boxed{}`, `#### 42`, "Answer:", "The answer is"; those in `markers` win over these. After a
  marker the first number counts if only filler stands before it, else the last of that line. Without a marker: the
  last number of the output, a bold one first.
- *What is no answer.* A hedge ("42 or 43"), a range ("3-5", "between 3 and 5"), several numbers ("1, 2, 3", "2 hours
  and 30 minutes"), an expression without its result ("6 * 9"). Of "x = 6 * 9 = 54" the last side counts.
- *What a number is.* 1,234 · 1 234 · 1'234 · 1_000 · 1.5e3 · 1.5 × 10^3 · 10³ · 1/3 · 3 1/2 · ½ · −5 · $5 · 50% ·
  \\frac{3}{4}; `1.234,56` with `decimal_comma`, "twelve" with `number_words`. (5) is 5. Ordinals, dates, times,
  versions and identifiers are not numbers.
- *Equal.* As exact fractions, or within `tolerance` (`abs`, or `rel` of the expected value; meeting either is enough).
  A percent sign is ignored (40% equals 40) unless `percent: fraction` (40% equals 0.4).
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from verifiers.numerals.answer import Notation, find
from verifiers.numerals.notation import BOLD
from verifiers.numerals.tokens import MAX_DIGITS, Number
from verifiers.result import Problem, VerifierResult, verdict
from verifiers.text import without_reasoning

_AMOUNT = {"type": ["number", "string"], "maxLength": MAX_DIGITS}
CONFIG_SCHEMA = {
    "type": "object",
    "required": ["type", "answer"],
    "additionalProperties": False,
    "properties": {
        "type": {"const": "exact_number"},
        "answer": _AMOUNT | {"description": 'The right number: 42, "42.5", "1/3" or "1e3", compared exactly.'},
        "tolerance": {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": False,
            "properties": {
                "abs": _AMOUNT | {"description": "How far off an answer may be."},
                "rel": _AMOUNT | {"description": "The same as a share of the right number; meeting either is enough."},
            },
        },
        "percent": {
            "enum": ["ignore", "fraction"],
            "default": "ignore",
            "description": "Whether 40% equals 40 (ignore) or 0.4 (fraction).",
        },
        "decimal_comma": {
            "type": "boolean",
            "default": False,
            "description": "Read 1.234,56 as one thousand two hundred and so on.",
        },
        "number_words": {"type": "boolean", "default": False, "description": "Read English words such as twelve."},
        "markers": {
            "type": "array",
            "minItems": 1,
            "maxItems": 10,
            "items": {"type": "string", "minLength": 1, "maxLength": 80},
            "description": 'What announces the answer beside the usual markers, which it outranks: "Result:".',
        },
    },
}


def check(config: Mapping[str, Any]) -> Iterator[Problem]:
    """What the schema cannot say: whether the amounts are numbers."""
    if _amount(config["answer"]) is None:
        yield Problem(("answer",), f"{config['answer']!r} is not a number; write 42, 42.5, 1/3 or 1e3, without units")
    for name, value in config.get("tolerance", {}).items():
        amount = _amount(value)
        if amount is None or amount < 0:
            yield Problem(("tolerance", name), f"{value!r} is not a number of 0 or more")
    for position, marker in enumerate(config.get("markers", ())):
        if not marker.strip():
            yield Problem(("markers", position), "a marker of white space is everywhere; write a word or a sign")


def verify(output: str, config: Mapping[str, Any]) -> VerifierResult:
    """Judge the final number of `output`: 100 or 0."""
    notation = Notation(config.get("decimal_comma", False), config.get("number_words", False))
    found = find(without_reasoning(output), config.get("markers", ()), notation)
    if not found.numbers:
        where = f"{found.source}: {found.problem} in {_quote(found.text)}" if found.source else found.problem
        return verdict(False, f"{where}; no answer")
    values = [_value(number, config) for number in found.numbers]
    expected = _amount(config["answer"])
    passed = any(value is not None and _equal(value, expected, config.get("tolerance", {})) for value in values)
    read = " and ".join(_quote(found.text[number.start : number.end]) for number in found.numbers)
    outcome = "right" if passed else "wrong"
    return verdict(passed, f"{found.source}: {read} in {_quote(found.text)}; {outcome}")


_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,4})?|[-+]?\d+/\d+")


def _amount(value: object) -> Fraction | None:
    """The value of a number in a config: an int, a float as it is written, or a string of either or of a fraction."""
    text = repr(value) if isinstance(value, int | float) else str(value).strip()
    if len(text) > MAX_DIGITS or not text.isascii() or not _NUMBER.fullmatch(text):
        return None
    above, _, below = text.partition("/")
    if below:
        return Fraction(int(above), int(below)) if int(below) else None
    return Fraction(Decimal(text))


def _value(number: Number, config: Mapping[str, Any]) -> Fraction | None:
    if number.value is not None and number.percent and config.get("percent") == "fraction":
        return number.value / 100
    return number.value


def _equal(value: Fraction, expected: Fraction | None, tolerance: Mapping[str, Any]) -> bool:
    assert expected is not None  # `check` has refused such a config
    absolute, relative = (_amount(tolerance.get(name, 0)) or Fraction(0) for name in ("abs", "rel"))
    margin = max(absolute, relative * abs(expected))
    return abs(value - expected) <= margin


def _quote(text: str) -> str:
    text = " ".join(text.replace(BOLD, "").split())
    return ascii(text) if len(text) <= 80 else f"{text[:60]!a}..."
