"""What is wrong with a config, said so that its author can mend it: the closest known name, and the known ones."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

import jsonschema_rs

from verifiers.result import Problem

_Kind = jsonschema_rs.ValidationErrorKind


def explained(error: jsonschema_rs.ValidationError, schema: Mapping[str, Any]) -> Problem:
    """One error of a document under `schema` as a Problem with a way out."""
    path, kind = tuple(error.instance_path), error.kind
    if isinstance(kind, _Kind.AdditionalProperties):
        known = _within(schema, error.schema_path[:-1]).get("properties", {})
        return Problem(path, "; ".join(f"unknown key {key!r}{near(key, known)}" for key in kind.unexpected))
    if isinstance(kind, _Kind.Enum) and isinstance(error.instance, str):
        return Problem(path, f"{error.instance!r} is unknown{near(error.instance, map(str, kind.options))}")
    return Problem(path, error.message)


def near(name: str, known: Iterable[str]) -> str:
    """`; did you mean 'min'? Known: max, min`, without the question when nothing comes close."""
    names = sorted(map(str, known))
    close = get_close_matches(name, names, n=1)
    question = f"; did you mean {close[0]!r}?" if close else ";"
    return f"{question} {'Known' if close else 'known'}: {', '.join(names) or 'none'}"


def _within(schema: Any, path: Iterable[str | int]) -> Any:
    for step in path:
        schema = schema[step]
    return schema
