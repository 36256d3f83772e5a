"""Outputs go to workers in processes of their own and come back as verdicts, in order."""

import os
import signal
import subprocess

import pytest

from harness.errors import UsageError, WorkerError
from harness.judge import IN_FLIGHT, Judge, worker_image

WRONG = {"type": "no_such_verifier"}


def workers() -> list[int]:
    """Process ids of the batch workers that this test started."""
    found = subprocess.run(
        ["pgrep", "-P", str(os.getpid()), "-f", "verifiers"], capture_output=True, text=True, check=False
    )
    return [int(pid) for pid in found.stdout.split()]


def docker(*args: str) -> str:
    return subprocess.run(["docker", *args], capture_output=True, text=True, check=True).stdout


def test_verdicts_come_in_order_also_beyond_what_is_in_flight() -> None:
    kinds = [f"no_such_verifier_{i}" for i in range(3 * IN_FLIGHT)]
    with Judge("process") as judge:
        verdicts = list(judge.judge(("", {"type": kind}) for kind in kinds))
    assert [v.status for v in verdicts] == ["error"] * len(kinds)
    assert all(f"{kind!r}" in v.details for kind, v in zip(kinds, verdicts, strict=True))


def test_a_lone_surrogate_reaches_the_worker() -> None:
    with Judge("process") as judge:
        assert [v.status for v in judge.judge([("\ud835", WRONG)])] == ["error"]


def test_nothing_runs_after_the_context() -> None:
    with Judge("process") as judge:
        list(judge.judge([("", WRONG)]))
        assert workers()
    assert workers() == []


def test_a_worker_that_ends_by_itself_is_an_error_and_not_a_wait_for_ever() -> None:
    with Judge("process") as judge:
        list(judge.judge([("", WRONG)]))
        for pid in workers():
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(WorkerError, match="ended by itself"):
            list(judge.judge([("", WRONG)]))


def test_a_place_that_is_not_known_is_refused() -> None:
    with pytest.raises(UsageError, match="auto, docker or process"):
        Judge("cloud")


@pytest.mark.docker
def test_pure_verifiers_run_in_the_image_without_network_and_without_privileges() -> None:
    with Judge("docker") as judge:
        assert [v.status for v in judge.judge([("", WRONG)])] == ["error"]
        ids = docker("ps", "--quiet", "--filter", f"ancestor={worker_image()}").split()
        host = "{{.HostConfig.NetworkMode}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}}"
        shown = docker("inspect", "--format", host + " {{.Config.User}} {{.Mounts}}", ids[0])
        assert shown.strip() == "none true [ALL] 65534:65534 []"


@pytest.mark.docker
def test_code_runs_in_its_own_sandbox_which_the_manifest_names() -> None:
    code = {"type": "code_exec", "entry_point": "two", "cases": [{"expected": 2}]}
    with Judge("docker") as judge:
        verdicts = list(judge.judge([("def two(): return 2", code), ("def two(): return 3", code)]))
        place = judge.sandbox
    assert [v.passed for v in verdicts] == [True, False]
    assert (place["verifiers"], place["kind"]) == (worker_image(), "docker")
    assert str(place["image_id"]).startswith("sha256:")


def test_a_judge_that_ran_no_code_starts_no_sandbox() -> None:
    with Judge("process") as judge:
        list(judge.judge([("", WRONG)]))
        assert judge.sandbox == {"verifiers": "process"}
