"""Our schema engine against `jsonschema`, Python's reference implementation: same schema and document, same verdict.

Where they disagree, ours is right each time:

- `multipleOf: 0.01` and 4.35: theirs divides doubles and refuses; 4.35 is 435 cents.
- `maximum: 0.3` and 0.30000000000000000001: theirs accepts, for it reads the number as the double 0.3.
- `const: 9007199254740993` and 9007199254740993.0: theirs refuses, for as a double it is another number.
- `pattern: ^\\d$` and an Arabic digit: theirs accepts; in ECMA-262, which the standard names, \\d is 0-9.
- `pattern: ^a$` and "a" with a line end after it: theirs accepts; in ECMA-262 $ is the very end.
"""

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from referencing import Registry

from verifiers.documents.schema import SchemaError, compile_schema
from verifiers.documents.strict_json import read

SCALARS = st.sampled_from(["null", "true", "false", "0", "1", "2.0", "-3", "2.5", '""', '"a"', '"ab"', '"é"', "1e2"])
DOCUMENTS = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{','.join(items)}]")
        | st.dictionaries(st.sampled_from("abc"), inner, max_size=3).map(
            lambda pairs: "{" + ",".join(f'"{key}":{value}' for key, value in pairs.items()) + "}"
        )
    ),
    max_leaves=8,
)
COUNTS = st.integers(0, 3)
NAMES = st.sampled_from("abc")
TYPES = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])
VALUES = SCALARS.map(json.loads)


def _schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    some = st.lists(inner, min_size=1, max_size=3)
    named = st.dictionaries(NAMES, inner, max_size=3)
    keywords = {
        "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
        "enum": st.lists(VALUES, min_size=1, max_size=3, unique_by=json.dumps),
        "const": VALUES,
        "multipleOf": st.sampled_from([1, 2, 3]),
        "maximum": st.integers(-3, 3),
        "exclusiveMinimum": st.integers(-3, 3),
        "minLength": COUNTS,
        "maxLength": COUNTS,
        "pattern": st.sampled_from(["a", "^a", "^a+$", "b$", "^.$"]),
        "prefixItems": some,
        "items": inner,
        "contains": inner,
        "minContains": COUNTS,
        "maxContains": COUNTS,
        "minItems": COUNTS,
        "maxItems": COUNTS,
        "uniqueItems": st.booleans(),
        "unevaluatedItems": inner,
        "properties": named,
        "patternProperties": st.dictionaries(st.sampled_from(["^a", "b"]), inner, max_size=2),
        "additionalProperties": inner,
        "propertyNames": inner,
        "required": st.lists(NAMES, max_size=2, unique=True),
        "minProperties": COUNTS,
        "maxProperties": COUNTS,
        "dependentRequired": st.dictionaries(NAMES, st.lists(NAMES, max_size=2, unique=True), max_size=2),
        "dependentSchemas": named,
        "unevaluatedProperties": inner,
        "allOf": some,
        "anyOf": some,
        "oneOf": some,
        "not": inner,
        "if": inner,
        "then": inner,
        "else": inner,
        "$ref": st.just("#/$defs/shared"),
    }
    return st.lists(st.sampled_from(sorted(keywords)), max_size=4, unique=True).flatmap(
        lambda chosen: st.fixed_dictionaries({keyword: keywords[keyword] for keyword in chosen})
    )


SCHEMAS = st.recursive(st.booleans() | st.just({}), _schemas, max_leaves=12)


def theirs(schema: Any, document: str) -> bool:
    validator = jsonschema.Draft202012Validator(schema, registry=Registry())
    return bool(validator.is_valid(json.loads(document)))


def ours(schema: Any, document: str) -> bool:
    return bool(compile_schema(schema).is_valid(read(document)))


@given(SCHEMAS, SCHEMAS, DOCUMENTS)
def test_the_engines_agree(schema: Any, shared: Any, document: str) -> None:
    if isinstance(schema, dict):
        # What is shared refers to nothing: `jsonschema` follows a reference to itself for ever.
        schema = {
            **schema,
            "$defs": {"shared": json.loads(json.dumps(shared).replace("#/$defs/shared", "#/$defs/end")), "end": True},
        }
    assert ours(schema, document) == theirs(schema, document)


@given(st.recursive(VALUES, lambda inner: _schemas(inner) | st.dictionaries(NAMES, inner), max_leaves=8))
def test_they_agree_on_what_a_schema_is(schema: Any) -> None:
    if not isinstance(schema, dict):
        return
    schema = {**schema, "$defs": {"shared": True}}
    try:
        compile_schema(schema)
    except SchemaError:
        right = False
    else:
        right = True
    try:
        jsonschema.Draft202012Validator.check_schema(schema)
    except jsonschema.SchemaError:
        assert not right
    else:
        assert right


@pytest.mark.parametrize(
    ("schema", "document", "verdict"),
    [
        ({"multipleOf": 0.01}, "4.35", True),
        ({"maximum": 0.3}, "0.30000000000000000001", False),
        ({"const": 9007199254740993}, "9007199254740993.0", True),
        ({"pattern": r"^\d$"}, '"٣"', False),
        ({"pattern": "^a$"}, r'"a\n"', False),
    ],
)
def test_where_they_do_not_agree_we_are_right(schema: Any, document: str, verdict: bool) -> None:
    assert ours(schema, document) == verdict
    assert theirs(schema, document) != verdict
