"""The container's walls, read back from the engine, and what it does for those who own it."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docker
import pytest

from verifiers import sandbox
from verifiers.sandbox import leftovers
from verifiers.sandbox.container import MEMORY_MB, Container, Engine
from verifiers.sandbox.settings import from_environment

pytestmark = pytest.mark.docker


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    engine = Engine(from_environment())
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def inspected(engine: Engine) -> Iterator[dict[str, Any]]:
    container = Container(engine, "program")
    shown = subprocess.run(["docker", "inspect", container.id], capture_output=True, check=True).stdout
    yield json.loads(shown)[0]
    container.close()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("NetworkMode", "none"),
        ("ReadonlyRootfs", True),
        ("CapDrop", ["ALL"]),
        ("CapAdd", None),
        ("Privileged", False),
        ("SecurityOpt", ["no-new-privileges:true"]),  # and so the engine's own seccomp and AppArmor profiles
        ("Memory", MEMORY_MB << 20),
        ("MemorySwap", MEMORY_MB << 20),
        ("NanoCpus", 10**9),
        ("PidsLimit", 128),
        ("Binds", None),
        ("VolumesFrom", None),
        ("Devices", []),
        ("PortBindings", None),
        ("GroupAdd", None),
        ("PidMode", ""),
        ("IpcMode", "private"),
        ("UTSMode", ""),
        ("UsernsMode", ""),
        ("LogConfig", {"Type": "none", "Config": {}}),
        ("AutoRemove", True),
        ("RestartPolicy", {"Name": "", "MaximumRetryCount": 0}),
        ("OomKillDisable", False),
        ("Runtime", "runc"),
        (
            "Sysctls",
            {"kernel.shmmni": "0", "kernel.msgmni": "0", "kernel.sem": "0 0 0 0", "fs.mqueue.queues_max": "0"},
        ),
    ],
)
def test_host_settings(inspected: dict[str, Any], key: str, value: Any) -> None:
    assert (inspected["HostConfig"][key] or None) == (value or None)  # engines differ in how they say nothing


@pytest.mark.parametrize("place", ["/tmp", "/dev/shm"])
def test_only_two_small_memory_disks_can_be_written_to(inspected: dict[str, Any], place: str) -> None:
    assert set(inspected["HostConfig"]["Tmpfs"]) == {"/tmp", "/dev/shm"}
    options = inspected["HostConfig"]["Tmpfs"][place].split(",")
    assert {"nosuid", "nodev", "noexec"} <= set(options)
    assert any(option.startswith("size=") for option in options)
    assert any(option.startswith("nr_inodes=") for option in options)
    assert inspected["Mounts"] == []


def test_limits_of_each_process(inspected: dict[str, Any]) -> None:
    limits = {limit["Name"]: limit["Hard"] for limit in inspected["HostConfig"]["Ulimits"]}
    assert limits == {"nofile": 256, "fsize": 32 << 20, "core": 0, "msgqueue": 0, "stack": 64 << 20}


def test_user_environment_and_labels(inspected: dict[str, Any]) -> None:
    config = inspected["Config"]
    user, group = map(int, config["User"].split(":"))
    assert user == group >= 20_000
    assert not config["Env"] or all("=" not in variable for variable in config["Env"]), config["Env"]
    assert config["NetworkDisabled"] is True
    assert config["Volumes"] is None
    assert config["Image"] == inspected["Image"]  # by id: a tag may move
    assert config["Labels"].items() >= leftovers.labels().items()


def test_the_process_is_seccomp_filtered_and_has_no_capability(inspected: dict[str, Any]) -> None:
    text = Path(f"/proc/{inspected['State']['Pid']}/status").read_text()
    status = dict(line.split(":\t", 1) for line in text.splitlines())
    assert (status["Seccomp"], status["NoNewPrivs"]) == ("2", "1")
    assert {status[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {"0" * 16}


def test_a_program_sees_no_variable(engine: Engine) -> None:
    assert call("import os\ndef f(): return dict(os.environ)") == {"dict": []}


def test_describe_is_for_the_manifest() -> None:
    about = sandbox.describe()
    assert about["kind"] == "docker"
    assert about["image_id"].startswith("sha256:")
    assert about["runtime"] == "runc"
    assert about["python"].count(".") == 2


def test_nothing_of_one_program_is_in_the_memory_of_the_next() -> None:
    """The runner is forked: what it had ever held, the next program could read."""
    marker = "c0ffee" * 3
    secret = f"def f(x): return [x, {marker!r}, print({marker!r})]"
    search = f"""
def f():
    marker, found = b"{marker[:9]}" + b"{marker[9:]}", 0
    with open("/proc/self/mem", "rb", 0) as memory:
        for line in open("/proc/self/maps"):
            if "w" in line.split()[1] and "[v" not in line:
                start, end = (int(part, 16) for part in line.split()[0].split("-"))
                memory.seek(start)
                found += memory.read(end - start).count(marker)
    return found
"""
    clean = call(search)  # its own constant, and copies of it
    for _ in range(3):
        call(secret, marker)
    assert call(search) == clean


def test_a_killed_container_costs_a_retry_and_no_verdict() -> None:
    call("def f(): return 1")
    client = docker.from_env()
    for container in client.containers.list(filters={"label": leftovers.LABEL}):
        if container.labels.items() >= leftovers.labels().items():
            container.kill()
    client.close()
    assert call("def f(): return 2") == 2


def call(source: str, *args: Any) -> Any:
    def work(session: sandbox.Session) -> Any:
        session.load(source)
        session.call("f", list(args), {}, last=True)
        session.receive()
        return session.receive()["ok"]

    return sandbox.run(sandbox.Limits(wall_s=10, memory_mb=256), work)
