"""The commands about tasks, as a person and as a workflow meet them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import verifiers
from harness.findings import Finding
from harness.layout import Layout
from harness.scaffold import VERIFIER_OF
from harness.task import DOMAINS
from harness.task_file import load_all
from tests.harness.task_repo import HAIKU, add, edited, repo

__all__ = ["repo"]

ROOT = Path(__file__).parent.parent.parent
HAIKU_FILE = "tasks/instruction/haiku.yaml"


def touchstone(repo: Layout, *arguments: str, code: int = 0, **environment: str) -> str:
    """What the command prints, both streams; it must exit with `code`."""
    outer = {name: value for name, value in os.environ.items() if name not in ("GITHUB_ACTIONS", "CI")}
    done = subprocess.run(
        [sys.executable, "-m", "harness.cli", *arguments],
        cwd=repo.root,
        env=outer | {"PYTHONPATH": str(ROOT), "TOUCHSTONE_VERIFIERS": "process"} | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    printed = done.stdout + done.stderr
    assert done.returncode == code, printed
    assert "Traceback" not in printed
    return printed


def test_check_proves_right_tasks(repo: Layout) -> None:
    add(repo)
    assert touchstone(repo, "check") == "1 task, 1 right, 1 proved\n"
    assert touchstone(repo, "check", "--no-prove", "tasks/instruction") == "1 task, 1 right, not proved (--no-prove)\n"


def test_check_tells_every_fault_of_every_file_at_once(repo: Layout) -> None:
    add(repo, edited("approved: false", "approved: yes", edited("id: haiku", "id: Haiku")))
    add(repo, b"\x89PNG", "math/png.yaml")
    add(repo, edited("id: haiku", "id: loose", edited("min: 3", "min: 2")), "instruction/loose.yaml")
    assert touchstone(repo, "check", code=1).splitlines() == [
        f"{HAIKU_FILE}:1:5: `id` cannot be the text 'Haiku'; "
        "write the file's name without .yaml: a-z, 0-9 and single dashes",
        f"{HAIKU_FILE}:1:5: `id` is 'Haiku'; write the file's name, haiku",
        f"{HAIKU_FILE}:4:11: `approved` is the text 'yes'; write true or false without quotes; "
        "true once a maintainer took the task into the suite",
        "tasks/instruction/loose.yaml:19:7: failing example 1 passes; make the verifier's settings stricter, "
        "or correct the example",
        "tasks/math/png.yaml:1:1: byte 0x89 is not UTF-8 (binary, or another encoding); save it as UTF-8",
        "3 tasks, 0 right, 3 wrong, 0 proved",
    ]


def test_check_annotates_pull_requests(repo: Layout) -> None:
    add(repo, edited("title: A short haiku", "title: [100%]"))
    first, summary = touchstone(repo, "check", code=1, GITHUB_ACTIONS="true").splitlines()
    assert first.startswith(f"::error file={HAIKU_FILE},line=3,col=8::{HAIKU_FILE}:3:8: `title` is a list; write")
    assert summary == "1 task, 0 right, 1 wrong, 0 proved"


def test_nothing_in_a_file_can_speak_to_the_workflow(repo: Layout) -> None:
    from harness.commands.check import annotation

    finding = Finding("a,b:\n::set-env::x.yaml", 1, 2, "100%\n::error::\x1b[2J")
    assert annotation(finding) == (
        "::error file=a%2Cb%3A%0A%3A%3Aset-env%3A%3Ax.yaml,line=1,col=2"
        "::a,b:\\n::set-env::x.yaml:1:2: 100%25\\n::error::\\x1b[2J"
    )


def test_check_speaks_json(repo: Layout) -> None:
    add(repo, edited("about rain", "about rain, in 12 words"))
    report = json.loads(touchstone(repo, "check", "--json"))
    assert (report["tasks"], report["proved"], report["not_proved"]) == (1, 1, [])
    (finding,) = report["findings"]
    assert (finding["file"], finding["line"], finding["severity"]) == (HAIKU_FILE, 9, "warning")


def test_check_exits_2_when_there_is_nothing_to_check(repo: Layout) -> None:
    assert "there is no task; `touchstone new` writes one" in touchstone(repo, "check", code=2)
    add(repo)
    assert "no task file is there" in touchstone(repo, "check", "tasks/math", code=2)
    assert "no task file is there" in touchstone(repo, "check", "models.yaml", code=2)


def test_a_code_task_without_a_sandbox_is_not_proved_and_not_valid(repo: Layout) -> None:
    touchstone(repo, "new", "code", "runs")
    file = repo.tasks / "code" / "runs.yaml"
    file.write_text(file.read_text().replace("FILL IN: ", "").replace("@your-login", "@octocat"))
    printed = touchstone(repo, "check", code=2, CI="true", DOCKER_HOST="unix:///nowhere", PATH="/nowhere")
    assert "tasks/code/runs.yaml:16:3: not proved: " in printed
    assert "0 proved, 1 not proved" in printed


def test_a_scaffold_is_there_for_every_domain_and_verifier() -> None:
    assert set(VERIFIER_OF) == set(DOMAINS)
    folder = ROOT / "harness" / "scaffolds"
    assert {path.stem for path in folder.glob("*.yaml")} - {"head"} >= set(verifiers.types())


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=pytest.mark.docker if kind == "code_exec" else ()) for kind in verifiers.types()],
)
def test_a_scaffold_works_but_for_what_must_be_filled_in(repo: Layout, kind: str) -> None:
    domain = next((domain for domain, usual in VERIFIER_OF.items() if usual == kind), "math")
    assert f"tasks/{domain}/my-task.yaml is written." in touchstone(repo, "new", domain, "my-task", "--verifier", kind)
    title, author, summary = touchstone(repo, "check", code=1, GIT_CONFIG_GLOBAL=os.devnull).splitlines()
    assert title.endswith("my-task.yaml:4:8: FILL IN is still there; write your own text in its place")
    assert author.endswith("my-task.yaml:7:9: @your-login is the scaffold's; write your GitHub login")
    assert summary == "1 task, 0 right, 1 wrong, 1 proved"
    (task,) = load_all(repo)
    assert (task.verifier["type"], task.approved) == (kind, False)
    assert task.path.read_text().startswith("# yaml-language-server: $schema=../task.schema.json\nid: my-task ")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["maths", "x"], "there is no domain 'maths'; choose one of instruction, json, math, code, writing"),
        (["math", "My Task"], "'My Task' cannot be an id; use a-z, 0-9 and single dashes, such as two-trains"),
        (["math", "../x"], "'../x' cannot be an id"),
        (["math", "haiku"], "there is a task of this id already; choose another"),
        (["math", "x", "--verifier", "guess"], "there is no verifier 'guess'; choose one of"),
    ],
)
def test_new_refuses_what_could_not_be_a_task(repo: Layout, arguments: list[str], fault: str) -> None:
    add(repo)
    assert fault in touchstone(repo, "new", *arguments, code=2)
    assert len(load_all(repo)) == 1


def test_new_knows_the_author_from_git(repo: Layout) -> None:
    subprocess.run(["git", "init", "-q", str(repo.root)], check=True)
    subprocess.run(["git", "-C", str(repo.root), "config", "github.user", "octocat"], check=True)
    touchstone(repo, "new", "instruction", "mine")
    assert load_all(repo)[0].author == "@octocat"


def test_approve_makes_a_task_live_and_changes_two_lines(repo: Layout) -> None:
    path = add(repo)
    assert touchstone(repo, "approve", "haiku") == f"{HAIKU_FILE}: approved\n"
    (task,) = load_all(repo)
    assert task.live
    changed = edited("approved: false\n", f"approved: true\napproved_digest: {task.digest}\n")
    assert path.read_text(encoding="utf-8") == changed
    add(repo, edited("about rain", "about snow", changed))
    assert not load_all(repo)[0].live
    touchstone(repo, "approve", "haiku")
    assert load_all(repo)[0].live


def test_approve_takes_all_tasks_or_none(repo: Layout) -> None:
    add(repo)
    add(repo, edited("id: haiku", "id: loose", edited("min: 3", "min: 2")), "instruction/loose.yaml")
    printed = touchstone(repo, "approve", "haiku", "loose", code=1)
    assert (
        "tasks/instruction/loose.yaml:19:7: failing example 1 passes; make the verifier's settings stricter" in printed
    )
    assert "nothing is approved: a task must be right and proved" in printed
    assert [task.approved for task in load_all(repo)] == [False, False]


@pytest.mark.parametrize("task_id", ["tanka", "*", "h?iku", "../instruction/haiku"])
def test_approve_refuses_what_is_no_task(repo: Layout, task_id: str) -> None:
    add(repo)
    assert f"there is no task '{task_id}'" in touchstone(repo, "approve", task_id, code=2)


def test_approve_does_not_approve_a_scaffold(repo: Layout) -> None:
    touchstone(repo, "new", "instruction", "mine")
    assert "FILL IN is still there" in touchstone(repo, "approve", "mine", code=1)
    assert "approved: false" in (repo.tasks / "instruction" / "mine.yaml").read_text()


def test_help_names_the_commands(repo: Layout) -> None:
    printed = touchstone(repo, "--help")
    assert all(f"    {name} " in printed for name in ("check", "new", "approve"))
    assert "--no-prove" in touchstone(repo, "check", "--help")


def test_a_terminal_that_cannot_show_a_character_gets_an_escape(repo: Layout) -> None:
    add(repo, edited("title: A short haiku", "title: [é😀]", edited("approved: false", "approved: é😀")))
    assert "the text '\\xe9\\U0001f600'" in touchstone(repo, "check", code=1, PYTHONIOENCODING="ascii")


def test_trouble_with_the_disk_is_one_line(repo: Layout) -> None:
    add(repo)
    (repo.tasks / "math").write_text("a file where the folder should be")
    assert touchstone(repo, "new", "math", "x", code=2).startswith("touchstone new: ")


def test_haiku_is_what_the_tests_say_it_is(repo: Layout) -> None:
    add(repo, HAIKU)
    assert touchstone(repo, "check").endswith("1 proved\n")
