"""Runs as pages show them. Pure."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from harness.eval_run import EvalRun, Manifest
from harness.ledger import HUMAN, OF_THE_TASK, Entry, Ledger, is_control, run_reason
from harness.task import DOMAINS
from harness.wording import NOT_KNOWN, dollars, moment
from verifiers.canonical import canonical

_LOST = ("error", "skipped")


@dataclass(frozen=True, slots=True)
class Run:
    """One run: its manifest (None when it is lost), its entries, and why it is not ranked ('' when it is)."""

    run_id: str
    model: str
    manifest: Manifest | None
    entries: tuple[Entry, ...]
    why_not: str

    @property
    def started_at(self) -> str:
        return min(entry.row.started_at for entry in self.entries)

    @property
    def tasks(self) -> int:
        return len({entry.row.task_id for entry in self.entries})

    @property
    def for_people(self) -> int:
        """Answers that people judge, decided or not."""
        return sum(row.verifier.type == HUMAN and row.status not in _LOST for row, _, _ in self.entries)

    @property
    def without_verdict(self) -> int:
        return sum(entry.row.status in _LOST for entry in self.entries)

    @property
    def scored(self) -> int:
        """Answers with a verdict by rule, of tasks edited since too."""
        return len(self.entries) - self.for_people - self.without_verdict

    @property
    def passed(self) -> int:
        return sum(row.passed is True and row.verifier.type != HUMAN for row, _, _ in self.entries)

    @property
    def cost_usd(self) -> float | None:
        return self.manifest.cost_usd if self.manifest else None

    @property
    def check_command(self) -> str:
        """What re-judges the kept outputs of this run without a model call."""
        return f"touchstone rescore --check {shlex.quote(self.run_id)}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One row as the run page shows it; `outdated` says why its task is not today's ('' when it is).

    Of a sealed task neither details nor rule messages are ever shown.
    """

    row: EvalRun
    domain: str
    outdated: str
    word: str
    details: str
    rules: tuple[tuple[str, bool, str], ...]


def runs(ledger: Ledger) -> list[Run]:
    """All runs, newest first."""
    grouped: dict[str, list[Entry]] = {}
    for entry in ledger.entries:
        grouped.setdefault(entry.row.run_id, []).append(entry)
    found = [_run(run_id, ledger.manifests.get(run_id), tuple(entries)) for run_id, entries in grouped.items()]
    return sorted(found, key=lambda run: (run.started_at, run.run_id), reverse=True)


def _run(run_id: str, manifest: Manifest | None, entries: tuple[Entry, ...]) -> Run:
    model = entries[0].row.model
    return Run(run_id, model, manifest, entries, "control" if is_control(model) else run_reason(manifest))


def verdicts(ledger: Ledger, run: Run) -> list[Verdict]:
    """The rows of a run in the order of domains, titles and attempts."""
    found = [_verdict(row, ledger.domain_of(row), why_not) for row, why_not, _ in run.entries]
    titles = {task.id: task.title.casefold() for task in ledger.tasks.values()}
    return sorted(found, key=lambda v: (_place(v.domain), titles.get(v.row.task_id, v.row.task_id), v.row.attempt))


def _place(domain: str) -> int:
    return DOMAINS.index(domain) if domain in DOMAINS else len(DOMAINS)


def _verdict(row: EvalRun, domain: str, why_not: str) -> Verdict:
    outdated = why_not if why_not in OF_THE_TASK else ""
    words = {"pending": "waits", "skipped": "skipped", "error": "no verdict"}
    word = words.get(row.status) or ("pass" if row.passed else "fail")
    if row.split == "sealed":
        hidden = tuple((str(place), rule.passed, "") for place, rule in enumerate(row.rules, start=1))
        return Verdict(row, domain, outdated, word, "", hidden)
    return Verdict(row, domain, outdated, word, row.details, tuple((r.id, r.passed, r.message) for r in row.rules))


def facts(manifest: Manifest) -> list[tuple[str, str]]:
    """The manifest as labels and text."""
    return [
        ("Suite", manifest.suite),
        ("Tasks", f"{manifest.tasks:,}"),
        ("Attempts per task", f"{manifest.attempts:,}"),
        ("Started", moment(manifest.started_at)),
        ("Finished", moment(manifest.finished_at)),
        ("By", manifest.actor or NOT_KNOWN),
        ("Commit", (manifest.commit or NOT_KNOWN) + (" with uncommitted changes" if manifest.dirty else "")),
        ("Rows by status", _listed({status: number for status, number in manifest.counts.items() if number})),
        ("Cost, US$", dollars(manifest.cost_usd)),
        ("Prices", _listed(manifest.price_table)),
        ("Model entry", _listed(manifest.model_entry)),
        ("Parameters", _listed(manifest.parameters)),
        ("Sandbox", _listed(manifest.sandbox)),
        ("Versions", _listed(manifest.versions)),
        ("Rows file, SHA-256", manifest.rows_sha256),
    ]


def _listed(values: Mapping[str, Any]) -> str:
    said = {key: value for key, value in values.items() if value not in (None, "", {}, [])}
    shown = (f"{key} {value if isinstance(value, str) else canonical(value)}" for key, value in said.items())
    return ", ".join(shown) or NOT_KNOWN
