"""What an author of a schema is told."""

from typing import Any

import pytest

import verifiers

CLOSED = {"additionalProperties": False}


def problems(schema: Any, **config: Any) -> list[tuple[str, tuple[str | int, ...], str]]:
    found = verifiers.problems({"type": "json_schema", "schema": schema, **config})
    return [(problem.severity, problem.path[1:], problem.message) for problem in found]


@pytest.mark.parametrize(
    ("schema", "path", "message"),
    [
        ({"pattern": "[a-z]+"}, ("pattern",), "is a search: text around the match passes"),
        ({"pattern": "^a|b$"}, ("pattern",), "is a search"),
        ({"pattern": r"^a\$"}, ("pattern",), "is a search"),
        ({"patternProperties": {"x": True}}, ("patternProperties", "x"), "is a search"),
        ({"properties": {"a": True}}, ("properties",), "any other property passes"),
        ({"items": {"properties": {"a": True}}}, ("items", "properties"), "any other property passes"),
        ({"tpye": "string"}, ("tpye",), "checks nothing; did you mean `type`?"),
        ({"format": "date"}, ("format",), "is a remark only, unless the config says formats: true"),
        ({"anyOf": [{"type": "null"}, {"type": "string", "enum": [1]}]}, ("anyOf", 1), "no value meets this subschema"),
        ({"items": {"minimum": 3, "maximum": 2, "type": "number"}}, ("items",), "no value meets this subschema"),
        (
            {"items": {"required": ["a"], "type": "object", "properties": {"a": False}, **CLOSED}},
            ("items",),
            "no value",
        ),
        ({}, (), "accepts every document; write what it must hold"),
    ],
)
def test_a_trap_is_a_warning(schema: Any, path: tuple[str | int, ...], message: str) -> None:
    ((severity, where, said),) = problems(schema)
    assert (severity, where) == ("warning", path)
    assert message in said


@pytest.mark.parametrize(
    "schema",
    [
        {"pattern": "^[a-z]+$"},
        {"pattern": "^a$|^b$"},
        {"pattern": "^(a|b)$"},
        {"pattern": r"^[|\]|]$"},
        {"properties": {"a": True}, **CLOSED},
        {"allOf": [{"properties": {"a": True}}], "unevaluatedProperties": False},
        {"x-note": "ours"},
        {"enum": [{"properties": 1, "pattern": "a"}]},
        {"properties": {"pattern": {"type": "string"}}, **CLOSED},
        {"not": {"type": "string", "enum": [1]}},
        {"properties": {"a": False}, **CLOSED},
        {"$defs": {"n": {"properties": {"n": {"$ref": "#/$defs/n"}}, **CLOSED}}, "$ref": "#/$defs/n"},
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "t", "type": "string"},
    ],
)
def test_what_is_meant_is_no_warning(schema: Any) -> None:
    assert problems(schema) == []


def test_a_schema_that_nothing_meets_is_an_error() -> None:
    contradiction = {"type": "object", "required": ["a"], "properties": {"a": False}, **CLOSED}
    assert [severity for severity, *_ in problems(contradiction)] == ["error"]


def test_a_schema_with_too_many_branches_is_not_searched_for_contradictions() -> None:
    branches = [{"anyOf": [{"minimum": n}, {"maximum": n}, {"type": "string"}]} for n in range(30)]
    assert problems({"allOf": branches}) == []


def test_formats_are_no_remark_when_they_are_asserted() -> None:
    assert problems({"format": "date"}, formats=True) == []
