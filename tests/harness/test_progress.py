"""How a step gets on, where there is no terminal: a few lines on stderr."""

import pytest

from harness.progress import progress


def lines(capsys: pytest.CaptureFixture[str], total: int, trouble: str | None = None) -> list[str]:
    with progress("generate") as listener:
        listener.expect(total)
        for n in range(total):
            listener.step(trouble if n == 0 else None)
    said = capsys.readouterr()
    assert said.out == ""
    return said.err.splitlines()


def test_a_long_step_says_little(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines(capsys, 1000) == [f"generate: {n} of 1000" for n in (200, 400, 600, 800, 1000)]


def test_a_single_item_is_not_worth_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines(capsys, 1) == []
    assert lines(capsys, 0) == []


def test_trouble_is_told_at_once_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    said = lines(capsys, 5, "503\x1b[2J\nbusy")
    assert said[0] == "generate: 503\\x1b[2J\\nbusy"
    assert said[-1] == "generate: 5 of 5, 1 failed"
