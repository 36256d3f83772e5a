"""Asking again: when, how often, and when not."""

import asyncio

import pytest

from harness.errors import ModelError, ProviderError, RequestRefusedError
from harness.eval_run import Answer, Tokens
from harness.models.retry import GaveUpError, Patience, ask_patiently

ANSWER = Answer(text="42", finish_reason="stop", latency_ms=1.0, tokens=Tokens())
QUICK = Patience(tries=4, first_s=0.001, total_s=0.1)


class Scripted:
    """Raises or returns what it is given, in order."""

    def __init__(self, *outcomes: Answer | Exception):
        self.outcomes = list(outcomes)

    async def ask(self) -> Answer:
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


def patiently(script: Scripted, patience: Patience = QUICK) -> tuple[Answer, int, list[float]]:
    waits: list[float] = []

    async def pause(seconds: float, _reason: str) -> None:
        waits.append(seconds)

    answer, retries = asyncio.run(ask_patiently(script.ask, patience, pause))
    return answer, retries, waits


def test_trouble_is_waited_out_and_counted() -> None:
    answer, retries, waits = patiently(Scripted(ProviderError("busy"), ProviderError("busy"), ANSWER))
    assert (answer, retries, len(waits)) == (ANSWER, 2, 2)


def test_the_server_is_not_asked_before_it_said_so() -> None:
    _, _, waits = patiently(Scripted(ProviderError("slow down", told_s=0.05), ANSWER))
    assert waits == [0.05]


def test_patience_ends() -> None:
    script = Scripted(*[ProviderError(f"busy {n}") for n in range(4)], ANSWER)
    with pytest.raises(GaveUpError, match="busy 3") as caught:
        patiently(script)
    assert caught.value.retries == 3
    assert script.outcomes == [ANSWER]


def test_a_refused_request_is_not_repeated() -> None:
    script = Scripted(RequestRefusedError("400"), ANSWER)
    with pytest.raises(GaveUpError) as caught:
        patiently(script)
    assert caught.value.retries == 0
    assert script.outcomes == [ANSWER]


def test_a_wait_beyond_all_patience_is_not_begun() -> None:
    with pytest.raises(GaveUpError):
        patiently(Scripted(ProviderError("come back tomorrow", told_s=86400), ANSWER))


def test_what_every_call_would_meet_is_passed_on() -> None:
    with pytest.raises(ModelError):
        patiently(Scripted(ModelError("no credit"), ANSWER))


def test_waits_double_up_to_a_limit_and_differ_from_each_other() -> None:
    patience = Patience(tries=20, first_s=1, longest_s=8)
    waits = [[patience.wait_s(n, 0, None) or 0 for n in (1, 2, 3, 4, 9)] for _ in range(50)]
    for column, most in zip(zip(*waits, strict=True), (1, 2, 4, 8, 8), strict=True):
        assert all(most / 2 <= wait <= most for wait in column)
        assert len(set(column)) > 1
