"""`touchstone paste`: judge an answer from elsewhere for one task, without a model call. It is never ranked."""

import argparse
import sys

from harness import layout, run_folder, suite, summary, task_file
from harness.errors import UsageError
from harness.eval_run import Answer, EvalRun, Output, Tokens
from harness.jsonl import encode, save
from harness.judge import Judge, Verdict
from harness.layout import Layout
from harness.models.model import Model
from harness.planning import plan
from harness.reading import read_text
from harness.run_folder import RunFolder
from harness.task import Task

PASTED = Model(slug="paste/by-hand", kind="paste", name="by-hand", declared=False)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("task_id", metavar="TASK_ID", help="any task of the repository, approved or not")
    parser.add_argument("text", metavar="FILE", nargs="?", default="-", help="the answer (default: stdin)")
    parser.add_argument("--save", action="store_true", help="record it in results/ (approved tasks only)")
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")


def run(args: argparse.Namespace) -> int:
    """Exit code 2 when there is no verdict."""
    here = layout.find()
    tasks = {task.id: task for task in task_file.load_all(here)}
    if args.task_id not in tasks:
        raise UsageError(f"there is no task {args.task_id}")
    task = tasks[args.task_id]
    if args.save and not task.live:
        raise UsageError(f"{task.id} is not approved as it is now, so its answers are not recorded; leave out --save")
    if task.split == "sealed":
        raise UsageError(f"{task.id} is sealed; only the verify job, which holds the key, can judge it")
    text = read_text(args.text)
    verdict = _saved(here, task, text) if args.save else _judged(task, text)
    if args.json:
        print(summary.verdict_json(verdict))
    else:
        summary.print_verdict(verdict)
    return 0 if verdict.status in ("scored", "pending") else 2


def _judged(task: Task, text: str) -> Verdict:
    with Judge() as judge:
        [verdict] = judge.judge([(text, task.verifier)])
    return verdict


def _saved(here: Layout, task: Task, text: str) -> EvalRun:
    """The row that the answer became in results/."""
    folder = _folder(here, task, text)
    suite.verify_step(here, folder, {task.id: task})
    path, [row] = suite.record_step(here, folder, {task.id: task})
    print(f"rows: {path.relative_to(here.root).as_posix()}", file=sys.stderr)
    return row


def _folder(here: Layout, task: Task, text: str) -> RunFolder:
    """A run whose one answer is there already; it took no time and cost nothing."""
    folder = run_folder.create(here, plan(here, PASTED, [task], "chosen", 1))
    output = Output(
        task_id=task.id,
        task_digest=task.digest,
        attempt=1,
        started_at=folder.plan.started_at,
        retries=0,
        answer=Answer(text=text, finish_reason=None, latency_ms=0.0, tokens=Tokens(input=0, output=0)),
    )
    save(folder.outputs, encode([output]))
    return folder
