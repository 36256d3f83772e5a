"""What a document breaks of its schema, in our own words: where, which keyword, and what stands there.

The schema's values (`const`, `enum`, bounds) are not quoted: a row is public, and they may be the expected answer.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import jsonschema_rs

from verifiers.documents.schema import STRICT_INTEGER

Step = str | int | None
"""One step of a path: a property, a position, or None for each item of an array."""

_Kind = jsonschema_rs.ValidationErrorKind
_QUOTED = 60


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken keyword at one place of a document."""

    path: tuple[Step, ...]
    keyword: str
    what: str

    def __str__(self) -> str:
        return f"{pointer(self.path) or 'the document'} {self.what}"


def pointer(path: tuple[Step, ...]) -> str:
    """The JSON Pointer (RFC 6901) of a path; None, each item, is written `*`."""
    return "".join("/" + ("*" if step is None else str(step).replace("~", "~0").replace("/", "~1")) for step in path)


def faults(errors: Iterator[jsonschema_rs.ValidationError]) -> Iterator[Fault]:
    """Each error as a fault; a missing and an extra property are faults of the property, not of its object."""
    for error in errors:
        path, kind = tuple(error.instance_path), error.kind
        if isinstance(kind, _Kind.Required):
            yield Fault((*path, kind.property), "required", "is missing")
        elif isinstance(kind, _Kind.AdditionalProperties | _Kind.UnevaluatedProperties):
            for name in kind.unexpected:
                yield Fault((*path, name), kind.name, "is not allowed")
        elif isinstance(kind, _Kind.Type):
            wanted = " or ".join(sorted(kind.types))
            yield Fault(path, "type", f"is {_quote(error.instance)}, not of type {wanted}")
        elif kind.name == STRICT_INTEGER:
            yield Fault(path, "type", f"is {_quote(error.instance)}, which is not written as an integer")
        else:
            yield Fault(path, kind.name, f"breaks {kind.name}: {_quote(error.instance)}")


def _quote(value: Any) -> str:
    if isinstance(value, dict):
        return f"an object of {len(value)}"
    if isinstance(value, list):
        return f"an array of {len(value)}"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int | float | Decimal):
        value = str(value)
        return value if len(value) <= _QUOTED else f"{value[:_QUOTED]}... ({len(value)} characters)"
    return ascii(value) if len(value) <= _QUOTED else f"{value[:_QUOTED]!a}... ({len(value)} characters)"
