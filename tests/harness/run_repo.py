"""A small git repository with approved tasks and a fake provider, to run real commands in."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from harness import approval, git, strict_yaml
from harness.layout import Layout
from harness.store import Store
from harness.task import Task
from harness.task_file import load_all, read_text
from tests.harness.task_repo import CANARY

KEY = "sk-test-000-of-nobody"

INSTRUCTION = """
  type: instruction_rules
  rules:
    - {kind: line_count, min: 2, max: 2}
    - {kind: contains, keywords: [rain]}
examples:
  passing: ["Soft rain\\nfalls"]
  failing: ["Soft rain", "Snow\\nfalls"]
"""
JSON = """
  type: json_schema
  schema: {type: object, required: [n], properties: {n: {const: 7}}, additionalProperties: false}
examples:
  passing: ['{"n": 7}']
  failing: ['{"n": 8}', '{"n": 7,}']
"""
WRITING = """
  type: human_vote
  words: {min: 2, max: 50}
  rubric: [{id: kind, question: Is it kind?, weight: 1}]
examples:
  passing: ["A kind word or two."]
  failing: ["One.", "No"]
"""
VERIFIERS = {"instruction": INSTRUCTION, "json": JSON, "writing": WRITING}

MODELS = """\
default: control/reference
providers:
  fake:
    kind: openai
    base_url: {url}
    key_env: FAKE_API_KEY
    concurrency: {concurrency}
    price: {{input: 1, output: 2}}
    parameters: {{temperature: 0, seed: 5, max_tokens: 50}}
  control: {{kind: control}}
  local: {{kind: embedded, concurrency: 2, parameters: {{temperature: 0, seed: 1, max_tokens: 24}}}}
models:
  fake/one: {{}}
  control/reference: {{}}
  control/empty: {{}}
  control/echo: {{}}
  local/smollm2-135m: {{}}
"""
POLICY = "min_runs: 3\nmax_cost_per_run: 10\nruns_per_actor_per_day: 5\nvotes_needed: 3\n"


@dataclass(frozen=True)
class Repo:
    """A repository under `layout.root`."""

    layout: Layout

    @property
    def root(self) -> Path:
        return self.layout.root

    @property
    def store(self) -> Store:
        return Store(self.layout)

    def add(self, task_id: str, domain: str = "instruction", *, approved: bool = True, prompt: str = "") -> Task:
        """Write one task file and commit it."""
        text = "\n".join(
            [
                f"id: {task_id}", f"domain: {domain}", f"title: Task {task_id}", "approved: false",
                'created: "2026-11-30"', 'author: "@octocat"', f'canary: "{CANARY}"',
                f"prompt: Answer {prompt or task_id}.", "verifier:" + VERIFIERS[domain],
            ]
        )  # fmt: skip
        path = self.layout.tasks / domain / f"{task_id}.yaml"
        path.parent.mkdir(exist_ok=True)
        task = read_text(text, path, self.layout).task
        assert task is not None, read_text(text, path, self.layout).findings
        document = strict_yaml.load(text, path.name)
        path.write_text(approval.approved(document, task.digest) if approved else text)
        self.commit()
        return next(found for found in load_all(self.layout) if found.id == task_id)

    def serve(self, url: str, concurrency: int = 4) -> None:
        """Point the provider `fake` at a server."""
        self.layout.models_file.write_text(MODELS.format(url=url, concurrency=concurrency))
        self.commit()

    def commit(self) -> None:
        """Commit whatever there is."""
        for words in (["add", "-A"], ["commit", "-qm", "Change"]):
            subprocess.run(["git", "-C", str(self.root), *words], check=True)
        assert not git.dirty(self.root)


@pytest.fixture
def flow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """A repository without tasks; the tests run inside of it."""
    for name in ("NAME", "EMAIL"):
        for who in ("AUTHOR", "COMMITTER"):
            monkeypatch.setenv(f"GIT_{who}_{name}", "nobody@example.org")
    root = tmp_path / "repo"
    (root / "tasks").mkdir(parents=True)
    (root / "tasks" / "canary.txt").write_text(CANARY + "\n")
    (root / "policy.yaml").write_text(POLICY)
    (root / ".gitignore").write_text(".touchstone/\n")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    made = Repo(Layout(root))
    made.serve("http://127.0.0.1:9/v1")
    monkeypatch.chdir(root)
    monkeypatch.setenv("FAKE_API_KEY", KEY)
    monkeypatch.setenv("TOUCHSTONE_VERIFIERS", "process")
    for name in ("GITHUB_ACTOR", "GITHUB_SERVER_URL"):
        monkeypatch.delenv(name, raising=False)
    return made
