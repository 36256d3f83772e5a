"""json_schema: what counts as a JSON document, and what a document is worth."""

from typing import Any

import pytest

import verifiers
from verifiers.result import ConfigError, VerifierResult

PERSON = {
    "type": "object",
    "required": ["name", "age"],
    "additionalProperties": False,
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
}
NODES = {
    "type": "object",
    "required": ["nodes"],
    "properties": {
        "nodes": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["id", "capacity"],
                "properties": {"id": {"type": "string"}, "capacity": {"type": "number"}},
            },
        }
    },
}
TOTAL = {"rule": "sum(self.nodes.map(n, n.capacity)) == 100", "message": "the capacities add up to 100"}


def judge(output: str, schema: Any, **config: Any) -> VerifierResult:
    return verifiers.verify(output, {"type": "json_schema", "schema": schema, **config})


@pytest.mark.parametrize(
    "output",
    [
        pytest.param('{"name": "Ada", "age": 36}', id="as it is"),
        pytest.param(' \r\n\t{"name": "Ada", "age": 36}\n', id="white space around it"),
        pytest.param('```json\n{"name": "Ada", "age": 36}\n```', id="one fence around it"),
        pytest.param('```\n{"name": "Ada", "age": 36}\n```', id="an untagged fence around it"),
        pytest.param('~~~JSON\r\n{"name": "Ada", "age": 36}\r\n~~~\r\n', id="a tilde fence with CRLF"),
        pytest.param('Here it is:\n```json\n{"name": "Ada", "age": 36}\n```\nBye.', id="one json block amid prose"),
        pytest.param('```ts\n{}\n```\nbecomes\n```json\n{"name": "Ada", "age": 36}\n```', id="the json block of two"),
        pytest.param('<think>{"name": 1}</think>\n{"name": "Ada", "age": 36}', id="after a reasoning block"),
        pytest.param('{"name": "a ```json\\n{}\\n``` b", "age": 36}', id="a fence inside a string is data"),
        pytest.param('{"name": "so </think> it ends", "age": 36}', id="a reasoning tag inside a string is data"),
        pytest.param('{"name": "\\ud83d\\ude00", "age": 36}', id="a surrogate pair is a character"),
        pytest.param('{"name": "Ada", "age": 36.0}', id="36.0 is an integer by the standard"),
        pytest.param('{"name": "Ada", "age": 3.6e1}', id="3.6e1 is one too"),
        pytest.param(f'{{"name": "Ada", "age": {"9" * 400}}}', id="so is one of 400 digits"),
    ],
)
def test_it_passes(output: str) -> None:
    result = judge(output, PERSON)
    assert result.passed, result.details
    assert [rule.id for rule in result.rules] == ["/name", "/age"]


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        pytest.param("", "the text is empty", id="nothing"),
        pytest.param("<think>{}", "the text is empty", id="cut off while thinking"),
        pytest.param("Ada is 36.", "line 1, column 1", id="prose"),
        pytest.param('{"name": "Ada", "age": 36', "the text ends before", id="cut off"),
        pytest.param('{"name": "Ada", "age": 36,}', "line 1, column 26: a trailing comma", id="a trailing comma"),
        pytest.param('{"name": "Ada", "name": "Ada", "age": 36}', "the key 'name' stands twice", id="a key twice"),
        pytest.param('{"name": "Ada", "age": NaN}', "NaN is not JSON", id="NaN"),
        pytest.param('{"name": "Ada", "age": -Infinity}', "-Infinity is not JSON", id="-Infinity"),
        pytest.param("\ufeff{}", "'\\ufeff'", id="a byte order mark"),
        pytest.param('{"name": "\\ud800", "age": 36}', "half of a surrogate pair", id="a lone surrogate, escaped"),
        pytest.param('{"name": "\ud800", "age": 36}', "half of a surrogate pair", id="a lone surrogate, raw"),
        pytest.param('{"name": "a\tb", "age": 36}', "line 1, column 12", id="a control character in a string"),
        pytest.param("{'name': 'Ada', 'age': 36}", "line 1, column 2", id="single quotes"),
        pytest.param('{"name": "Ada", "age": 036}', "line 1, column 25", id="a leading zero"),
        pytest.param('{"name": "Ada", "age": 36} // done', "line 1, column 28", id="a comment"),
        pytest.param('{"name": "Ada", "age": 36}{}', "line 1, column 27", id="two documents"),
        pytest.param("[" * 10_000_000, "nested deeper than 200 levels", id="ten million brackets"),
        pytest.param("9" * 1001, "more than 1,000 digits", id="a number without end"),
        pytest.param("1e999999999", "more than 1,000 digits", id="a huge exponent"),
        pytest.param('Here: {"name": "Ada", "age": 36}', "line 1, column 1", id="JSON in a sentence"),
        pytest.param("```json\n{}\n```\nor\n```json\n{}\n```", "ambiguous", id="two json blocks"),
    ],
)
def test_it_is_a_syntax_error(output: str, reason: str) -> None:
    result = judge(output, PERSON)
    assert (result.passed, result.score) == (False, 0)
    assert result.details.startswith("syntax: ")
    assert reason in result.details


