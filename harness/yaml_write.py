"""Writing YAML that `strict_yaml` reads back to the same data: block style, one form for each value.

Text of several lines is a literal block, so that a person can read and edit it; text that no plain form or block can
carry byte for byte (carriage returns, invisible characters, odd ends) stands in double quotes with JSON's escapes.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness import yaml_text
from harness.yaml_scalars import resolve

_INDENT = 2
# Letters first and nothing that any YAML reader takes for a sign: no colon, hash, quote or bracket.
_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9 _./()+-]{0,70}[A-Za-z0-9_)+])?")
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,100}")
_WORDS_OF_YAML_1_1 = frozenset("y n yes no on off true false null".split())


def dump(data: Mapping[str, Any]) -> str:
    """A YAML document: mappings, lists, text, numbers, booleans and None.

    Raises ValueError for what a YAML file of ours cannot say: half a surrogate pair, a number that is none, an
    empty document.
    """
    if not data:
        raise ValueError("an empty mapping is no document")
    return "".join(f"{line}\n" if line else "\n" for line in _mapping(data, 0))


def _mapping(data: Mapping[str, Any], indent: int) -> Iterator[str]:
    for key, value in data.items():
        yield from _entry(f"{' ' * indent}{_key(key)}:", value, indent)


def _list(items: Sequence[Any], indent: int) -> Iterator[str]:
    for item in items:
        if isinstance(item, Mapping) and item:  # its first key stands behind the dash
            first, *rest = _mapping(item, indent + _INDENT)
            yield f"{' ' * indent}- {first[indent + _INDENT :]}"
            yield from rest
        else:
            yield from _entry(f"{' ' * indent}-", item, indent)


def _entry(opening: str, value: Any, indent: int) -> Iterator[str]:
    """The lines of one value behind `key:` or `-`; what belongs to it is indented deeper than `indent`."""
    inner = indent + _INDENT
    if isinstance(value, Mapping) and value:
        yield opening
        yield from _mapping(value, inner)
    elif isinstance(value, list | tuple) and value:
        yield opening
        yield from _list(value, inner)
    elif isinstance(value, str) and _fits_block(value):
        told = _INDENT if value[0].isspace() else ""  # the indentation, where the first line does not show it
        yield f"{opening} |{told}{_chomping(value)}"
        yield from (f"{' ' * inner}{line}" if line else "" for line in value.removesuffix("\n").split("\n"))
    else:
        yield f"{opening} {_scalar(value)}"


def _fits_block(text: str) -> bool:
    return "\n" in text and text.strip("\n") != "" and "\r" not in text and not yaml_text.REFUSED.search(text)


def _chomping(text: str) -> str:
    return "-" if not text.endswith("\n") else "+" if text.endswith("\n\n") else ""


def _key(key: str) -> str:
    return key if _KEY.fullmatch(key) and key.lower() not in _WORDS_OF_YAML_1_1 else _quoted(key)


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return value if _is_plain(value) else _quoted(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} is no number of JSON")
    if value is None or isinstance(value, bool | int | float):
        return json.dumps(value)
    if isinstance(value, Mapping | list | tuple):
        return "{}" if isinstance(value, Mapping) else "[]"
    raise ValueError(f"{type(value).__name__} is no type of a YAML file")


def _is_plain(text: str) -> bool:
    return bool(_PLAIN.fullmatch(text)) and text.lower() not in _WORDS_OF_YAML_1_1 and resolve(text) == text


def _quoted(text: str) -> str:
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("the text holds half of a surrogate pair, which is no character")
    return yaml_text.REFUSED.sub(_escape, json.dumps(text, ensure_ascii=False))


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
