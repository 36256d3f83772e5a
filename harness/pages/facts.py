"""What a page may show of a task, and how models fare on it. Pure.

No verifier config and no example gets past `public`: templates are given `PublicTask`, which has neither.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum
from statistics import median

from harness.ledger import Entry, Ledger
from harness.task import Task

_FEW_MODELS = 3  # below this, "everybody passes" says little about a task


@dataclass(frozen=True, slots=True)
class PublicTask:
    """What the public may see of a task; `kind` is its verifier's type."""

    id: str
    domain: str
    title: str
    prompt: str
    kind: str
    split: str
    cluster: str | None
    created: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One model on one task: `passed` of `attempts` verdicts. Without any, `state` says why.

    `avg_score` is 0-100, latency the median in ms; `runs` are the ids of all runs that asked. `counts` is False for
    verdicts of a model that is only being tried out: no other number is made of them.
    """

    model: str
    task_id: str
    passed: int = 0
    attempts: int = 0
    avg_score: float | None = None
    latency_ms: float | None = None
    state: str = "not run"
    counts: bool = True
    runs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How a task fares: the mean over `models` of each one's pass rate (None without any), and a flag in words."""

    share: float | None
    models: int
    flag: str


def public(task: Task) -> PublicTask:
    """The part of a task that everybody may read."""
    return PublicTask(
        id=task.id,
        domain=task.domain,
        title=task.title,
        prompt=task.prompt,
        kind=str(task.verifier["type"]),
        split=task.split,
        cluster=task.cluster,
        created=task.created,
    )


def cells(ledger: Ledger) -> dict[tuple[str, str], Cell]:
    """By model and task id."""
    found: dict[tuple[str, str], list[Entry]] = {}
    for entry in ledger.entries:
        found.setdefault((entry.row.model, entry.row.task_id), []).append(entry)
    return {key: _cell(ledger, *key, entries) for key, entries in found.items()}


def _cell(ledger: Ledger, model: str, task_id: str, entries: Sequence[Entry]) -> Cell:
    rows = ledger.used(entries)
    latencies = [row.latency_ms for row in rows if row.latency_ms is not None]
    return Cell(
        model=model,
        task_id=task_id,
        passed=sum(row.passed is True for row in rows),
        attempts=len(rows),
        avg_score=fsum(row.score or 0.0 for row in rows) / len(rows) if rows else None,
        latency_ms=median(latencies) if latencies else None,
        state="" if rows else max(entries, key=lambda entry: entry.row.started_at).why_not,
        runs=tuple(sorted({entry.row.run_id for entry in entries})),
        counts=model in ledger.counted_models,
    )


def difficulty(lines: Iterable[Cell]) -> Difficulty:
    """How a task fares over the models that have a verdict on it; each model weighs the same."""
    rates = [cell.passed / cell.attempts for cell in lines if cell.attempts and cell.counts]
    flag = ""
    if len(rates) >= _FEW_MODELS and set(rates) in ({0.0}, {1.0}):
        flag = "everybody passes" if rates[0] else "nobody passes"
    return Difficulty(fsum(rates) / len(rates) if rates else None, len(rates), flag)
