"""`touchstone check`: every error of every task file at once, and the proof that each open task judges right."""

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

from harness import layout
from harness.checking import Report, check
from harness.findings import Finding, one_line


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="*", type=Path, help="task files or folders (default: all)")
    parser.add_argument("--no-prove", action="store_true", help="validate only; do not judge the examples")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")


def run(args: argparse.Namespace) -> int:
    report = check(layout.find(), args.paths, prove=not args.no_prove, progress=_show_progress)
    if args.json:
        print(json.dumps(_as_json(report, proven=not args.no_prove), indent=2))
        return report.exit_code
    show = annotation if os.environ.get("GITHUB_ACTIONS") == "true" else str
    for finding in sorted((*report.findings, *report.unproved)):
        print(show(finding))
    print(_summary(report, proven=not args.no_prove))
    return report.exit_code


def annotation(finding: Finding) -> str:
    """A finding as a workflow command, which GitHub shows beside the line in a pull request.

    Source: docs.github.com, Workflow commands for GitHub Actions; escapes as in actions/toolkit, command.ts.
    """
    file = finding.file.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    file = file.replace(":", "%3A").replace(",", "%2C")
    message = one_line(str(finding)).replace("%", "%25")
    return f"::{finding.severity} file={file},line={finding.line},col={finding.column}::{message}"


def _summary(report: Report, *, proven: bool) -> str:
    wrong = len({finding.file for finding in report.findings if finding.severity == "error"})
    warnings = sum(finding.severity == "warning" for finding in report.findings)
    parts = [f"{len(report.files)} task{'s' * (len(report.files) != 1)}", f"{len(report.files) - wrong} right"]
    parts += [f"{wrong} wrong"] * bool(wrong) + [f"{warnings} warning{'s' * (warnings != 1)}"] * bool(warnings)
    parts += [f"{report.proved} proved" if proven else "not proved (--no-prove)"]
    parts += [f"{len(report.unproved)} not proved"] * bool(report.unproved)
    parts += [f"{report.sealed} sealed, not proved here"] * bool(report.sealed)
    return ", ".join(parts)


def _as_json(report: Report, *, proven: bool) -> dict[str, object]:
    return {
        "tasks": len(report.files),
        "proved": report.proved if proven else None,
        "sealed": report.sealed,
        "findings": [asdict(finding) for finding in report.findings],
        "not_proved": [asdict(finding) for finding in report.unproved],
    }


def _show_progress(share: float) -> None:
    """How far the proof is, on a terminal only."""
    if sys.stderr.isatty():
        line = f"proving {share:.0%}" if share < 1 else "\033[K"
        print(f"\r{line}", end="", file=sys.stderr, flush=True)
