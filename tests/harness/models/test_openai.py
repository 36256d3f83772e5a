"""Chat completions: what is sent, and what counts as an answer."""

import json
from typing import Any

import pytest

from harness.errors import ModelError, ProviderError, RequestRefusedError, UnreachableError
from harness.eval_run import Tokens
from harness.models.http import MAX_REPLY
from harness.models.model import Model, Parameters
from harness.models.openai import tokens
from tests.harness.models.helpers import KEY, ask, task
from tests.harness.models.server import FakeServer, Say, chat


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_API_KEY", KEY)


def model(server: FakeServer, **changes: Any) -> Model:
    facts: dict[str, Any] = {"slug": "fake/one", "kind": "openai", "name": "one", "key_env": "FAKE_API_KEY"}
    return Model(**{**facts, "base_url": server.url, **changes})


def test_everything_declared_is_sent_and_nothing_else() -> None:
    parameters = Parameters(
        temperature=0, top_p=0.9, max_tokens=100, max_tokens_by_domain={"code": 300}, seed=7, system="Be brief.",
        extra={"reasoning_effort": "low"},
    )  # fmt: skip
    with FakeServer(Say(chat("42"))) as server:
        ask(model(server, parameters=parameters), task("How many?", domain="code"), attempt=2)
        assert server.requests == [
            {
                "model": "one", "temperature": 0, "top_p": 0.9, "max_tokens": 300, "seed": 9, "reasoning_effort": "low",
                "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "How many?"}],
            }
        ]  # fmt: skip
        assert server.headers[0]["authorization"] == f"Bearer {KEY}"


def test_the_servers_own_parameter_names_replace_ours() -> None:
    rename = {"max_tokens": "max_completion_tokens", "seed": "random_seed"}
    with FakeServer(Say(chat("42"))) as server:
        ask(model(server, rename=rename, parameters=Parameters(max_tokens=9, seed=1)))
        assert server.requests[0] | {"messages": []} == {
            "model": "one", "messages": [], "max_completion_tokens": 9, "random_seed": 1,
        }  # fmt: skip


def test_an_answer_keeps_what_the_provider_said_about_it() -> None:
    reply = chat("It is 42.", system_fingerprint="fp_1", provider="Somewhere")
    with FakeServer(Say(reply, delay_s=0.02)) as server:
        answer = ask(model(server))
    assert (answer.text, answer.finish_reason, answer.served_model) == ("It is 42.", "stop", "fake-1-2026")
    assert (answer.fingerprint, answer.upstream) == ("fp_1", "Somewhere")
    assert answer.tokens == Tokens(input=10, output=5)
    assert answer.latency_ms >= 20


def with_message(finish: str | None = "stop", **message: Any) -> dict[str, Any]:
    return chat(None) | {"choices": [{"message": {"role": "assistant", **message}, "finish_reason": finish}]}


ANSWERS: dict[str, tuple[dict[str, Any], str, str, str]] = {
    # name: reply, text, reasoning, finish_reason
    "empty text is the model's answer": (chat(""), "", "", "stop"),
    "text blocks are joined in order": (
        chat([{"type": "text", "text": "def two():\n"}, {"type": "text", "text": "    return 2"}]),
        "def two():\n    return 2", "", "stop",
    ),
    "a thinking block is kept apart": (
        chat([{"type": "thinking", "thinking": [{"type": "text", "text": "6*7"}]}, {"type": "text", "text": "42"}]),
        "42", "6*7", "stop",
    ),
    "reasoning_content is kept apart": (with_message(content="42", reasoning_content="6*7"), "42", "6*7", "stop"),
    "reasoning is kept apart": (with_message(content="42", reasoning="6*7"), "42", "6*7", "stop"),
    "an answer is never taken from the reasoning": (with_message(content="", reasoning="42"), "", "42", "stop"),
    "a cut answer": (chat("6 * 7 = 4", "length"), "6 * 7 = 4", "", "length"),
    "cut off while reasoning": (with_message("length", content=None, reasoning="6*"), "", "6*", "length"),
    "held back by a filter": (chat(None, "content_filter"), "", "", "content_filter"),
    "a refusal is the model's": (with_message(content=None, refusal="I cannot."), "I cannot.", "", "refusal"),
    "half a surrogate pair": (chat("ok \ud835 done"), "ok \ufffd done", "", "stop"),
    "a whole surrogate pair": (chat("\ud835\udfd9"), "\U0001d7d9", "", "stop"),
}  # fmt: skip


