"""Which place runs the programs: a Docker container, this machine, or none."""

import importlib.util
import socket
import sys
from typing import Protocol

from verifiers.result import SkippedError
from verifiers.sandbox import local
from verifiers.sandbox.bridge import Role
from verifiers.sandbox.protocol import Runner
from verifiers.sandbox.settings import Settings


class Place(Protocol):
    """Something that holds a live runner."""

    @property
    def runner(self) -> Runner: ...

    def close(self) -> None: ...


class Maker(Protocol):
    """Makes places of one kind. `errors` is what `make` raises when one does not come up."""

    errors: tuple[type[Exception], ...]

    def make(self, role: Role) -> Place: ...

    def describe(self) -> dict[str, str]: ...

    def close(self) -> None: ...


def choose(settings: Settings) -> Maker:
    """Docker if its engine answers; else, on a developer's machine, a local process, with a warning.

    Raises SkippedError with the way out: an engine that is there and cannot be used is never passed over.
    """
    if settings.kind == "off":
        raise SkippedError("the sandbox is switched off (TOUCHSTONE_SANDBOX=off)")
    if settings.kind == "local":
        return _local()
    reason = "the docker package is not installed"
    if importlib.util.find_spec("docker"):
        engine = _engine(settings)
        if engine is not None:
            return engine
        reason = "no Docker engine answers; start one"
    if settings.kind == "docker" or settings.in_ci:
        why = "TOUCHSTONE_SANDBOX=docker" if settings.kind == "docker" else "CI=true"
        raise SkippedError(f"{reason}; under {why} model-written code runs nowhere else")
    return _local()


def _engine(settings: Settings) -> Maker | None:
    """The Docker engine; None when there is none. Imported here: only `code_exec` pays for it, and only once."""
    from docker.errors import DockerException

    from verifiers.sandbox import container

    try:
        return container.Engine(settings) if _listens(container.engine_url()) else None
    except (DockerException, OSError) as error:
        raise SkippedError(f"Docker is here but cannot be used: {error}") from error


def _listens(url: str) -> bool:
    """Whether an engine takes connections there; a remote one, which someone has configured, is taken for granted."""
    if not url.startswith("unix://"):
        return True
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(url.removeprefix("unix://"))
        except (FileNotFoundError, ConnectionRefusedError):
            return False
    return True


def _local() -> Maker:
    print(local.WARNING, file=sys.stderr)
    return local.Processes()
