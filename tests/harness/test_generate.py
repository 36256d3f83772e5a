"""Generating: faults are waited out or told, and nothing that was paid for is lost or asked for twice."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from harness import run_folder, task_file
from harness.cli import main
from harness.errors import ModelError, TouchstoneError
from harness.eval_run import Output
from harness.generate import generate
from harness.models import registry
from harness.models.retry import Patience
from harness.output_log import read
from harness.planning import plan
from harness.run_folder import RunFolder
from tests.harness.models.server import FakeServer, Say, chat
from tests.harness.run_repo import KEY, Repo

HERE = Path(__file__).parent.parent.parent
QUICK = Patience(tries=3, first_s=0.001)


class Notes:
    """A listener that remembers."""

    def __init__(self) -> None:
        self.total, self.steps, self.notes = 0, list[str | None](), list[str]()

    def expect(self, total: int) -> None:
        self.total = total

    def step(self, trouble: str | None) -> None:
        self.steps.append(trouble)

    def note(self, text: str) -> None:
        self.notes.append(text)


def start(repo: Repo, model: str = "fake/one", attempts: int = 1, **changes: Any) -> RunFolder:
    found = msgspec.structs.replace(registry.load(repo.layout).resolve(model), **changes)
    live = [task for task in task_file.load_all(repo.layout) if task.live]
    return run_folder.create(repo.layout, plan(repo.layout, found, live, "all", attempts))


def go(repo: Repo, folder: RunFolder, cap: float = 10.0) -> Notes:
    notes = Notes()
    generate(folder, folder.tasks(task_file.load_all(repo.layout)), cap, notes, QUICK)
    return notes


def outputs(folder: RunFolder) -> list[Output]:
    return list(read(folder.outputs)[0].values())


@pytest.fixture
def three(flow: Repo) -> Repo:
    """A repository with three tasks."""
    for task_id in ("a", "b", "c"):
        flow.add(task_id)
    return flow


def test_every_task_is_asked_once_for_each_attempt_with_a_seed_of_its_own(three: Repo) -> None:
    with FakeServer(always=Say(chat("rain"))) as server:
        three.serve(server.url)
        folder = start(three, attempts=2)
        notes = go(three, folder)
        asked = sorted((r["messages"][0]["content"], r["seed"]) for r in server.requests)
    assert asked == [(f"Answer {name}.", seed) for name in "abc" for seed in (6, 7)]
    assert sorted((o.task_id, o.attempt) for o in outputs(folder)) == [(n, k) for n in "abc" for k in (1, 2)]
    assert (notes.total, notes.steps) == (6, [None] * 6)


def test_a_busy_server_is_waited_for_and_the_retries_are_counted(three: Repo) -> None:
    busy = Say({"error": {"message": "busy"}}, status=429, headers={"Retry-After": "0.02"})
    with FakeServer(busy, always=Say(chat("rain"))) as server:
        three.serve(server.url, concurrency=1)
        folder = start(three)
        notes = go(three, folder)
    assert [(o.task_id, o.retries) for o in outputs(folder)] == [("a", 1), ("b", 0), ("c", 0)]
    assert any("waiting" in note and "429 busy" in note for note in notes.notes)


def test_trouble_that_lasts_is_an_error_and_never_an_answer(three: Repo) -> None:
    down = Say(b"[ERROR] upstream returned 503 after 42 ms", status=503)
    with FakeServer(*[down] * 3, always=Say(chat("rain"))) as server:
        three.serve(server.url, concurrency=1)
        folder = start(three)
        notes = go(three, folder)
    first, *others = outputs(folder)
    assert (first.task_id, first.answer, first.retries) == ("a", None, 2)
    assert first.error is not None
    assert "503" in first.error
    assert [o.error for o in others] == [None, None]
    assert [bool(step) for step in notes.steps] == [True, False, False]


def test_only_what_is_missing_or_failed_is_asked_for_again(three: Repo) -> None:
    with FakeServer(Say({}, status=422), always=Say(chat("rain"))) as server:
        three.serve(server.url, concurrency=1)
        folder = start(three)
        go(three, folder)
        asked = len(server.requests)
        notes = go(three, folder)
        assert [r["messages"][0]["content"] for r in server.requests[asked:]] == ["Answer a."]
        assert go(three, folder).total == 0
    assert notes.total == 1
    assert [o.error for o in outputs(folder)] == [None] * 3


@pytest.mark.parametrize(
    ("say", "reason"),
    [
        (Say({"error": {"message": "no"}}, status=401), "FAKE_API_KEY"),
        (Say({"error": {"message": "no", "code": "insufficient_quota"}}, status=429), "no credit left"),
    ],
    ids=["wrong key", "empty account"],
)
def test_trouble_that_every_call_would_meet_stops_the_run_and_keeps_what_is_there(
    three: Repo, say: Say, reason: str
) -> None:
    with FakeServer(Say(chat("rain")), say, always=Say(chat("rain"))) as server:
        three.serve(server.url, concurrency=1)
        folder = start(three)
        with pytest.raises(ModelError, match=reason):
            go(three, folder)
        assert len(server.requests) == 2
        go(three, folder)
        assert len(server.requests) == 4
    assert [o.error for o in outputs(folder)] == [None] * 3


def test_a_server_that_is_not_there_is_told_at_once(three: Repo) -> None:
    folder = start(three)  # its address is a closed port
    with pytest.raises(ModelError, match="is the server running"):
        go(three, folder)
    assert outputs(folder) == []


def test_a_run_stops_before_the_call_that_could_break_the_cap(three: Repo) -> None:
    # 10 tokens in and 5 out cost $20 at a dollar a token; a call may cost up to 74 + 2 * 50 dollars.
    with FakeServer(always=Say(chat("rain"))) as server:
        three.serve(server.url, concurrency=3)
        three.layout.models_file.write_text(
            three.layout.models_file.read_text().replace("input: 1, output: 2", "input: 1000000, output: 2000000")
        )
        folder = start(three)
        with pytest.raises(TouchstoneError, match="beyond the cap of"):
            go(three, folder, cap=210)
        assert len(server.requests) == 2  # after $40 another one might cost more than the $170 left
        assert len(outputs(folder)) == 2
        go(three, folder, cap=1000)
        assert len(server.requests) == 3


def test_no_key_is_in_any_file_of_a_run(three: Repo) -> None:
    say = Say({"error": {"message": f"request was: Authorization: Bearer {KEY}"}}, status=500)
    with FakeServer(*[say] * 3, always=Say(chat(f"I was sent {KEY}"))) as server:
        three.serve(server.url, concurrency=1)
        folder = start(three)
        notes = go(three, folder)
    text = b"".join(path.read_bytes() for path in folder.path.iterdir()).decode()
    assert "[redacted]" in text
    assert KEY not in text
    assert KEY not in str(notes.notes)


def test_a_damaged_line_is_told_and_its_answer_asked_for_again(three: Repo) -> None:
    with FakeServer(always=Say(chat("rain"))) as server:
        three.serve(server.url, concurrency=1)
        folder = start(three)
        go(three, folder)
        lines = folder.outputs.read_bytes().splitlines(keepends=True)
        folder.outputs.write_bytes(lines[0] + b"\0\0\0\n" + lines[2])
        notes = go(three, folder)
    assert any("outputs.jsonl:2" in note for note in notes.notes)
    assert sorted(o.task_id for o in outputs(folder)) == ["a", "b", "c"]


def touchstone(*args: str) -> subprocess.Popen[bytes]:
    """The real command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "harness.cli", *args],
        env={**os.environ, "PYTHONPATH": str(HERE)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def wait_for(condition: Any) -> None:
    for _ in range(2000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it did not come to pass")


def stripped(repo: Repo, run_id: str) -> list[dict[str, Any]]:
    """The recorded rows without what differs between any two runs."""
    rows, _, problems = repo.store.read(run_id)
    assert problems == []
    different = ("run_id", "latency_ms", "started_at", "retries")
    return [{k: v for k, v in msgspec.to_builtins(row).items() if k not in different} for row in rows]


def test_killed_at_any_point_a_run_goes_on_and_ends_like_one_that_was_not(flow: Repo) -> None:
    for n in range(12):
        flow.add(f"t{n}")
    with FakeServer(always=lambda body: Say(chat("rain " + body["messages"][0]["content"]), delay_s=0.02)) as server:
        flow.serve(server.url, concurrency=2)
        clean = touchstone("generate", "--model", "fake/one")
        clean_id = clean.communicate()[0].decode().strip()
        asked = len(server.requests)
        killed = touchstone("generate", "--model", "fake/one")
        assert killed.stdout is not None
        run_id = killed.stdout.readline().decode().strip()
        folder = run_folder.open_run(flow.layout, run_id)
        chance, kills = random.Random(5), 0
        while len(outputs(folder)) < 12:
            goal = len(outputs(folder)) + chance.randrange(1, 5)
            wait_for(lambda goal=goal, run=killed: len(outputs(folder)) >= goal or run.poll() is not None)
            time.sleep(chance.random() * 0.02)
            killed.kill()
            killed.communicate()
            kills += 1
            killed = touchstone("generate", "--resume", run_id)
        killed.communicate()
        assert killed.returncode == 0
        assert kills >= 3
        # Of the answers under way at a kill, two at most, none had reached the disk; all others were paid for once.
        assert len(server.requests) - asked <= 12 + 2 * kills
    for done in (clean_id, run_id):
        assert main(["verify", done]) == 0
        assert main(["record", done]) == 0
    assert stripped(flow, run_id) == stripped(flow, clean_id)


def test_ctrl_c_lets_the_answers_under_way_come_in_and_says_how_to_go_on(three: Repo) -> None:
    with FakeServer(always=Say(chat("rain"), delay_s=0.5)) as server:
        three.serve(server.url, concurrency=2)
        run = touchstone("run", "--model", "fake/one")
        wait_for(lambda: len(server.requests) == 2)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate()
        assert run.returncode == 130
        [run_id] = [path.name for path in (three.layout.work / "runs").iterdir()]
        assert f"touchstone run --resume {run_id}" in said.decode()
        assert "Traceback" not in said.decode()
        assert len(outputs(run_folder.open_run(three.layout, run_id))) == 2
        assert not three.layout.results.exists()
        again = touchstone("run", "--resume", run_id)
        again.communicate()
        assert again.returncode == 0
        assert len(server.requests) == 3
    assert len(stripped(three, run_id)) == 3


def test_a_second_ctrl_c_does_not_wait(three: Repo) -> None:
    with FakeServer(always=Say(chat("rain"), delay_s=30)) as server:
        three.serve(server.url)
        run = touchstone("run", "--model", "fake/one")
        wait_for(lambda: len(server.requests) == 3)
        run.send_signal(signal.SIGINT)
        assert run.stderr is not None
        wait_for(lambda: b"once more" in run.stderr.readline())
        run.send_signal(signal.SIGTERM)
        run.communicate(timeout=10)
    assert run.returncode == 130


def test_two_processes_do_not_work_on_one_run(three: Repo) -> None:
    with FakeServer(always=Say(chat("rain"), delay_s=30)) as server:
        three.serve(server.url)
        first = touchstone("generate", "--model", "fake/one")
        wait_for(lambda: len(server.requests) == 3)
        [run_id] = [path.name for path in (three.layout.work / "runs").iterdir()]
        second = touchstone("run", "--resume", run_id)
        assert b"another process" in second.communicate()[1]
        assert second.returncode == 2
        assert len(server.requests) == 3
        first.kill()
        first.communicate()
