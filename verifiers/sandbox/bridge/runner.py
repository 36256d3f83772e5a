"""The runner: it lives as long as its container and forks one child per run.

As process 1 of a locked container it cannot be killed or traced from inside, and ends everything with `kill(-1)`.
Nothing of a run stays in it: bytes pass through two buffers that are zeroed after use, because the next candidate
gets a copy of this memory.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import sys
import time
from typing import Any

from verifiers.sandbox.bridge import lockdown
from verifiers.sandbox.bridge.child import serve
from verifiers.sandbox.bridge.frames import (
    CLOSED,
    ENDED,
    EXITED,
    FRAME,
    LIMITS,
    OUTPUT_LIMIT,
    REPLY_LIMIT,
    SIGNALLED,
    TIMEOUT,
    read_exactly,
    write_frame,
)  # fmt: skip

_SIZE = 65536
_IN, _OUT = memoryview(bytearray(_SIZE)), memoryview(bytearray(_SIZE))  # from the host, and to it


class Run:
    """One forked child and the relaying of bytes between it and the host. `pid` is 0 in the child."""

    def __init__(self, limits: bytes, wake: int) -> None:
        wall_ms, self.reply_room, self.output_room, self.relays_output = LIMITS.unpack(limits)
        self.deadline = time.monotonic() + wall_ms / 1000
        request_end, self.requests = os.pipe()
        self.replies, reply_end = os.pipe()
        self.out, out_end = os.pipe()
        self.err, err_end = os.pipe()
        self.child_ends = {"requests": request_end, "replies": reply_end, "out": out_end, "err": err_end}
        self.how, self.code = b"", 0
        self.frame_rest = 0  # bytes of the host's current frame that are still to come
        self.received = 0  # bytes of _IN in use
        self.pending = _IN[:0]  # bytes for the child that its pipe had no room for
        self.pid = os.fork()
        if self.pid == 0:
            return
        for fd in self.child_ends.values():
            os.close(fd)
        os.set_blocking(self.requests, False)
        self.wake = wake
        self.poll = select.poll()
        for fd in (0, wake, self.replies, self.out, self.err):
            self.poll.register(fd, select.POLLIN)

    def relay(self) -> None:
        """Pass bytes on until the child ends, a limit is reached or the host ends the run (`how`, `code`)."""
        while not self.how:
            rest = self.deadline - time.monotonic()
            if rest <= 0:
                self.how = TIMEOUT
                return
            for fd, _ in self.poll.poll(rest * 1000 + 1):
                if fd == 0:
                    self._from_host()
                elif fd == self.requests:
                    self._to_child()
                elif fd == self.wake:
                    self._reap()
                else:
                    self._from_child(fd)

    def close(self) -> None:
        """Relay what the dead have left in the pipes, and close them."""
        for fd in (self.replies, self.out, self.err):
            while self._from_child(fd):
                pass
            os.close(fd)
        os.close(self.requests)

    def _from_host(self) -> None:
        if self.pending:
            raise EOFError  # fd 0 is polled for nothing but its end
        if self.frame_rest == 0:
            kind, self.frame_rest = FRAME.unpack(read_exactly(0, FRAME.size))
            if kind == b"K":
                self.how = CLOSED
            return
        count = os.readv(0, [_IN[: self.frame_rest]])
        if count == 0:
            raise EOFError
        self.frame_rest -= count
        self.received = count
        self.pending = _IN[:count]
        self.poll.modify(0, 0)
        self.poll.register(self.requests, select.POLLOUT)

    def _to_child(self) -> None:
        try:
            self.pending = self.pending[os.write(self.requests, self.pending) :]
        except BrokenPipeError:
            self.pending = self.pending[:0]
        if not self.pending:
            _IN[: self.received] = bytes(self.received)
            self.poll.unregister(self.requests)
            self.poll.modify(0, select.POLLIN)

    def _from_child(self, fd: int) -> bool:
        count = received = os.readv(fd, [_OUT])
        if count == 0:
            with contextlib.suppress(KeyError):  # its end was seen before
                self.poll.unregister(fd)
            return False
        if fd == self.replies:
            count, self.reply_room = min(count, self.reply_room), self.reply_room - count
            over, kind = self.reply_room < 0, b"R"
        else:
            count, self.output_room = min(count, self.output_room), self.output_room - count
            over, kind = self.output_room < 0, b"1" if fd == self.out else b"2"
        if over:
            self.how = REPLY_LIMIT if kind == b"R" else OUTPUT_LIMIT
            self.reply_room, self.output_room = max(0, self.reply_room), max(0, self.output_room)
        if count and (kind == b"R" or self.relays_output):
            write_frame(kind, _OUT[:count])
        _OUT[:received] = bytes(received)
        return True

    def _reap(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self.wake, 4096)
        with contextlib.suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    return
                if pid == self.pid:
                    killed = os.WIFSIGNALED(status)
                    self.how = SIGNALLED if killed else EXITED
                    self.code = os.WTERMSIG(status) if killed else os.WEXITSTATUS(status)


def runner(local: bool) -> tuple[Any, dict[str, Any]]:
    """Do what the host asks until it goes away (EOFError). Returns only in a child that has a script to run."""
    wake = lockdown.prepare(local)
    before, ooms = lockdown.condition(), lockdown.oom_kills()
    write_frame(b"H", json.dumps({"python": ".".join(map(str, sys.version_info[:3]))}).encode())
    while True:
        kind, length = FRAME.unpack(read_exactly(0, FRAME.size))
        if kind != b"O":
            _discard(length)  # meant for a run that has ended meanwhile
            continue
        work = _new_directory() if local else "/tmp"
        run = Run(read_exactly(0, length), wake)
        if run.pid == 0:
            return serve(run.child_ends, work, local)
        try:
            run.relay()
        finally:
            clean = lockdown.end_descendants(run.pid) if local else lockdown.end_everyone()
            clean = lockdown.wipe(work, local) and clean
        run.close()
        _discard(run.frame_rest)
        exhausted = lockdown.oom_kills() - ooms if not local else 0
        ooms += exhausted
        clean = clean and not exhausted and lockdown.condition() == before
        write_frame(b"X", ENDED.pack(run.how, run.code, exhausted > 0, clean))


def _new_directory() -> str:
    import tempfile  # only where it is needed: it imports `random`, see PRELOADED

    return tempfile.mkdtemp(prefix="touchstone-")


def _discard(count: int) -> None:
    while count:
        got = os.readv(0, [_IN[:count]])
        if got == 0:
            raise EOFError
        count -= got
        _IN[:got] = bytes(got)


def main() -> None:
    """Run as `python3 -c`; a child that has a script to run comes back here, out of the runner's loop."""
    try:
        code, names = runner(sys.argv[1] == "local")
    except EOFError:
        return  # the host has gone
    exec(code, names)
