"""What a new run is to do: model, tasks and versions, fixed before the first call."""

import os
import platform
from hashlib import file_digest
from importlib.metadata import PackageNotFoundError, version

from harness import clock, git
from harness.errors import UsageError
from harness.layout import Layout
from harness.models.embedded import gguf_path
from harness.models.model import Model
from harness.run_folder import Plan
from harness.task import Task


def plan(layout: Layout, model: Model, tasks: list[Task], suite: str, attempts: int) -> Plan:
    """The plan of a run that starts now. `suite` is a domain, `all`, or `chosen`. Raises UsageError, ModelError."""
    if not tasks:
        raise UsageError("there is no approved task to run; `touchstone approve` takes tasks into the suite")
    if attempts < 1:
        raise UsageError(f"--attempts {attempts}: at least 1")
    started = clock.now()
    commit, dirty = git.commit(layout.root), git.dirty(layout.root)
    return Plan(
        run_id=clock.new_run_id(started),
        model=model,
        suite=suite,
        tasks={task.id: task.digest for task in tasks},
        attempts=attempts,
        commit=commit,
        dirty=dirty,
        actor=os.environ.get("GITHUB_ACTOR"),
        workflow_run_url=_workflow_run_url(),
        started_at=clock.stamp(started),
        versions=_versions(model),
        unranked_because=tuple(_unranked_because(model, suite, commit, dirty)),
    )


def _unranked_because(model: Model, suite: str, commit: str | None, dirty: bool) -> list[str]:
    reasons = {
        "control model": model.kind == "control",
        "pasted by hand": model.kind == "paste",
        "model not in models.yaml": not model.declared and model.kind != "paste",
        "chosen tasks only": suite == "chosen",
        "no commit": commit is None,
        "uncommitted changes": commit is not None and dirty,
    }
    return [reason for reason, holds in reasons.items() if holds]


def _versions(model: Model) -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in ("touchstone-evals", *(["xllamacpp"] if model.kind in ("embedded", "gguf") else [])):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    if model.kind in ("embedded", "gguf"):
        with gguf_path(model).open("rb") as file:
            found["model_file"] = f"sha256:{file_digest(file, 'sha256').hexdigest()}"
    return found


def _workflow_run_url() -> str | None:
    parts = [os.environ.get(f"GITHUB_{name}") for name in ("SERVER_URL", "REPOSITORY", "RUN_ID")]
    return f"{parts[0]}/{parts[1]}/actions/runs/{parts[2]}" if all(parts) else None