@pytest.mark.parametrize(("reply", "text", "reasoning", "finish"), ANSWERS.values(), ids=ANSWERS)
def test_what_counts_as_an_answer(reply: dict[str, Any], text: str, reasoning: str, finish: str) -> None:
    with FakeServer(Say(reply)) as server:
        answer = ask(model(server))
    assert (answer.text, answer.reasoning, answer.finish_reason) == (text, reasoning, finish)
    answer.text.encode()


TOOL = {"tool_calls": [{"id": "t", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}
SSE = b'data: {"delta": "The answer is 4"}\n\nevent: error\ndata: {"error": "overloaded"}\n\n'
NO_ANSWERS: dict[str, Say] = {
    "no choices": Say(chat(None) | {"choices": []}),
    "choices are null": Say(chat(None) | {"choices": None}),
    "no choices at all": Say({"id": "c-1", "object": "chat.completion"}),
    "message is null": Say(chat(None) | {"choices": [{"message": None, "finish_reason": "stop"}]}),
    "choice is a text": Say(chat(None) | {"choices": ["42"]}),
    "content is null": Say(chat(None)),
    "content is a number": Say(chat(42)),
    "a tool call only": Say(with_message("tool_calls", content=None, **TOOL)),
    "a tool call beside empty text": Say(with_message("tool_calls", content="", **TOOL)),
    "a block that is no text": Say(chat([{"type": "image_url", "image_url": {"url": "x"}}])),
    "an error with status 200": Say({"error": {"message": "overloaded", "code": 503}}),
    "an error inside the choice": Say(chat("The answer is 4", "error")),
    "a stream that was not asked for": Say(SSE, headers={"Content-Type": "text/event-stream"}),
    "not JSON": Say(b"<html>busy</html>"),
    "a constant": Say(b"NaN"),
    "too deep": Say(b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
    "a list": Say([chat("42")]),
    "nothing": Say(b""),
    "cut off half-way": Say(chat("The answer is 42"), cut=True),
    "too long": Say(chat("x" * MAX_REPLY)),
    "a busy server": Say({"error": {"message": "busy"}}, status=503),
    "too many requests": Say({"error": {"message": "slow down", "code": "rate_limit_exceeded"}}, status=429),
    # Google says the same of its rate limit as OpenAI of an empty account: only the code tells them apart.
    "a rate limit that speaks of billing": Say(
        [{"error": {"code": 429, "message": "check your plan and billing details", "status": "RESOURCE_EXHAUSTED"}}],
        status=429,
    ),
}  # fmt: skip


@pytest.mark.parametrize("say", NO_ANSWERS.values(), ids=NO_ANSWERS)
def test_what_is_no_answer_is_the_providers_trouble(say: Say) -> None:
    with FakeServer(say) as server, pytest.raises(ProviderError) as caught:
        ask(model(server))
    assert not isinstance(caught.value, RequestRefusedError)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("status", [301, 400, 403, 413, 422])
def test_a_request_that_would_be_refused_again_is_told_apart(status: int) -> None:
    say = Say({"error": {"message": "no such thing"}}, status=status, headers={"Location": "http://127.0.0.1:9/"})
    with FakeServer(say) as server, pytest.raises(RequestRefusedError, match=f"{status} no such thing"):
        ask(model(server))


HOPELESS: dict[str, tuple[Say, str]] = {
    "wrong key": (Say({"error": {"message": f"bad key {KEY}"}}, status=401), "the key in FAKE_API_KEY"),
    "unknown model": (Say({"error": "no model 'one'"}, status=404), "name in models.yaml"),
    "payment required": (Say({"error": {"message": "top up"}}, status=402), "no credit left"),
    "quota, not rate": (Say({"error": {"message": "?", "code": "insufficient_quota"}}, status=429), "no credit left"),
    "low balance": (Say({"error": {"message": "Your credit balance is too low"}}, status=400), "no credit left"),
}


@pytest.mark.parametrize(("say", "reason"), HOPELESS.values(), ids=HOPELESS)
def test_trouble_that_every_call_would_meet_stops_the_run(say: Say, reason: str) -> None:
    with FakeServer(say) as server, pytest.raises(ModelError, match=reason) as caught:
        ask(model(server))
    assert KEY not in str(caught.value)


def test_a_key_that_the_server_echoes_is_never_passed_on() -> None:
    echo = f"request was: Authorization: Bearer {KEY}"
    with FakeServer(Say(chat(echo, model=KEY)), Say({"error": {"message": echo}}, status=500)) as server:
        answer = ask(model(server))
        with pytest.raises(ProviderError) as caught:
            ask(model(server))
    assert answer.text == "request was: Authorization: Bearer [redacted]"
    assert KEY not in str(answer)
    assert "[redacted]" in str(caught.value)
    assert KEY not in str(caught.value)


def test_a_dummy_key_of_a_local_server_leaves_answers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_API_KEY", "EMPTY")
    with FakeServer(Say(chat("The set is EMPTY"))) as server:
        assert ask(model(server)).text == "The set is EMPTY"


@pytest.mark.parametrize("value", ["", "  ", "two words", "sk-\nX-Evil: 1", "sk-\u00fc"])
def test_an_unusable_key_is_named_but_not_shown(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("FAKE_API_KEY", value)
    with FakeServer() as server, pytest.raises(ModelError, match="FAKE_API_KEY") as caught:
        ask(model(server))
    assert not value.strip() or value not in str(caught.value)


def test_a_server_that_is_not_there() -> None:
    with FakeServer() as server:
        gone = model(server)
    with pytest.raises(UnreachableError, match="fake/one"):
        ask(gone)


def test_an_answer_that_takes_too_long() -> None:
    with (
        FakeServer(Say(chat("42"), delay_s=5)) as server,
        pytest.raises(ProviderError, match=r"no answer within 0\.2 s"),
    ):
        ask(model(server, timeout_s=0.2))


USAGE: dict[str, tuple[Any, Tokens]] = {
    "not given": (None, Tokens()),
    "OpenAI": (
        {"prompt_tokens": 10, "completion_tokens": 50, "total_tokens": 60,
         "prompt_tokens_details": {"cached_tokens": 4}, "completion_tokens_details": {"reasoning_tokens": 30}},
        Tokens(input=10, output=50, reasoning=30, cached=4),
    ),
    "reasoning beside the completion (xAI)": (
        {"prompt_tokens": 32, "completion_tokens": 9, "total_tokens": 135,
         "completion_tokens_details": {"reasoning_tokens": 94}},
        Tokens(input=32, output=103, reasoning=94),
    ),
    "no counts at all": (
        {"prompt_tokens": float("nan"), "completion_tokens": True, "total_tokens": "12"}, Tokens(),
    ),
    "negative": ({"prompt_tokens": -1, "completion_tokens": 5}, Tokens(output=5)),
}  # fmt: skip


@pytest.mark.parametrize(("usage", "counted"), USAGE.values(), ids=USAGE)
def test_tokens_are_counted_as_given_or_not_at_all(usage: Any, counted: Tokens) -> None:
    assert tokens(usage) == counted


FAULTY = {
    "NaN": b'"prompt_tokens": NaN',
    "a number of thousands of digits": b'"prompt_tokens": 1' + b"0" * 5000,
    "an infinite number": b'"prompt_tokens": -Infinity',
    "a byte that is not UTF-8": b'"note": "\xff", "prompt_tokens": null',
    "half a surrogate pair as bytes": b'"note": "\xed\xa0\xb5", "prompt_tokens": null',
}


@pytest.mark.parametrize("fault", FAULTY.values(), ids=FAULTY)
def test_a_fault_beside_a_paid_answer_does_not_lose_it(fault: bytes) -> None:
    raw = b"\xef\xbb\xbf" + json.dumps(chat("It is 42.")).encode().replace(b'"prompt_tokens": 10', fault)
    with FakeServer(Say(raw)) as server:
        answer = ask(model(server))
    assert (answer.text, answer.tokens.input, answer.tokens.output) == ("It is 42.", None, 5)
