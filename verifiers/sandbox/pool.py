"""One warm runner per process of ours, replaced in time."""

import atexit
import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from verifiers.result import SandboxError, SkippedError
from verifiers.sandbox import places
from verifiers.sandbox.bridge import Role
from verifiers.sandbox.protocol import LOST, EndedError, Limits, LostError, Runner, Session
from verifiers.sandbox.settings import Settings, from_environment

RUNS_PER_RUNNER = 500
T = TypeVar("T")


class Pool:
    """The warm runners of this process: one for programs and one, when it is needed, for trusted tests.

    Raises SkippedError when there is no sandbox here.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.owner = os.getpid()
        self._maker = places.choose(settings)
        self._places: dict[Role, places.Place] = {}
        self._background = ThreadPoolExecutor(1)  # of use to the strict mode only; it starts no thread before
        self._spare: Future[places.Place] | None = None

    def twice(self, work: Callable[[], T]) -> T:
        """Do the work. A lost runner may be bad luck, so it is then done once more, from the beginning.

        Raises EndedError(LOST) when a program takes its runner with it both times, and SandboxError when tests do,
        or when even a harmless program cannot be run.
        """
        for _ in range(2):
            try:
                return work()
            except LostError as error:
                lost = error
        if lost.role == "tests":
            raise SandboxError(f"the tests of this task break the sandbox that they run in: {lost}") from lost
        try:
            with self.session("program", Limits(wall_s=10, memory_mb=64)) as session:
                _harmless(session)
        except LostError as error:
            raise SandboxError(f"the sandbox breaks down: {error}") from error
        raise EndedError(LOST)

    @contextlib.contextmanager
    def session(self, role: Role, limits: Limits) -> Iterator[Session]:
        """A fresh process; afterwards, the runner is given up if it is not as it was before."""
        try:
            runner = self.runner(role)
            session = Session(runner, limits)
            try:
                yield session
            finally:
                session.close()
        except LostError as error:
            self._drop(role)
            error.role = error.role or role
            raise
        if not runner.clean or runner.runs >= RUNS_PER_RUNNER:
            self._drop(role)

    def runner(self, role: Role = "program") -> Runner:
        """The warm runner. Raises SandboxError."""
        if role not in self._places:
            try:
                self._places[role] = self._new(role)
            except self._maker.errors as error:
                raise SandboxError(f"the sandbox does not start: {error}") from error
        return self._places[role].runner

    def next_candidate(self) -> None:
        """In the strict mode, what comes next runs where nothing has run before."""
        if self.settings.strict and "program" in self._places:
            self._background.submit(self._places.pop("program").close)

    def describe(self) -> dict[str, str]:
        return {**self._maker.describe(), "python": self.runner().python}

    def close(self) -> None:
        for role in list(self._places):
            self._drop(role)
        self._background.shutdown()
        if self._spare is not None and self._spare.exception() is None:
            self._spare.result().close()
        self._maker.close()

    def _new(self, role: Role) -> places.Place:
        if not self.settings.strict or role != "program":
            return self._maker.make(role)
        spare = self._spare or self._background.submit(self._maker.make, role)
        self._spare = self._background.submit(self._maker.make, role)
        return spare.result()

    def _drop(self, role: Role) -> None:
        place = self._places.pop(role, None)
        if place is not None:
            place.close()


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

    def once() -> T:
        with pool.session("program", limits) as session:
            return work(session)

    with _lock:
        pool = _current()
        return pool.twice(once)


def run_tests(limits: Limits, tests_limits: Limits, work: Callable[[Session, Session], T]) -> T:
    """The same with a second session, in a place of its own, for trusted test code."""

    def once() -> T:
        with pool.session("program", limits) as program, pool.session("tests", tests_limits) as tests:
            return work(program, tests)

    with _lock:
        pool = _current()
        return pool.twice(once)


def next_candidate() -> None:
    """Say that what runs from now on is another candidate's program; it matters in the strict mode."""
    with _lock:
        _current().next_candidate()


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
