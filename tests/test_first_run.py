"""A stranger's first command: a fresh clone, an empty home, no key, nothing installed but python3."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness import layout, task_file

ROOT = Path(__file__).parent.parent


@pytest.mark.docker
def test_scripts_run_ends_with_a_judged_model_and_the_site(tmp_path: Path) -> None:
    clone, home = tmp_path / "touchstone", tmp_path / "home"
    home.mkdir()
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    # The caller's network settings stay, its Python environment and keys do not.
    kept = {k: v for k, v in os.environ.items() if k.startswith(("PIP_", "SSL_", "REQUESTS_")) or k == "DOCKER_HOST"}
    python = Path(sys.base_prefix) / "bin"
    env = {**kept, "HOME": str(home), "PATH": f"{python}:/usr/local/bin:/usr/bin:/bin"}
    first = subprocess.run(["scripts/run"], cwd=clone, env=env, capture_output=True, text=True, check=False)
    assert first.returncode == 0, first.stdout + first.stderr
    assert "local/smollm2-135m" in first.stdout

    live = {task.id for task in task_file.load_all(layout.find(clone)) if task.live}
    committed = {path.name for path in (ROOT / "results/runs").rglob("*.jsonl")}
    (rows_file,) = (path for path in (clone / "results/runs").rglob("*.jsonl") if path.name not in committed)
    rows = [json.loads(line) for line in rows_file.read_text(encoding="utf-8").split("\n")[:-1]]
    assert sorted(row["task_id"] for row in rows) == sorted(live)
    assert {row["status"] for row in rows} <= {"scored", "pending"}
    assert all(row["latency_ms"] > 0 for row in rows)
    assert "local/smollm2-135m" in (clone / "_site/index.html").read_text(encoding="utf-8")