@pytest.mark.parametrize(
    ("output", "score", "details"),
    [
        pytest.param('{"name": "Ada"}', 50, "structural: /age is missing", id="a missing field"),
        pytest.param('{"name": 1, "age": 36}', 50, "structural: /name is 1, not of type string", id="a wrong type"),
        pytest.param('{"name": 1, "age": "x"}', 0, None, id="nothing right"),
        pytest.param('{"name": "Ada", "age": 36, "x": 1}', 200 / 3, "structural: /x is not allowed", id="one too many"),
        pytest.param("[]", 0, "structural: the document is an array of 0, not of type object", id="an array"),
    ],
)
def test_partial_credit_is_the_share_of_required_fields(output: str, score: float, details: str | None) -> None:
    result = judge(output, PERSON)
    assert not result.passed
    assert result.score == pytest.approx(score)
    assert details is None or result.details == details


def test_an_invariant_judges_values_that_are_valid_but_wrong() -> None:
    right = '{"nodes": [{"id": "a", "capacity": 33.3}, {"id": "b", "capacity": 66.7}]}'
    assert judge(right, NODES, invariants=[TOTAL]).passed
    result = judge(right.replace("66.7", "66.8"), NODES, invariants=[TOTAL])
    assert (result.passed, result.details) == (False, "semantic: the capacities add up to 100")
    assert result.score == pytest.approx(200 / 3)


def test_fields_of_items_count_once() -> None:
    result = judge('{"nodes": [{"id": "a", "capacity": 1}, {"id": "b"}]}', NODES)
    assert [(rule.id, rule.passed) for rule in result.rules] == [("/nodes/*/id", True), ("/nodes/*/capacity", False)]
    assert result.details == "structural: /nodes/1/capacity is missing"


@pytest.mark.parametrize(
    ("text", "value"),
    [('{"a": [1, 2 ,\n], }', {"a": [1, 2]}), ('{"a,]": "b,}",}', {"a,]": "b,}"}), ('["\\"",]', ['"'])],
)
def test_trailing_commas_are_repaired_on_request_and_outside_strings(text: str, value: Any) -> None:
    assert judge(text, {"const": value}, trailing_commas="repair").passed
    assert judge(text, {"const": value}).details.startswith("syntax: ")


@pytest.mark.parametrize("text", ["[,]", "[1,,]", "{,}"])
def test_a_comma_without_a_value_is_no_trailing_comma(text: str) -> None:
    assert judge(text, True, trailing_commas="repair").details.startswith("syntax: ")


def test_strict_integers_are_written_as_integers() -> None:
    assert not judge('{"name": "Ada", "age": 36.0}', PERSON, strict_integers=True).passed
    assert judge('{"name": "Ada", "age": 36}', PERSON, strict_integers=True).passed


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"schema": {"type": "integre"}}, "schema.type"),
        ({"schema": {"$ref": "https://example.org/a.json"}}, "schema"),
        ({"schema": {"$ref": "file:///etc/passwd"}}, "schema"),
        ({"schema": {"$ref": "#/$defs/nope"}}, "schema"),
        ({"schema": {"pattern": "(?=a)"}}, "schema.pattern"),
        ({"schema": True, "invariants": [{"rule": "1 +", "message": "m"}]}, "invariants.0.rule"),
        ({"schema": True, "invariants": [{"rule": "size(self)", "message": "m"}]}, "invariants.0.rule"),
        ({"schema": True, "strict": True}, "unknown key 'strict'"),
    ],
)
def test_a_config_that_means_nothing_is_refused(config: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message.replace(".", r"\.")):
        verifiers.verify("{}", {"type": "json_schema", **config})
