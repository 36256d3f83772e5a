"""`touchstone generate`: the first step of a run. It needs the API key, and neither Docker nor results/."""

import argparse

from harness import layout, suite


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    suite.configure(parser)


def run(args: argparse.Namespace) -> int:
    """Ask for the answers; the run's id is all that goes to stdout."""
    here = layout.find()
    folder, tasks = suite.begin(here, args)
    print(folder.plan.run_id, flush=True)
    suite.generate_step(here, folder, tasks)
    return 0
