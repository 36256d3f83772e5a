"""`touchstone record`: the third step of a run. It writes results/, and needs neither a key nor a verifier."""

import argparse

from harness import layout, run_folder, suite, summary, task_file
from harness.commands.run import exit_code


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("run_id", metavar="RUN_ID", help="what `touchstone generate` printed")


def run(args: argparse.Namespace) -> int:
    """Check what the steps before left, and write it to results/."""
    here = layout.find()
    folder = run_folder.open_run(here, args.run_id)
    path, rows = suite.record_step(here, folder, folder.tasks(task_file.load_all(here)))
    summary.print_summary(rows, path.relative_to(here.root))
    return exit_code(rows)
