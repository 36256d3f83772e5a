"""`touchstone approve`: take tasks into the suite, after they have been checked and proved."""

import argparse
from pathlib import Path

from harness import approval, files, layout
from harness.checking import Report, check
from harness.errors import TaskError, UsageError
from harness.layout import Layout
from harness.task_file import TaskFile


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ids", metavar="ID", nargs="+", help="tasks to approve; all of them or, if one is wrong, none")


def run(args: argparse.Namespace) -> int:
    where = layout.find()
    report = check(where, [_path(where, task_id) for task_id in dict.fromkeys(args.ids)])
    problems = [*(finding for finding in report.findings if finding.severity == "error"), *report.unproved]
    if problems:
        for finding in problems:
            print(finding)
        print("nothing is approved: a task must be right and proved")
        return report.exit_code
    for path, text in _edits(report):
        files.write_whole(path, text)
    for file in report.files:
        print(f"{file.name}: approved")
    return 0


def _edits(report: Report) -> list[tuple[Path, str]]:
    return [(file.path, _approved(file)) for file in report.files]


def _approved(file: TaskFile) -> str:
    if file.task is None or file.document is None:
        raise TaskError(f"{file.name}: is not a valid task; touchstone check says why")
    return approval.approved(file.document, file.task.digest)


def _path(where: Layout, task_id: str) -> Path:
    paths = sorted(where.tasks.glob(f"*/{task_id}.yaml")) if "/" not in task_id and "*" not in task_id else []
    if not paths:
        raise UsageError(f"there is no task {task_id!r}; give its id, as in tasks/<domain>/<id>.yaml")
    return paths[0]
