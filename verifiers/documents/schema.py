"""Compiling a JSON Schema (Draft 2020-12) without any way out of the process, and walking its subschemas.

Patterns run in a linear-time engine, so no output can stall one. It reads them as ECMA-262 does (`\\d` is 0-9, `$` is
the very end) but has no look-around, no back-reference, no `[^]` and no class inside a range (`[\\d-z]`): a schema that
uses one is refused when it is checked, never read differently.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema_rs

Schema = dict[str, Any] | bool
Path = tuple[str | int, ...]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
STRICT_INTEGER = "x-strict-integer"
"""The keyword that `strict_integers` adds beside `type: integer`."""

ONE = (
    "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not", "propertyNames", "then",
    "unevaluatedItems", "unevaluatedProperties",
)  # fmt: skip
LIST = ("allOf", "anyOf", "oneOf", "prefixItems")
NAMED = ("$defs", "definitions", "dependentSchemas", "patternProperties", "properties")
"""The keywords that hold one subschema, a list of them, and an object of them. Source: the dialect's applicators."""


class SchemaError(Exception):
    """The schema cannot be used; `path` leads to the fault within it."""

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.path = path


def compile_schema(
    schema: Schema, *, formats: bool = False, strict_integers: bool = False
) -> jsonschema_rs.Draft202012Validator:
    """A validator. Raises SchemaError: not a schema, an unknown format, a `$ref` to nowhere or to the outside."""
    try:
        return jsonschema_rs.Draft202012Validator(
            _with_strict_integers(schema) if strict_integers else schema,
            offline=True,
            pattern_options=jsonschema_rs.RegexOptions(),
            validate_formats=formats,
            ignore_unknown_formats=not formats,
            keywords={STRICT_INTEGER: _StrictInteger},
        )
    except jsonschema_rs.ValidationError as error:
        raise SchemaError(error.message, tuple(error.instance_path)) from None
    except ValueError as error:  # a custom keyword or a pattern that the engine cannot hold
        raise SchemaError(str(error).partition("\n")[0]) from None


def subschemas(schema: Any, path: Path = ()) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Each object subschema with its path, the schema itself first. Data such as `enum` values is no schema."""
    if not isinstance(schema, dict):
        return
    yield path, schema
    for keyword, value in schema.items():
        if keyword in ONE:
            yield from subschemas(value, (*path, keyword))
        elif keyword in LIST and isinstance(value, list):
            for index, item in enumerate(value):
                yield from subschemas(item, (*path, keyword, index))
        elif keyword in NAMED and isinstance(value, dict):
            for name, item in value.items():
                yield from subschemas(item, (*path, keyword, name))


def types_of(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """The names in `type`; empty if there is none."""
    kinds = schema.get("type", ())
    return (kinds,) if isinstance(kinds, str) else tuple(kinds)


def _with_strict_integers(schema: Schema) -> Any:
    copy = json.loads(json.dumps(schema))
    for _, part in subschemas(copy):
        if "integer" in types_of(part) and "number" not in types_of(part):
            part[STRICT_INTEGER] = True
    return copy


class _StrictInteger:
    """A number here is written without a fraction or an exponent; the reader makes every other one a Decimal."""

    def __init__(self, parent_schema: dict[str, Any], value: Any, schema_path: list[str | int]) -> None:
        pass

    def validate(self, instance: Any) -> None:
        if not isinstance(instance, int | str | list | dict | None):
            raise ValueError("is not written as an integer")
