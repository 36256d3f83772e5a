"""exact_number: which number of an output is its answer, and when two numbers are equal."""

from typing import Any

import pytest

import verifiers
from verifiers.result import ConfigError


def passes(output: str, answer: object, **config: Any) -> bool:
    return verifiers.verify(output, {"type": "exact_number", "answer": answer, **config}).passed


@pytest.mark.parametrize(
    ("output", "answer"),
    [
        pytest.param("The bakery sells 86 loaves, all before noon, which is the answer.", 86, id="a comma later on"),
        pytest.param("180 + 138 = 318 (check).\n\n---\n\n✅ Final Answer: **318**", 318, id="bold"),
        pytest.param("He paid $64,000 and got $91,500, so the profit is $27,500.", 27500, id="thousands"),
        pytest.param("With the tip, her delivery comes to $46.00.", 46, id="trailing zeros"),
        pytest.param("A first try gives answer: 31, but forgets the discount.\nAnswer: 26", 26, id="the last marker"),
        pytest.param("The answer is 6.75", "6.75", id="a decimal"),
        pytest.param("The answer is 6.", 6, id="the end of a sentence"),
        pytest.param("6 * 9 = 54\n#### 54\nThe method uses 3 rules and 12 rows. " * 9, 54, id="chatter after it"),
        pytest.param("They meet after **42.5** km, as 3 hours pass.", 42.5, id="bold before plain"),
    ],
)
def test_the_answer_is_found(output: str, answer: object) -> None:
    assert passes(output, answer)


@pytest.mark.parametrize(
    ("output", "answer"),
    [
        pytest.param("ANSWER: 638", 38, id="the same last digits"),
        pytest.param("**425** km", 42.5, id="ten times as much"),
        pytest.param("about 42", 42.5, id="a rounded value"),
        pytest.param("The answer is 42 or 43", 42, id="a hedge"),
        pytest.param("<think>It is 42", 42, id="cut off while thinking"),
        pytest.param("", 42, id="nothing"),
    ],
)
def test_a_near_miss_is_a_miss(output: str, answer: object) -> None:
    assert not passes(output, answer)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"answer": "forty"}, "answer: 'forty' is not a number"),
        ({"answer": "1/0"}, "answer: '1/0' is not a number"),
        ({"answer": 1, "tolerance": {"abs": -1}}, "tolerance.abs: -1 is not"),
        ({"answer": 1, "tolerance": {}}, "tolerance"),
        ({"answer": True}, "answer"),
        ({"answer": 1, "unit": "km"}, "unknown key 'unit'"),
        ({"answer": 1, "markers": [" "]}, "markers.0"),
    ],
)
def test_a_config_that_means_nothing_is_refused(config: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        verifiers.verify("42", {"type": "exact_number", **config})
