"""`touchstone import`: the files of public benchmarks, as tasks that nobody has approved yet."""

import argparse
import datetime
import json
import re
import sys
from pathlib import Path

from harness import files, layout
from harness.errors import UsageError
from harness.importers import FORMATS
from harness.importers.importing import Imported, LeftOut, Target, import_file, report

_AUTHOR = re.compile(r"@[A-Za-z0-9](-?[A-Za-z0-9]){0,38}")
_SHOWN = 20  # of those left out; the report has them all


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("format", metavar="FORMAT", choices=sorted(FORMATS), help=", ".join(sorted(FORMATS)))
    parser.add_argument("file", metavar="FILE", type=Path, help="the data set's own file: .jsonl, .jsonl.gz or .json")
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="tasks go to DIR/<domain>/<id>.yaml")
    parser.add_argument("--report", metavar="JSON", type=Path, help="write what became of every record")
    parser.add_argument("--allow-partial", action="store_true", help="exit with 0 although records were left out")
    parser.add_argument("--author", default="@import", help="who the tasks are by (default: @import)")
    parser.add_argument("--created", metavar="DAY", help="when they were written, such as 2026-12-01 (default: today)")


def run(args: argparse.Namespace) -> int:
    form = FORMATS[args.format]
    target = Target(args.out, _repository(args.out), _author(args.author), _day(args.created))
    outcome = list(import_file(args.file, form, target))
    if args.report:
        files.write_whole(args.report, json.dumps(report(args.file, form, outcome), indent=2) + "\n")
    imported = [item for item in outcome if isinstance(item, Imported)]
    left_out = [item for item in outcome if isinstance(item, LeftOut)]
    for item in imported:
        for note in item.notes:
            print(f"{args.file}:{item.line}: {item.task_id}: {note}", file=sys.stderr)
    _say(args.file, left_out, args.report)
    print(f"{len(imported)} tasks in {args.out / form.domain}, {len(left_out)} records left out")
    return 1 if left_out and not args.allow_partial else 0


def _say(file: Path, left_out: list[LeftOut], report_file: Path | None) -> None:
    for item in left_out[:_SHOWN]:
        name = f"{item.source_id}: " if item.source_id else ""
        print(f"{file}:{item.line}: left out: {name}{'; '.join(item.reasons)}", file=sys.stderr)
    if len(left_out) > _SHOWN:
        where = f"{report_file} lists them" if report_file else "--report FILE lists them"
        print(f"{len(left_out) - _SHOWN} more are left out; {where}", file=sys.stderr)


def _repository(out: Path) -> layout.Layout:
    """The repository that the tasks go into or, when they go elsewhere, the one that this is run in."""
    try:
        return layout.find(out)
    except UsageError:
        return layout.find()


def _author(author: str) -> str:
    if not _AUTHOR.fullmatch(author):
        raise UsageError(f"--author {author!r} is no GitHub login; write it as @octocat")
    return author


def _day(day: str | None) -> str:
    if day is None:
        return datetime.datetime.now(datetime.UTC).date().isoformat()
    try:
        return datetime.date.fromisoformat(day).isoformat()
    except ValueError:
        raise UsageError(f"--created {day!r} is no day; write it as 2026-12-01") from None
