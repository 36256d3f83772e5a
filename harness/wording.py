"""Numbers and findings as people read them: the words of the site and of `touchstone rank`."""

from datetime import UTC, datetime

from harness.findings import one_line
from harness.leaderboard import Board

NOT_KNOWN = "n/a"
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def percent(share: float | None) -> str:
    """A share of 1 as percent with one decimal, without the sign. 100.0 and 0.0 are said of exact values only."""
    return NOT_KNOWN if share is None else score(100 * share)


def score(value: float | None) -> str:
    """0-100 with one decimal; what is not quite 100 never reads as 100, nor what is not quite 0 as 0."""
    if value is None:
        return NOT_KNOWN
    return f"{value if value in (0, 100) else min(99.9, max(0.1, value)):.1f}"


def seconds(milliseconds: float | None) -> str:
    """Milliseconds as seconds with two decimals."""
    return NOT_KNOWN if milliseconds is None else f"{milliseconds / 1000:.2f}"


def dollars(amount: float | None) -> str:
    """US dollars with two decimals, without the sign; what costs something never reads as free."""
    if amount is None:
        return NOT_KNOWN
    return "<0.01" if 0 < amount < 0.01 else f"{amount:,.2f}"


def rank_range(rank: tuple[int, int] | None) -> str:
    """`2`, or `2–4` for a range; a dash for an unranked model."""
    if rank is None:
        return "–"
    return f"{rank[0]}" if rank[0] == rank[1] else f"{rank[0]}–{rank[1]}"


def count(number: int, noun: str) -> str:
    """`1 task`, `1,200 tasks`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def moment(stamp: str | datetime) -> str:
    """A time of day in UTC: `29 Nov 2026, 14:02 UTC`. Text that is no RFC 3339 time stays as it is."""
    try:
        time = datetime.fromisoformat(stamp) if isinstance(stamp, str) else stamp
    except ValueError:
        return str(stamp)
    return f"{time.astimezone(UTC):%-d %b %Y, %H:%M} UTC"


def age(stamp: str, now: datetime) -> str:
    """How long before `now` (with a time zone): `20 minutes`, `3 hours`, `12 days`; empty when `stamp` is no time."""
    try:
        minutes = max(0, int((now - datetime.fromisoformat(stamp)).total_seconds() // 60))
    except (ValueError, TypeError):
        return ""
    if minutes == 0:
        return "less than a minute"
    if minutes < 120:
        return count(minutes, "minute")
    return count(minutes // 60, "hour") if minutes < 48 * 60 else count(minutes // 1440, "day")


def view(name: str) -> str:
    """A board's or domain's name: `Overall`, `Math`, `JSON`."""
    return "JSON" if name == "json" else name.capitalize()


def headline(board: Board) -> tuple[str, str]:
    """What a board says: a heading, and a sentence that adds to it."""
    if not board.ranked:
        return _nothing_ranked(board)
    first = board.ranked[0]
    name = one_line(first.model)
    tasks = count(board.tasks, "task")
    of = f"of {tasks}" if first.runs == board.tasks else f"of {count(first.runs, 'run')} over {tasks}"
    passes = f"{percent(first.rate.value if first.rate else None)}% {of}"
    equals = sum(standing.rank is not None and standing.rank[0] == 1 for standing in board.ranked)
    if len(board.ranked) == 1:
        return "One model is ranked so far", f"{name} passes {passes}."
    if equals == 1:
        return (
            f"{name} is best",
            f"It passes {passes}, and the data tell it apart from every other model.",
        )
    others = count(equals - 1, "other")
    return (
        f"{_word(equals).capitalize()} models share first place",
        f"{name} passes most, {passes}, but the data do not tell it apart from {others}.",
    )


def _nothing_ranked(board: Board) -> tuple[str, str]:
    if not board.tasks and not board.human_tasks:
        return "No tasks yet", "No task is approved here."
    if not board.tasks:
        waiting = sum(standing.pending for standing in board.unranked)
        wait = f"; {count(waiting, 'answer')} {'waits' if waiting == 1 else 'wait'} for votes" if waiting else ""
        return "Scored by people, so not ranked here", f"{count(board.human_tasks, 'task')} need human votes{wait}."
    if not board.unranked:
        return (
            "No runs yet",
            f"{count(board.tasks, 'task')} {'waits' if board.tasks == 1 else 'wait'} for a first model.",
        )
    return (
        "No model is ranked yet",
        f"A model is ranked once it has a verdict on every task, and {board.min_runs} runs at least.",
    )


def _word(number: int) -> str:
    return _WORDS[number] if number < len(_WORDS) else str(number)
