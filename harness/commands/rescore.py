"""`touchstone rescore`: judge recorded answers again, without a model call."""

import argparse
import sys

from harness import layout, rescore, task_file
from harness.judge import Judge
from harness.store import Store


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("run_ids", metavar="RUN_ID", nargs="*", help="runs of results/ (default: all)")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when a verdict differs")


def run(args: argparse.Namespace) -> int:
    """Exit code 1 when --check finds a verdict that differs from the recorded one."""
    here = layout.find()
    store = Store(here)
    tasks = {task.id: task for task in task_file.load_all(here)}
    changed = 0
    with Judge() as judge:
        for run_id in args.run_ids or store.run_ids():
            result = rescore.rescore(store, run_id, tasks, judge)
            for line in (*result.left_out, *result.changes):
                print(f"{run_id}: {line}")
            print(f"{run_id}: {result.judged} judged again, {len(result.changes)} differ", file=sys.stderr)
            changed += len(result.changes)
            if result.changes and not args.check:
                store.replace_rows(result.manifest, result.rows)
    return 1 if changed and args.check else 0
