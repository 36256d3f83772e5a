"""Whether what a program returned is what was expected, decided on the JSON trees of sandbox.bridge.values.

Types are exact: True is not 1, 1 is not 1.0, a list is not a tuple. NaN equals NaN, 0.0 equals -0.0. Nothing is built
from a returned tree, so that no choice of hash values or sizes in it makes a comparison slow.
"""

import json
import math
from typing import Any

_NUMBERS = (int, float)


def same(expected: Any, got: Any, tolerance: float | None = None) -> bool:
    """Compare two trees. With a `tolerance` (absolute and relative) a float may be met by an int or a float near it.

    The tolerance does not reach into sets and dict keys. A tree that `encode` would not make equals nothing.
    """
    try:
        return _same(expected, got, tolerance)
    except (ValueError, TypeError, RecursionError):
        return False


def show(tree: Any, most: int = 120) -> str:
    """The value of a tree as Python would write it, cut to about `most` characters."""
    try:
        text = _show(tree, most)
    except (ValueError, TypeError, RecursionError):
        return "something that is not plain data"
    return text if len(text) <= most else text[:most] + " ..."


def _same(expected: Any, got: Any, tolerance: float | None) -> bool:
    if tolerance is not None and (type(expected) is float or _kind(expected) == "float"):
        return _close(_number(expected), _number(got), tolerance)
    if type(expected) is not type(got):
        return False
    if type(expected) is list:
        return len(expected) == len(got) and all(
            _same(one, other, tolerance) for one, other in zip(expected, got, strict=True)
        )
    kind = _kind(expected)
    if kind is None:
        return bool(expected == got)
    if kind != _kind(got):
        return False
    ours, theirs = expected[kind], got[kind]
    if kind in ("set", "frozenset"):
        return sorted(map(_text, ours)) == sorted(map(_text, theirs))
    if kind == "dict":
        ours, theirs = _sorted_pairs(ours), _sorted_pairs(theirs)
        same_keys = [key for key, _ in ours] == [key for key, _ in theirs]
        return same_keys and _same([value for _, value in ours], [value for _, value in theirs], tolerance)
    return _same(ours, theirs, tolerance)


def _kind(tree: Any) -> str | None:
    """The one key of an object: what it spells; None for a plain JSON value."""
    if type(tree) is not dict:
        return None
    (kind,) = tree
    return str(kind)


def _sorted_pairs(pairs: Any) -> list[tuple[str, Any]]:
    return sorted(((_text(key), value) for key, value in pairs), key=lambda pair: pair[0])


def _text(tree: Any) -> str:
    """One spelling for each value: the members of sets inside it in one order, and one zero."""
    return json.dumps(_ordered(tree), sort_keys=True)


def _ordered(tree: Any) -> Any:
    if type(tree) is list:
        return [_ordered(part) for part in tree]
    if type(tree) is dict:
        ((kind, body),) = tree.items()
        parts = _ordered(body)
        return {kind: sorted(parts, key=json.dumps) if kind == "frozenset" else parts}
    return 0.0 if type(tree) is float and tree == 0 else tree


def _number(tree: Any) -> float | int | None:
    if type(tree) in _NUMBERS:
        return tree  # type: ignore[no-any-return]
    if _kind(tree) == "float" and tree["float"] in ("nan", "inf", "-inf"):
        return float(tree["float"])
    if _kind(tree) == "int" and type(tree["int"]) is str:
        return int(tree["int"], 16)
    return None


def _close(expected: float | int | None, got: float | int | None, tolerance: float) -> bool:
    if expected is None or got is None:
        return False
    if math.isnan(expected):
        return type(got) is float and math.isnan(got)
    try:
        return math.isclose(expected, got, rel_tol=tolerance, abs_tol=tolerance)
    except OverflowError:  # an int that no float can hold
        return False


_BRACKETS = {"tuple": "({})", "set": "{{{}}}", "frozenset": "frozenset({{{}}})", "dict": "{{{}}}"}


def _show(tree: Any, most: int) -> str:
    kind = _kind(tree)
    if type(tree) is str:
        return repr(tree[: most + 1])
    if type(tree) is list:
        return f"[{_show_all(tree, most)}]"
    if kind is None:
        return repr(tree)
    body = tree[kind]
    if kind in ("set", "frozenset") and not body:
        return f"{kind}()"
    if kind == "dict":
        body = body[:most]
        return _BRACKETS[kind].format(", ".join(f"{_show(key, most)}: {_show(value, most)}" for key, value in body))
    if kind in _BRACKETS:
        return _BRACKETS[kind].format(_show_all(body, most) + "," * (kind == "tuple" and len(body) == 1))
    if kind == "complex":
        return f"complex({_show_all(body, most)})"
    return f"bytes.fromhex({body[:most]!r})" if kind == "bytes" else str(body)[:most]


def _show_all(trees: list[Any], most: int) -> str:
    """The first of them that `most` characters have room for, and one more."""
    parts: list[str] = []
    for tree in trees:
        parts.append(_show(tree, most))
        most -= len(parts[-1])
        if most <= 0:
            break
    return ", ".join(parts)
