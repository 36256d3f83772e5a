"""The published JSON."""

import json
from datetime import UTC, datetime

from harness.ledger import ledger
from harness.pages import boards
from harness.public_api import Build, leaderboard, newest_result, tasks
from tests.harness.board_data import CANARY, COMMIT, task, world

BUILD = Build(COMMIT, False, datetime(2026, 11, 30, 9, 0, tzinfo=UTC))
MADE = world()
BOOKS = ledger(MADE.rows, MADE.manifests, MADE.tasks)


def test_tasks_are_the_live_ones_and_hold_five_fields() -> None:
    published = tasks(ledger([], [], [task("live"), task("draft", approved=False)]))["tasks"]
    assert [list(t) for t in published] == [["id", "domain", "title", "prompt", "verifier"]]
    assert (published[0]["id"], published[0]["verifier"]) == ("live", "exact_number")
    assert CANARY not in json.dumps(tasks(BOOKS))


def test_the_leaderboard_holds_every_board_in_order() -> None:
    found = leaderboard(BOOKS, boards(BOOKS), BUILD)
    assert list(found["boards"]) == ["overall", "instruction", "json", "math", "code", "writing"]
    ranked = found["boards"]["overall"]["ranked"]
    order = [(-m["pass_rate"], -m["avg_score"]) for m in ranked]
    assert order == sorted(order)
    assert all(m["interval"][0] <= m["pass_rate"] <= m["interval"][1] for m in ranked)
    assert all(m["reason"] for m in found["boards"]["overall"]["unranked"])


def test_it_is_plain_json_and_says_what_made_it() -> None:
    found = json.loads(json.dumps(leaderboard(BOOKS, boards(BOOKS), BUILD), allow_nan=False))
    assert (found["commit"], found["built_at"], found["min_runs"]) == (COMMIT, "2026-11-30T09:00:00Z", 3)
    assert found["newest_result"] == newest_result(BOOKS)


def test_without_results_there_is_no_newest_one() -> None:
    empty = ledger([], [], [])
    assert leaderboard(empty, boards(empty), BUILD)["newest_result"] is None
