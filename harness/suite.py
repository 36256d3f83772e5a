"""A run, step by step: begin or take up again, generate, verify, record. What the commands share."""

import argparse
import shutil
import sys
from pathlib import Path

from harness import output_log, policy, run_folder, task_file
from harness.budget import BudgetError
from harness.errors import ModelError, StoppedError, StoreError, TouchstoneError, UsageError
from harness.eval_run import EvalRun, Manifest
from harness.generate import generate
from harness.judge import Judge
from harness.layout import Layout
from harness.models import registry
from harness.planning import plan
from harness.progress import progress
from harness.record import checked_rows
from harness.run_folder import RunFolder
from harness.store import Store
from harness.task import DOMAINS, Task, live_tasks
from harness.verify import planned_outputs, verify


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments that say what a run is to do."""
    parser.add_argument("--model", metavar="SLUG", help="a model of models.yaml, or a path to a .gguf file")
    parser.add_argument("--domain", choices=DOMAINS, help="only the tasks of this domain")
    parser.add_argument("--task", metavar="ID", action="append", help="only this task (may be repeated; not ranked)")
    parser.add_argument("--attempts", type=int, metavar="N", help="answers per task (default 1)")
    parser.add_argument("--resume", metavar="RUN_ID", help="go on with a run that was stopped, or that had errors")


def begin(layout: Layout, args: argparse.Namespace) -> tuple[RunFolder, dict[str, Task]]:
    """The run that the arguments ask for, and its tasks. Raises UsageError, ModelError, InvalidFileError."""
    everything = task_file.load_all(layout)
    if args.resume is not None:
        if args.model or args.domain or args.task or args.attempts:
            raise UsageError("--resume goes on as planned; it takes no --model, --domain, --task or --attempts")
        folder = run_folder.open_run(layout, args.resume)
        return folder, folder.tasks(everything)
    model = registry.load(layout).resolve(args.model)
    live, refused = live_tasks(everything, args.domain, args.task)
    if refused and args.task:
        raise UsageError("; ".join(f"{r.task.id}: {r.reason}" for r in refused) + "; try drafts with touchstone paste")
    for one in refused:
        print(f"not in the suite: {one.task.id}: {one.reason}", file=sys.stderr)
    suite = "chosen" if args.task else args.domain or "all"
    folder = run_folder.create(layout, plan(layout, model, live, suite, 1 if args.attempts is None else args.attempts))
    return folder, {task.id: task for task in live}


def generate_step(layout: Layout, folder: RunFolder, tasks: dict[str, Task]) -> None:
    """Ask for what is missing. When it has to stop, the error says how to go on."""
    cap = policy.load(layout).max_cost_per_run
    try:
        with folder.locked(), progress("generate") as listener:
            generate(folder, tasks, cap, listener)
    except (StoppedError, BudgetError, ModelError, StoreError) as error:
        raise _how_to_go_on(error, folder) from error
    except KeyboardInterrupt:
        raise _how_to_go_on(StoppedError("stopped"), folder) from None


def verify_step(layout: Layout, folder: RunFolder, tasks: dict[str, Task]) -> Manifest:
    """Judge the answers, in workers of their own."""
    with folder.locked(), Judge() as judge, progress("verify") as listener:
        return verify(layout, folder, tasks, judge, listener)


def record_step(layout: Layout, folder: RunFolder, tasks: dict[str, Task]) -> tuple[Path, list[EvalRun]]:
    """Write results/ and return the path and the rows. What the steps before left is checked, not trusted."""
    with folder.locked():
        manifest: Manifest = run_folder.read_json(folder.manifest, Manifest)
        rows = checked_rows(folder, manifest)
        outputs = [output for output in planned_outputs(folder) if tasks[output.task_id].split == "open"]
        return Store(layout).record(manifest, rows, outputs), rows


def _how_to_go_on(error: TouchstoneError, folder: RunFolder) -> TouchstoneError:
    """The error with the way on. A run without any output is none: its folder goes."""
    if not output_log.read(folder.outputs)[0]:
        shutil.rmtree(folder.path, ignore_errors=True)
        return error
    way_on = f"{error}. The answers so far are kept; go on with: touchstone run --resume {folder.plan.run_id}"
    return type(error)(way_on)
