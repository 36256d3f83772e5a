"""Outputs -> verdicts, through batch workers in processes of their own (DESIGN 4.2).

Pure verifiers run in the image of verifiers/Dockerfile when Docker and an image of exactly this code are there, else
in a plain process. `code_exec` runs in a plain process: it drives Docker itself, which a container must never do.
"""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from harness.errors import UsageError, WorkerError
from harness.eval_run import Rule, Status
from verifiers import sandbox

ROOT = Path(__file__).resolve().parent.parent
IN_FLIGHT = 64  # items given to the workers ahead of the one that is yielded next


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """A worker's answer. `passed` and `score` are None unless `status` is scored."""

    status: Status
    passed: bool | None
    score: float | None
    details: str
    rules: tuple[Rule, ...]


class _Answer(Verdict, frozen=True, kw_only=True):
    id: int


@cache
def code_version() -> str:
    """Digest of the verifiers' code: two rows judged under one version were judged by the same bytes."""
    digest = sha256()
    for path in sorted((ROOT / "verifiers").rglob("*.py")):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return f"sha256:{digest.hexdigest()[:16]}"


def worker_image() -> str:
    """Name of the image that holds exactly today's verifiers and their locked libraries."""
    digest = sha256(code_version().encode())
    for name in ("verifiers/Dockerfile", "requirements/verifiers.lock"):
        digest.update((ROOT / name).read_bytes())
    return f"touchstone-verifiers:{digest.hexdigest()[:12]}"


class Judge:
    """A context in which outputs are judged; it owns the worker processes.

    `where` is `docker`, `process`, or `auto` (Docker if its image is there); by default the environment variable
    TOUCHSTONE_VERIFIERS says it. Raises WorkerError when a worker cannot be started or breaks off.
    """

    def __init__(self, where: str | None = None):
        where = where or os.environ.get("TOUCHSTONE_VERIFIERS", "auto")
        if where not in ("auto", "docker", "process"):
            raise UsageError(f"TOUCHSTONE_VERIFIERS is {where!r}; use auto, docker or process")
        if where == "docker" and not _image_is_here():
            raise WorkerError(f"the image {worker_image()} is not here; scripts/images builds it")
        self.in_docker = where == "docker" or (where == "auto" and _image_is_here())
        self._answers: queue.Queue[_Answer | WorkerError] = queue.Queue()
        self._workers: dict[bool, _Worker] = {}
        self._next_id = 0
        self._ran_code = False

    def __enter__(self) -> "Judge":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        for worker in self._workers.values():
            worker.end(at_once=kind is not None)
        self._workers.clear()

    @property
    def sandbox(self) -> dict[str, str | None]:
        """For the manifest: where the verifiers ran, and what model-written code ran in, if there was any."""
        place: dict[str, str | None] = {"verifiers": worker_image() if self.in_docker else "process"}
        if self._ran_code:
            place.update(sandbox.describe())
            sandbox.close()
        return place

    def judge(self, items: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[Verdict]:
        """The verdict of each (output, verifier config), in order, as soon as it and all before it are there."""
        ready: dict[int, _Answer] = {}
        wanted = self._next_id
        for output, config in items:
            self._submit(output, config)
            while self._next_id - wanted >= IN_FLIGHT:
                yield self._take(wanted, ready)
                wanted += 1
        while wanted < self._next_id:
            yield self._take(wanted, ready)
            wanted += 1

    def _submit(self, output: str, config: Mapping[str, Any]) -> None:
        is_code = config.get("type") == "code_exec"
        in_docker = self.in_docker and not is_code
        self._ran_code |= is_code
        if in_docker not in self._workers:
            self._workers[in_docker] = _Worker(_command(in_docker), self._answers)
        self._workers[in_docker].send({"id": self._next_id, "output": output, "verifier": dict(config)})
        self._next_id += 1

    def _take(self, wanted: int, ready: dict[int, _Answer]) -> Verdict:
        while wanted not in ready:
            answer = self._answers.get()
            if isinstance(answer, WorkerError):
                raise answer
            ready[answer.id] = answer
        return ready.pop(wanted)


def _image_is_here() -> bool:
    try:
        done = subprocess.run(
            ["docker", "image", "inspect", worker_image()], capture_output=True, check=False, timeout=30
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _command(in_docker: bool) -> list[str]:
    if not in_docker:
        return [sys.executable, "-m", "verifiers"]
    return [
        *("docker", "run", "--rm", "--interactive", "--label", "touchstone.verifiers"),
        *("--network", "none", "--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
        *("--user", "65534:65534", "--memory", "4g", "--pids-limit", "64", worker_image()),
    ]


class _Worker:
    """One `python -m verifiers`; its answers go to the judge's queue."""

    def __init__(self, command: list[str], answers: "queue.Queue[_Answer | WorkerError]"):
        self._answers = answers
        self._ending = False
        try:
            # A session of its own: Ctrl-C is for the command, which then ends its workers in order.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, start_new_session=True
            )
        except OSError as error:
            raise WorkerError(f"cannot start {command[0]}: {error}") from error
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def send(self, request: dict[str, Any]) -> None:
        """Give it an item. The worker reads as it judges, so this waits when it is behind."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # the reader sees the end of the worker, and says so
            # Not msgspec: an output may hold lone surrogates, which only escapes can carry.
            self._process.stdin.write(json.dumps(request).encode("ascii") + b"\n")
            self._process.stdin.flush()

    def end(self, *, at_once: bool) -> None:
        """Close its input and wait for it to clean up; `at_once`: kill it."""
        self._ending = True
        if at_once:
            self._process.kill()
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()
        self._reader.join()

    def _read(self) -> None:
        assert self._process.stdout is not None
        decoder = msgspec.json.Decoder(_Answer)
        with self._process.stdout as stdout:
            for line in stdout:
                try:
                    self._answers.put(decoder.decode(line))
                except msgspec.MsgspecError as error:
                    self._answers.put(WorkerError(f"a worker broke its protocol: {error}"))
        if not self._ending:
            code = self._process.wait()
            self._answers.put(WorkerError(f"a verifier worker ended by itself with exit code {code}; its log is above"))


if __name__ == "__main__":
    print(worker_image())  # scripts/images builds it under this name
