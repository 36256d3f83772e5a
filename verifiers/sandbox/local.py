"""A runner on this very machine: limits and a clean environment, but no walls. For development without Docker."""

import contextlib
import socket
import subprocess
import sys

from verifiers.sandbox import bridge
from verifiers.sandbox.protocol import LostError, Runner

WARNING = (
    "warning: there is no Docker on this machine, so model-written code runs in a plain process with your rights: "
    "it can read your files and use your network. Install Docker, or set TOUCHSTONE_SANDBOX=off."
)


class Local:
    """One runner process. Raises OSError or LostError when it does not come up."""

    def __init__(self, role: bridge.Role) -> None:
        argument, program = bridge.program(role)
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-sSB", "-X", "utf8", "-c", argument, "local"],
                stdin=theirs.fileno(), stdout=theirs.fileno(), stderr=subprocess.DEVNULL,
                env={"PYTHONHASHSEED": "0"}, cwd="/", start_new_session=True,
            )  # fmt: skip
        self._channel = _Pair(ours)
        try:
            self.runner = Runner(self._channel, program)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the runner; it ends its child and removes its files when its input closes."""
        self._channel.socket.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Processes:
    """Makes local runners."""

    errors: tuple[type[Exception], ...] = (LostError, OSError)

    def make(self, role: bridge.Role) -> Local:
        return Local(role)

    def describe(self) -> dict[str, str]:
        return {"kind": "local"}

    def close(self) -> None:
        """Nothing is shared between local runners."""


class _Pair:
    """The host's end of the socket that is the runner's standard input and output."""

    def __init__(self, ours: socket.socket) -> None:
        self.socket = ours
        ours.setblocking(False)

    def fileno(self) -> int:
        return self.socket.fileno()

    def send(self, data: memoryview) -> int:
        with contextlib.suppress(BlockingIOError):
            try:
                return self.socket.send(data)
            except ConnectionError as error:
                raise LostError("the local runner has ended") from error
        return 0

    def receive(self) -> bytes:
        try:
            data = self.socket.recv(1 << 16)
        except BlockingIOError:
            return b""
        except ConnectionError as error:
            raise LostError("the local runner has ended") from error
        if not data:
            raise LostError("the local runner has ended")
        return data
