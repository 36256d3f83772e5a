"""The ranking, on boards small enough to work out by hand."""

from random import Random

import pytest

from harness.leaderboard import MIN_RUNS, Board, board, controls
from harness.ledger import ledger
from harness.task import Task
from tests.harness.board_data import manifest, replace_row, row, task, world

SUITE = [task(f"t{n}") for n in range(4)]


def ranking(verdicts: dict[str, str], suite: list[Task] = SUITE, domain: str | None = None) -> Board:
    """A board from one letter per task: p passed, f failed, e error, - not run; `|` starts the next attempt."""
    words: dict[str, bool | str] = {"p": True, "f": False, "e": "error"}
    rows = [
        row(t, model, model, attempt, words[letter])
        for model, attempts in verdicts.items()
        for attempt, letters in enumerate(attempts.split("|"), start=1)
        for t, letter in zip(suite, letters, strict=True)
        if letter != "-"
    ]
    manifests = [manifest(model, model, rows) for model in verdicts]
    return board(ledger(rows, manifests, suite), domain)


def names(found: Board) -> list[str]:
    return [s.model for s in found.ranked]


def test_pass_rate_is_passed_over_total_and_avg_score_the_mean() -> None:
    rows = [
        replace_row(row(t, "m", verdict=False), score=score) for t, score in zip(SUITE, (0, 50, 75, 25), strict=True)
    ]
    rows[0] = row(SUITE[0], "m")
    (found,) = board(ledger(rows, [manifest("r1", "m", rows)], SUITE)).ranked
    assert (found.passed, found.runs, found.rate and found.rate.value, found.avg_score) == (1, 4, 0.25, 62.5)


def test_sorted_by_pass_rate_then_average_score() -> None:
    found = ranking({"low": "fffp", "high": "pppf", "b-tie": "ppff", "a-tie": "ppff"})
    assert (names(found)[0], names(found)[-1]) == ("high", "low")
    scores = [(s.rate.value, s.avg_score) for s in found.ranked if s.rate]
    assert scores == sorted(scores, reverse=True)


def test_a_partial_run_does_not_rank_as_if_it_were_complete() -> None:
    # From a public leaderboard: the mean skipped what was missing, so 2 easy tasks beat 4.
    found = ranking({"partial": "pp--", "whole": "ppfp"})
    assert names(found) == ["whole"]
    assert [(s.model, s.reason, s.covered) for s in found.unranked] == [("partial", "2 of 3 runs, 2 of 4 tasks", 2)]


@pytest.mark.parametrize(
    ("verdicts", "reason"),
    [
        pytest.param("ppp-", "3 of 4 tasks", id="a-task-was-not-run"),
        pytest.param("pppe", "3 of 4 tasks: no verdict", id="an-error-is-missing-coverage-not-a-zero"),
        pytest.param("eeee", "no verdict", id="nothing-but-errors"),
        pytest.param("pppe|pppp", "", id="the-second-attempt-covers-the-task"),
        pytest.param("pppp", "", id="complete"),
    ],
)
def test_missing_coverage_is_listed_with_its_reason(verdicts: str, reason: str) -> None:
    found = ranking({"m": verdicts})
    assert [s.reason for s in (*found.ranked, *found.unranked)] == [reason]
    assert (found.ranked == ()) == bool(reason)


def test_fewer_than_three_runs_are_not_ranked_even_if_they_cover_a_tiny_suite() -> None:
    assert MIN_RUNS == 3
    found = ranking({"two": "pp", "three": "pp|p-"}, SUITE[:2])
    assert names(found) == ["three"]
    assert [s.reason for s in found.unranked] == ["2 of 3 runs"]


def test_the_number_of_runs_that_a_rank_takes_is_a_policy() -> None:
    rows = [row(t, "m") for t in SUITE]
    found = board(ledger(rows, [manifest("r1", "m", rows)], SUITE), min_runs=5)
    assert [s.reason for s in found.unranked] == ["4 of 5 runs"]


def test_a_dirty_run_is_listed_with_its_reason() -> None:
    rows = [row(t, "m") for t in SUITE]
    found = board(ledger(rows, [manifest("r1", "m", rows, dirty=True)], SUITE))
    assert [(s.reason, s.rank) for s in found.unranked] == [("uncommitted changes", None)]


def test_what_is_only_tried_out_shows_its_numbers_below_the_line() -> None:
    rows = [row(t, "m", verdict=t is SUITE[0]) for t in SUITE]
    found = board(ledger(rows, [manifest("r1", "m", rows, ranked=False, unranked_because=("no commit",))], SUITE))
    assert [(s.reason, s.passed, s.runs) for s in found.unranked] == [("no commit", 1, 4)]


