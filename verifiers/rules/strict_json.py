"""Whether a text is JSON by RFC 8259 with unique names (RFC 7493), without keeping what it says."""

import json
from typing import Any, NoReturn

_DEEP = 500  # a document nested deeper than this is refused rather than followed


def json_error(text: str) -> str | None:
    """Why `text` is not JSON, in one sentence; None if it is."""
    try:
        json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse, parse_int=str, parse_float=str)
    except RecursionError:
        return "JSON nested too deep"
    except ValueError as error:
        return f"not JSON: {error}"
    return None


def _unique(pairs: list[tuple[str, Any]]) -> None:
    names = set()
    for name, _ in pairs:
        if name in names:
            raise ValueError(f"the name {name[:40]!r} is there twice")
        names.add(name)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON value")
