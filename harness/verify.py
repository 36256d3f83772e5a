"""outputs.jsonl -> rows.jsonl and manifest.json: each output is judged, and each judged attempt becomes a row."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from harness import clock, git, jsonl, output_log, prices
from harness.errors import UsageError
from harness.eval_run import REFUSED, TRUNCATED, EvalRun, Manifest, Output, Rule, Tokens, VerifierId
from harness.judge import Judge, Verdict, code_version
from harness.layout import Layout
from harness.progress import Listener
from harness.run_folder import Plan, RunFolder
from harness.task import Task

SEALED = Verdict(status="skipped", passed=None, score=None, details="sealed, and no key is here", rules=())


def verify(layout: Layout, folder: RunFolder, tasks: Mapping[str, Task], judge: Judge, listener: Listener) -> Manifest:
    """Judge every output of the run. Raises UsageError when answers are missing, WorkerError, StoreError."""
    outputs = planned_outputs(folder)
    listener.expect(len(outputs))
    rows = []
    for row in judged(folder.plan, outputs, tasks, judge):
        rows.append(row)
        listener.step(row.error)
    lines = jsonl.encode(rows)
    result = manifest(layout, folder.plan, rows, lines, judge.sandbox)
    jsonl.save(folder.rows, lines)
    jsonl.save(folder.manifest, msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
    return result


def planned_outputs(folder: RunFolder) -> list[Output]:
    """All outputs of the run, in the order of the plan. Raises UsageError when one is missing."""
    done, problems = output_log.read(folder.outputs)
    missing = [key for key in folder.plan.wanted() if key not in done]
    if missing:
        more = f" ({problems[0]})" if problems else ""
        raise UsageError(
            f"run {folder.plan.run_id}: {len(missing)} of {len(done) + len(missing)} answers are missing{more}; "
            f"get them with `touchstone generate --resume {folder.plan.run_id}`"
        )
    return [done[key] for key in folder.plan.wanted()]


def judged(plan: Plan, outputs: list[Output], tasks: Mapping[str, Task], judge: Judge) -> Iterator[EvalRun]:
    """The row of each output, in order. What is an error already, or sealed without a key, reaches no verifier."""
    open_ones = (o for o in outputs if o.answer is not None and tasks[o.task_id].split == "open")
    verdicts = judge.judge((o.answer.text, tasks[o.task_id].verifier) for o in open_ones if o.answer is not None)
    for output in outputs:
        task = tasks[output.task_id]
        if output.answer is None:
            verdict = Verdict(status="error", passed=None, score=None, details=output.error or "", rules=())
        else:
            verdict = SEALED if task.split == "sealed" else next(verdicts)
        yield row(plan, task, output, verdict)


def row(plan: Plan, task: Task, output: Output, verdict: Verdict) -> EvalRun:
    """One row: the plan's facts, the output's and the verdict's."""
    answer = output.answer
    return EvalRun(
        run_id=plan.run_id,
        task_id=task.id,
        task_digest=task.digest,
        domain=task.domain,
        split=task.split,
        cluster=task.cluster,
        model=plan.model.slug,
        attempt=output.attempt,
        finish_reason=answer.finish_reason if answer else None,
        latency_ms=answer.latency_ms if answer else None,
        cost_usd=prices.cost_usd(plan.model, answer.tokens, clock.parse(output.started_at)) if answer else None,
        tokens=answer.tokens if answer else Tokens(),
        served_model=answer.served_model if answer else None,
        output_sha256=sha256(answer.text.encode()).hexdigest() if answer else None,
        retries=output.retries,
        started_at=output.started_at,
        **verdict_facts(task, verdict),
    )


def verdict_facts(task: Task, verdict: Verdict) -> dict[str, Any]:
    """The fields of a row that the verdict decides. What a verifier says of a sealed task would tell its config, so
    only positions and verdicts of the rules stay."""
    sealed, failed = task.split == "sealed", verdict.status == "error"
    details = "" if sealed else verdict.details
    return {
        "status": verdict.status,
        "passed": verdict.passed,
        "score": verdict.score,
        "rules": tuple(Rule(str(n), r.passed) for n, r in enumerate(verdict.rules, 1)) if sealed else verdict.rules,
        "details": "" if failed else details,
        "error": (details or "error") if failed else None,
        "verifier": VerifierId(task.verifier["type"], code_version()),
    }


def manifest(layout: Layout, plan: Plan, rows: list[EvalRun], lines: bytes, sandbox: dict[str, str | None]) -> Manifest:
    """What the run was, as of now. `lines` are the bytes of its rows file."""
    reasons = list(plan.unranked_because)
    if git.commit(layout.root) != plan.commit or (git.dirty(layout.root) and not plan.dirty):
        reasons.append("files changed during the run")
    entry = msgspec.to_builtins(plan.model)
    if plan.model.file is not None:  # a path tells about a machine, not about the model
        entry["file"] = Path(plan.model.file).name
    return Manifest(
        run_id=plan.run_id,
        model=plan.model.slug,
        parameters=entry.pop("parameters"),
        model_entry=entry,
        suite=plan.suite,
        tasks=len(plan.tasks),
        attempts=plan.attempts,
        commit=plan.commit,
        dirty=plan.dirty,
        actor=plan.actor,
        workflow_run_url=plan.workflow_run_url,
        started_at=plan.started_at,
        finished_at=clock.stamp(clock.now()),
        versions={**plan.versions, "verifiers": code_version()},
        sandbox=sandbox,
        price_table=prices.price_table(clock.parse(plan.started_at)),
        counts=counts(rows),
        cost_usd=prices.total_usd(row.cost_usd for row in rows if row.output_sha256 is not None),
        rows_sha256=sha256(lines).hexdigest(),
        ranked=not reasons,
        unranked_because=tuple(reasons),
    )


def counts(rows: Iterable[EvalRun]) -> dict[str, int]:
    """Rows by status; and how many of the answers were cut off or refused, which lower scores without being errors."""
    found = Counter[str]()
    for row in rows:
        found[row.status] += 1
        found["truncated"] += row.finish_reason in TRUNCATED
        found["refused"] += row.finish_reason in REFUSED
    return {name: found[name] for name in ("scored", "pending", "skipped", "error", "truncated", "refused")}
