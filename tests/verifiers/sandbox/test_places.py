"""Where programs run when Docker is there, is not there, or cannot be used."""

from pathlib import Path

import pytest

from verifiers import sandbox, verify
from verifiers.result import SkippedError

CONFIG = {"type": "code_exec", "entry_point": "f", "cases": [{"args": [2], "expected": 4}]}
RIGHT = "def f(x):\n    return x * x"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """No warm runner from before, and an environment that says nothing."""
    sandbox.close()
    for name in ("CI", "TOUCHSTONE_SANDBOX", "TOUCHSTONE_SANDBOX_IMAGE", "TOUCHSTONE_SANDBOX_RUNTIME"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def no_docker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")


@pytest.mark.usefixtures("no_docker")
def test_without_docker_a_developers_machine_runs_it_itself_and_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    assert verify(RIGHT, CONFIG).passed
    assert sandbox.describe()["kind"] == "local"
    assert "there is no Docker on this machine" in capfd.readouterr().err
    sandbox.close()


@pytest.mark.usefixtures("no_docker")
@pytest.mark.parametrize(
    ("variable", "value", "reason"),
    [
        ("CI", "true", "no Docker engine answers; start one; under CI=true model-written code runs nowhere else"),
        ("TOUCHSTONE_SANDBOX", "docker", "under TOUCHSTONE_SANDBOX=docker"),
        ("TOUCHSTONE_SANDBOX", "off", "switched off"),
        ("TOUCHSTONE_SANDBOX", "podman", "'podman' is unknown; use one of auto, docker, local, off"),
    ],
)
def test_otherwise_it_is_skipped_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, reason: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(SkippedError, match=reason):
        verify(RIGHT, CONFIG)
    assert reason in sandbox.describe()["reason"]
    assert sandbox.describe()["kind"] == "none"


@pytest.mark.docker
def test_a_missing_image_is_never_replaced_by_the_local_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOUCHSTONE_SANDBOX_IMAGE", "not-there:1")
    with pytest.raises(SkippedError, match="not-there:1 is not on this machine; run scripts/images"):
        verify(RIGHT, CONFIG)


@pytest.mark.docker
def test_a_runtime_that_the_engine_does_not_have_is_our_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOUCHSTONE_SANDBOX_RUNTIME", "no-such-runtime")
    with pytest.raises(SkippedError, match="no-such-runtime"):
        verify(RIGHT, CONFIG)


@pytest.mark.docker
def test_where_docker_is_it_is_used() -> None:
    assert verify(RIGHT, CONFIG).passed
    assert sandbox.describe()["kind"] == "docker"


def test_an_engine_that_is_closed_to_us_is_not_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A socket that takes the connection and says nothing sensible: there is an engine, so nothing runs locally."""
    import socket
    import threading

    path = tmp_path / "docker.sock"
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    server.listen()

    def refuse() -> None:
        server.accept()[0].close()  # the probe
        with server.accept()[0] as connection:
            connection.recv(4096)
            connection.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno")

    thread = threading.Thread(target=refuse)
    thread.start()
    monkeypatch.setenv("DOCKER_HOST", f"unix://{path}")
    with pytest.raises(SkippedError, match="Docker is here but cannot be used"):
        verify(RIGHT, CONFIG)
    thread.join()
    server.close()
