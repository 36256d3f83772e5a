"""Every program of the attack corpus gets its right verdict from the Docker sandbox and leaves nothing behind."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.sandbox.corpus import Program, configs, judged, observe, programs
from verifiers.result import VerifierResult

RUNS = [(program, form) for program in programs() for form in program.forms]


@pytest.fixture(scope="module")
def undisturbed() -> Iterator[Any]:
    """What a program sees of its place when none has been there before it."""
    from verifiers import sandbox

    sandbox.close()
    yield observe()
    sandbox.close()


@pytest.mark.docker
@pytest.mark.parametrize(("program", "form"), RUNS, ids=lambda value: getattr(value, "label", value))
def test_right_verdict_and_nothing_left(program: Program, form: str, undisturbed: Any) -> None:
    result = judged(program, form)
    assert result.passed == program.honest, result
    assert program.honest or result.score == 0, result
    assert _kinds(result) <= {*program.kinds, "timeout"} or form == "tests", result
    assert observe() == undisturbed


def _kinds(result: VerifierResult) -> set[str]:
    return {rule.message.partition(":")[0] for rule in result.rules if not rule.passed}


def test_the_corpus_is_large_and_its_names_are_unique() -> None:
    attacks = [program for program in programs() if not program.honest]
    honest = [program for program in programs() if program.honest]
    assert len(attacks) >= 120
    assert len(honest) >= 30
    assert len({program.label for program in programs()}) == len(attacks) + len(honest)
    assert {form for program in programs() for form in program.forms} == set(configs(1))
