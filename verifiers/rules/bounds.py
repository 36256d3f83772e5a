"""Bounds on a count: `min`, `max`, `exactly`. One meaning and one wording for every rule that counts."""

from collections.abc import Iterator, Mapping
from typing import Any

_COUNT = {"type": "integer", "minimum": 0, "maximum": 10_000_000}
BOUNDS: Mapping[str, Any] = {
    "min": {**_COUNT, "description": "at least this many"},
    "max": {**_COUNT, "description": "at most this many"},
    "exactly": {**_COUNT, "description": "this many, no more and no fewer"},
}


def bound_problems(options: Mapping[str, Any], *, optional: bool = False) -> Iterator[str]:
    """Why these bounds can't be meant: there are none, they exclude each other, or every text meets them."""
    low, high = options.get("min"), options.get("max")
    if "exactly" in options:
        if low is not None or high is not None:
            yield "`exactly` stands alone; remove `min` and `max`, or `exactly`"
    elif low is None and high is None:
        if not optional:
            yield "there is no bound; add `min`, `max` or `exactly`"
    elif low is not None and high is not None and low > high:
        yield f"`min: {low}` is more than `max: {high}`: no text can meet both"
    elif low == 0 and high is None:
        yield "`min: 0` is met by every text; raise it, or remove the rule"


def within(count: int, options: Mapping[str, Any], noun: str) -> tuple[bool, str]:
    """Whether `count` keeps the bounds, and the sentence: `47 words; at least 50 wanted`."""
    low, high = options.get("min"), options.get("max")
    if "exactly" in options:
        low = high = options["exactly"]
    passed = (low is None or count >= low) and (high is None or count <= high)
    return passed, f"{count} {plural(noun, count)}; {_wanted(low, high)} wanted"


def plural(noun: str, count: int) -> str:
    """`noun` as it goes with `count`: every noun of the vocabulary takes a plain s."""
    return noun if count == 1 else f"{noun}s"


def _wanted(low: int | None, high: int | None) -> str:
    if low == high:
        return f"exactly {low}"
    if high is None:
        return f"at least {low}"
    if low is None:
        return f"at most {high}"
    return f"{low} to {high}"
