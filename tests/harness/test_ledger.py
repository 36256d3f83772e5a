"""Which rows count."""

from random import Random

import pytest

from harness.ledger import NO_VERDICT, WAITS, ledger
from tests.harness.board_data import manifest, replace_row, row, task, world

MATH = task("trains")


def reasons(*rows, tasks=(MATH,), **changes):
    """Why not, for each row of run r1."""
    found = ledger(rows, [manifest("r1", rows[0].model, list(rows), **changes)], tasks)
    return [entry.why_not for entry in found.entries]


def test_a_scored_row_of_todays_task_counts() -> None:
    assert reasons(row(MATH, "m"), row(MATH, "m", attempt=2, verdict=False)) == ["", ""]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        pytest.param({"task_digest": "sha256:0"}, "task edited since", id="edited"),
        pytest.param({"task_id": "gone"}, "task not in today's suite", id="gone"),
        pytest.param({"status": "error", "passed": None, "score": None}, NO_VERDICT, id="error"),
        pytest.param({"status": "skipped", "passed": None, "score": None}, NO_VERDICT, id="skipped"),
        pytest.param({"status": "pending", "passed": None, "score": None}, WAITS, id="pending"),
        pytest.param({"run_id": "r2"}, "run without a manifest", id="no-manifest"),
    ],
)
def test_a_row_that_does_not_count_says_why(changes: dict[str, object], reason: str) -> None:
    assert reasons(replace_row(row(MATH, "m"), **changes)) == [reason]


def test_a_run_with_uncommitted_changes_does_not_count() -> None:
    assert reasons(row(MATH, "m"), dirty=True, ranked=False) == ["uncommitted changes"]
    assert reasons(row(MATH, "m"), ranked=False) == ["run not for ranking"]


def test_a_control_counts_though_its_run_is_never_ranked() -> None:
    assert reasons(row(MATH, "control/echo"), ranked=False) == [""]


def test_a_task_that_is_not_approved_is_not_in_the_suite() -> None:
    draft = task("draft", approved=False)
    edited = task("edited", approved_digest="sha256:0")
    found = reasons(row(draft, "m"), row(edited, "m"), tasks=(draft, edited))
    assert found == ["task not in today's suite"] * 2


def test_a_human_scored_task_never_counts_even_when_its_word_bounds_gave_a_verdict() -> None:
    letter = task("letter", "writing")
    rows = row(letter, "m", verdict=False), row(letter, "m", attempt=2, verdict="pending")
    assert reasons(*rows, tasks=(letter,)) == ["judged by people", WAITS]


def test_the_same_row_twice_counts_once() -> None:
    assert reasons(row(MATH, "m"), row(MATH, "m")) == [""]


def test_a_verdict_beats_an_error_and_the_first_verdict_beats_later_ones() -> None:
    first = row(MATH, "m", verdict=False, started_at="2026-11-01T00:00:00Z")
    again = row(MATH, "m", verdict=True, started_at="2026-11-02T00:00:00Z")
    error = row(MATH, "m", verdict="error", started_at="2026-10-01T00:00:00Z")
    for rows in ((first, again, error), (error, again, first)):
        assert [e.row.passed for e in ledger(rows, [], [MATH]).entries] == [False]


def test_the_order_of_rows_and_shards_changes_nothing() -> None:
    made = world()
    shuffled = made.rows * 2
    Random(3).shuffle(shuffled)
    again = ledger(shuffled, reversed(made.manifests), reversed(made.tasks))
    assert again.entries == ledger(made.rows, made.manifests, made.tasks).entries


def test_a_task_that_moved_to_another_domain_takes_its_rows_along() -> None:
    moved = task("moved", "json", verifier=dict(MATH.verifier), prompt=MATH.prompt)
    old = replace_row(row(moved, "m"), domain="math")
    found = ledger([old], [manifest("r1", "m", [old])], [moved])
    assert [list(found.by_model(domain)) for domain in ("math", "json")] == [[], ["m"]]
