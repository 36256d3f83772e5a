"""Python values in YAML: what YAML cannot say is spelled as a mapping with one key that begins with `$`.

    {$tuple: [1, 2]}   {$set: [1, 2]}   {$frozenset: [1]}   {$bytes: "00ff"} (hexadecimal)   {$complex: [1.5, -2]}
    {$float: nan | inf | -inf}   {$int: "123456789012345678901234567890"}   {$dict: [[1, one], [2, two]]}

Every other mapping is a dict with string keys. A dict with a key that begins with `$` is spelled with `$dict`.
"""

from collections.abc import Callable
from typing import Any

MAX_DEPTH = 50


def read(spelled: Any) -> Any:
    """The Python value of a config value. Raises ValueError with a way out for a spelling that is none."""
    return _read(spelled, MAX_DEPTH)


def _read(spelled: Any, depth: int) -> Any:
    if depth == 0:
        raise ValueError(f"a value is nested deeper than {MAX_DEPTH}")
    if isinstance(spelled, list):
        return [_read(part, depth - 1) for part in spelled]
    if not isinstance(spelled, dict):
        return spelled
    marks = [key for key in spelled if key.startswith("$")]
    if not marks:
        return {key: _read(part, depth - 1) for key, part in spelled.items()}
    if len(spelled) > 1 or marks[0] not in _SPELLINGS:
        known = ", ".join(_SPELLINGS)
        raise ValueError(f"{marks[0]!r} is not one of {known}, alone in its mapping; a dict with such a key is a $dict")
    expects, reader = _SPELLINGS[marks[0]]
    try:
        return reader(spelled[marks[0]], depth - 1)
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        raise ValueError(f"{marks[0]} takes {expects}: {error}") from error


def _items(body: Any, depth: int) -> list[Any]:
    if not isinstance(body, list):
        raise ValueError("it is not a list")
    return [_read(part, depth) for part in body]


def _distinct(body: Any, depth: int) -> frozenset[Any]:
    items = _items(body, depth)
    distinct = frozenset(items)
    if len(distinct) != len(items):
        raise ValueError("an element is there twice")
    return distinct


def _dict(body: Any, depth: int) -> dict[Any, Any]:
    pairs = [(key, value) for key, value in _items(body, depth)]
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a key is there twice")
    return dict(pairs)


def _complex(body: Any, _: int) -> complex:
    real, imaginary = (float(part) for part in body)
    return complex(real, imaginary)


_SPELLINGS: dict[str, tuple[str, Callable[[Any, int], Any]]] = {
    "$tuple": ("a list", lambda body, depth: tuple(_items(body, depth))),
    "$set": ("a list of distinct, hashable values", lambda body, depth: set(_distinct(body, depth))),
    "$frozenset": ("a list of distinct, hashable values", _distinct),
    "$dict": ("a list of [key, value] pairs", _dict),
    "$bytes": ("an even number of hexadecimal digits in quotes", lambda body, _: bytes.fromhex(body)),
    "$complex": ("[real, imaginary]", _complex),
    "$float": ("nan, inf or -inf", lambda body, _: float({"nan": "nan", "inf": "inf", "-inf": "-inf"}[body])),
    "$int": ("digits in quotes", lambda body, _: int(body.replace("_", "x"))),
}