def test_the_cause_is_that_of_the_missing_tasks_and_not_of_others() -> None:
    letters = [task(f"letter-{n}", "writing") for n in range(3)]
    gone = [row(task(f"gone-{n}"), "m") for n in range(3)]
    rows = [replace_row(row(t, "m"), task_digest="sha256:0" if t is SUITE[0] else t.digest) for t in SUITE]
    rows += [row(t, "m", verdict="pending") for t in letters] + gone
    found = board(ledger(rows, [manifest("r1", "m", rows)], [*SUITE, *letters]))
    assert [s.reason for s in found.unranked] == ["3 of 4 tasks: task edited since"]


def test_one_clean_run_and_what_is_tried_out_no_longer_shows() -> None:
    dirty = [row(t, "m", "dirty") for t in SUITE]
    clean = [row(t, "m", "clean", verdict=False) for t in SUITE]
    manifests = [manifest("dirty", "m", dirty, dirty=True), manifest("clean", "m", clean)]
    (found,) = board(ledger(dirty + clean, manifests, SUITE)).ranked
    assert (found.passed, found.runs) == (0, 4)


def test_controls_are_apart_and_never_ranked() -> None:
    found = ledger([row(t, "control/reference", "r1") for t in SUITE], [], SUITE)
    assert board(found) == Board("overall", 3, 4, 0, (), ())
    assert [(s.model, s.passed, s.runs, s.rank) for s in controls(found)] == [("control/reference", 4, 4, None)]


def test_human_scored_tasks_are_outside_the_rank() -> None:
    letter = task("letter", "writing")
    rows = [row(t, "m") for t in SUITE] + [row(letter, "m", verdict="pending")]
    found = ledger(rows, [manifest("r1", "m", rows)], [*SUITE, letter])
    (overall,) = board(found).ranked
    assert (overall.tasks, overall.runs, overall.pending) == (4, 4, 1)
    writing = board(found, "writing")
    assert (writing.tasks, writing.human_tasks, writing.ranked) == (0, 1, ())
    assert [s.reason for s in writing.unranked] == ["waits for votes"]


def test_a_domain_has_a_board_of_its_own() -> None:
    suite = [*SUITE[:3], *(task(f"j{n}", "json") for n in range(3))]
    found = ranking({"m": "pppfff"}, suite, "json")
    assert [(s.passed, s.runs, s.tasks) for s in found.ranked] == [(0, 3, 3)]


def test_models_that_the_data_cannot_tell_apart_share_a_range() -> None:
    suite = [task(f"t{n}") for n in range(20)]
    found = ranking({"best": "p" * 20, "good": "p" * 18 + "ff", "poor": "p" * 3 + "f" * 17}, suite)
    assert [(s.model, s.rank) for s in found.ranked] == [("best", (1, 2)), ("good", (1, 2)), ("poor", (3, 3))]


def test_equal_models_share_one_range_whatever_their_names() -> None:
    found = ranking({"b": "ppff", "a": "ppff", "c": "ppff"})
    assert [s.rank for s in found.ranked] == [(1, 3)] * 3


def test_one_cluster_cannot_separate_anyone() -> None:
    suite = [task(f"t{n}", cluster="family") for n in range(20)]
    assert [s.rank for s in ranking({"a": "p" * 20, "b": "f" * 20}, suite).ranked] == [(1, 2), (1, 2)]


def test_a_cost_that_is_not_known_is_never_guessed() -> None:
    rows = [row(t, "m", cost_usd=None if t is SUITE[0] else 0.002) for t in SUITE]
    assert [s.cost_per_1000 for s in board(ledger(rows, [manifest("r1", "m", rows)], SUITE)).ranked] == [None]
    known = [replace_row(r, cost_usd=0.002) for r in rows]
    assert [s.cost_per_1000 for s in board(ledger(known, [manifest("r1", "m", rows)], SUITE)).ranked] == [2.0]


def test_latency_is_the_median_over_scored_runs() -> None:
    rows = [row(t, "m", latency_ms=ms) for t, ms in zip(SUITE, (100.0, 200.0, 300.0, 9000.0), strict=True)]
    assert [s.latency_ms for s in board(ledger(rows, [manifest("r1", "m", rows)], SUITE)).ranked] == [250.0]


def test_no_results_at_all_is_a_board_without_models() -> None:
    assert board(ledger([], [], SUITE)) == Board("overall", 3, 4, 0, (), ())
    assert board(ledger([], [], [])) == Board("overall", 3, 0, 0, (), ())


def test_the_order_of_rows_changes_nothing() -> None:
    made = world()
    shuffled = list(made.rows)
    Random(2).shuffle(shuffled)
    assert board(ledger(shuffled, made.manifests, made.tasks)) == board(ledger(made.rows, made.manifests, made.tasks))
