"""The JSON that the site publishes, which is also what `touchstone rank --json` prints."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from harness.leaderboard import Board, Standing
from harness.ledger import Ledger

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Build:
    """What a board was made from and when: the commit (None outside git; `dirty` with uncommitted changes), the time,
    and the web address of the repository (None when unknown)."""

    commit: str | None
    dirty: bool
    built_at: datetime
    repository_url: str | None = None


def newest_result(ledger: Ledger) -> str | None:
    """Start of the newest attempt that counts, in RFC 3339; None without one."""
    return max((entry.row.started_at for entry in ledger.entries if not entry.why_not), default=None)


def leaderboard(ledger: Ledger, boards: Sequence[Board], build: Build) -> dict[str, Any]:
    """Every board, at least one, as plain data: shares are 0-1, scores 0-100; null is not known, never 0."""
    return {
        "schema": SCHEMA,
        "commit": build.commit,
        "uncommitted_changes": build.dirty,
        "built_at": f"{build.built_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "newest_result": newest_result(ledger),
        "min_runs": boards[0].min_runs,
        "boards": {
            board.name: {
                "tasks": board.tasks,
                "human_scored_tasks": board.human_tasks,
                "ranked": [_model(standing) for standing in board.ranked],
                "unranked": [_model(standing) for standing in board.unranked],
            }
            for board in boards
        },
    }


def tasks(ledger: Ledger) -> dict[str, Any]:
    """The live tasks: what is asked and by what kind of verifier it is judged, and nothing else of the file."""
    return {
        "schema": SCHEMA,
        "tasks": [
            {"id": t.id, "domain": t.domain, "title": t.title, "prompt": t.prompt, "verifier": t.verifier["type"]}
            for t in ledger.tasks.values()
        ],
    }


def _model(s: Standing) -> dict[str, Any]:
    return {
        "model": s.model,
        "rank": list(s.rank) if s.rank else None,
        "reason": s.reason,
        "pass_rate": s.rate.value if s.rate else None,
        "interval": [s.rate.low, s.rate.high] if s.rate else None,
        "effective_n": s.rate.effective_n if s.rate else None,
        "avg_score": s.avg_score,
        "passed": s.passed,
        "runs": s.runs,
        "tasks": s.covered,
        "pending": s.pending,
        "decided_by_people": s.decided,
        "without_verdict": s.without_verdict,
        "median_latency_ms": s.latency_ms,
        "cost_usd_per_1000_runs": s.cost_per_1000,
    }
