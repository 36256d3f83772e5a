"""Processes that judge lines. One that hangs or crashes costs its item only: it is killed, and replaced on demand.

A forked child shares the parent's imports, so that a replacement costs milliseconds.
"""

import gc
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

import verifiers
from verifiers.worker.item import answer, not_scored

_STARTED, _DONE = 0, 1


class Child:
    """One judging process and the item it is busy with."""

    def __init__(self, time_limit: float, siblings: list["Child"]):
        self._limit = time_limit
        self._deadline = 0.0
        self._item_id: Any = None
        self._allowed = time_limit
        self.position: int | None = None  # of the item in the batch; None = idle
        self.pipe, theirs = Pipe()
        self._pid = os.fork()
        if self._pid == 0:
            for sibling in siblings:
                sibling.pipe.close()  # else a sibling would never see its pipe close
            self.pipe.close()
            _child_main(theirs, time_limit)
        with suppress(OSError):  # the child does it too: whoever comes first
            os.setpgid(self._pid, self._pid)
        theirs.close()

    def start(self, position: int, line: bytes) -> None:
        """Give the idle child an item."""
        self.position, self._item_id, self._allowed = position, None, self._limit
        self._deadline = time.monotonic() + self._limit
        with suppress(OSError):  # it died while idle: `poll` will see the end of the pipe
            self.pipe.send_bytes(line)

    def remaining(self) -> float:
        """Seconds until the item is out of time."""
        return max(0.0, self._deadline - time.monotonic())

    def poll(self) -> bytes | None:
        """The item's answer line if it is there, has failed or is out of time; the child is then idle or dead."""
        try:
            while self.pipe.poll():
                kind, payload = self.pipe.recv()
                if kind == _DONE:
                    self.position = None
                    return bytes(payload)
                self._item_id, self._allowed = payload
                self._deadline = time.monotonic() + self._allowed
        except (EOFError, OSError):
            return not_scored(self._item_id, "error", f"verifier crashed: its process ended ({self.kill()})")
        if self.remaining() == 0:
            self.kill()
            return not_scored(self._item_id, "error", f"verifier exceeded its time limit of {self._allowed:g} s")
        return None

    @property
    def alive(self) -> bool:
        return self._pid != 0

    def kill(self) -> str:
        """End the process and what it started now; returns how it ended."""
        with suppress(ProcessLookupError):
            os.killpg(self._pid, signal.SIGKILL)
        return self._reap()

    def close(self) -> None:
        """Let the process clean up and end."""
        self.pipe.close()
        self._reap()

    def _reap(self) -> str:
        _, status = os.waitpid(self._pid, 0)
        self._pid = 0
        self.pipe.close()
        code = os.waitstatus_to_exitcode(status)
        return f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"


def wait_any(children: list[Child], *others: int) -> list[Any]:
    """Block until a busy child or one of the file descriptors `others` needs attention."""
    busy = [child for child in children if child.position is not None]
    timeout = min((child.remaining() for child in busy), default=None)
    return wait([*(child.pipe for child in busy), *others], timeout)


def _child_main(pipe: Connection, time_limit: float) -> None:
    """The child's whole life; never returns."""
    code = 1
    try:
        with suppress(OSError):
            os.setpgid(0, 0)  # a group of its own: Ctrl-C is the parent's to decide, and `kill` takes the whole group
        # What a verifier prints must not mix with the answers, and a verifier reads no input.
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        gc.freeze()
        for line in _requests(pipe):
            pipe.send((_DONE, answer(line, time_limit, lambda *item: pipe.send((_STARTED, item)))))
        code = 0
    except BrokenPipeError:
        pass  # the parent is gone
    except BaseException:
        traceback.print_exc()
    finally:
        _close_plugins()
        sys.stderr.flush()
        os._exit(code)


def _requests(pipe: Connection) -> Iterator[bytes]:
    while True:
        try:
            yield pipe.recv_bytes()
        except (EOFError, OSError):
            return


def _close_plugins() -> None:
    """A plugin that holds something (code_exec its container) gives it back in `close()`."""
    for kind in verifiers.types():
        module = sys.modules.get(f"verifiers.{kind}")
        if module is not None and hasattr(module, "close"):
            module.close()
