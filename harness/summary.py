"""What a run came to, as a table for the person who started it."""

from pathlib import Path
from statistics import fmean, median

import msgspec
from rich.console import Console
from rich.table import Table

from harness.eval_run import EvalRun
from harness.findings import one_line
from harness.judge import Verdict
from harness.prices import total_usd
from harness.verify import counts


def print_summary(rows: list[EvalRun], path: Path) -> None:
    """Print one line per domain, what is missing and why, and where the rows are."""
    console = Console(highlight=False)
    console.print(f"{rows[0].model}, run {rows[0].run_id}", markup=False)
    table = Table(box=None, pad_edge=False)
    table.add_column("domain")
    for name in ("passed", "pass rate", "avg score", "median latency"):
        table.add_column(name, justify="right")
    domains = list(dict.fromkeys(row.domain for row in rows))
    by_machine = [row for row in rows if row.verifier.type != "human_vote"]  # a vote is never mixed into a total
    for domain in domains:
        table.add_row(domain, *_cells([row for row in rows if row.domain == domain]))
    if len({row.domain for row in by_machine}) > 1:
        table.add_row("all by machine", *_cells(by_machine), style="bold")
    console.print(table)
    for line in _remarks(rows):
        console.print(line, markup=False)
    console.print(f"rows: {path.as_posix()}", markup=False)


def _cells(rows: list[EvalRun]) -> list[str]:
    scored = [row for row in rows if row.status == "scored"]
    latencies = [row.latency_ms for row in rows if row.latency_ms is not None]
    passed = sum(row.passed is True for row in scored)
    return [
        f"{passed}/{len(scored)}" if scored else "-",
        f"{100 * passed / len(scored):.1f} %" if scored else "-",
        f"{fmean(row.score or 0.0 for row in scored):.1f}" if scored else "-",
        f"{median(latencies) / 1000:.2f} s" if latencies else "-",
    ]


def _remarks(rows: list[EvalRun]) -> list[str]:
    """One line each for what the table does not count."""
    number = counts(rows)
    cost = total_usd(row.cost_usd for row in rows if row.output_sha256 is not None)
    reasons = {row.details for row in rows if row.status == "skipped" and row.details}
    texts = {
        "pending": "wait for human votes",
        "skipped": f"could not be judged here: {'; '.join(sorted(reasons))}",
        "error": f"failed and have no verdict; ask again with: touchstone run --resume {rows[0].run_id}",
        "truncated": "were cut off by the limit on their length",
        "refused": "were refused by the model or its filter",
    }
    found = [f"{number[name]} {text}" for name, text in texts.items() if number[name]]
    return [*found, "cost: unknown" if cost is None else f"cost: ${cost:.4f}"]


def verdict_json(verdict: Verdict | EvalRun) -> str:
    """One verdict, or a row's, as one line of JSON."""
    facts = {name: getattr(verdict, name) for name in Verdict.__struct_fields__}
    return msgspec.json.encode(facts).decode()


def print_verdict(verdict: Verdict | EvalRun) -> None:
    """Print one verdict, or a row's, with a line for each rule."""
    console = Console(highlight=False)
    heading: str = verdict.status
    if verdict.status == "scored":
        heading = f"{'passed' if verdict.passed else 'failed'}, score {verdict.score:g}"
    console.print(heading, style="bold")
    console.print(one_line(verdict.details or getattr(verdict, "error", "")), markup=False, soft_wrap=True)
    for rule in verdict.rules:
        console.print(
            f"  {'ok  ' if rule.passed else 'FAIL'}  {one_line(f'{rule.id}: {rule.message}')}",
            markup=False,
            soft_wrap=True,
        )
