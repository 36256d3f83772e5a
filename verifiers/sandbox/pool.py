"""One warm runner per process of ours, replaced in time."""

import atexit
import os
import threading
from collections.abc import Callable
from typing import TypeVar

from verifiers.result import SandboxError, SkippedError
from verifiers.sandbox import places
from verifiers.sandbox.protocol import LOST, EndedError, Limits, LostError, Runner, Session
from verifiers.sandbox.settings import Settings, from_environment

RUNS_PER_RUNNER = 500
T = TypeVar("T")


class Pool:
    """The warm runner of this process and how to get another. Raises SkippedError when there is no sandbox."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.owner = os.getpid()
        self._maker = places.choose(settings)
        self._place: places.Place | None = None

    def run(self, limits: Limits, work: Callable[[Session], T]) -> T:
        """What `work` makes of a session. A lost runner may be bad luck, so the work is tried once more.

        Raises EndedError(LOST) when the program takes the runner with it every time, and SandboxError when even
        a harmless one cannot be run.
        """
        for _ in range(2):
            try:
                return self._run_once(limits, work)
            except LostError:
                self.drop()
        try:
            self._run_once(Limits(wall_s=10, memory_mb=64), _harmless)
        except LostError as error:
            self.drop()
            raise SandboxError(f"the sandbox breaks down: {error}") from error
        raise EndedError(LOST)

    def runner(self) -> Runner:
        """The warm runner. Raises SandboxError."""
        if self._place is None:
            try:
                self._place = self._maker.make()
            except self._maker.errors as error:
                raise SandboxError(f"the sandbox does not start: {error}") from error
        return self._place.runner

    def describe(self) -> dict[str, str]:
        return {**self._maker.describe(), "python": self.runner().python}

    def drop(self) -> None:
        """Give the runner up; the next run gets a new one."""
        place, self._place = self._place, None
        if place is not None:
            place.close()

    def close(self) -> None:
        self.drop()
        self._maker.close()

    def _run_once(self, limits: Limits, work: Callable[[Session], T]) -> T:
        runner = self.runner()
        session = Session(runner, limits)
        try:
            return work(session)
        finally:
            session.close()
            if not runner.clean or runner.runs >= RUNS_PER_RUNNER:
                self.drop()


def _harmless(session: Session) -> None:
    session.load("def probe(): pass")
    session.call("probe", [], {}, last=True)
    try:
        session.receive()
        session.receive()
    except EndedError as error:
        raise LostError("it cannot run a harmless program") from error


_lock = threading.RLock()  # a piece of work may ask for the version
_pool: Pool | None = None


def run(limits: Limits, work: Callable[[Session], T]) -> T:
    """Do `work` with a session for one fresh process. It may be called twice, so it must start from nothing.

    Raises SkippedError when this machine has no sandbox, SandboxError when the sandbox does not work, EndedError(LOST)
    when the program has broken out of its run, and what `work` raises.
    """
    with _lock:
        return _current().run(limits, work)


def python_version() -> str:
    """The version of Python that runs the programs, for example `3.9.2`."""
    with _lock:
        return _current().runner().python


def describe() -> dict[str, str]:
    """What the sandbox is, for the manifest: `kind` (docker, local or none), `image`, `image_id`, `runtime`, `python`;
    with kind none, the `reason`."""
    try:
        with _lock:
            return _current().describe()
    except (SkippedError, SandboxError) as error:
        return {"kind": "none", "reason": str(error)}


@atexit.register
def close() -> None:
    """End the warm runner and remove what dead processes have left."""
    global _pool
    pool, _pool = _pool, None
    if pool is not None and pool.owner == os.getpid():  # a fork must not end its parent's runner
        pool.close()


def _current() -> Pool:
    global _pool
    settings = from_environment()
    if _pool is not None and (_pool.settings, _pool.owner) != (settings, os.getpid()):
        close()
    if _pool is None:
        _pool = Pool(settings)
    return _pool
