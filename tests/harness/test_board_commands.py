"""rank, site and serve, as people type them, in a real repository with real runs."""

import json
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from harness.cli import main
from harness.ledger import ledger
from harness.pages import boards
from harness.terminal_board import show
from tests.harness.board_data import manifest, row, task, world
from tests.harness.models.server import FakeServer, Say, chat
from tests.harness.run_repo import Repo

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def judged(flow: Repo) -> Repo:
    """A repository with one model that passes all tasks, recorded and committed; and a control."""
    shutil.copytree(ROOT / "site", flow.root / "site")
    (flow.root / ".gitignore").write_text(".touchstone/\n_site/\n")
    for n in range(3):
        flow.add(f"rain-{n}")
    with FakeServer(always=Say(chat("Soft rain\nfalls"))) as server:
        flow.serve(server.url)
        assert main(["run", "--model", "fake/one"]) == 0
    assert main(["run", "--model", "control/reference"]) == 0
    return flow


Capture = pytest.CaptureFixture[str]


def test_rank_prints_plain_lines_into_a_pipe(judged: Repo, capsys: Capture) -> None:
    capsys.readouterr()
    assert main(["rank"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("One model is ranked so far\nfake/one passes 100.0% of 3 tasks.\n")
    line = next(line for line in out.splitlines() if line.startswith("1 "))
    assert line.split()[:5] == ["1", "fake/one", "100.0", "44–100", "100.0"]
    assert "\x1b" not in out
    assert "control/" not in out


def test_rank_json_is_what_the_site_publishes(judged: Repo, capsys: Capture) -> None:
    capsys.readouterr()
    assert main(["rank", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert main(["site"]) == 0
    published = json.loads((judged.root / "_site/api/v1/leaderboard.json").read_text())
    assert {**published, "built_at": ""} == {**printed, "built_at": ""}
    assert published["boards"]["overall"]["ranked"][0]["model"] == "fake/one"
    assert not published["uncommitted_changes"]


def test_rank_without_any_run_says_so(flow: Repo, capsys: Capture) -> None:
    flow.add("rain")
    assert main(["rank"]) == 0
    assert capsys.readouterr().out == "No runs yet\n1 task waits for a first model.\n"


def test_a_damaged_results_file_is_reported_and_costs_itself_only(judged: Repo, capsys: Capture) -> None:
    (judged.root / "results/runs/2026/01").mkdir(parents=True)
    (judged.root / "results/runs/2026/01/20260101-000000-ffffff.jsonl").write_text("{broken\n")
    capsys.readouterr()
    assert main(["rank"]) == 0
    captured = capsys.readouterr()
    assert "20260101-000000-ffffff" in captured.err
    assert "fake/one" in captured.out


def test_a_stricter_policy_takes_the_rank_away(judged: Repo, capsys: Capture) -> None:
    policy = judged.root / "policy.yaml"
    policy.write_text(policy.read_text().replace("min_runs: 3", "min_runs: 9"))
    capsys.readouterr()
    assert main(["rank"]) == 0
    assert "3 of 9 runs" in capsys.readouterr().out


def test_an_edited_task_makes_its_rows_history(judged: Repo, capsys: Capture) -> None:
    path = judged.root / "tasks/instruction/rain-0.yaml"
    path.write_text(path.read_text().replace("Answer rain-0", "Answer another rain-0"))
    assert main(["approve", "rain-0"]) == 0
    capsys.readouterr()
    assert main(["rank"]) == 0
    assert "2 of 3 runs, 2 of 3 tasks: task edited since" in capsys.readouterr().out


def test_site_names_the_folder_and_never_replaces_another(judged: Repo, capsys: Capture) -> None:
    capsys.readouterr()
    assert main(["site", "--out", "built"]) == 0
    assert "pages in built" in capsys.readouterr().out
    assert main(["site", "--out", "tasks"]) == 2
    assert "holds something else than a site" in capsys.readouterr().err
    assert (judged.root / "tasks/instruction/rain-0.yaml").is_file()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        pytest.param([], "touchstone site", id="no-site-yet"),
        pytest.param(["--port", "99999"], "0 to 65535", id="no-port"),
    ],
)
def test_serve_says_what_is_missing(judged: Repo, capsys: Capture, args: list[str], message: str) -> None:
    if args:
        assert main(["site"]) == 0
    assert main(["serve", *args]) == 2
    assert message in capsys.readouterr().err


def test_serve_shows_the_site_on_loopback_and_lists_no_folder(judged: Repo) -> None:
    assert main(["site"]) == 0
    serve = [sys.executable, "-m", "harness.cli", "serve", "--port", "0"]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(serve, cwd=judged.root, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            url = process.stdout.readline().split()[0]
            assert url.startswith("http://127.0.0.1:")
            assert b"fake/one" in urllib.request.urlopen(url).read()
            with pytest.raises(urllib.error.HTTPError, match="404") as missing:
                urllib.request.urlopen(f"{url}models/")
            missing.value.close()
        finally:
            process.terminate()


def test_hostile_names_reach_no_terminal(capsys: Capture) -> None:
    suite = [task(f"t{n}") for n in range(3)]
    name = "evil\x1b[2J[bold]\u202e"
    rows = [row(t, name) for t in suite]
    show(boards(ledger(rows, [manifest("r1", name, rows)], suite)))
    out = capsys.readouterr().out
    assert "evil\\x1b[2J[bold]\\u202e" in out
    assert "\x1b" not in out


@pytest.mark.parametrize("columns", [80, 160])
def test_a_terminal_gets_tables_that_fit(monkeypatch: pytest.MonkeyPatch, capsys: Capture, columns: int) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(columns))
    made = world()
    show(boards(ledger(made.rows, made.manifests, made.tasks)))
    out = capsys.readouterr().out
    lines = re.sub(r"\x1b\[[0-9;]*m", "", out).split("\n\n", 1)[1].splitlines()
    assert out != re.sub(r"\x1b\[", "", out)
    assert max(map(len, lines)) <= columns
    assert ("Code" in lines[0]) == (columns == 160)
    assert "".join(lines).count("…") == 0
