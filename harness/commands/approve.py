"""`touchstone approve`: take tasks into the suite, after they have been checked and proved."""

import argparse
from pathlib import Path

from harness import approval, files, layout
from harness.checking import check
from harness.errors import TaskError, UsageError
from harness.layout import Layout
from harness.task import DOMAINS
from harness.task_file import TaskFile, read_text


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
    edits = [(file.path, _approved(file, where)) for file in report.files]
    for path, text in edits:
        files.write_whole(path, text)
    for file in report.files:
        print(f"{file.name}: approved")
    return 0


def _approved(file: TaskFile, where: Layout) -> str:
    assert file.task is not None, "a file without errors is a task"
    assert file.document is not None, "a task comes from a document"
    text = approval.approved(file.document, file.task.digest)
    after = read_text(text, file.path, where).task
    if after is None or not after.live:
        raise TaskError(f"{file.name}: would not be live after the edit; please report this with the file")
    return text


def _path(where: Layout, task_id: str) -> Path:
    for domain in DOMAINS if Path(task_id).name == task_id else ():
        if (path := where.tasks / domain / f"{task_id}.yaml").is_file():
            return path
    raise UsageError(f"there is no task {task_id!r}; give its id, as in tasks/<domain>/<id>.yaml")
