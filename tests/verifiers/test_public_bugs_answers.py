"""Faults that other graders of numbers and JSON had in public, each as one output whose verdict is beyond doubt.

The whole kind of each fault is in fixtures/exact_number.jsonl and fixtures/json_schema.jsonl.
"""

from typing import Any

import pytest

import verifiers

CHATTER = "The steps were read again; the method has 3 rules and a table of 12 rows. " * 8
COLLECTED = {"type": "object", "required": ["note", "score"], "properties": {"score": {"type": "integer"}}}
GRADED = {"type": "object", "required": ["grade"], "properties": {"grade": {"enum": ["A", "B"]}}}
DONE = {"type": "object", "required": ["status"], "properties": {"status": {"const": "done"}}}


def number(answer: object, **config: Any) -> dict[str, Any]:
    return {"type": "exact_number", "answer": answer, **config}


def schema(schema: dict[str, Any], **config: Any) -> dict[str, Any]:
    return {"type": "json_schema", "schema": schema, **config}


@pytest.mark.parametrize(
    ("output", "config", "passed"),
    [
        pytest.param(
            "It sells 86 loaves, before noon, which is it.", number(86), True, id="EN-01 a comma is no number"
        ),
        pytest.param("180 + 138 = 318\n---\n✅ Final Answer: **318**", number(318), True, id="EN-03 bold marks cling"),
        pytest.param("Bought at $64,000, sold at $91,500: $27,500.", number(27500), True, id="EN-05 thousands are cut"),
        pytest.param("With the tip it comes to $46.00.", number(46), True, id="EN-07 compared as text"),
        pytest.param("ANSWER: 638", number(38), False, id="EN-09 compared by the last digits"),
        pytest.param(f"#### 54\n{CHATTER}", number(54, markers=["####"]), True, id="EN-11 only the end is searched"),
        pytest.param("One try: answer: 31, wrong.\nAnswer: 26", number(26), True, id="EN-13 the first marker is taken"),
        pytest.param("The answer is 6.75", number("6.75"), True, id="EN-15 a decimal cut at its point"),
        pytest.param("The answer is 6.", number(6), True, id="EN-15 a full stop kept"),
        pytest.param("Each box holds 9, and 9 * 12 = 1", number(108), False, id="HA-09 cut off by a length limit"),
        pytest.param(
            '{"note": "a,] and b,}", "score": 4}',
            schema(COLLECTED | {"properties": {"note": {"const": "a,] and b,}"}}}, trailing_commas="repair"),
            True,
            id="JS-01 repair edits strings",
        ),
        pytest.param(
            '{"grade": "B", "tip": "Try:\\n\\n```json\\n{}\\n```\\n\\nAgain."}',
            schema(GRADED),
            True,
            id="JS-03 a fence inside a string",
        ),
        pytest.param(
            'Now:\n```ts\n{"status": "draft"}\n```\nThen:\n```json\n{"status": "done"}\n```',
            schema(DONE),
            True,
            id="JS-05 the first fence of any language",
        ),
        pytest.param(
            '```json\n{"status": "done"}\n```\n```json\n{"status": "done"}\n```',
            schema(DONE),
            False,
            id="JS-05 two answers",
        ),
        pytest.param('{"note": NaN, "score": 2}', schema(COLLECTED), False, id="JS-07 NaN is not JSON"),
        pytest.param('{"note": Infinity, "score": 2}', schema(COLLECTED), False, id="JS-07 nor is Infinity"),
        pytest.param('{"note": "", "score": 12.0}', schema(COLLECTED), True, id="JS-09 12.0 is an integer"),
        pytest.param(
            '{"note": "", "score": 12.0}',
            schema(COLLECTED, strict_integers=True),
            False,
            id="JS-09 unless the task says otherwise",
        ),
        pytest.param('"abc1!"', schema({"pattern": "[a-z]+[0-9]"}), True, id="JS-11 a pattern is a search"),
        pytest.param('"abc1!"', schema({"pattern": "^[a-z]+[0-9]$"}), False, id="JS-11 unless it is anchored"),
    ],
)
def test_a_public_fault_is_not_ours(output: str, config: dict[str, Any], passed: bool) -> None:
    result = verifiers.verify(output, config)
    assert result.passed == passed, result.details


def test_js_11_an_unanchored_pattern_is_a_warning() -> None:
    (problem,) = verifiers.problems(schema({"type": "string", "pattern": "[a-z]+[0-9]"}))
    assert (problem.severity, problem.path) == ("warning", ("schema", "pattern"))
