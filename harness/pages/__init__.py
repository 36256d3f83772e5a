"""The pages of the site: which there are, and what each one holds. Pure; harness/site.py makes files of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from harness import wording
from harness.leaderboard import MIN_RUNS, Board, board, controls
from harness.ledger import Ledger
from harness.pages import facts, paths
from harness.pages import runs as run_facts
from harness.task import DOMAINS


@dataclass(frozen=True, slots=True)
class Page:
    """A file of the site: its path, the template that makes it, its title and what the template is given."""

    path: str
    template: str
    title: str
    data: dict[str, Any]


def boards(ledger: Ledger, min_runs: int = MIN_RUNS) -> list[Board]:
    """The overall board, then one of each domain."""
    return [board(ledger, domain, min_runs) for domain in (None, *DOMAINS)]


def pages(ledger: Ledger, ranking: Sequence[Board]) -> Iterator[Page]:
    """Every page of the site. `ranking` is what `boards` gave for the same ledger."""
    models = [standing.model for standing in (*ranking[0].ranked, *ranking[0].unranked)]
    lines = _lines(ledger, models)
    runs = run_facts.runs(ledger)
    yield from map(_board, ranking)
    yield Page("tasks.html", "tasks.html", "Tasks", {"lines": [(task, fares) for task, _, fares in lines]})
    for task, cells, fares in lines:
        data = {"task": task, "lines": list(cells.values()), "difficulty": fares}
        yield Page(paths.task_path(task.id), "task.html", task.title, data)
    for model in models:
        yield _model(ranking, model, lines, runs)
    yield Page("runs.html", "runs.html", "Runs", {"runs": runs})
    for run in runs:
        yield _run(ledger, run)
    yield Page("method.html", "method.html", "Method", {"controls": controls(ledger), "min_runs": ranking[0].min_runs})


Lines = Sequence[tuple[facts.PublicTask, dict[str, facts.Cell], facts.Difficulty]]


def _lines(ledger: Ledger, models: Sequence[str]) -> Lines:
    """Each live task with the result of each model, in the order of domains and titles, and of `models`."""
    found = facts.cells(ledger)
    lines = []
    for task in sorted(ledger.tasks.values(), key=lambda t: (DOMAINS.index(t.domain), t.title.casefold(), t.id)):
        cells = {model: found.get((model, task.id)) or facts.Cell(model, task.id) for model in models}
        lines.append((facts.public(task), cells, facts.difficulty(cells.values())))
    return lines


def _board(found: Board) -> Page:
    heading, standfirst = wording.headline(found)
    data = {"board": found, "heading": heading, "standfirst": standfirst}
    return Page(paths.board_path(found.name), "board.html", heading, data)


def _model(ranking: Sequence[Board], model: str, lines: Lines, runs: Sequence[run_facts.Run]) -> Page:
    data = {
        "model": model,
        "standings": [(found, s) for found in ranking for s in (*found.ranked, *found.unranked) if s.model == model],
        "lines": [(task, cells[model], fares) for task, cells, fares in lines],
        "runs": [run for run in runs if run.model == model],
    }
    return Page(paths.model_path(model), "model.html", model, data)


def _run(ledger: Ledger, run: run_facts.Run) -> Page:
    titles = {e.row.task_id: ledger.tasks[e.row.task_id].title for e in run.entries if e.row.task_id in ledger.tasks}
    data = {
        "run": run,
        "facts": run_facts.facts(run.manifest) if run.manifest else [],
        "verdicts": run_facts.verdicts(ledger, run),
        "titles": titles,
    }
    return Page(paths.run_path(run.run_id), "run.html", f"Run {run.run_id}", data)
