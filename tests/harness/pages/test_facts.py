"""What a page may show of a task, and how models fare on it."""

import dataclasses

import pytest

from harness.ledger import ledger
from harness.pages.facts import Cell, cells, difficulty, public
from tests.harness.board_data import CANARY, manifest, row, task

MATH = task("trains")


def test_the_public_part_of_a_task_has_neither_config_nor_examples() -> None:
    shown = public(MATH)
    assert shown.kind == "exact_number"
    assert CANARY in str(MATH.verifier)
    assert CANARY not in str(dataclasses.asdict(shown))


def test_a_cell_counts_the_attempts_that_count() -> None:
    rows = [
        row(MATH, "m", attempt=1, latency_ms=100.0),
        row(MATH, "m", attempt=2, verdict=False, score=50.0, latency_ms=300.0),
        row(MATH, "m", attempt=3, verdict="error"),
    ]
    found = cells(ledger(rows, [manifest("r1", "m", rows)], [MATH]))
    assert found["m", "trains"] == Cell("m", "trains", 1, 2, 75.0, 200.0, "", runs=("r1",))


def test_a_cell_without_a_verdict_says_why() -> None:
    rows = [row(MATH, "m", verdict="error")]
    assert cells(ledger(rows, [manifest("r1", "m", rows)], [MATH]))["m", "trains"].state == "no verdict"


@pytest.mark.parametrize(
    ("passed", "share", "flag"),
    [
        pytest.param([], None, "", id="no-model"),
        pytest.param([0, 0], 0.0, "", id="two-models-are-too-few-for-a-flag"),
        pytest.param([0, 0, 0], 0.0, "nobody passes", id="nobody"),
        pytest.param([1, 1, 1], 1.0, "everybody passes", id="everybody"),
        pytest.param([1, 0, 1, 0], 0.5, "", id="half"),
    ],
)
def test_difficulty(passed: list[int], share: float | None, flag: str) -> None:
    found = difficulty([Cell(f"m{n}", "t", p, 1) for n, p in enumerate(passed)] + [Cell("idle", "t")])
    assert (found.share, found.models, found.flag) == (share, len(passed), flag)


def test_a_model_that_is_only_tried_out_has_verdicts_but_no_say() -> None:
    rows = [row(MATH, "m")]
    cell = cells(ledger(rows, [manifest("r1", "m", rows, dirty=True)], [MATH]))["m", "trains"]
    assert (cell.passed, cell.attempts, cell.counts) == (1, 1, False)
    assert difficulty([cell]).models == 0


def test_each_model_weighs_the_same_however_often_it_tried() -> None:
    assert difficulty([Cell("a", "t", 9, 9), Cell("b", "t", 0, 1)]).share == 0.5
