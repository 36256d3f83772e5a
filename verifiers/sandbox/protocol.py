"""The host's end of a runner: frames in and out, one session per run, nothing believed that came from a candidate."""

import json
import math
import select
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from verifiers.sandbox.bridge.frames import ENDED, FRAME, LENGTH, LIMITS, REPLY_LIMIT
from verifiers.sandbox.bridge.values import encode

GRACE_S = 10.0  # on top of a run's own limit, for a busy machine: only a runner that is stuck uses it up
START_S = 30.0
MAX_MESSAGE = 1 << 20  # bytes of one reply
MALFORMED, LOST = b"m", b"l"  # beside the letters of bridge.frames: no reply but nonsense; it took the runner along


class Channel(Protocol):
    """A two-way byte stream to a runner. Both methods raise LostError when the other end has gone."""

    def fileno(self) -> int: ...

    def send(self, data: memoryview) -> int:
        """Send what there is room for; how much that was."""

    def receive(self) -> bytes:
        """What has arrived from the runner; maybe nothing yet."""


class LostError(Exception):
    """The runner has gone, or is stuck; `role` says which one, where there are several."""

    role = ""


class EndedError(Exception):
    """The run has ended: `how` is a letter of bridge.frames, MALFORMED or LOST, `code` an exit code or a signal."""

    def __init__(self, how: bytes, code: int = 0, *, out_of_memory: bool = False) -> None:
        super().__init__(how, code)
        self.how, self.code, self.out_of_memory = how, code, out_of_memory


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may use. `keep_output` says whether its output is wanted, or only counted."""

    wall_s: float
    memory_mb: int
    reply_bytes: int = 1 << 20
    output_bytes: int = 1 << 20
    keep_output: bool = False


class Runner:
    """A live runner, started with the program of `bridge`, for one session at a time.

    `clean` turns False once a run has left anything behind.
    """

    def __init__(self, channel: Channel, program: bytes) -> None:
        self.clean, self.runs = True, 0
        self._channel = channel
        self._inbox = bytearray()
        self._outbox = memoryview(program)
        kind, hello = self.next_frame(time.monotonic() + START_S)
        if kind != b"H":
            raise LostError("the runner did not say hello")
        self.python = str(json.loads(hello)["python"])

    def put_frame(self, kind: bytes, data: bytes) -> None:
        """Queue a frame; it leaves while `next_frame` waits, so that neither side can block the other."""
        self._outbox = memoryview(bytes(self._outbox) + FRAME.pack(kind, len(data)) + data)

    def next_frame(self, deadline: float) -> tuple[bytes, bytes]:
        """The next frame of the runner. Raises LostError when there is none until `deadline` (time.monotonic)."""
        while len(self._inbox) < FRAME.size:
            self._progress(deadline)
        kind, length = FRAME.unpack_from(self._inbox)
        while len(self._inbox) < FRAME.size + length:
            self._progress(deadline)
        data = bytes(self._inbox[FRAME.size : FRAME.size + length])
        del self._inbox[: FRAME.size + length]
        return kind, data

    def _progress(self, deadline: float) -> None:
        rest = deadline - time.monotonic()
        poll = select.poll()
        poll.register(self._channel.fileno(), select.POLLIN | (select.POLLOUT if self._outbox else 0))
        events = poll.poll(rest * 1000 + 1) if rest > 0 else []
        if not events:
            raise LostError("the runner does not answer")
        if events[0][1] & ~select.POLLOUT:
            self._inbox += self._channel.receive()
        else:
            self._outbox = self._outbox[self._channel.send(self._outbox) :]


class Session:
    """One run: requests in, replies out. `output` and `errors` hold what it has printed, if that is kept."""

    def __init__(self, runner: Runner, limits: Limits) -> None:
        self._runner = runner
        self._deadline = time.monotonic() + limits.wall_s + GRACE_S
        self._replies = bytearray()
        self._limits = limits
        self._ended: EndedError | None = None
        self.output, self.errors = bytearray(), bytearray()
        runner.runs += 1
        header = LIMITS.pack(int(limits.wall_s * 1000), limits.reply_bytes, limits.output_bytes, limits.keep_output)
        runner.put_frame(b"O", header)

    def load(self, source: str, stdin: str | None = None) -> None:
        """Have a program loaded: as a module whose functions can be called, or, given `stdin`, as a script."""
        cpu_s = math.ceil(self._limits.wall_s) + 1
        self.send({"source": source, "stdin": stdin, "memory_mb": self._limits.memory_mb, "cpu_s": cpu_s})

    def call(self, name: str, args: Any, kwargs: Any, *, last: bool) -> None:
        """Have a function called with plain values; after the last call the child ends."""
        self.send({"call": name, "args": encode(args), "kwargs": encode(kwargs), "last": last})

    def send(self, message: Mapping[str, Any]) -> None:
        """Queue a message for the child."""
        data = json.dumps(message, allow_nan=False).encode("ascii")
        self._runner.put_frame(b"D", LENGTH.pack(len(data)) + data)

    def receive(self) -> dict[str, Any]:
        """The child's next message. Raises EndedError when the run ends without one, LostError with the runner."""
        while (message := self._take_message()) is None:
            if self._ended:
                raise self._ended
            self._take_frame()
        return message

    def close(self) -> EndedError:
        """End the run if it still goes on; how it ended. Raises LostError."""
        if not self._ended:
            self._runner.put_frame(b"K", b"")
        return self.wait()

    def wait(self) -> EndedError:
        """Wait for the end of the run; how it ended. Raises LostError."""
        while not self._ended:
            self._take_frame()
        return self._ended

    def _take_frame(self) -> None:
        kind, data = self._runner.next_frame(self._deadline)
        if kind == b"R":
            self._replies += data
        elif kind == b"1":
            self.output += data
        elif kind == b"2":
            self.errors += data
        elif kind == b"X":
            how, code, out_of_memory, clean = ENDED.unpack(data)
            self._runner.clean = self._runner.clean and clean
            self._ended = EndedError(how, code, out_of_memory=out_of_memory)
        else:
            raise LostError("the runner speaks nonsense")

    def _take_message(self) -> dict[str, Any] | None:
        """The first whole message of the replies. What is none ends the run: the candidate may have written it."""
        if len(self._replies) < LENGTH.size:
            return None
        (length,) = LENGTH.unpack_from(self._replies)
        if length > min(self._limits.reply_bytes, MAX_MESSAGE):
            raise EndedError(REPLY_LIMIT)
        if len(self._replies) < LENGTH.size + length:
            return None
        data = bytes(self._replies[LENGTH.size : LENGTH.size + length])
        del self._replies[: LENGTH.size + length]
        try:
            message = json.loads(data)
        except (ValueError, RecursionError):
            raise EndedError(MALFORMED) from None
        if not isinstance(message, dict) or message.keys().isdisjoint(("ok", "fail", "ask")):
            raise EndedError(MALFORMED)
        return message
