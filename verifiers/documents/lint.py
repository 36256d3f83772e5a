"""Warnings for the author of a schema: what is legal and probably not meant."""

from collections.abc import Iterator, Mapping
from typing import Any

from verifiers.documents.schema import subschemas
from verifiers.result import Problem


def warnings(config: Mapping[str, Any]) -> Iterator[Problem]:
    """What is looser than it looks in the schema of a valid config."""
    for path, schema in subschemas(config["schema"]):
        where = ("schema", *path)
        pattern = schema.get("pattern")
        if pattern is not None and not _anchored(pattern):
            yield _warning(where, "pattern", "is a search: it accepts text around the match; anchor it with ^ and $")
        if "properties" in schema and "additionalProperties" not in schema and "unevaluatedProperties" not in schema:
            yield _warning(where, "properties", "lets any other property in; add additionalProperties: false")


def _warning(where: tuple[str | int, ...], keyword: str, message: str) -> Problem:
    return Problem((*where, keyword), f"`{keyword}` {message}", "warning")


def _anchored(pattern: str) -> bool:
    return pattern.startswith("^") and pattern.endswith("$") and not pattern.endswith("\\$")
