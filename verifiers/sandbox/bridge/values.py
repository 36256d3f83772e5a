"""Plain values as JSON that keeps Python's types: a list is a list, any other container an object with one key."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import inf, isfinite, nan
from typing import Any

MAX_DEPTH = 100  # nested containers in a value
MAX_NODES = 200_000  # parts of a value


class NotPlainError(Exception):
    """A value that is not plain data, or too large or too deep to cross."""


# Their contents are read by the base type's own methods, so that nothing overridden has a say.
_AS_BASE: dict[type, type] = {Counter: dict, OrderedDict: dict, defaultdict: dict}


def encode(value: Any, keep: Callable[[Any], int] | None = None) -> Any:
    """The JSON tree of a plain value. Types are exact: an instance of a subclass is not plain data.

    The exceptions are the standard library's dict classes and named tuples, which cross as dict and tuple. What is
    not plain crosses as the number that `keep` gives it, as `{"object": 3}`, or raises NotPlainError without `keep`.
    """
    return _encode(value, 0, [MAX_NODES], keep)


def _encode(value: Any, depth: int, budget: list[int], keep: Callable[[Any], int] | None) -> Any:
    kind: type = _AS_BASE.get(type(value), type(value))
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        kind = tuple
    budget[0] -= 1
    if budget[0] < 0:
        raise NotPlainError(f"a value of more than {MAX_NODES} parts")
    if value is None or kind is bool or kind is str:
        return value
    if kind is int:
        return value if -(2**63) <= value < 2**63 else {"int": hex(value)}
    if kind is float:
        return value if isfinite(value) else {"float": repr(value)}
    if kind is complex:
        return {"complex": [_encode(part, depth, budget, None) for part in (value.real, value.imag)]}
    if kind is bytes:
        return {"bytes": value.hex()}
    if kind not in _CONTAINERS:
        if keep is None:
            raise NotPlainError(f"a value of type {class_name(kind)}")
        return {"object": keep(value)}
    if depth == MAX_DEPTH:
        raise NotPlainError(f"a value nested deeper than {MAX_DEPTH}, or one that contains itself")
    if kind is dict:
        return {"dict": [[_encode(part, depth + 1, budget, keep) for part in pair] for pair in dict.items(value)]}
    parts = [_encode(part, depth + 1, budget, keep) for part in _CONTAINERS[kind](value)]
    return parts if kind is list else {kind.__name__: parts}


def class_name(kind: type) -> str:
    """The name of a class, whatever its metaclass says."""
    return str(type.__dict__["__name__"].__get__(kind))


def decode(tree: Any, find: Callable[[Any], Any] | None = None) -> Any:
    """The value of a JSON tree that `encode` made; `find` gives the object of a number.

    Raises ValueError for anything else.
    """
    if isinstance(tree, list):
        return [decode(part, find) for part in tree]
    if not isinstance(tree, dict):
        return tree
    ((kind, body),) = tree.items()
    if kind == "object" and find:
        return find(body)
    if kind in _SCALARS:
        return _SCALARS[kind](body)
    if kind == "dict":
        return {decode(key, find): decode(value, find) for key, value in body}
    if kind not in _COLLECTIONS:
        raise ValueError("unknown kind of value")
    return _COLLECTIONS[kind](decode(part, find) for part in body)


_CONTAINERS: dict[type, Callable[[Any], Iterator[Any]]] = {
    kind: kind.__iter__ for kind in (list, tuple, set, frozenset, dict)
}
_COLLECTIONS: dict[str, Callable[[Iterable[Any]], Any]] = {"tuple": tuple, "set": set, "frozenset": frozenset}
_SCALARS: dict[str, Callable[[Any], Any]] = {
    "int": lambda body: int(body, 16),
    "float": lambda body: {"nan": nan, "inf": inf, "-inf": -inf}[body],
    "complex": lambda body: complex(decode(body[0]), decode(body[1])),
    "bytes": bytes.fromhex,
}
