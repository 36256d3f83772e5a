"""outputs.jsonl: what was paid for is on the disk before it counts."""

import asyncio
import os
import resource
import signal
from pathlib import Path

import msgspec
import pytest

from harness import output_log
from harness.errors import StoreError
from harness.eval_run import Answer, Output, Tokens
from harness.output_log import OutputLog


def output(task_id: str = "a", text: str | None = "42", attempt: int = 1) -> Output:
    answer = None if text is None else Answer(text=text, finish_reason="stop", latency_ms=1.0, tokens=Tokens())
    return Output(
        task_id=task_id, task_digest="sha256:0", attempt=attempt, started_at="2026-11-30T00:00:00.000Z", retries=0,
        answer=answer, error="busy" if text is None else None,
    )  # fmt: skip


def add(path: Path, *outputs: Output) -> None:
    async def all_of_them() -> None:
        async with OutputLog(path) as log:
            await asyncio.gather(*[log.add(one) for one in outputs])

    asyncio.run(all_of_them())


def test_an_output_is_on_the_disk_when_add_returns(tmp_path: Path) -> None:
    path = tmp_path / "run" / "outputs.jsonl"

    async def check() -> None:
        async with OutputLog(path) as log:
            for n in range(3):
                await log.add(output(attempt=n))
                assert len(output_log.read(path)[0]) == n + 1

    asyncio.run(check())


def test_many_at_once_are_all_kept(tmp_path: Path) -> None:
    add(tmp_path / "f", *[output(attempt=n) for n in range(500)])
    assert sorted(output_log.read(tmp_path / "f")[0]) == [("a", n) for n in range(500)]


def test_an_output_is_written_although_its_worker_was_cancelled(tmp_path: Path) -> None:
    async def cancel() -> None:
        async with OutputLog(tmp_path / "f") as log:
            worker = asyncio.create_task(log.add(output()))
            await asyncio.sleep(0)
            worker.cancel()

    asyncio.run(cancel())
    assert list(output_log.read(tmp_path / "f")[0]) == [("a", 1)]


def test_an_answer_replaces_an_earlier_error_and_nothing_else(tmp_path: Path) -> None:
    add(tmp_path / "f", output(text=None))
    add(tmp_path / "f", output(text="first"))
    add(tmp_path / "f", output(text="second"))
    add(tmp_path / "f", output(text=None))
    [kept] = output_log.read(tmp_path / "f")[0].values()
    assert kept.answer is not None
    assert kept.answer.text == "first"


@pytest.mark.parametrize("length", [1, 20, 100])
def test_a_torn_last_line_is_cut_off_and_told(tmp_path: Path, length: int) -> None:
    path = tmp_path / "outputs.jsonl"
    add(path, output("a"))
    whole = path.read_bytes()
    path.write_bytes(whole + msgspec.json.encode(output("b"))[:length])
    told = output_log.repair(path)
    assert path.read_bytes() == whole
    assert told is not None
    assert f"cut off after {length} bytes" in told
    add(path, output("c"))
    assert list(output_log.read(path)[0]) == [("a", 1), ("c", 1)]


def test_a_last_line_that_lacks_only_its_newline_was_paid_for_and_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "outputs.jsonl"
    add(path, output("a"))
    path.write_bytes(path.read_bytes()[:-1])
    assert output_log.repair(path) is None
    add(path, output("b"))
    assert list(output_log.read(path)[0]) == [("a", 1), ("b", 1)]


def test_a_file_that_is_in_order_is_left_alone(tmp_path: Path) -> None:
    assert output_log.repair(tmp_path / "missing") is None
    add(tmp_path / "f", output())
    before = (tmp_path / "f").stat().st_mtime_ns
    assert output_log.repair(tmp_path / "f") is None
    assert (tmp_path / "f").stat().st_mtime_ns == before


def test_a_full_disk_is_told_and_leaves_no_half_line(tmp_path: Path) -> None:
    path = tmp_path / "f"
    add(path, output("a"))
    room = path.stat().st_size + 50  # for a part of the next line
    pid = os.fork()  # the limit is for a process of its own
    if pid == 0:
        try:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            add(path, output("b"))
        except StoreError as error:
            os._exit(7 if "the answers before are safe" in str(error) else 8)
        finally:
            os._exit(9)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7
    assert list(output_log.read(path)[0]) == [("a", 1)]
    assert path.read_bytes().endswith(b"\n")


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError, match="cannot be written"):
        add(tmp_path / "file" / "outputs.jsonl", output())
