"""Nothing stays behind, after a run that was killed or after many programs; what is another's is left alone."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import docker
import pytest

from tests.sandbox.corpus import configs, observe
from verifiers import code_exec, sandbox
from verifiers.sandbox import leftovers
from verifiers.sandbox.settings import from_environment

pytestmark = pytest.mark.docker
ROOT = Path(__file__).parent.parent.parent.parent


@pytest.fixture(scope="module")
def client() -> Iterator[docker.DockerClient]:
    client = docker.from_env()
    yield client
    client.close()


def image(client: docker.DockerClient) -> str:
    about = sandbox.describe()
    return about["image_id"]


@pytest.mark.parametrize(
    ("change", "stays"),
    [
        (lambda labels: {**labels, "touchstone.process": "999999999 1"}, False),
        (lambda labels: {**labels, "touchstone.process": f"{os.getpid()} 1"}, False),
        (lambda labels: labels, True),
        (lambda labels: {**labels, "touchstone.process": "999999999 1", "touchstone.machine": "another"}, True),
        (lambda labels: {"touchstone.process": "999999999 1"}, True),
    ],
    ids=["of a dead process", "of an earlier process of that id", "of this process", "of another machine", "not ours"],
)
def test_only_what_a_dead_process_of_this_machine_left_is_swept(
    client: docker.DockerClient, change: Callable[[dict[str, str]], dict[str, str]], stays: bool
) -> None:
    created = client.api.create_container(image(client), ["true"], labels=change(leftovers.labels()))["Id"]
    try:
        leftovers.sweep(client)
        assert stays or eventually(lambda: created not in all_ids(client))  # somebody else may be sweeping it, too
        assert (created in all_ids(client)) == stays
    finally:
        if stays:
            client.api.remove_container(created, force=True)


def test_a_run_that_is_killed_leaves_nothing(client: docker.DockerClient) -> None:
    endless = {"type": "code_exec", "entry_point": "f", "cases": [{"expected": 1}], "timeout_s": 30}
    line = json.dumps({"id": 1, "output": "def f():\n    while True: pass", "verifier": endless}) + "\n"
    for _ in range(6):
        worker = subprocess.Popen(
            [sys.executable, "-m", "verifiers", "--jobs", "2"],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, cwd=ROOT, start_new_session=True, text=True,
        )  # fmt: skip
        assert worker.stdin is not None
        worker.stdin.write(line * 3)
        worker.stdin.flush()
        time.sleep(random.uniform(0.1, 1.2))
        for pid in [*children(worker.pid), worker.pid]:
            os.kill(pid, signal.SIGKILL)
        worker.wait()
        worker.stdin.close()
    assert eventually(lambda: not dead_ones(client)), dead_ones(client)


def test_many_programs_in_a_row_leave_nothing_and_memory_stays_flat() -> None:
    before = observe()
    config = configs(1)["cases"]
    right, wrong = "def answer(a, b):\n    return a + b", "def answer(a, b):\n    open('x', 'w').write('y'); return {}"
    for n in range(20):
        code_exec.verify((right, wrong)[n % 2], config)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for n in range(150):
        assert code_exec.verify((right, wrong)[n % 2], config).passed == (n % 2 == 0)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - grown < 8 * 1024  # kB
    assert observe() == before


def test_a_flood_of_output_does_not_reach_our_memory() -> None:
    flood = "import os\nwhile True:\n    os.write(1, bytes(65536))"
    config = {"type": "code_exec", "stdio": [{"stdout": "x"}]}
    code_exec.verify(flood, config)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(10):
        assert "the rest was cut" in code_exec.verify(flood, config).details
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 * 1024  # kB


def test_the_strict_mode_gives_each_program_a_container_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOUCHSTONE_SANDBOX_STRICT", "1")
    seen = set()
    config = {"type": "code_exec", "entry_point": "f", "cases": [{"expected": {}}]}
    for _ in range(3):
        seen.add(code_exec.verify("import os\ndef f(): return os.stat('/proc/1').st_ctime_ns", config).details)
    assert from_environment().strict
    assert len(seen) == 3
    sandbox.close()


def all_ids(client: docker.DockerClient) -> list[str]:
    return [container["Id"] for container in client.api.containers(all=True)]


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def dead_ones(client: docker.DockerClient) -> list[Any]:
    """Containers with our label whose owner is no more."""
    leftovers.sweep(client)
    found = client.api.containers(all=True, filters={"label": leftovers.LABEL})
    owners = {container["Id"]: container["Labels"]["touchstone.process"].split() for container in found}
    return [name for name, (pid, _) in owners.items() if not Path(f"/proc/{pid}").exists()]


def eventually(holds: Callable[[], bool], seconds: float = 20) -> bool:
    """Wait for the engine, which removes containers in its own time."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True
