"""A task is proved when every output whose verdict is known gets that verdict, each time."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harness.judge import Judge, Verdict
from harness.proving import Judging, Proof, prove, size
from harness.task import Examples, Task

RULES = {
    "type": "instruction_rules",
    "rules": [{"kind": "line_count", "exactly": 2}, {"kind": "contains", "keywords": ["rain"]}],
}
VOTE = {"type": "human_vote", "words": {"min": 3, "max": 6}, "rubric": [{"id": "style", "question": "Good?"}]}
GOOD = "Soft rain\nall night"
NEAR_MISS = "Soft snow\nall night"
WRONG = "no"


@pytest.fixture(scope="module")
def judge() -> Iterator[Judging]:
    with Judge("process") as judge:
        yield judge.judge


@pytest.fixture(scope="module")
def other_process() -> Iterator[Judging]:
    with Judge("process") as judge:
        yield judge.judge


def task(
    passing: Iterable[str] = (GOOD,),
    failing: Iterable[str] = (NEAR_MISS, WRONG),
    verifier: Mapping[str, Any] = RULES,
    prompt: str = "Write two lines about rain.",
) -> Task:
    return Task(
        id="t", domain="writing", title="T", approved=False, approved_digest=None, created="2026-11-30", author="@a",
        cluster=None, canary="c", prompt=prompt, verifier=verifier, examples=Examples(tuple(passing), tuple(failing)),
        path=Path("t.yaml"),
    )  # fmt: skip


def proof(judge: Judging, subject: Task) -> Proof:
    (one,) = prove([subject], [judge, judge])
    return one


def faults(judge: Judging, subject: Task) -> list[tuple[str, str]]:
    return [(".".join(map(str, fault.path)), fault.message) for fault in proof(judge, subject).faults]


def test_a_right_task_is_proved(judge: Judging, other_process: Judging) -> None:
    told: list[int] = []
    assert prove([task()], [judge, other_process], told.append) == [Proof(task())]
    assert Proof(task()).holds
    assert told == list(range(1, 2 * size([task()]) + 1))


def test_a_passing_example_that_fails_is_a_fault_with_the_verifiers_reason(judge: Judging) -> None:
    (where, message), *rest = faults(judge, task(passing=[GOOD, NEAR_MISS], failing=[WRONG, NEAR_MISS + "!"]))
    assert (where, rest) == ("examples.passing.1", [])
    assert message.startswith("passing example 2 does not pass (score 50): ")
    assert message.endswith("; correct the example or the verifier's settings")


def test_a_failing_example_that_passes_is_a_fault(judge: Judging) -> None:
    assert faults(judge, task(failing=[NEAR_MISS, "rain\nrain"])) == [
        (
            "examples.failing.1",
            "failing example 2 passes; make the verifier's settings stricter, or correct the example",
        )
    ]


def test_a_prompt_that_passes_as_its_own_answer_is_a_fault(judge: Judging) -> None:
    (fault,) = faults(judge, task(prompt="Write two lines\nabout rain."))
    assert fault[0] == "prompt"
    assert fault[1].startswith("the prompt, sent back as the answer, passes; make the verifier's settings stricter")


def test_an_empty_output_that_passes_is_a_fault() -> None:
    (fault,) = proof(lenient, task(failing=[NEAR_MISS, WRONG])).faults
    assert fault.path == ("verifier",)
    assert fault.message.startswith("an empty output passes; make")


def test_failing_examples_without_a_near_miss_are_a_fault(judge: Judging) -> None:
    far = task(failing=["no", "I cannot do that"])
    assert faults(judge, far) == [
        (
            "examples.failing",
            "none of the failing examples is a near miss; add one that differs from a passing example "
            "in the one thing that makes it wrong",
        )
    ]


@pytest.mark.parametrize(
    "miss",
    [
        pytest.param("rain", id="meets some of the rules"),
        pytest.param("Soft snow all night", id="is nearly the same text"),
    ],
)
def test_a_near_miss_scores_something_or_is_close_to_a_passing_example(judge: Judging, miss: str) -> None:
    assert proof(judge, task(failing=["no", miss])).holds


def test_long_texts_are_compared_by_word(judge: Judging) -> None:
    essay = "\n".join(["word " * 2000 + "rain", "more " * 20_000])
    none = {"type": "instruction_rules", "rules": [{"kind": "contains", "keywords": ["rain"]}]}
    assert proof(judge, task([essay], ["no", essay.replace("rain", "snow")], none, "Write.")).holds
    assert not proof(judge, task([essay], ["no", "other " * 4000], none, "Write.")).holds


def test_for_human_vote_passing_means_within_the_word_bounds_and_failing_outside_of_them(judge: Judging) -> None:
    assert proof(judge, task(["one two three"], ["one two", "one"], VOTE, "one two three four")).holds
    outside, within = faults(judge, task(["one two"], ["one two three", "one"], VOTE))
    assert outside[0] == "examples.passing.0"
    assert outside[1].startswith("passing example 1 does not pass (score 0): ")
    message = "failing example 1 is within the word bounds; a failing example is outside of them"
    assert within == ("examples.failing.0", message)


def test_a_verdict_that_changes_from_one_time_to_the_next_is_a_fault() -> None:
    (fault, *_) = proof(Moody().judge, task()).faults
    assert fault.message.startswith("passing example 1 is judged differently from one time to the next")


def test_a_verifier_that_breaks_is_a_fault_with_its_details(judge: Judging) -> None:
    broken = task(verifier={"type": "instruction_rules", "rules": []})
    assert "passing example 1 could not be judged: " in faults(judge, broken)[0][1]


def test_without_a_sandbox_nothing_is_proved_and_the_reason_is_kept() -> None:
    one = proof(no_sandbox, task())
    assert (one.unproved, one.faults, one.holds) == ("no Docker here", (), False)


def test_sealed_tasks_are_left_out_and_the_order_is_kept(judge: Judging) -> None:
    sealed = replace(task(), id="s", verifier={"type": "human_vote", "sealed": "..."}, examples=None)
    tasks = [replace(task(), id="b"), sealed, replace(task(), id="a")]
    assert [(one.task.id, one.holds) for one in prove(tasks, [judge])] == [("b", True), ("a", True)]


# --- judges that do what no verifier of ours should ---

Items = Iterable[tuple[str, Mapping[str, Any]]]


def scored(passed: bool, details: str = "") -> Verdict:
    return Verdict(status="scored", passed=passed, score=100.0 * passed, details=details, rules=())


def lenient(items: Items) -> Iterator[Verdict]:
    """Passes what is empty."""
    for output, _ in items:
        yield scored(output in ("", GOOD))


def no_sandbox(items: Items) -> Iterator[Verdict]:
    for _ in items:
        yield Verdict(status="skipped", passed=None, score=None, details="no Docker here", rules=())


class Moody:
    """Right, but never in the same words."""

    calls = 0

    def judge(self, items: Items) -> Iterator[Verdict]:
        for output, _ in items:
            self.calls += 1
            yield scored(output == GOOD, f"call {self.calls}")
