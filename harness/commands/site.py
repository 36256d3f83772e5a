"""`touchstone site`: build the static site."""

import argparse
import sys
from pathlib import Path

from harness import layout, published, site
from harness.wording import count


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--out", metavar="DIR", type=Path, help="where to (default: _site in the repository)")


def run(args: argparse.Namespace) -> int:
    """Build; what could not be read goes to stderr."""
    here = layout.find()
    out = args.out or here.root / "_site"
    found = published.read(here)
    for problem in found.problems:
        print(problem, file=sys.stderr)
    number = site.build(found.ledger, found.boards, here.site, out.absolute(), found.build)
    print(f"{count(number, 'page')} in {out}; to look at them: touchstone serve")
    return 0
