"""The batch worker: `python -m verifiers` reads requests as JSONL on stdin and answers on stdout (DESIGN 4.2).

Answers come in the order of the requests, one line each, flushed as soon as it is their turn.
"""

import argparse
import os
import sys
from collections import deque
from collections.abc import Iterator

import verifiers
from verifiers.worker.item import not_scored
from verifiers.worker.pool import Child, wait_any

MAX_LINE = 64 * 1024 * 1024  # bytes; a longer line is refused without keeping it


class Lines:
    """Lines of a file descriptor, split on `\\n` only, without blocking beyond one read."""

    def __init__(self, fd: int):
        self.fd = fd
        self.ended = False
        self._parts: list[bytes] = []
        self._size = 0
        self._ready: deque[bytes | None] = deque()

    def read(self) -> None:
        """Take in what is there; call it when `fd` is readable."""
        chunk = os.read(self.fd, 1 << 16)
        head, *rest = chunk.split(b"\n")
        self._add(head)
        for part in rest:
            self._finish()
            self._add(part)
        if not chunk:
            self.ended = True
            if self._size:  # a last line without its newline
                self._finish()

    def next(self) -> bytes | None:
        """The next whole line; None stands for one that was too long. Raises IndexError when there is none yet."""
        return self._ready.popleft()

    def __bool__(self) -> bool:
        return bool(self._ready)

    def _add(self, part: bytes) -> None:
        self._size += len(part)
        if self._size <= MAX_LINE:
            self._parts.append(part)
        else:
            self._parts.clear()

    def _finish(self) -> None:
        self._ready.append(b"".join(self._parts) if self._size <= MAX_LINE else None)
        self._parts, self._size = [], 0


def judge(lines: Lines, time_limit: float, jobs: int) -> Iterator[bytes]:
    """The answer line of every line, in order, each as soon as it and all before it are judged."""
    children: list[Child] = []
    answers: dict[int, bytes] = {}
    taken = given = 0
    try:
        while lines or not lines.ended or given < taken:
            while lines and (child := _idle(children, time_limit, jobs)):
                line = lines.next()
                if line is None:
                    answers[taken] = not_scored(None, "error", f"bad line: longer than {MAX_LINE} bytes")
                else:
                    child.start(taken, line)
                taken += 1
            while given in answers:
                yield answers.pop(given)
                given += 1
            wants_input = not lines and not lines.ended
            if wants_input or given < taken:
                ready = wait_any(children, *([lines.fd] if wants_input else []))
                if lines.fd in ready:
                    lines.read()
            for child in children:
                position = child.position
                if position is not None and (answer := child.poll()) is not None:
                    answers[position] = answer
            children[:] = [child for child in children if child.alive]
    finally:
        for child in children:
            child.close() if child.position is None else child.kill()


def _idle(children: list[Child], time_limit: float, jobs: int) -> Child | None:
    """A child with nothing to do, started if there are fewer than `jobs`; None when all are busy."""
    for child in children:
        if child.position is None:
            return child
    if len(children) < jobs:
        children.append(Child(time_limit, children))
        return children[-1]
    return None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m verifiers", description=__doc__.splitlines()[0])
    parser.add_argument("--time-limit", type=float, default=10.0, metavar="S", help="seconds per item (default 10)")
    parser.add_argument(
        "--jobs", type=int, default=min(4, os.cpu_count() or 1), help="processes (default: cores, at most 4)"
    )
    args = parser.parse_args()
    if args.time_limit <= 0 or args.jobs < 1:
        parser.error("--time-limit and --jobs must be positive")
    for kind in verifiers.types():
        verifiers.plugin(kind)  # before the first fork, so that no child imports anything again
    out = sys.stdout.buffer
    for line in judge(Lines(sys.stdin.fileno()), args.time_limit, args.jobs):
        out.write(line + b"\n")
        out.flush()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(130)
