"""What a document breaks of its schema, in our own words: where, which keyword, and what stands there.

The schema's values (`const`, `enum`, bounds) are not quoted: a row is public, and they may be the expected answer.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import jsonschema_rs

from verifiers.documents.schema import STRICT_INTEGER

Step = str | int | None
"""One step of a path: a property, a position, or None for each item of an array."""

_Kind = jsonschema_rs.ValidationErrorKind
_QUOTED = 60
_LONGEST_POINTER = 120


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken keyword at one place of a document."""

    path: tuple[Step, ...]
    keyword: str
    what: str

    def __str__(self) -> str:
        return f"{_shown(pointer(self.path)) or 'the document'} {self.what}"


def pointer(path: tuple[Step, ...]) -> str:
    """The JSON Pointer (RFC 6901) of a path; None, each item, is written `*`."""
    return "".join("/" + ("*" if step is None else str(step).replace("~", "~0").replace("/", "~1")) for step in path)


def faults(errors: Iterable[jsonschema_rs.ValidationError]) -> list[Fault]:
    """The errors as faults, each once, in the order of their places; the engine's order is not promised.

    A missing and an extra property are faults of the property, not of its object.
    """
    found = {fault for error in errors for fault in _faults(error)}
    return sorted(found, key=_order)


def _order(fault: Fault) -> tuple[list[str], str, str]:
    return [str(step).rjust(12, "0") for step in fault.path], fault.keyword, fault.what


def _faults(error: jsonschema_rs.ValidationError) -> Iterator[Fault]:
    path, kind = tuple(error.instance_path), error.kind
    if isinstance(kind, _Kind.Required):
        yield Fault((*path, kind.property), "required", "is missing")
    elif isinstance(kind, _Kind.AdditionalProperties | _Kind.UnevaluatedProperties):
        for name in kind.unexpected:
            yield Fault((*path, name), kind.name, "is not allowed")
    elif isinstance(kind, _Kind.Type):
        yield Fault(path, "type", f"is {_quote(error.instance)}, not of type {' or '.join(sorted(kind.types))}")
    elif kind.name == STRICT_INTEGER:
        yield Fault(path, "type", f"is {_quote(error.instance)}, which is not written as an integer")
    elif isinstance(kind, _Kind.AnyOf | _Kind.OneOfNotValid):
        nearest = min((faults(branch) for branch in kind.context), key=lambda branch: (len(branch), str(branch)))
        hint = f" (nearest: {nearest[0]})" if nearest else ""
        yield Fault(path, kind.name, f"meets no branch of {kind.name}{hint}")
    else:
        yield Fault(path, kind.name, f"breaks {kind.name}: {_quote(error.instance)}")


def _shown(place: str) -> str:
    """A pointer on one line: its names are the output's, so they may be long and hold anything."""
    place = place if len(place) <= _LONGEST_POINTER else f"{place[:_LONGEST_POINTER]}..."
    return place if place.isprintable() else ascii(place)[1:-1]


def _quote(value: Any) -> str:
    """A value as JSON would have it, in ASCII; a collection by its size, a long value by its start."""
    if isinstance(value, dict):
        return f"an object of {len(value)} properties"
    if isinstance(value, list):
        return f"an array of {len(value)} items"
    text = str(value) if isinstance(value, Decimal) else json.dumps(value)
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}... ({len(text)} characters)"
