"""What IFEval's own checker means, for rules that say `like: ifeval`. Our own meanings are in the other modules.

Source: the behaviour of google-research/instruction_following_eval as of 2025, restated here so that every
count takes time in proportion to the text (several of its patterns take the square of it).
"""

import json
import re
from functools import lru_cache
from itertools import zip_longest

_WORD = re.compile(r"\w+")


# In ASCII, most outputs, counting the places where a run begins is ten times as fast as finding the runs.
_RUNS = bytes(ord("a" if chr(code).isalnum() or chr(code) == "_" else " ") for code in range(128)).ljust(256)


def word_count(text: str) -> int:
    """Runs of letters, digits and underscores: "well-read" is two, "He's" is two."""
    if not text.isascii():
        return len(_WORD.findall(text))
    runs = text.encode("ascii").translate(_RUNS)
    return runs.count(b" a") + runs.startswith(b"a")


def bullets(text: str) -> int:
    """Lines that begin with `*` and anything but a second `*`, and those that begin with `-` (`---` too).

    A `*` alone on its line takes the next line into its bullet, so that one begins no bullet of this kind.
    """
    starts = [line.lstrip() for line in text.split("\n")]
    found, taken = sum(start.startswith("-") for start in starts), False
    for start, following in zip_longest(starts, starts[1:]):
        alone = not taken and start == "*" and following is not None
        found += alone or (not taken and start[:1] == "*" and start[1:2] not in ("", "*"))
        taken = alone
    return found


def highlights(text: str) -> int:
    """Spans `*...*` and `**...**` within a line with anything in them."""
    single = sum(bool(span.strip("*").strip()) for span in re.findall(r"\*[^\n*]*\*", text))
    double = sum(bool(span[2:-2].strip()) for span in re.findall(r"\*\*[^\n*]*\*\*", text))
    return single + double


def placeholders(text: str) -> int:
    """Square brackets that open and close on one line, whatever is in them."""
    found = 0
    for line in text.split("\n"):
        position = line.find("[")
        while position >= 0 and (end := line.find("]", position)) >= 0:
            found, position = found + 1, line.find("[", end)
    return found


@lru_cache(256)
def _section(label: str) -> re.Pattern[str]:
    return re.compile(re.escape(label) + r"\s?\d+")


def sections(text: str, label: str) -> int:
    """Places where `label` is followed by a number, anywhere in the text."""
    return len(_section(label).findall(text))


def has_title(text: str) -> bool:
    """Whether a line has `<<`, something that is not only space and brackets, and a later `>>`."""
    for line in text.split("\n"):
        start, end = line.find("<<"), line.rfind(">>")
        if start >= 0 and start + 2 < end and line[start : end + 2].lstrip("<").rstrip(">").strip():
            return True
    return False


def has_postscript(text: str, marker: str) -> bool:
    """Whether the marker stands anywhere, in any case; `P.P.S` and `P.S.` with or without a space inside."""
    pattern = {"P.P.S": r"p\.\s?p\.\s?s", "P.S.": r"p\.\s?s\."}.get(marker)
    lowered = text.lower()
    return marker.lower() in lowered if pattern is None else re.search(pattern, lowered) is not None


def is_json(text: str) -> bool:
    """Whether Python's `json` reads the text (NaN and repeated keys too), once backtick fences are taken off."""
    text = text.strip()
    for prefix in ("```json", "```Json", "```JSON", "```"):
        text = text.removeprefix(prefix)
    try:
        json.loads(text.removesuffix("```").strip())
    except (ValueError, RecursionError):
        return False
    return True


def first_word(text: str, n: int) -> tuple[int, str]:
    """How many parts between double line breaks are not empty, and the first word of the n-th part.

    The n-th part is counted among all parts, the empty ones too. The word is in lower case and ends before the
    first of . , ? ! ' " in it.
    """
    parts = text.split("\n\n")
    count = sum(1 for part in parts if part.strip())
    part = parts[n - 1].strip() if n <= count else ""
    word = part.split()[0].lstrip("'").lstrip('"') if part else ""
    return count, re.split(r"[.,?!'\"]", word, maxsplit=1)[0].lower()
