"""Checking tasks: everything that is wrong with them, and the proof that they judge right."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from harness import proving, task_lint
from harness.errors import UsageError
from harness.findings import Finding
from harness.judge import Judge
from harness.layout import Layout
from harness.task import Task
from harness.task_file import TaskFile, read_all


@dataclass(frozen=True, slots=True)
class Report:
    """`proved` counts the tasks that judge right, `unproved` names those that this machine could not judge."""

    files: tuple[TaskFile, ...]
    findings: tuple[Finding, ...]
    proved: int
    sealed: int
    unproved: tuple[Finding, ...]

    @property
    def exit_code(self) -> int:
        """0 all is well, 1 something is wrong, 2 something could not be judged."""
        if any(finding.severity == "error" for finding in self.findings):
            return 1
        return 2 if self.unproved else 0


def check(
    layout: Layout,
    paths: Sequence[Path] = (),
    *,
    prove: bool = True,
    progress: Callable[[float], None] = lambda _: None,
) -> Report:
    """Check the task files at or under `paths`, or all of them. `progress` is told the share of the proof that is done.

    Raises UsageError when there is no task file there.
    """
    files = [_linted(file) for file in _chosen(read_all(layout), layout, paths)]
    findings = [finding for file in files for finding in file.findings]
    documents = {file.task.id: file.document for file in files if file.task and file.document}
    tasks = [file.task for file in files if file.task]
    proofs = _prove(tasks, progress) if prove else []
    unproved = []
    for proof in proofs:
        document = documents[proof.task.id]
        if proof.unproved is not None:
            unproved.append(document.finding(("verifier",), f"not proved: {proof.unproved}"))
        findings += [document.finding(fault.path, fault.message) for fault in proof.faults]
    return Report(
        files=tuple(files),
        findings=tuple(sorted(findings)),
        proved=sum(proof.holds for proof in proofs),
        sealed=sum(task.split == "sealed" for task in tasks),
        unproved=tuple(unproved),
    )


def _prove(tasks: Sequence[Task], progress: Callable[[float], None]) -> list[proving.Proof]:
    total = proving.ROUNDS * proving.size(tasks)
    return proving.prove(tasks, _rounds() if total else (), lambda done: progress(done / total))


def _rounds() -> Iterator[proving.Judging]:
    for _ in range(proving.ROUNDS):
        with Judge() as judge:
            yield judge.judge


def _linted(file: TaskFile) -> TaskFile:
    if file.task is None or file.document is None:
        return file
    return replace(file, findings=(*file.findings, *task_lint.lint(file.document, file.task)))


def _chosen(files: Sequence[TaskFile], layout: Layout, paths: Sequence[Path]) -> list[TaskFile]:
    if not paths:
        if not files:
            raise UsageError(f"{layout.tasks}: there is no task; `touchstone new` writes one")
        return list(files)
    wanted = [path.resolve() for path in paths]
    for path in wanted:
        if not any(_within(file, path) for file in files):
            raise UsageError(f"{path}: no task file is there; tasks are {layout.tasks}/<domain>/<id>.yaml")
    return [file for file in files if any(_within(file, path) for path in wanted)]


def _within(file: TaskFile, path: Path) -> bool:
    return file.path.absolute() == path or path in file.path.absolute().parents
