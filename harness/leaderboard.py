"""The ranking (DESIGN 4.6): rows -> one board over all auto-scored tasks, and one for each domain. Pure."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from itertools import combinations
from math import fsum
from statistics import median

from harness.eval_run import EvalRun
from harness.ledger import DECIDED, NO_VERDICT, WAITS, Entry, Ledger
from harness.statistics import Rate, TaskResult, cluster_totals, paired_p, rate, separated
from harness.task import Task

MIN_RUNS = 3  # scored eval runs that a model needs to be ranked
OVERALL = "overall"


@dataclass(frozen=True, slots=True)
class Standing:
    """One model on one board. `rank` is the range of ranks that the data allow, None when unranked for `reason`.

    `passed` of `runs` scored eval runs; `covered` of `tasks` auto-scored tasks have a verdict; `avg_score` 0-100;
    `pending` and `decided` are answers for people to judge; latency in ms; cost in US dollars per 1,000 runs, None as
    soon as the cost of one run is unknown.
    """

    model: str
    rank: tuple[int, int] | None
    reason: str
    passed: int
    runs: int
    rate: Rate | None
    avg_score: float | None
    covered: int
    tasks: int
    pending: int
    decided: int
    without_verdict: int
    latency_ms: float | None
    cost_per_1000: float | None
    results: Mapping[str, TaskResult]


@dataclass(frozen=True, slots=True)
class Board:
    """One ranking: best first, then the models that are listed without a rank. `tasks` counts the auto-scored ones;
    `min_runs` is how many scored runs a rank takes."""

    name: str
    min_runs: int
    tasks: int
    human_tasks: int
    ranked: tuple[Standing, ...]
    unranked: tuple[Standing, ...]


def board(ledger: Ledger, domain: str | None = None, min_runs: int = MIN_RUNS) -> Board:
    """The board of one domain, or the overall one. Every model with a row in it is listed, ranked or not."""
    tasks = ledger.auto_scored(domain)
    standings = [
        _standing(ledger, tasks, model, entries, min_runs) for model, entries in ledger.by_model(domain).items()
    ]
    return Board(
        name=domain or OVERALL,
        min_runs=min_runs,
        tasks=len(tasks),
        human_tasks=len(ledger.human_scored(domain)),
        ranked=_ranked([s for s in standings if not s.reason]),
        unranked=tuple(sorted((s for s in standings if s.reason), key=lambda s: (-s.covered, *_order(s)))),
    )


def controls(ledger: Ledger) -> list[Standing]:
    """The control models over all auto-scored tasks, by name, without ranks."""
    tasks = ledger.auto_scored()
    return [_standing(ledger, tasks, model, entries, 0) for model, entries in ledger.by_model(control=True).items()]


def _standing(ledger: Ledger, tasks: Sequence[Task], model: str, entries: Sequence[Entry], min_runs: int) -> Standing:
    """`entries` are all of the model's in this view; those that do not count explain what is missing."""
    rows = ledger.used(entries)
    results = _results(rows, tasks)
    tried_out = model not in ledger.counted_models and bool(rows)
    missing = {task.id for task in tasks} - results.keys()
    causes = Counter(e.why_not for e in entries if e.why_not and (tried_out or not tasks or e.row.task_id in missing))
    costs = [row.cost_usd for row in rows if row.cost_usd is not None]
    latencies = [row.latency_ms for row in rows if row.latency_ms is not None]
    return Standing(
        model=model,
        rank=None,
        reason=_commonest(causes) if tried_out or not tasks else _missing(rows, results, tasks, causes, min_runs),
        passed=sum(row.passed is True for row in rows),
        runs=len(rows),
        rate=rate(list(results.values())) if results else None,
        avg_score=fsum(row.score or 0.0 for row in rows) / len(rows) if rows else None,
        covered=len(results),
        tasks=len(tasks),
        pending=sum(entry.why_not == WAITS for entry in entries),
        decided=sum(entry.why_not == DECIDED for entry in entries),
        without_verdict=sum(entry.why_not == NO_VERDICT for entry in entries),
        latency_ms=median(latencies) if latencies else None,
        cost_per_1000=1000 * fsum(costs) / len(costs) if costs and len(costs) == len(rows) else None,
        results=results,
    )


def _results(rows: Iterable[EvalRun], tasks: Iterable[Task]) -> dict[str, TaskResult]:
    verdicts: dict[str, list[bool]] = {}
    for row in rows:
        verdicts.setdefault(row.task_id, []).append(row.passed is True)
    clusters = {task.id: cluster_of(task) for task in tasks}
    return {task: TaskResult(clusters[task], sum(passed), len(passed)) for task, passed in verdicts.items()}


def cluster_of(task: Task) -> Hashable:
    """What ties correlated tasks together; a task without a cluster is one of its own, whatever its id."""
    return ("task", task.id) if task.cluster is None else ("cluster", task.cluster)


def _missing(rows: Sized, results: Sized, tasks: Sized, causes: Counter[str], min_runs: int) -> str:
    """What a model lacks to be ranked, and the commonest cause; empty when it lacks nothing."""
    cause = _commonest(causes)
    if not rows and cause:
        return cause
    short = [f"{len(rows)} of {min_runs} runs"] if 0 < len(rows) < min_runs else []
    short += [f"{len(results)} of {len(tasks)} tasks"] if len(results) < len(tasks) else []
    return ", ".join(short) + (f": {cause}" if short and cause else "")


def _commonest(causes: Counter[str]) -> str:
    """The commonest cause that keeps a model from being ranked; empty without any."""
    return min(causes, key=lambda cause: (-causes[cause], cause), default="")


def _order(standing: Standing) -> tuple[float, float, str]:
    """Pass rate, then average score, both descending; the name only makes equal models come in a fixed order."""
    pass_rate = standing.rate.value if standing.rate else -1.0
    return (-pass_rate, -(standing.avg_score or 0.0), standing.model)


def _ranked(standings: Iterable[Standing]) -> tuple[Standing, ...]:
    """Sorted, each with the range of ranks it may hold: 1 + the models shown to be better ... n - those shown worse."""
    ordered = sorted(standings, key=_order)
    totals = cluster_totals([s.results for s in ordered])
    pairs = combinations(range(len(ordered)), 2)
    # Unequal attempts per task can order the pass rates against the mean over tasks: then nothing is shown.
    p_values = {(a, b): paired_p(totals[a], totals[b]) if sum(totals[a]) > sum(totals[b]) else 1.0 for a, b in pairs}
    apart = separated(p_values)
    better, worse = Counter(b for _, b in apart), Counter(a for a, _ in apart)
    return tuple(replace(s, rank=(1 + better[n], len(ordered) - worse[n])) for n, s in enumerate(ordered))
