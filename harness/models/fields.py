"""Values out of a provider's JSON, which may be anything."""

from typing import Any


def string(value: Any) -> str | None:
    """`value` if it is a string, fit for UTF-8: half a surrogate pair becomes U+FFFD. None for anything else."""
    if not isinstance(value, str):
        return None
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def count(value: Any) -> int | None:
    """`value` if it is a whole number >= 0. None for anything else: `true`, NaN or a text must not reach a sum."""
    return value if type(value) is int and value >= 0 else None


def mapping(value: Any) -> dict[str, Any]:
    """`value` if it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}
