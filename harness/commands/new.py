"""`touchstone new`: a task file to start from."""

import argparse

from harness import layout, scaffold
from harness.task import DOMAINS


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("domain", metavar="DOMAIN", help=", ".join(DOMAINS))
    parser.add_argument("id", metavar="ID", help="a-z, 0-9 and single dashes; becomes the file's name")
    parser.add_argument("--verifier", metavar="TYPE", help="by default the one that the domain mostly uses")


def run(args: argparse.Namespace) -> int:
    where = layout.find()
    path = scaffold.write(where, args.domain, args.id, args.verifier)
    name = path.relative_to(where.root).as_posix()
    print(f"{name} is written. Put your own task in place of the example, then run: touchstone check {name}")
    return 0
