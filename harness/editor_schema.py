"""Writes what editors complete verifier settings from: `python -m harness.editor_schema > tasks/verifier.schema.json`.

tasks/task.schema.json refers to that file. `touchstone check` does not read it: the verifiers judge their settings
themselves, in better words.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import verifiers

_SHARED = 200  # characters from which a part that occurs twice is written once
_OF_SCHEMAS = {"properties", "patternProperties"}
_LISTS = {"allOf", "anyOf", "oneOf", "prefixItems"}
_SCHEMAS = {"items", "if", "then", "else", "not", "contains", "additionalProperties", "propertyNames"}


def build() -> dict[str, Any]:
    """The JSON Schema of the `verifier` key: for each type, the verifier's own CONFIG_SCHEMA."""
    types = {kind: verifiers.plugin(kind).CONFIG_SCHEMA for kind in verifiers.types()}
    cases = [
        {"if": {"properties": {"type": {"const": kind}}, "not": {"required": ["sealed"]}}, "then": _plain(schema)}
        for kind, schema in types.items()
    ]
    cases, shared = _share(cases)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "Made by python -m harness.editor_schema from verifiers/*.py; change it there.",
        "properties": {"type": {"enum": list(types)}},
        "allOf": cases,
        "$defs": shared,
    }


def text() -> str:
    """The file's content."""
    return json.dumps(build(), indent=1, ensure_ascii=False) + "\n"


def _plain(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Plain JSON data without the dialect, which only a whole file names."""
    plain: dict[str, Any] = json.loads(json.dumps(schema))
    plain.pop("$schema", None)
    return plain


def _share(schemas: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The schemas with their repeated parts replaced by references, and those parts by name."""
    counts: Counter[str] = Counter()

    def count(schema: Any) -> Any:
        counts[json.dumps(schema)] += 1
        return _rebuilt(schema, count)

    names: dict[str, str] = {}
    shared: dict[str, Any] = {}

    def replace(schema: Any) -> Any:
        written = json.dumps(schema)
        if counts[written] < 2 or len(written) < _SHARED:
            return _rebuilt(schema, replace)
        if written not in names:
            names[written] = f"part{len(names) + 1}"
            shared[names[written]] = _rebuilt(schema, replace)
        return {"$ref": f"#/$defs/{names[written]}"}

    for schema in schemas:
        count(schema)
    return [replace(schema) for schema in schemas], shared


def _rebuilt(schema: Any, change: Callable[[Any], Any]) -> Any:
    """A copy of a schema whose direct subschemas are changed."""
    if not isinstance(schema, dict):
        return schema
    copy: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _OF_SCHEMAS:
            copy[key] = {name: change(inner) for name, inner in value.items()}
        elif key in _LISTS:
            copy[key] = [change(inner) for inner in value]
        else:
            copy[key] = change(value) if key in _SCHEMAS else value
    return copy


if __name__ == "__main__":
    print(text(), end="")
