"""Which rows count towards the ranking, and for every other row the reason why not. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from harness.eval_run import EvalRun, Manifest
from harness.task import Task

HUMAN = "human_vote"  # the verifier type whose verdicts are people's, never mixed into the deterministic rank
CONTROL = "control/"  # models whose verdicts are known beforehand: they test the tasks and are never ranked

NO_VERDICT = "no verdict"
WAITS = "waits for votes"
DECIDED = "judged by people"
_GONE = "task not in today's suite"
_EDITED = "task edited since"
OF_THE_TASK = (_GONE, _EDITED)  # said before what is wrong with the run


class Entry(NamedTuple):
    """A row, and why it does not count (empty when it does). `judged`: it has a verdict on a task of today that is
    judged by rule, so that only its run can keep it from counting."""

    row: EvalRun
    why_not: str
    judged: bool


@dataclass(frozen=True, slots=True)
class Ledger:
    """Every row once, in a fixed order, with the manifests by run id and the live tasks by id; and the models that
    have a row that counts."""

    entries: tuple[Entry, ...]
    manifests: Mapping[str, Manifest]
    tasks: Mapping[str, Task]
    counted_models: frozenset[str]

    def used(self, entries: Iterable[Entry]) -> list[EvalRun]:
        """The rows that numbers are made of: those that count. Of a model without any, those that would count if
        their runs did: it is never ranked, but whoever tries something out sees what came of it."""
        return [
            row for row, why_not, judged in entries if not why_not or (judged and row.model not in self.counted_models)
        ]

    def by_model(self, domain: str | None = None, *, control: bool = False) -> dict[str, list[Entry]]:
        """The entries of each model, by name, in one domain or in all; the controls apart from the others."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            if is_control(entry.row.model) == control and domain in (None, self.domain_of(entry.row)):
                found.setdefault(entry.row.model, []).append(entry)
        return dict(sorted(found.items()))

    def domain_of(self, row: EvalRun) -> str:
        """Today's domain of the row's task: a task may have moved, which leaves its digest as it was."""
        return self.tasks[row.task_id].domain if row.task_id in self.tasks else row.domain

    def auto_scored(self, domain: str | None = None) -> list[Task]:
        """The live tasks that are judged by rule, of one domain or of all."""
        return [t for t in self.tasks.values() if t.verifier["type"] != HUMAN and domain in (None, t.domain)]

    def human_scored(self, domain: str | None = None) -> list[Task]:
        """The live tasks that are judged by people."""
        return [t for t in self.tasks.values() if t.verifier["type"] == HUMAN and domain in (None, t.domain)]


def ledger(rows: Iterable[EvalRun], manifests: Iterable[Manifest], tasks: Iterable[Task]) -> Ledger:
    """`rows` in any order, shards merged or not; of `tasks` only the live ones are kept.

    A row that appears twice counts once. When an attempt has several rows, a verdict beats an error, and the first
    verdict beats later ones: asking again until it passes wins nothing.
    """
    best: dict[tuple[str, str, str, int], EvalRun] = {}
    for row in sorted(rows, key=lambda r: (r.status != "scored", r.started_at, r.task_digest, r.output_sha256 or "")):
        best.setdefault((row.run_id, row.model, row.task_id, row.attempt), row)
    runs = {manifest.run_id: manifest for manifest in manifests}
    live = {task.id: task for task in sorted(tasks, key=lambda t: t.id) if task.live}
    digests = {task.id: task.digest for task in live.values()}
    entries = []
    for _, row in sorted(best.items()):
        why_not = _row_reason(row, live, digests)
        run = "" if is_control(row.model) else run_reason(runs.get(row.run_id))
        entries.append(Entry(row, why_not if why_not in OF_THE_TASK else run or why_not, judged=not why_not))
    return Ledger(tuple(entries), runs, live, frozenset(entry.row.model for entry in entries if not entry.why_not))


def is_control(model: str) -> bool:
    return model.startswith(CONTROL)


def run_reason(manifest: Manifest | None) -> str:
    """Why a whole run does not count; empty when it does."""
    if manifest is None:
        return "run without a manifest"
    if manifest.unranked_because:
        return "; ".join(manifest.unranked_because)
    if manifest.dirty:
        return "uncommitted changes"
    return "" if manifest.ranked else "run not for ranking"


def _row_reason(row: EvalRun, live: Mapping[str, Task], digests: Mapping[str, str]) -> str:
    """Why a row does not count, whatever its run; empty when it does."""
    if row.task_id not in live:
        return _GONE
    if row.task_digest != digests[row.task_id]:
        return _EDITED
    if row.status in ("error", "skipped"):
        return NO_VERDICT
    if live[row.task_id].verifier["type"] == HUMAN:
        return WAITS if row.status == "pending" else DECIDED
    return "" if row.status == "scored" else WAITS
