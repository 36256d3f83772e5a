"""The repository's own tasks: enough of each domain, all live, and judged right by the control models."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from harness import layout, task_file
from harness.checking import check
from harness.task import DOMAINS, Task

ROOT = Path(__file__).parent.parent
LEAST_PER_DOMAIN = 12


@pytest.fixture(scope="module")
def tasks() -> list[Task]:
    return task_file.load_all(layout.find(ROOT))


@pytest.mark.docker
def test_every_task_is_valid_without_a_warning_proves_right_and_is_live(tasks: list[Task]) -> None:
    report = check(layout.find(ROOT))
    assert [*map(str, (*report.findings, *report.unproved))] == []
    assert report.proved == len(tasks)
    assert [task.id for task in tasks if not task.live] == []


def test_each_domain_has_enough_live_tasks(tasks: list[Task]) -> None:
    live = Counter(task.domain for task in tasks if task.live)
    assert {domain: live[domain] >= LEAST_PER_DOMAIN for domain in DOMAINS} == dict.fromkeys(DOMAINS, True)


def test_code_tasks_use_both_forms(tasks: list[Task]) -> None:
    forms = Counter("stdio" if "stdio" in t.verifier else "cases" for t in tasks if t.domain == "code")
    assert min(forms["stdio"], forms["cases"]) >= 3


def test_code_prompts_name_the_version_of_python(tasks: list[Task]) -> None:
    assert [task.id for task in tasks if task.domain == "code" and "Python 3.9" not in task.prompt] == []


def test_several_clusters_hold_several_tasks(tasks: list[Task]) -> None:
    sizes = Counter(task.cluster for task in tasks if task.cluster)
    assert sum(size >= 3 for size in sizes.values()) >= 3


@pytest.mark.docker
@pytest.mark.parametrize(("model", "passes"), [("reference", True), ("empty", False), ("echo", False)])
def test_a_control_model_gets_the_verdicts_that_are_known(model: str, passes: bool, tmp_path: Path) -> None:
    clone = tmp_path / "touchstone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    done = subprocess.run(
        [sys.executable, "-m", "harness.cli", "run", "--model", f"control/{model}", "--json"],
        cwd=clone, env={**os.environ, "PYTHONPATH": str(clone)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    rows: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    judged = [row for row in rows if row["verifier"]["type"] != "human_vote"]
    assert judged, done.stderr
    assert [row["task_id"] for row in judged if (row["status"], row["passed"]) != ("scored", passes)] == []
