"""Control models answer without a model."""

import pytest

from harness.errors import ModelError
from harness.models.model import Model
from tests.harness.models.helpers import ask, task


def control(name: str) -> Model:
    return Model(slug=f"control/{name}", kind="control", name=name)


@pytest.mark.parametrize(("name", "text"), [("reference", "42"), ("empty", ""), ("echo", "What is 6 * 7?")])
def test_the_answers_of_the_controls(name: str, text: str) -> None:
    answer = ask(control(name))
    assert (answer.text, answer.latency_ms, answer.tokens.output) == (text, 0.0, 0)


def test_the_reference_of_a_sealed_task_is_empty() -> None:
    assert ask(control("reference"), task(examples=None)).text == ""


def test_an_unknown_control_is_refused() -> None:
    with pytest.raises(ModelError, match="reference, empty, echo"):
        ask(control("perfect"))
