"""The leaderboard as text: rich tables in a terminal, plain aligned columns into a pipe or a file."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from harness.findings import one_line
from harness.leaderboard import Board, Standing
from harness.wording import dollars, headline, percent, rank_range, score, seconds, view

_RANKED = ("rank", "model", "pass %", "95%", "avg", "runs", "sec", "$/1,000")
_UNRANKED = ("not ranked", "pass %", "runs", "reason")
_LEFT = {"rank", "model", "not ranked", "reason"}
_GAP = 2

Lines = Sequence[Sequence[str]]


def show(boards: Sequence[Board]) -> None:
    """Print the overall board, with the pass rate in each domain where there is room. `boards`: overall, domains."""
    overall, domains = boards[0], [board for board in boards[1:] if board.tasks]
    console = Console(highlight=False, soft_wrap=True)
    for line in headline(overall):
        console.print(line, markup=False)
    rates = [{s.model: s.rate.value for s in (*b.ranked, *b.unranked) if s.rate} for b in domains]
    lines = [_cells(standing) for standing in overall.ranked]
    wide = [
        [*cells, *(percent(rate.get(s.model)) for rate in rates)]
        for s, cells in zip(overall.ranked, lines, strict=True)
    ]
    heading = [*_RANKED, *(view(board.name) for board in domains)]
    if console.is_terminal and sum(_widths(heading, wide)) + _GAP * len(heading) > console.width:
        heading, wide = list(_RANKED), lines
    _table(console, heading, wide)
    _table(console, _UNRANKED, [_unranked(standing) for standing in overall.unranked])


def _cells(s: Standing) -> list[str]:
    return [
        rank_range(s.rank),
        one_line(s.model),
        percent(s.rate.value if s.rate else None),
        f"{100 * s.rate.low:.0f}–{100 * s.rate.high:.0f}" if s.rate else "n/a",
        score(s.avg_score),
        f"{s.runs}",
        seconds(s.latency_ms),
        dollars(s.cost_per_1000),
    ]


def _unranked(s: Standing) -> list[str]:
    return [one_line(s.model), percent(s.rate.value if s.rate else None), f"{s.runs}", one_line(s.reason)]


def _widths(heading: Sequence[str], lines: Lines) -> list[int]:
    return [max(map(len, column)) for column in zip(heading, *lines, strict=True)]


def _table(console: Console, heading: Sequence[str], lines: Lines) -> None:
    if not lines:
        return
    print()
    if console.is_terminal:
        table = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="dim")
        for name in heading:
            table.add_column(name, justify="left" if name in _LEFT else "right", no_wrap=name not in _LEFT)
        for line in lines:  # as Text, which rich does not search for its own markup
            table.add_row(*map(Text, line))
        console.print(table, soft_wrap=False)
        return
    widths = _widths(heading, lines)
    for line in (heading, *lines):
        cells = zip(heading, line, widths, strict=True)
        aligned = (cell.ljust(width) if name in _LEFT else cell.rjust(width) for name, cell, width in cells)
        print((" " * _GAP).join(aligned).rstrip())
