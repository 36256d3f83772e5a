"""`touchstone run`: ask one model all tasks, judge the answers and record the results."""

import argparse

import msgspec

from harness import layout, suite, summary
from harness.errors import StoppedError, TouchstoneError
from harness.eval_run import EvalRun


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    suite.configure(parser)
    parser.add_argument("--json", action="store_true", help="print the rows as JSONL instead of a table")


def run(args: argparse.Namespace) -> int:
    """All three steps. Exit code 2 when nothing could be measured."""
    here = layout.find()
    folder, tasks = suite.begin(here, args)
    suite.generate_step(here, folder, tasks)
    try:
        suite.verify_step(here, folder, tasks)
        path, rows = suite.record_step(here, folder, tasks)
    except KeyboardInterrupt:
        raise StoppedError(f"stopped; go on with: touchstone run --resume {folder.plan.run_id}") from None
    if args.json:
        for row in rows:
            print(msgspec.json.encode(row).decode())
    else:
        summary.print_summary(rows, path.relative_to(here.root))
    return exit_code(rows)


def exit_code(rows: list[EvalRun]) -> int:
    """0 when anything was measured, else 2."""
    return 0 if any(row.status in ("scored", "pending") for row in rows) else TouchstoneError.exit_code
