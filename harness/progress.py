"""How a long step gets on: a bar in a terminal, now and then a line elsewhere. Always on stderr."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from harness.findings import one_line

LINES = 5  # printed per step where there is no terminal


class Listener(Protocol):
    """Hears how a step gets on."""

    def expect(self, total: int) -> None:
        """So many items there are to do."""

    def step(self, trouble: str | None) -> None:
        """One more item is done, with the error that stands in its place if there is one."""

    def note(self, text: str) -> None:
        """Something that a person waiting should know."""


@contextmanager
def progress(label: str) -> Iterator[Listener]:
    """A listener for one step."""
    if sys.stderr.isatty():
        with _Bar(label) as bar:
            yield bar
    else:
        yield _Lines(label)


class _Lines:
    def __init__(self, label: str):
        self._label, self._total, self._done, self._failed = label, 0, 0, 0

    def expect(self, total: int) -> None:
        self._total = total

    def step(self, trouble: str | None) -> None:
        self._done += 1
        self._failed += trouble is not None
        if trouble is not None:
            self.note(trouble)
        if self._total > 1 and self._done * LINES // self._total > (self._done - 1) * LINES // self._total:
            self.note(f"{self._done} of {self._total}" + (f", {self._failed} failed" if self._failed else ""))

    def note(self, text: str) -> None:
        print(f"{self._label}: {one_line(text)}", file=sys.stderr, flush=True)


class _Bar:
    def __init__(self, label: str):
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description:<9}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[failed]}"),
            console=self._console,
        )
        self._task = self._progress.add_task(label, total=None, failed="")
        self._failed = 0

    def __enter__(self) -> "_Bar":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def expect(self, total: int) -> None:
        self._progress.update(self._task, total=total)

    def step(self, trouble: str | None) -> None:
        self._failed += trouble is not None
        if trouble is not None:
            self.note(trouble)
        self._progress.update(self._task, advance=1, failed=f"{self._failed} failed" if self._failed else "")

    def note(self, text: str) -> None:
        self._console.print(one_line(text), markup=False, highlight=False)
