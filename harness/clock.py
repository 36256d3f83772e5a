"""Times as rows and run ids write them."""

import secrets
from datetime import UTC, datetime


def now() -> datetime:
    """The current time in UTC."""
    return datetime.now(UTC)


def stamp(time: datetime) -> str:
    """RFC 3339 in UTC with milliseconds: `2026-11-30T21:05:09.120Z`."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_run_id(time: datetime) -> str:
    """An id that sorts by time and that two machines will not both choose: `20261130-210509-3f9a1c`."""
    return f"{time.astimezone(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"


def parse(text: str) -> datetime:
    """The time that `stamp` wrote. Raises ValueError."""
    return datetime.fromisoformat(text)
