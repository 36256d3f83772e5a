"""Runs as pages show them."""

from harness.eval_run import Rule
from harness.ledger import ledger
from harness.pages.runs import facts, runs, verdicts
from tests.harness.board_data import manifest, replace_row, row, task

MATH, CODE = task("trains"), task("brackets", "code")


def test_runs_come_newest_first_with_the_reason_why_one_is_not_ranked() -> None:
    old = [row(MATH, "m", "old", started_at="2026-11-01T00:00:00Z")]
    new = [row(MATH, "m", "new", started_at="2026-11-02T00:00:00Z")]
    lost = [row(MATH, "m", "lost", started_at="2026-11-03T00:00:00Z")]
    manifests = [manifest("old", "m", old), manifest("new", "m", new, dirty=True, ranked=False)]
    found = runs(ledger(old + new + lost, manifests, [MATH]))
    assert [(run.run_id, run.why_not) for run in found] == [
        ("lost", "run without a manifest"), ("new", "uncommitted changes"), ("old", ""),
    ]  # fmt: skip


def test_verdicts_come_by_domain_and_task() -> None:
    rows = [row(CODE, "m"), row(MATH, "m", verdict=False), row(MATH, "m", attempt=2, verdict="error")]
    books = ledger(rows, [manifest("r1", "m", rows)], [MATH, CODE])
    (run,) = runs(books)
    assert [(v.domain, v.word) for v in verdicts(books, run)] == [
        ("math", "fail"), ("math", "no verdict"), ("code", "pass"),
    ]  # fmt: skip


def test_a_run_counts_apart_what_people_judge_and_what_has_no_verdict() -> None:
    letter = task("letter", "writing")
    rows = [
        row(MATH, "m"), row(MATH, "m", attempt=2, verdict="error"), row(CODE, "m", verdict=False),
        row(letter, "m", verdict=False), row(letter, "m", attempt=2, verdict="pending"),
    ]  # fmt: skip
    (run,) = runs(ledger(rows, [manifest("r1", "m", rows)], [MATH, CODE, letter]))
    assert (run.passed, run.scored, run.for_people, run.without_verdict) == (1, 2, 2, 1)


def test_a_verdict_on_a_task_edited_since_says_so() -> None:
    old = replace_row(row(MATH, "m"), task_digest="sha256:0")
    books = ledger([old], [manifest("r1", "m", [old])], [MATH])
    assert [v.outdated for v in verdicts(books, runs(books)[0])] == ["task edited since"]


def test_a_sealed_task_shows_verdicts_and_positions_only_even_if_a_row_holds_more() -> None:
    leaky = replace_row(
        row(MATH, "m", verdict=False),
        split="sealed",
        details="expected SECRET",
        rules=(Rule("SECRET", False, "SECRET"),),
    )
    books = ledger([leaky], [manifest("r1", "m", [leaky])], [MATH])
    (shown,) = verdicts(books, runs(books)[0])
    assert (shown.details, shown.rules) == ("", (("1", False, ""),))


def test_the_check_command_is_safe_to_paste() -> None:
    rows = [row(MATH, "m", "r1; rm -rf x")]
    assert runs(ledger(rows, [], [MATH]))[0].check_command == "touchstone rescore --check 'r1; rm -rf x'"


def test_facts_say_what_is_not_known() -> None:
    found = dict(facts(manifest("r1", "m", [], actor=None, commit=None, cost_usd=None, parameters={})))
    assert [found[label] for label in ("By", "Commit", "Cost, US$", "Parameters")] == ["n/a"] * 4
