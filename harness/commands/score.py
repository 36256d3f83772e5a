"""`touchstone score`: judge a text by a bare verifier config."""

import argparse
from pathlib import Path

from harness import strict_yaml, summary
from harness.judge import Judge
from harness.reading import read_text


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "--config", required=True, metavar="FILE", type=Path, help="YAML: a verifier config, or a task with one"
    )
    parser.add_argument("text", metavar="FILE", nargs="?", default="-", help="the text (default: stdin)")
    parser.add_argument("--json", action="store_true", help="print the verdict as JSON")


def run(args: argparse.Namespace) -> int:
    """Exit code 2 when there is no verdict."""
    data = strict_yaml.read(args.config).data
    config = data["verifier"] if isinstance(data.get("verifier"), dict) else data
    with Judge() as judge:
        [verdict] = judge.judge([(read_text(args.text), config)])
    if args.json:
        print(summary.verdict_json(verdict))
    else:
        summary.print_verdict(verdict)
    return 0 if verdict.status in ("scored", "pending") else 2
