"""The required leaf fields of a schema."""

from typing import Any

import pytest

from verifiers.documents.errors import pointer
from verifiers.documents.fields import required_fields
from verifiers.documents.schema import SchemaError

LEAF = {"required": ["x"], "properties": {"x": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("schema", "pointers"),
    [
        (True, []),
        ({}, []),
        ({"properties": {"a": {}}}, []),
        ({"required": ["a", "b"]}, ["/a", "/b"]),
        ({"required": ["a", "a"]}, ["/a"]),
        ({"required": ["a/b", "c~d", ""]}, ["/a~1b", "/c~0d", "/"]),
        ({"required": ["a"], "properties": {"a": LEAF}}, ["/a/x"]),
        ({"properties": {"a": LEAF}}, []),
        ({"items": LEAF}, ["/*/x"]),
        ({"required": ["a"], "properties": {"a": {"items": LEAF}}}, ["/a/*/x"]),
        ({"required": ["a"], "properties": {"a": {"items": {"type": "integer"}}}}, ["/a"]),
        ({"prefixItems": [{}, LEAF, {}], "minItems": 2}, ["/0", "/1/x"]),
        ({"prefixItems": [{}, {}]}, []),
        ({"allOf": [{"required": ["a"]}, {"required": ["b"]}]}, ["/a", "/b"]),
        ({"required": ["a"], "allOf": [{"properties": {"a": LEAF}}]}, ["/a/x"]),
        ({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, []),
        ({"if": {"required": ["a"]}, "then": {"required": ["b"]}}, []),
        ({"$ref": "#/$defs/l", "$defs": {"l": LEAF}}, ["/x"]),
        ({"$ref": "#l", "$defs": {"l": {"$anchor": "l", **LEAF}}}, ["/x"]),
        ({"required": ["a"], "properties": {"a": {"$ref": "#"}}}, ["/a"]),
        ({"$ref": "#"}, []),
    ],
)
def test_leaves(schema: Any, pointers: list[str]) -> None:
    root = required_fields(schema)
    assert [pointer(leaf.path) for leaf in root.leaves() if leaf is not root] == pointers


def test_references_that_double_at_each_step_are_refused_not_followed_for_ever() -> None:
    steps = {
        f"s{n}": {"required": ["l", "r"], "properties": {side: {"$ref": f"#/$defs/s{n + 1}"} for side in "lr"}}
        for n in range(60)
    }
    with pytest.raises(SchemaError, match="more than 500 fields"):
        required_fields({"$ref": "#/$defs/s0", "$defs": {**steps, "s60": True}})
