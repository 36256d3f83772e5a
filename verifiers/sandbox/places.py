"""Which place runs the programs: a Docker container, this machine, or none."""

import importlib.util
import sys
from collections.abc import Iterator
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
        from docker.errors import DockerException

        from verifiers.sandbox import container

        try:
            return container.Engine(settings)
        except DockerException as error:
            if not _absent(error):
                raise SkippedError(f"Docker is here but cannot be used: {error}") from error
            reason = "no Docker engine answers; start one"
    if settings.kind == "docker" or settings.in_ci:
        why = "TOUCHSTONE_SANDBOX=docker" if settings.kind == "docker" else "CI=true"
        raise SkippedError(f"{reason}; under {why} model-written code runs nowhere else")
    return _local()


def _local() -> Maker:
    print(local.WARNING, file=sys.stderr)
    return local.Processes()


def _absent(error: BaseException) -> bool:
    """Whether a failed connection means that there is no engine, rather than one that is ill or closed to us."""
    return any(isinstance(cause, FileNotFoundError | ConnectionRefusedError) for cause in _causes(error))


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An exception and all that led to it; urllib3 puts causes into `args`."""
    yield error
    for cause in (error.__cause__, error.__context__, *error.args):
        if isinstance(cause, BaseException):
            yield from _causes(cause)
