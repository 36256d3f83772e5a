"""Runs as pages show them. Pure."""

import shlex
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from harness.eval_run import EvalRun, Manifest
from harness.ledger import Entry, Ledger, is_control, run_reason
from harness.task import DOMAINS
from harness.wording import NOT_KNOWN, dollars, moment
from verifiers.canonical import canonical


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
    def statuses(self) -> Counter[str]:
        return Counter(entry.row.status for entry in self.entries)

    @property
    def passed(self) -> int:
        return sum(entry.row.passed is True for entry in self.entries)

    @property
    def cost_usd(self) -> float | None:
        return self.manifest.cost_usd if self.manifest else None

    @property
    def check_command(self) -> str:
        """What re-judges the kept outputs of this run without a model call."""
        return f"touchstone rescore --check {shlex.quote(self.run_id)}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One row as the run page shows it. Of a sealed task neither details nor rule messages are ever shown."""

    row: EvalRun
    domain: str
    why_not: str
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
    """The rows of a run in the order of domains, tasks and attempts."""
    found = [_verdict(row, ledger.domain_of(row), why_not) for row, why_not, _ in run.entries]
    return sorted(
        found, key=lambda v: (DOMAINS.index(v.domain) if v.domain in DOMAINS else len(DOMAINS), v.row.task_id)
    )


def _verdict(row: EvalRun, domain: str, why_not: str) -> Verdict:
    words = {"pending": "waits", "skipped": "skipped", "error": "no verdict"}
    word = words.get(row.status) or ("pass" if row.passed else "fail")
    if row.split == "sealed":
        hidden = tuple((str(place), rule.passed, "") for place, rule in enumerate(row.rules, start=1))
        return Verdict(row, domain, why_not, word, "", hidden)
    return Verdict(row, domain, why_not, word, row.details, tuple((r.id, r.passed, r.message) for r in row.rules))


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
        ("Rows by status", _listed(manifest.counts)),
        ("Cost, US$", dollars(manifest.cost_usd)),
        ("Prices", _listed(manifest.price_table)),
        ("Model entry", _listed(manifest.model_entry)),
        ("Parameters", _listed(manifest.parameters)),
        ("Sandbox", _listed(manifest.sandbox)),
        ("Versions", _listed(manifest.versions)),
        ("Rows file, SHA-256", manifest.rows_sha256),
    ]


def _listed(values: Mapping[str, Any]) -> str:
    shown = {key: value if isinstance(value, str) else canonical(value) for key, value in values.items()}
    return ", ".join(f"{key} {value}" for key, value in shown.items()) or NOT_KNOWN
