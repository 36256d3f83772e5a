"""json_schema: what counts as a JSON document, and what a document is worth.

The decisions are in fixtures/json_schema.jsonl, labelled by what an output says; docs/json.md explains them.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import verifiers
from verifiers.json_schema import CONFIG_SCHEMA
from verifiers.result import ConfigError, VerifierResult

FIXTURES = [
    json.loads(line)
    for line in (Path(__file__).parent / "fixtures" / "json_schema.jsonl").read_text(encoding="utf-8").split("\n")
    if line
]
PERSON = {
    "type": "object",
    "required": ["name", "age"],
    "additionalProperties": False,
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
}
ADULT = {"rule": "self.age >= 18", "message": "the person is of age"}


def judge(output: str, schema: Any, **config: Any) -> VerifierResult:
    return verifiers.verify(output, {"type": "json_schema", "schema": schema, **config})


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda f: f["why"])
def test_documents_are_judged_as_people_labelled(fixture: dict[str, Any]) -> None:
    result = verifiers.verify(fixture["output"], {"type": "json_schema", **fixture["config"]})
    assert result.passed == fixture["passed"], result.details
    if not result.passed:
        assert result.details.partition(":")[0] == fixture["fails"]
        assert result.score == pytest.approx(fixture.get("score", result.score), abs=0.01)
        assert result.score < 100


def test_every_option_is_labelled_both_ways() -> None:
    labelled = {(name, fixture["passed"]) for fixture in FIXTURES for name in fixture["config"]}
    options = set(CONFIG_SCHEMA["properties"]) - {"type"}
    assert labelled == {(name, passed) for name in options for passed in (True, False)}


@pytest.mark.parametrize(
    ("output", "details"),
    [
        ("{", "syntax: the text ends before the document does"),
        ('{"name": "Ada",\n "age": 36,}', "syntax: line 2, column 11: a trailing comma"),
        ('{"name": "Ada", "age": "36"}', 'structural: /age is "36", not of type integer'),
        ('{"name": "Ada", "age": 36, "b/c": 1}', "structural: /b~1c is not allowed"),
        ("[]", "structural: the document is an array of 0 items, not of type object"),
        ('{"name": "Ada", "age": 17}', "semantic: the person is of age"),
        ('{"name": "Ada"}', "structural: /age is missing"),
        ('{"name": "Ada", "age": 36, "a\\nb": 1}', "structural: /a\\nb is not allowed"),
        ('{"name": "Ada", "age": 36}', "the document meets the schema and every invariant"),
    ],
)
def test_details_name_the_class_and_the_place(output: str, details: str) -> None:
    assert judge(output, PERSON, invariants=[ADULT]).details == details


def test_each_field_and_each_invariant_is_a_rule() -> None:
    result = judge('{"name": "Ada", "age": 17}', PERSON, invariants=[ADULT])
    verdicts = [(rule.id, rule.passed) for rule in result.rules]
    assert verdicts == [("/name", True), ("/age", True), ("invariant 1", False)]
    assert result.score == pytest.approx(200 / 3)


def test_what_is_no_field_is_one_rule_more_only_when_it_is_broken() -> None:
    result = judge('{"name": "Ada", "age": 36, "x": 1, "y": 2}', PERSON)
    assert [(rule.id, rule.passed) for rule in result.rules] == [("/name", True), ("/age", True), ("document", False)]
    assert result.rules[-1].message == "/x is not allowed; /y is not allowed"


def test_a_result_does_not_quote_what_the_schema_expects() -> None:
    result = judge('{"a": 1, "b": "x"}', {"properties": {"a": {"const": 4711}, "b": {"pattern": "^4711$"}}})
    assert not result.passed
    assert "4711" not in repr(result)


def test_a_failed_choice_says_what_the_nearest_branch_misses() -> None:
    branches = [{"type": "null"}, {"type": "object", "required": ["a", "b"]}, {"type": "object", "required": ["c"]}]
    assert judge("{}", {"anyOf": branches}).details == (
        "structural: the document meets no branch of anyOf (nearest: /c is missing)"
    )


def test_many_faults_are_named_in_part_and_counted() -> None:
    result = judge(json.dumps(["x"] * 50), {"items": {"type": "integer"}})
    assert result.details.endswith("(and 30 more)")
    assert result.rules[0].message.count("not of type") == 20


def test_a_large_broken_document_is_not_searched_fault_by_fault() -> None:
    required = {"required": [f"k{number}" for number in range(400)]}
    assert "too large" in judge(json.dumps({"x": [1] * 300_000}), required).details


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"schema": {"type": "integre"}}, "schema.type: 'integre' is no type; known: array"),
        ({"schema": {"required": "a"}}, "schema.required"),
        ({"schema": {"$ref": "https://example.org/a.json"}}, "schema.$ref: 'https://example.org/a.json' leads out of"),
        ({"schema": {"$ref": "file:///etc/passwd"}}, "schema.$ref: 'file:///etc/passwd' leads out of"),
        ({"schema": {"items": {"$ref": "#/$defs/nope"}}}, "schema.items.$ref: '#/$defs/nope' leads nowhere"),
        ({"schema": {"pattern": "(?=a)"}}, "schema.pattern: '(?=a)' is no pattern that runs in linear time"),
        ({"schema": {"$schema": "http://json-schema.org/draft-07/schema#"}}, "schema.$schema: schemas are judged as"),
        ({"schema": {"format": "dat"}, "formats": True}, "schema.format: Unknown format: 'dat'"),
        ({"schema": False}, "schema: no document meets `false`"),
        ({"schema": {"type": "integer", "enum": ["a"]}}, "schema: no document meets this schema"),
        ({"schema": {"required": [f"k{n}" for n in range(600)]}}, "schema: requires more than 500 fields"),
        ({"schema": True, "invariants": [{"rule": "1 +", "message": "m"}]}, "invariants.0.rule: "),
        ({"schema": True, "invariants": [{"rule": "other > 1", "message": "m"}]}, "undeclared reference to 'other'"),
        ({"schema": True, "invariants": [{"rule": "size(self)", "message": "m"}]}, "gives a int; a rule is a question"),
        ({"schema": True, "invariants": [{"rule": "true"}]}, "invariants.0"),
        ({"schema": True, "strict": True}, "unknown key 'strict'"),
        ({"schema": [1]}, "schema"),
        ({}, "schema"),
    ],
)
def test_a_config_that_means_nothing_is_refused(config: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(message)):
        verifiers.verify("{}", {"type": "json_schema", **config})


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)
CONFIGS = st.fixed_dictionaries(
    {"schema": st.sampled_from([True, PERSON, {"type": "array", "items": {"type": "integer"}}, {"const": {"a": 1}}])},
    optional={
        "trailing_commas": st.sampled_from(["reject", "repair"]),
        "strict_integers": st.booleans(),
        "formats": st.booleans(),
        "invariants": st.just([{"rule": "self == self", "message": "m"}, {"rule": "size(self) > 1", "message": "m"}]),
    },
)
PIECES = st.sampled_from(
    [*'{}[]:,"0-1.eE+ \\\n', "```json\n", "\n```", '"a"', "\\u", "\\ud800", "null", "\ud800", "</think>"]
)


@given(st.text() | st.lists(PIECES, max_size=40).map("".join) | JSON_VALUES.map(json.dumps), CONFIGS)
def test_every_text_has_a_verdict_and_always_the_same(output: str, config: dict[str, Any]) -> None:
    result = judge(output, **config)
    assert result == judge(output, **config)
    assert result.details.isprintable()


@pytest.mark.parametrize(
    "unit",
    [*'[{1"-\n ', '{"a":', "1,", '\\"', '"a",', "[],", "```json\n", "```json\n```\n", "<think>", "\\u"],
)
@pytest.mark.parametrize("start", ["", "[", '["'])
def test_much_of_anything_is_judged(start: str, unit: str) -> None:
    output = start + unit * (500_000 // len(unit))
    assert judge(output, {"type": "array", "items": {"type": "null"}}, trailing_commas="repair").score == 0


def test_ten_million_brackets_are_judged() -> None:
    assert judge("[" * 10_000_000, True).details == "syntax: line 1, column 201: nested deeper than 200 levels"
    assert "longer than 10,000,000 characters" in judge("[" * 10_000_001, True).details
