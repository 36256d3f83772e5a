"""A small real repository of tasks to break in tests."""

from pathlib import Path

import pytest

from harness.layout import Layout

CANARY = "Test data, not for training. Canary 00000000-0000-4000-8000-000000000000"

HAIKU = f"""\
id: haiku
domain: instruction
title: A short haiku
approved: false
created: "2026-11-30"
author: "@octocat"
canary: "{CANARY}"
prompt: |
  Write exactly three lines about rain.
verifier:
  type: instruction_rules
  rules:
    - {{kind: line_count, min: 3, max: 3}}
    - {{kind: contains, keywords: [rain]}}
examples:
  passing:
    - "Soft rain\\nfalls on\\nthe roof"
  failing:
    - "Soft rain\\nfalls on the roof"
    - "Snow\\nfalls on\\nthe roof"
"""


@pytest.fixture
def repo(tmp_path: Path) -> Layout:
    """A repository with a canary and no task."""
    (tmp_path / "models.yaml").write_text("models: {}\n")
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "canary.txt").write_text(CANARY + "\n")
    return Layout(tmp_path)


def add(repo: Layout, text: str | bytes = HAIKU, place: str = "instruction/haiku.yaml") -> Path:
    """Write a task file; `place` is its path under tasks/."""
    path = repo.tasks / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


def edited(old: str, new: str, text: str = HAIKU) -> str:
    """`text` with one place changed; a test whose edit hits nothing fails."""
    assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
    return text.replace(old, new)
