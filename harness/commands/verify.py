"""`touchstone verify`: the second step of a run. It needs the answers, and no API key."""

import argparse

from harness import layout, run_folder, suite, task_file


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("run_id", metavar="RUN_ID", help="what `touchstone generate` printed")


def run(args: argparse.Namespace) -> int:
    """Judge the answers of a run."""
    here = layout.find()
    folder = run_folder.open_run(here, args.run_id)
    manifest = suite.verify_step(here, folder, folder.tasks(task_file.load_all(here)))
    print(", ".join(f"{count} {name}" for name, count in manifest.counts.items() if count))
    return 0
