"""The batch worker as its callers see it: lines in, lines out."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent

# A verifier that misbehaves on demand, put beside the real ones only in the process under test.
UNRULY = """
import os, sys, time
CONFIG_SCHEMA = {"type": "object", "properties": {"type": {}}, "required": ["type"], "additionalProperties": False}
def verify(output, config):
    from verifiers.result import verdict
    if output == "hang":
        while True: pass
    if output == "die":
        os._exit(3)
    if output == "kill":
        os.kill(os.getpid(), 9)
    if output == "raise":
        raise RuntimeError("boom")
    if output == "print":
        print('{"id": 0, "status": "scored"}'); sys.stdout.flush()
    if output == "read":
        return verdict(sys.stdin.read() == "", "stdin was empty")
    if output == "slow":
        time.sleep(0.3)
    return verdict(output == "good", output)
"""


@pytest.fixture
def unruly(tmp_path: Path) -> dict[str, str]:
    """The environment in which `verifiers` also has the type `unruly`."""
    package = tmp_path / "verifiers"
    package.mkdir()
    for entry in (ROOT / "verifiers").iterdir():
        (package / entry.name).symlink_to(entry)
    (package / "__init__.py").unlink()
    (package / "__init__.py").write_bytes((ROOT / "verifiers/__init__.py").read_bytes())
    (package / "unruly.py").write_text(UNRULY)
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


def run(env: dict[str, str], lines: bytes, *args: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "verifiers", *args]
    done = subprocess.run(command, input=lines, env=env, cwd=env["PYTHONPATH"], capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.decode().split("\n")[:-1]]


def start(env: dict[str, str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "verifiers"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, cwd=env["PYTHONPATH"])


def request(output: str, item_id: Any = 1) -> bytes:
    return json.dumps({"id": item_id, "output": output, "verifier": {"type": "unruly"}}).encode() + b"\n"


def test_a_verdict_has_the_shape_of_the_contract(unruly: dict[str, str]) -> None:
    assert run(unruly, request("good", {"any": ["json"]})) == [
        {"id": {"any": ["json"]}, "status": "scored", "passed": True, "score": 100.0, "details": "good", "rules": []}
    ]


def test_answers_keep_the_order_of_the_requests(unruly: dict[str, str]) -> None:
    outputs = ["slow" if i % 7 == 0 else "good" for i in range(40)]
    answers = run(unruly, b"".join(request(o, i) for i, o in enumerate(outputs)), "--jobs", "4")
    assert [a["id"] for a in answers] == list(range(40))


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("hang", "time limit of 0.5 s"),
        ("die", "exit code 3"),
        ("kill", "signal SIGKILL"),
        ("raise", "RuntimeError: boom"),
    ],
)
def test_trouble_costs_its_own_item_only(unruly: dict[str, str], output: str, words: str) -> None:
    lines = request("good", 1) + request(output, 2) + request("good", 3)
    first, trouble, last = run(unruly, lines, "--time-limit", "0.5", "--jobs", "1")
    assert (first["passed"], last["passed"]) == (True, True)
    assert (trouble["id"], trouble["status"], trouble["passed"]) == (2, "error", None)
    assert words in trouble["details"]


def test_what_a_verifier_prints_or_reads_is_not_the_batch(unruly: dict[str, str]) -> None:
    answers = run(unruly, request("print", 1) + request("read", 2) + request("good", 3))
    assert [(a["id"], a["passed"]) for a in answers] == [(1, False), (2, True), (3, True)]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"not json",
        b"[]",
        b"\xff\xfe",
        b'{"id": 7}',
        b'{"id": 7, "output": 1, "verifier": {}}',
        b'{"id": 7, "output": "", "verifier": "exact_number"}',
        b'{"id": 7, "output": "", "verifier": {}, "prompt": "never"}',
        b"[" * 200_000,
        b'{"id": ' + b"9" * 10_000 + b', "output": "", "verifier": {}}',
    ],
    ids=["empty", "text", "array", "binary", "short", "number", "string", "extra-key", "deep", "huge-number"],
)
def test_a_bad_line_gets_an_error_line_and_the_batch_goes_on(unruly: dict[str, str], line: bytes) -> None:
    bad, good = run(unruly, line + b"\n" + request("good"))
    assert bad["status"] == "error"
    assert "bad line" in bad["details"] or "unknown" in bad["details"]
    assert good["passed"] is True


@pytest.mark.parametrize(
    "config",
    [{}, {"type": "nope"}, {"type": "../result"}, {"type": ["x"]}, {"type": "unruly", "extra": 1}],
    ids=["no-type", "unknown", "path", "not-a-string", "unknown-key"],
)
def test_a_wrong_config_is_an_error_never_a_verdict(unruly: dict[str, str], config: dict[str, Any]) -> None:
    line = json.dumps({"id": 1, "output": "good", "verifier": config}).encode() + b"\n"
    assert [(a["status"], a["passed"]) for a in run(unruly, line)] == [("error", None)]


def test_a_line_separator_inside_a_string_does_not_split_the_line(unruly: dict[str, str]) -> None:
    raw = '{"id": "a\u2028b\u0085c", "output": "good", "verifier": {"type": "unruly"}}\n'.encode()
    assert [a["id"] for a in run(unruly, raw)] == ["a\u2028b\u0085c"]


def test_a_last_line_without_newline_and_a_lone_surrogate_are_answered(unruly: dict[str, str]) -> None:
    line = b'{"id": 1, "output": "\\ud835", "verifier": {"type": "unruly"}}'
    assert [a["details"] for a in run(unruly, line)] == ["\ud835"]


def test_an_answer_comes_before_the_next_request_is_sent(unruly: dict[str, str]) -> None:
    with start(unruly) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        for turn in range(3):
            worker.stdin.write(request("good", turn))
            worker.stdin.flush()
            assert json.loads(worker.stdout.readline())["id"] == turn
        worker.stdin.close()
        assert worker.wait() == 0


def test_no_child_outlives_a_killed_worker(unruly: dict[str, str]) -> None:
    with start(unruly) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(request("good"))
        worker.stdin.flush()
        worker.stdout.readline()
        children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()
        assert children
        worker.send_signal(signal.SIGKILL)
    for child in children:  # its pipe closed, so it ends by itself
        stat = Path(f"/proc/{child}")
        for _ in range(500):
            if not stat.exists() or "State:\tZ" in (stat / "status").read_text():
                break
            signal.sigtimedwait([], 0.02)
        else:
            pytest.fail(f"child {child} still runs")
