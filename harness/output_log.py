"""outputs.jsonl of a run under way: an answer that was paid for is on the disk before it counts."""

import asyncio
import os
from pathlib import Path

import msgspec

from harness import files, jsonl
from harness.errors import StoreError
from harness.eval_run import Output


def repair(path: Path) -> str | None:
    """Make the file end at a line's end, as a killed run may have left it in the middle of one.

    A last line that is whole but for its newline is kept. Returns what was done, None when there was nothing to do.
    """
    raw = path.read_bytes() if path.exists() else b""
    whole, newline, tail = raw.rpartition(b"\n")
    if not tail:
        return None
    try:
        msgspec.json.decode(tail, type=Output)
    except msgspec.MsgspecError:
        jsonl.save(path, whole + newline)
        return f"{path.name}: the last line was cut off after {len(tail)} bytes; that answer is asked for again"
    jsonl.save(path, raw + b"\n")
    return None


def read(path: Path) -> tuple[dict[tuple[str, int], Output], list[str]]:
    """The outputs by task id and attempt, and what is wrong with the file. An answer replaces an earlier error."""
    raw = path.read_bytes() if path.exists() else b""
    outputs, problems = jsonl.decode(raw, Output, path.name)
    found: dict[tuple[str, int], Output] = {}
    for output in outputs:
        key = (output.task_id, output.attempt)
        if key not in found or found[key].answer is None:
            found[key] = output
    return found, problems


class OutputLog:
    """Appends outputs, as an async context. What waits while the disk is busy goes out with the next write."""

    def __init__(self, path: Path):
        self._path = path
        self._waiting: list[tuple[bytes, asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "OutputLog":
        try:
            files.make_folder(self._path.parent)
            self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            files.sync_folder(self._path.parent)
        except OSError as error:
            raise StoreError(f"{self._path}: cannot be written: {error.strerror}") from error
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._writer is not None:
            await self._writer
        os.close(self._file)

    async def add(self, output: Output) -> None:
        """Returns when `output` is on the disk, or raises StoreError. Safe to cancel: it is written all the same."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((msgspec.json.encode(output) + b"\n", done))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_waiting())
        await asyncio.shield(done)

    async def _write_waiting(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                await asyncio.to_thread(self._write, b"".join(line for line, _ in batch))
            except OSError as error:
                failure = StoreError(f"{self._path}: cannot be written: {error.strerror}; the answers before are safe")
                for _, done in batch:
                    done.set_exception(failure)
                    done.exception()  # whoever was cancelled will not ask for it
            else:
                for _, done in batch:
                    done.set_result(None)

    def _write(self, data: bytes) -> None:
        size = os.fstat(self._file).st_size
        try:
            while data:
                data = data[os.write(self._file, data) :]
            os.fsync(self._file)
        except OSError:
            os.ftruncate(self._file, size)  # half a line would be glued to the next one
            raise
