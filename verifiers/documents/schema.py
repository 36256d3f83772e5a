"""Compiling a JSON Schema (Draft 2020-12) without any way out of the process, and walking its subschemas.

Patterns run in a linear-time engine, so no output can stall one. It reads them as ECMA-262 does (`\\d` is 0-9, `$` is
the very end) but has no look-around, no back-reference, no `[^]` and no class inside a range (`[\\d-z]`): a schema that
uses one is refused when it is checked, never read differently.
"""

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
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
    dialect = schema.get("$schema", DIALECT) if isinstance(schema, dict) else DIALECT
    if not isinstance(dialect, str) or dialect.rstrip("#") != DIALECT:
        raise SchemaError(f"schemas are judged as Draft 2020-12; write {DIALECT} or leave $schema out", ("$schema",))
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
        raise _explained(error, schema) from None
    except ValueError as error:  # a pattern that is too large, a custom keyword that is not ours
        raise SchemaError(str(error).partition("\n")[0]) from None


def resolver(schema: Schema) -> jsonschema_rs.Resolver:
    """What looks up the references of a schema, within the schema only."""
    base = schema.get("$id", "urn:schema") if isinstance(schema, dict) else "urn:schema"
    return jsonschema_rs.Registry([(base, schema)]).resolver(base)


_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")


def _explained(error: jsonschema_rs.ValidationError, schema: Schema) -> SchemaError:
    path, kind = tuple(error.instance_path), error.kind
    if not path:
        return _broken_reference(schema) or SchemaError(error.message[:200])
    if path[-1] == "type":
        return SchemaError(f"{error.instance!r} is no type; known: {', '.join(_TYPES)}", path)
    if isinstance(kind, jsonschema_rs.ValidationErrorKind.Format) and kind.format == "regex":
        return SchemaError(
            f"{error.instance!r} is no pattern that runs in linear time: look-around, back-references, [^] and a class "
            "as the end of a range ([\\d-z]) are not supported",
            path,
        )
    return SchemaError(error.message[:200], path)


def _broken_reference(schema: Schema) -> SchemaError | None:
    """The first `$ref` that leads nowhere; the engine does not say which one it is."""
    for path, part in subschemas(schema):
        reference = part.get("$ref", "#")
        try:
            resolver(schema).lookup(reference)
        except ValueError:  # the registry itself refuses a schema that points outside
            if not reference.startswith("#"):
                reason = "leads out of the schema, and nothing is fetched"
                return SchemaError(f"{reference!r} {reason}; put what it means under $defs", (*path, "$ref"))
        except jsonschema_rs.ReferencingError:
            return SchemaError(f"{reference!r} leads nowhere; put what it means under $defs", (*path, "$ref"))
    return None


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
    """A number here is written without a fraction or an exponent: the reader makes an int of no other."""

    def __init__(self, parent_schema: dict[str, Any], value: Any, schema_path: list[str | int]) -> None:
        pass

    def validate(self, instance: Any) -> None:
        if isinstance(instance, float | Decimal):
            raise ValueError("is not written as an integer")
