"""What is legal in a schema and probably not meant, for its author; and a schema that nothing can meet."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from math import prod
from typing import Any

import jsonschema_rs
from jsonschema_rs.canonical import CanonicalizationError, Satisfiability

from verifiers.documents import known
from verifiers.documents.errors import pointer
from verifiers.documents.schema import Path, subschemas
from verifiers.result import Problem

_MOST_BRANCHES = 200
"""Of combined `anyOf`, `oneOf` and `if`: whether any value meets a schema is a search through all of them."""


def problems(config: Mapping[str, Any]) -> Iterator[Problem]:
    """Warnings about the schema of a config whose schema compiles, and an error if no document can meet it."""
    schema = config["schema"]
    yield from _impossible(schema)
    if schema is True or schema == {}:
        yield _warning((), "accepts every document" + ("" if config.get("invariants") else "; write what it must hold"))
    for path, part in subschemas(schema):
        for keyword in part:
            if keyword not in known.KEYWORDS and not keyword.startswith("x-"):
                close = get_close_matches(keyword, known.KEYWORDS, n=1)
                hint = f"; did you mean `{close[0]}`?" if close else ""
                yield _warning((*path, keyword), f"`{keyword}` is no keyword and checks nothing{hint}")
        yield from _open_objects(path, part)
        yield from _unanchored(path, part)
        if "format" in part and not config.get("formats"):
            yield _warning((*path, "format"), "`format` is a remark only, unless the config says formats: true")


def _open_objects(path: Path, part: Mapping[str, Any]) -> Iterator[Problem]:
    # A part of `allOf`, or a condition, is not the place that closes an object.
    conditional = any(step in ("allOf", "anyOf", "oneOf", "if", "then", "else", "not") for step in path)
    closed = {"additionalProperties", "unevaluatedProperties", "$ref", "allOf"} & part.keys()
    if "properties" in part and not closed and not conditional:
        yield _warning((*path, "properties"), "any other property passes; add additionalProperties: false")


def _unanchored(path: Path, part: Mapping[str, Any]) -> Iterator[Problem]:
    patterns: list[tuple[Path, str]] = [((*path, "pattern"), part["pattern"])] if "pattern" in part else []
    patterns += [((*path, "patternProperties", name), name) for name in part.get("patternProperties", ())]
    for where, pattern in patterns:
        if not known.is_anchored(pattern):
            yield _warning(where, f"{pattern!r} is a search: text around the match passes; anchor it with ^ and $")


def _impossible(schema: Any) -> Iterator[Problem]:
    if schema is False:
        yield Problem(("schema",), "no document meets `false`")
        return
    if not isinstance(schema, dict) or _branches(schema) > _MOST_BRANCHES:
        return
    reported: list[Path] = []
    for path, _ in subschemas(schema):
        inside = any(path[: len(outer)] == outer for outer in reported)
        if inside or "not" in path or "if" in path or _can_be_met(schema, path):
            continue
        reported.append(path)
        if path:
            yield _warning(path, "no value meets this subschema")
        else:
            yield Problem(("schema",), "no document meets this schema: what it asks contradicts itself")


def _branches(schema: dict[str, Any]) -> int:
    parts = [part for _, part in subschemas(schema)]
    return prod(len(part.get("anyOf", "1")) * len(part.get("oneOf", "1")) * (1 + ("if" in part)) for part in parts)


def _can_be_met(schema: dict[str, Any], path: Path) -> bool:
    """Whether some value may meet the subschema at `path`; True when that cannot be told."""
    # Embedded under an identifier of its own, so that its references (`#/$defs/...`) keep pointing into it.
    base = schema.get("$id", "urn:schema")
    whole = {"$defs": {"schema": {**schema, "$id": base}}, "$ref": f"{base}#{pointer(path)}"}
    try:
        return jsonschema_rs.canonicalize(whole, offline=True).satisfiability() != Satisfiability.NO
    except (ValueError, CanonicalizationError):
        return True


def _warning(path: Path, message: str) -> Problem:
    return Problem(("schema", *path), message, "warning")
