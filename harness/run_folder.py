"""A run under way: .touchstone/runs/<run_id>/ with plan.json, outputs.jsonl, rows.jsonl and manifest.json.

The plan is written first and never changes, so whoever takes the run up again (a later step, another job, --resume)
does what was planned, with the model entry, tasks and parameters of the start.
"""

import fcntl
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from harness import jsonl
from harness.errors import StoreError, UsageError
from harness.eval_run import SCHEMA
from harness.layout import Layout
from harness.models.model import Model
from harness.task import Task

RUN_ID = re.compile(r"\d{8}-\d{6}-[0-9a-f]{6}")


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a run is to do. `tasks` maps ids to digests; `suite` is a domain, `all`, or `chosen` for picked tasks;
    `unranked_because` are the reasons known at the start."""

    schema: int = SCHEMA
    run_id: str
    model: Model
    suite: str
    tasks: dict[str, str]
    attempts: int
    commit: str | None
    dirty: bool
    actor: str | None
    workflow_run_url: str | None
    started_at: str
    versions: dict[str, str]
    unranked_because: tuple[str, ...] = ()

    def wanted(self) -> Iterator[tuple[str, int]]:
        """Task id and attempt of every answer wanted. All tasks once, then all again: a run that is stopped early
        has then seen most of the suite."""
        for attempt in range(1, self.attempts + 1):
            for task_id in self.tasks:
                yield task_id, attempt


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The folder of one run and its plan."""

    path: Path
    plan: Plan

    @property
    def outputs(self) -> Path:
        return self.path / "outputs.jsonl"

    @property
    def rows(self) -> Path:
        return self.path / "rows.jsonl"

    @property
    def manifest(self) -> Path:
        return self.path / "manifest.json"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the run, so that no other process works on it. Raises UsageError when one does. The lock ends with
        its process, however that one ends."""
        with (self.path / "lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise UsageError(f"another process is working on run {self.plan.run_id}; wait for it") from None
            yield

    def tasks(self, tasks: Iterable[Task]) -> dict[str, Task]:
        """The planned tasks by id, out of all `tasks`. Raises UsageError when one is gone or was edited since."""
        here = {task.id: task for task in tasks}
        changed = [i for i, digest in self.plan.tasks.items() if i not in here or here[i].digest != digest]
        if changed:
            raise UsageError(
                f"run {self.plan.run_id} was planned with other versions of {', '.join(changed)}; "
                f"check out {(self.plan.commit or 'the commit it started from')[:12]}, or start a new run"
            )
        return {task_id: here[task_id] for task_id in self.plan.tasks}


def create(layout: Layout, plan: Plan) -> RunFolder:
    """A new folder that holds the plan. Raises StoreError."""
    folder = RunFolder(_place(layout, plan.run_id), plan)
    jsonl.save(folder.path / "plan.json", msgspec.json.format(msgspec.json.encode(plan), indent=1) + b"\n")
    return folder


def open_run(layout: Layout, run_id: str) -> RunFolder:
    """The folder of a run that has begun. Raises UsageError when there is none, StoreError when its plan is damaged."""
    if not RUN_ID.fullmatch(run_id):
        raise UsageError(f"{run_id!r} is no run id; they look like 20261130-210509-3f9a1c")
    path = _place(layout, run_id)
    if not (path / "plan.json").is_file():
        known = sorted(p.name for p in path.parent.glob("*-*-*")) if path.parent.is_dir() else []
        raise UsageError(f"there is no run {run_id} in {path.parent.name}/; known: {', '.join(known[-5:]) or 'none'}")
    return RunFolder(path, read_json(path / "plan.json", Plan))


def read_json(path: Path, kind: type[Any]) -> Any:
    """A JSON file of one of our types. Raises StoreError."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError) as error:
        raise StoreError(f"{path}: cannot be read: {error}") from None


def _place(layout: Layout, run_id: str) -> Path:
    return layout.work / "runs" / run_id
