"""`touchstone import` as a person runs it."""

import json
from pathlib import Path

import pytest

from harness import cli
from harness.layout import Layout
from tests.harness.task_repo import repo

__all__ = ["repo"]

DATA = Path(__file__).parent.parent / "importers" / "data"


@pytest.fixture
def here(repo: Layout, monkeypatch: pytest.MonkeyPatch) -> Layout:
    monkeypatch.chdir(repo.root)
    return repo


def test_a_whole_file_becomes_tasks(here: Layout, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["import", "gsm8k", str(DATA / "gsm8k.jsonl"), "--out", "tasks"]) == 0
    assert capsys.readouterr().out == "10 tasks in tasks/math, 0 records left out\n"
    assert len(list((here.tasks / "math").iterdir())) == 10
    assert cli.main(["check", "--no-prove"]) == 0


def test_what_is_left_out_is_said_and_fails_unless_that_is_allowed(
    here: Layout, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("data.jsonl").write_text('{"question": "How many?", "answer": "#### 3"}\n{"question": "Who?"}\n{\n')
    command = ["import", "gsm8k", "data.jsonl", "--out", "tasks", "--report", "report.json"]
    assert cli.main(command) == 1
    said = capsys.readouterr()
    assert said.out == "1 tasks in tasks/math, 2 records left out\n"
    assert said.err.splitlines()[0].startswith("data.jsonl:2: left out: ")
    assert said.err.splitlines()[1].startswith("data.jsonl:3: left out: not JSON")
    assert cli.main([*command, "--allow-partial"]) == 0
    report = json.loads(Path("report.json").read_text())
    assert [(task["line"], task["id"]) for task in report["tasks"]] == [(1, report["tasks"][0]["id"])]
    assert [item["line"] for item in report["left_out"]] == [2, 3]


def test_tasks_without_examples_are_valid_and_not_proved(here: Layout, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["import", "ifeval", str(DATA / "ifeval.jsonl"), "--out", "tasks"]) == 0
    assert cli.main(["check", "--no-prove"]) == 0
    assert cli.main(["check"]) == 2
    assert "not proved: it has no examples" in capsys.readouterr().out
    assert cli.main(["approve", "ifeval-1"]) == 2
    assert "approved: false" in (here.tasks / "instruction" / "ifeval-1.yaml").read_text()


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        (["--author", "me"], "is no GitHub login"),
        (["--created", "yesterday"], "is no day"),
    ],
)
def test_options_that_make_no_sense_are_usage_errors(
    here: Layout, extra: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["import", "gsm8k", str(DATA / "gsm8k.jsonl"), "--out", "tasks", *extra]) == 2
    assert message in capsys.readouterr().err


def test_a_missing_file_is_one_line(here: Layout, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["import", "gsm8k", "none.jsonl", "--out", "tasks"]) == 2
    assert capsys.readouterr().err == "touchstone import: none.jsonl: cannot be read: No such file or directory\n"
