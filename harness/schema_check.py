"""A loaded YAML document against a JSON Schema of ours: every error at its place, with what to write instead.

The way out is the `description` of the schema's property, so each property has one that reads on after a colon.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from harness.findings import Finding
from harness.strict_yaml import DataPath, Document

_SHOWN = 60  # characters of a wrong value


def validator(schema: Mapping[str, Any], *elsewhere: str) -> Draft202012Validator:
    """A validator that never fetches anything; what refers to a file in `elsewhere` may be anything here."""
    Draft202012Validator.check_schema(schema)
    anything: Resource[Any] = Resource.from_contents({}, default_specification=DRAFT202012)
    registry: Registry[Any] = Registry().with_resources((name, anything) for name in elsewhere)
    return Draft202012Validator(schema, registry=registry)


def check(document: Document, schema: Draft202012Validator) -> Iterator[Finding]:
    """Everything in `document` that `schema` refuses."""
    for error in schema.iter_errors(document.data):
        yield from _explain(error, document)


def dotted(path: DataPath) -> str:
    """`examples.failing #2`: how messages name a place in the data."""
    return "".join(f" #{part + 1}" if isinstance(part, int) else f".{part}" for part in path).lstrip(".") or "the file"


def _explain(error: ValidationError, document: Document) -> Iterator[Finding]:
    path: DataPath = tuple(error.absolute_path)
    schema: Mapping[str, Any] = error.schema if isinstance(error.schema, dict) else {}
    properties: Mapping[str, Any] = schema.get("properties", {})
    instance: Any = error.instance
    if error.validator == "required":
        for name in schema["required"]:
            if name not in instance and repr(name) in error.message:
                yield document.finding(path, f"`{dotted((*path, name))}` is missing; add it: {_hint(error, name)}")
    elif error.validator == "additionalProperties":
        for key in instance:
            if key not in properties:
                yield document.finding((*path, key), _unknown(key, path, list(properties)), key=True)
    else:
        message = f"`{dotted(path)}` {_wrong(error)}; write {schema.get('description', 'another value')}"
        yield document.finding(path, message)


def _hint(error: ValidationError, name: str) -> str:
    schema = error.schema if isinstance(error.schema, dict) else {}
    description = schema.get("properties", {}).get(name, {}).get("description")
    return str(description or "see the schema")


def _unknown(key: str, path: DataPath, known: list[str]) -> str:
    where = f" in `{dotted(path)}`" if path else ""
    if ":" in key:
        return f"unknown key `{key}`{where}; put a space behind the colon"
    near = get_close_matches(key, known, n=1)
    guess = f"did you mean `{near[0]}`? " if near else ""
    return f"unknown key `{key}`{where}; {guess}Known: {', '.join(known)}"


def _wrong(error: ValidationError) -> str:
    value: Any = error.instance
    match error.validator:
        case "type":
            return f"is {_kind(value)}"
        case "minItems":
            return f"has {len(value)} of at least {error.validator_value} items"
        case "maxLength":
            return f"is longer than {error.validator_value:,} characters"
        case "maxItems":
            return f"has {len(value)} items, more than {error.validator_value}"
        case "not":
            return "does not belong here"
        case _:
            return f"cannot be {_kind(value)}"


def _kind(value: Any) -> str:
    """What a value is, in the words of the person who wrote it."""
    match value:
        case None:
            return "nothing"
        case bool():
            return f"{str(value).lower()} (true or false, not text)"
        case int() | float():
            return f"the number {value}"
        case str():
            return f"the text {value!r}" if len(value) <= _SHOWN else f"the text {value[:_SHOWN]!r}..."
        case list():
            return "a list"
        case _:
            return "a mapping"
