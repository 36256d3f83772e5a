"""`touchstone rank`: the leaderboard in the terminal."""

import argparse
import json
import sys

from harness import layout, published, terminal_board
from harness.public_api import leaderboard


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--json", action="store_true", help="every board as JSON, as the site publishes it")


def run(args: argparse.Namespace) -> int:
    """Print the ranking; what could not be read goes to stderr."""
    found = published.read(layout.find())
    for problem in found.problems:
        print(problem, file=sys.stderr)
    if args.json:
        print(json.dumps(leaderboard(found.ledger, found.boards, found.build), indent=1, allow_nan=False))
    else:
        terminal_board.show(found.boards)
    return 0
