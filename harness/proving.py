"""Proof that a task judges right: outputs whose verdict is known get that verdict, three times over, byte for byte.

Every passing example passes; every failing example, an empty output and the prompt sent back as the answer fail; and
one failing example is a near miss, so that the task is known to tell right from nearly right.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

import msgspec

from harness.judge import Verdict
from harness.task import Task
from verifiers.result import Problem

Judging = Callable[[Iterable[tuple[str, Mapping[str, Any]]]], Iterator[Verdict]]

ROUNDS = 3
NEAR = 0.6  # share of a text that a near miss has in common with a passing example
_COMPARED = 1_000  # letters, or in longer texts words, that are compared: the work grows with their square
_NO_NEAR_MISS = (
    "none of the failing examples is a near miss; "
    "add one that differs from a passing example in the one thing that makes it wrong"
)
_NO_EXAMPLES = "it has no examples; write one that passes and two that fail, one of them a near miss"
_HUMAN = "human_vote"  # its passing examples are those that may go before the voters


@dataclass(frozen=True, slots=True)
class Proof:
    """What proving one task came to. `faults` are places in the task file; `unproved` says why nothing is known."""

    task: Task
    faults: tuple[Problem, ...] = ()
    unproved: str | None = None

    @property
    def holds(self) -> bool:
        return not self.faults and self.unproved is None


@dataclass(frozen=True, slots=True)
class _Known:
    """An output whose verdict is known, the place it comes from, and what messages call it."""

    output: str
    path: tuple[str | int, ...]
    name: str
    passes: bool


def prove(
    tasks: Iterable[Task], rounds: Iterable[Judging], progress: Callable[[int], None] = lambda _: None
) -> list[Proof]:
    """A proof of each open task, in order; sealed tasks cannot be judged here and are left out.

    Each of `rounds` judges everything once. Give each a process of its own: what depends on a process's state, such
    as the order of a set, shows only between two of them. `progress` is told how many verdicts are there.
    """
    known = [(task, _known(task)) for task in tasks if task.split == "open"]
    verdicts: list[list[Verdict]] = []
    done = 0
    for judge in rounds:
        verdicts.append([])
        for verdict in judge((output.output, task.verifier) for task, outputs in known for output in outputs):
            verdicts[-1].append(verdict)
            progress(done := done + 1)
    by_output = zip(*verdicts, strict=True)
    return [_proof(task, outputs, [next(by_output) for _ in outputs]) for task, outputs in known]


def size(tasks: Iterable[Task]) -> int:
    """How many verdicts a round of proving these tasks takes."""
    return sum(len(_known(task)) for task in tasks if task.split == "open")


def _known(task: Task) -> list[_Known]:
    examples = task.examples
    if examples is None:
        return []
    return [
        *(
            _Known(output, ("examples", kind, number), f"{kind} example {number + 1}", kind == "passing")
            for kind, outputs in (("passing", examples.passing), ("failing", examples.failing))
            for number, output in enumerate(outputs)
        ),
        _Known("", ("verifier",), "an empty output", False),
        _Known(task.prompt, ("prompt",), "the prompt, sent back as the answer,", False),
    ]


def _proof(task: Task, outputs: Sequence[_Known], judged: Sequence[Sequence[Verdict]]) -> Proof:
    """`judged` holds, for each output, its verdict of every round."""
    if task.examples is None:
        return Proof(task, unproved=_NO_EXAMPLES)
    first = [verdicts[0] for verdicts in judged]
    if skipped := next((verdict for verdict in first if verdict.status == "skipped"), None):
        return Proof(task, unproved=skipped.details)
    messages = [(output.path, _fault(output, verdicts, task)) for output, verdicts in zip(outputs, judged, strict=True)]
    faults = [Problem(path, message) for path, message in messages if message]
    if not faults and not _has_near_miss(outputs, first):
        faults.append(Problem(("examples", "failing"), _NO_NEAR_MISS))
    return Proof(task, tuple(faults))


def _fault(output: _Known, judged: Sequence[Verdict], task: Task) -> str | None:
    """What is wrong with the verdicts on one output; None when nothing is."""
    verdict = judged[0]
    if len({_bytes(each) for each in judged}) > 1:
        return f"{output.name} is judged differently from one time to the next; the verifier's settings leave it open"
    if verdict.status == "error":
        return f"{output.name} could not be judged: {verdict.details}"
    human = task.verifier["type"] == _HUMAN
    if output.passes:
        if verdict.passed or (human and verdict.status == "pending"):
            return None
        score = "" if verdict.score is None else f" (score {verdict.score:g})"
        return f"{output.name} does not pass{score}: {verdict.details}; correct the example or the verifier's settings"
    if verdict.passed:
        return f"{output.name} passes; make the verifier's settings stricter, or correct the example"
    if verdict.status == "pending" and output.path[0] == "examples":
        return f"{output.name} is within the word bounds; a failing example is outside of them"
    return None


def _bytes(verdict: Verdict) -> bytes:
    return msgspec.json.encode((verdict.status, verdict.passed, verdict.score, verdict.details, verdict.rules))


def _has_near_miss(outputs: Sequence[_Known], verdicts: Sequence[Verdict]) -> bool:
    passing = [output.output for output in outputs if output.passes]
    for output, verdict in zip(outputs, verdicts, strict=True):
        if output.path[:2] == ("examples", "failing") and (
            (verdict.score or 0) > 0 or any(_close(output.output, other) for other in passing)
        ):
            return True
    return False


def _close(one: str, two: str) -> bool:
    """Whether two texts are mostly the same, by their first letters or, if they are longer, their first words."""
    by_letter = max(len(one), len(two)) <= _COMPARED
    first, second = (text if by_letter else text.split()[:_COMPARED] for text in (one, two))
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    return matcher.quick_ratio() >= NEAR and matcher.ratio() >= NEAR
