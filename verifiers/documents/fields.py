"""The required leaf fields of a schema, and which of them a document has right.

A leaf is a required property that requires nothing inside itself. Fields of the items of an array count once, however
many items there are (`/nodes/*/capacity`): a document cannot raise its score by being longer. What a schema asks only
under a condition (`anyOf`, `if`, an optional object) is judged but is no field of its own.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from verifiers.documents.errors import Fault, Step, pointer
from verifiers.documents.schema import Schema, SchemaError, resolver

MAX_FIELDS = 500


@dataclass(slots=True, eq=False)
class Field:
    """A place on the way to required leaf fields; a leaf has no children.

    `children` is keyed by property name, by position, or by None for each item of an array.
    """

    path: tuple[Step, ...] = ()
    children: dict[Step, "Field"] = field(default_factory=dict)

    def leaves(self) -> Iterator["Field"]:
        """The leaves below this place, or the place itself if it is one."""
        if not self.children:
            yield self
        for child in self.children.values():
            yield from child.leaves()

    def at(self, path: Iterable[Step]) -> tuple["Field", bool]:
        """The deepest place on the way along `path`, and whether it lies on that way to its end or at a leaf."""
        place = self
        for step in path:
            below = place.children.get(step) or (place.children.get(None) if isinstance(step, int) else None)
            if below is None:
                return place, not place.children
            place = below
        return place, True


def required_fields(schema: Schema) -> Field:
    """The tree of required leaf fields. Raises SchemaError if there are more than MAX_FIELDS."""
    return _Reader(schema).field((), [schema], frozenset({"#"}))


def broken_fields(root: Field, document: Any, faults: Iterable[Fault]) -> tuple[dict[Field, str], list[Fault]]:
    """The leaves that `document` lacks or has wrong, each with its first message, and the faults that lie elsewhere."""
    broken: dict[Field, str] = {}
    _find_missing(root, document, (), broken, set())
    elsewhere = []
    for fault in faults:
        place, on_the_way = root.at(fault.path)
        # Above the leaves only a wrong type or a missing property is their fault: they are lost with it.
        lost = [leaf for leaf in place.leaves() if leaf in broken] if fault.keyword in ("type", "required") else []
        if on_the_way and not place.children and place is not root:
            broken.setdefault(place, str(fault))
        elif on_the_way and lost:
            broken.update(dict.fromkeys(lost, str(fault)))
        else:
            elsewhere.append(fault)
    return broken, elsewhere


def _find_missing(place: Field, value: Any, path: tuple[Step, ...], broken: dict[Field, str], done: set[Field]) -> None:
    for step, child in place.children.items():
        if child in done:
            continue
        if step is None:
            present: Iterable[tuple[Step, Any]] | None = enumerate(value) if isinstance(value, list) else None
        elif isinstance(step, int):
            present = [(step, value[step])] if isinstance(value, list) and step < len(value) else None
        else:
            present = [(step, value[step])] if isinstance(value, dict) and step in value else None
        if present is None:
            done.add(child)  # its leaves are lost: further items of the same array cannot lose them again
            for leaf in child.leaves():
                broken.setdefault(leaf, f"{pointer((*path, step))} is missing")
        else:
            for at, item in present:
                _find_missing(child, item, (*path, at), broken, done)


class _Reader:
    """Reads the fields of one schema; a `$ref` (`#...`) is followed once on any way down."""

    def __init__(self, schema: Schema) -> None:
        self._resolver = resolver(schema)
        self._places = 0

    def field(self, path: tuple[Step, ...], schemas: list[Any], followed: frozenset[str]) -> Field:
        self._places += 1
        if self._places > MAX_FIELDS:
            raise SchemaError(f"requires more than {MAX_FIELDS} fields; ask for fewer")
        parts, followed = self._together(schemas, followed)
        place = Field(path)
        for name in dict.fromkeys(name for part in parts for name in part.get("required", ())):
            below = [part["properties"][name] for part in parts if name in part.get("properties", {})]
            place.children[name] = self.field((*path, name), below, followed)
        for position, below in _tuple_schemas(parts):
            place.children[position] = self.field((*path, position), below, followed)
        items = [part["items"] for part in parts if "items" in part and "prefixItems" not in part]
        each = self.field((*path, None), items, followed) if items else None
        if each and each.children:
            place.children[None] = each
        return place

    def _together(self, schemas: list[Any], followed: frozenset[str]) -> tuple[list[Any], frozenset[str]]:
        """What holds at one place: the schemas, what they refer to and what is under their `allOf`."""
        parts: list[Any] = []
        pending = list(schemas)
        while pending:
            schema = pending.pop(0)
            if not isinstance(schema, dict) or any(schema is part for part in parts):
                continue
            parts.append(schema)
            pending += schema.get("allOf", ())
            reference = schema.get("$ref")
            if isinstance(reference, str) and reference.startswith("#") and reference not in followed:
                followed |= {reference}
                pending.append(self._resolver.lookup(reference).contents)
        return parts, followed


def _tuple_schemas(parts: list[Any]) -> Iterator[tuple[int, list[Any]]]:
    """The positions of `prefixItems` that `minItems` requires."""
    for part in parts:
        for position in range(min(len(part.get("prefixItems", ())), part.get("minItems", 0))):
            yield position, [part["prefixItems"][position]]
