"""Judging recorded answers again: the same verifiers must give the same bytes; changed ones show what they change."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from harness.errors import StoreError, UsageError
from harness.eval_run import EvalRun, Manifest, Output
from harness.judge import Judge, Verdict
from harness.store import Store
from harness.task import Task
from harness.verify import counts, verdict_facts


@dataclass(frozen=True, slots=True)
class Rescored:
    """A run judged again: its rows as they are now, and one line for each that differs, or could not be judged."""

    manifest: Manifest
    rows: list[EvalRun]
    judged: int
    changes: list[str]
    left_out: list[str]


def rescore(store: Store, run_id: str, tasks: Mapping[str, Task], judge: Judge) -> Rescored:
    """Judge the answers of a recorded run again. Raises UsageError for an unknown run, StoreError for a damaged one."""
    if run_id not in store.run_ids():
        raise UsageError(f"there is no run {run_id} in results/; the last ones: {', '.join(store.run_ids()[-5:])}")
    rows, manifest, problems = store.read(run_id)
    if manifest is None or problems:
        raise StoreError("; ".join(problems))
    outputs = {(output.task_id, output.attempt): output for output in store.outputs(run_id)}
    left_out = {n: reason for n, row in enumerate(rows) if (reason := _left_out(row, tasks, outputs))}
    again = [n for n in range(len(rows)) if n not in left_out]
    texts = (outputs[rows[n].task_id, rows[n].attempt].answer for n in again)
    items = ((text.text if text else "", tasks[rows[n].task_id].verifier) for n, text in zip(again, texts, strict=True))
    changes = []
    for n, verdict in zip(again, judge.judge(items), strict=True):
        old, new = rows[n], _judged_again(rows[n], tasks[rows[n].task_id], verdict)
        if verdict.status == "skipped" and old.status != "skipped":
            left_out[n] = verdict.details
        elif new != msgspec.structs.replace(old, verifier=new.verifier):
            changes.append(f"{_name(old)}: {_short(old)}, now {_short(new)}")
            rows[n] = new
    return Rescored(
        manifest=msgspec.structs.replace(manifest, counts=counts(rows)),
        rows=rows,
        judged=len(rows) - len(left_out),
        changes=changes,
        left_out=[f"{_name(rows[n])}: left as it is: {left_out[n]}" for n in sorted(left_out)],
    )


def _left_out(row: EvalRun, tasks: Mapping[str, Task], outputs: Mapping[tuple[str, int], Output]) -> str:
    """Why a row cannot be judged again; empty when it can."""
    output, task = outputs.get((row.task_id, row.attempt)), tasks.get(row.task_id)
    if output is None or output.answer is None:
        return "there is no answer"
    return "" if task is not None and task.digest == row.task_digest else "the task was edited since"


def _judged_again(row: EvalRun, task: Task, verdict: Verdict) -> EvalRun:
    return msgspec.structs.replace(row, **verdict_facts(task, verdict))


def _name(row: EvalRun) -> str:
    return f"{row.task_id}, attempt {row.attempt}"


def _short(row: EvalRun) -> str:
    if row.status != "scored":
        return row.status
    return f"{'passed' if row.passed else 'failed'} {row.score:g} ({row.details})"
