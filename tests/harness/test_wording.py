"""Numbers and findings as people read them."""

from datetime import UTC, datetime

import pytest

from harness import wording
from harness.leaderboard import Board, board
from harness.ledger import ledger
from tests.harness.board_data import manifest, row, task

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0.0"), (1.0, "100.0"), (0.9999, "99.9"), (0.0001, "0.1"), (0.7145, "71.5"), (None, "n/a")],
)
def test_percent_never_rounds_to_everything_or_nothing(value: float | None, text: str) -> None:
    assert wording.percent(value) == text


@pytest.mark.parametrize(("amount", "text"), [(0, "0.00"), (0.004, "<0.01"), (1234.5, "1,234.50"), (None, "n/a")])
def test_what_costs_something_never_reads_as_free(amount: float | None, text: str) -> None:
    assert wording.dollars(amount) == text


@pytest.mark.parametrize(("milliseconds", "text"), [(1234.0, "1.23"), (0.0, "0.00"), (None, "n/a")])
def test_seconds(milliseconds: float | None, text: str) -> None:
    assert wording.seconds(milliseconds) == text


@pytest.mark.parametrize(("rank", "text"), [((2, 2), "2"), ((2, 4), "2–4"), (None, "–")])
def test_rank_range(rank: tuple[int, int] | None, text: str) -> None:
    assert wording.rank_range(rank) == text


@pytest.mark.parametrize(
    ("stamp", "text"),
    [
        ("2026-11-30T08:59:30Z", "less than a minute"),
        ("2026-11-30T08:59:00Z", "1 minute"),
        ("2026-11-30T06:00:00+00:00", "3 hours"),
        ("2026-11-18T09:00:00Z", "12 days"),
        ("2026-12-24T00:00:00Z", "less than a minute"),
        ("yesterday", ""),
        ("2026-11-30T08:00:00", ""),
    ],
    ids=["seconds", "minute", "hours", "days", "clock-ahead", "no-time", "no-zone"],
)
def test_age(stamp: str, text: str) -> None:
    assert wording.age(stamp, NOW) == text


def test_a_time_is_told_in_utc_and_text_that_is_none_stays() -> None:
    assert wording.moment("2026-11-30T01:02:03+02:00") == "29 Nov 2026, 23:02 UTC"
    assert wording.moment(NOW) == "30 Nov 2026, 09:00 UTC"
    assert wording.moment("<b>soon") == "<b>soon"


def heading(verdicts: dict[str, str]) -> tuple[str, str]:
    suite = [task(f"t{n}") for n in range(16)]
    rows = [row(t, m, m, verdict=v == "p") for m, s in verdicts.items() for t, v in zip(suite, s, strict=False)]
    manifests = [manifest(model, model, rows) for model in verdicts]
    return wording.headline(board(ledger(rows, manifests, suite)))


@pytest.mark.parametrize(
    ("verdicts", "first", "second"),
    [
        pytest.param({}, "No runs yet", "16 tasks wait for a first model.", id="empty"),
        pytest.param({"m": "ppp"}, "No model is ranked yet", "three|3 runs", id="unranked-only"),
        pytest.param({"m": "p" * 8 + "f" * 8}, "One model is ranked so far", "m passes 50.0% of 16 tasks.", id="one"),
        pytest.param({"a": "p" * 16, "b": "f" * 16}, "a is best", "It passes 100.0% of 16 tasks", id="a-clear-first"),
        pytest.param({"a": "p" * 16, "b": "p" * 15 + "f"}, "Two models share first place", "from 1 other", id="tie"),
    ],
)  # fmt: skip
def test_a_board_says_what_it_shows(verdicts: dict[str, str], first: str, second: str) -> None:
    found = heading(verdicts)
    assert found[0] == first
    assert any(part in found[1] for part in second.split("|"))


def test_a_board_of_human_scored_tasks_says_so() -> None:
    assert wording.headline(Board("writing", 3, 0, 12, (), ())) == (
        "Scored by people, so not ranked here", "12 tasks need human votes.",
    )  # fmt: skip
    assert wording.headline(Board("code", 3, 0, 0, (), ()))[0] == "No tasks yet"


def test_a_hostile_model_name_cannot_turn_a_heading_around() -> None:
    assert "\u202e" not in "".join(heading({"evil\u202e": "p" * 16}))
