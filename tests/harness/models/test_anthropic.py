"""Anthropic messages: what is sent, and what counts as an answer."""

from typing import Any

import pytest

from harness.errors import ModelError, ProviderError
from harness.eval_run import Tokens
from harness.models.model import Model, Parameters
from tests.harness.models.helpers import KEY, ask, task
from tests.harness.models.server import FakeServer, Say, message, text


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_API_KEY", KEY)


def model(server: FakeServer, **parameters: Any) -> Model:
    return Model(
        slug="fake/two", kind="anthropic", name="two", key_env="FAKE_API_KEY",
        base_url=server.url.removesuffix("/v1"), parameters=Parameters(**parameters),
    )  # fmt: skip


def test_everything_declared_is_sent_and_no_seed() -> None:
    with FakeServer(Say(message(text("42")))) as server:
        ask(model(server, temperature=0.5, top_p=0.9, max_tokens=100, seed=3, system="Be brief."), task("How many?"))
        assert server.requests == [
            {
                "model": "two", "max_tokens": 100, "system": "Be brief.", "temperature": 0.5, "top_p": 0.9,
                "messages": [{"role": "user", "content": "How many?"}],
            }
        ]  # fmt: skip
        assert server.headers[0]["x-api-key"] == KEY
        assert server.headers[0]["anthropic-version"] == "2023-06-01"


def test_what_is_not_declared_is_not_sent() -> None:
    with FakeServer(Say(message(text("42")))) as server:
        ask(model(server))
        assert set(server.requests[0]) == {"model", "max_tokens", "messages"}


def test_text_is_joined_and_thinking_kept_apart() -> None:
    blocks = [
        {"type": "thinking", "thinking": "6*7", "signature": "s"}, {"type": "redacted_thinking", "data": "x"},
        text("It is "), text("42"),
    ]  # fmt: skip
    with FakeServer(Say(message(*blocks))) as server:
        answer = ask(model(server))
    assert (answer.text, answer.reasoning, answer.finish_reason) == ("It is 42", "6*7", "end_turn")
    assert (answer.served_model, answer.truncated) == ("fake-claude", False)


@pytest.mark.parametrize("stop", ["max_tokens", "model_context_window_exceeded"])
def test_a_cut_answer_is_the_models_trouble(stop: str) -> None:
    with FakeServer(Say(message(stop=stop))) as server:
        answer = ask(model(server))
    assert (answer.text, answer.truncated) == ("", True)


def test_cached_input_is_part_of_the_input() -> None:
    usage = {"input_tokens": 3, "cache_read_input_tokens": 100, "cache_creation_input_tokens": 7, "output_tokens": 5}
    with FakeServer(Say(message(text("42"), usage=usage))) as server:
        assert ask(model(server)).tokens == Tokens(input=110, output=5, cached=100)


NO_ANSWERS = {
    "content is null": Say(message() | {"content": None}),
    "no stop_reason": Say(message(text("42"), stop=None)),
    "a tool call": Say(message({"type": "tool_use", "name": "f", "input": {}})),
    "overloaded": Say({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, status=529),
    "an error with status 200": Say({"type": "error", "error": {"type": "api_error", "message": "?"}}),
}


@pytest.mark.parametrize("say", NO_ANSWERS.values(), ids=NO_ANSWERS)
def test_what_is_no_answer_is_the_providers_trouble(say: Say) -> None:
    with FakeServer(say) as server, pytest.raises(ProviderError):
        ask(model(server))


def test_an_empty_account_stops_the_run() -> None:
    error = {"type": "invalid_request_error", "message": "Your credit balance is too low to access the API."}
    say = Say({"type": "error", "error": error}, status=400)
    with FakeServer(say) as server, pytest.raises(ModelError, match="no credit left"):
        ask(model(server))
