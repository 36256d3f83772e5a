"""What a text is made of: lines, paragraphs, words, sentences. Every rule and `human_vote` count with these.

A word is a run of non-space characters with a letter or digit in it: "well-read", "He's" and "3.5" are one
word each, a dash on its own is none. (In text without spaces, as in Chinese, a word is then a whole run.)
"""

import re
from functools import lru_cache

_CACHED = 16  # the rules of one config read the same text; more would only hold memory


@lru_cache(_CACHED)
def words(text: str) -> tuple[str, ...]:
    """The words of `text` in order, with the punctuation that clings to them."""
    return tuple(run for run in text.split() if any(map(str.isalnum, run)))


_SPACES = bytes(ord(" " if chr(code).isspace() else "a") for code in range(128)).ljust(256)
_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum() and not chr(code).isspace())


def word_count(text: str) -> int:
    """How many words `text` has. In ASCII, words begin where a letter or digit follows a space once signs are gone."""
    if not text.isascii():
        return len(words(text))
    runs = text.encode("ascii").translate(_SPACES, _SIGNS)
    return runs.count(b" a") + runs.startswith(b"a")


def bare(word: str) -> str:
    """`word` without the punctuation around it: `"Stop!"` -> `Stop`; signs inside stay: `one-two`, `C++` -> `C`."""
    start, end = 0, len(word)
    while start < end and not word[start].isalnum():
        start += 1
    while end > start and not word[end - 1].isalnum():
        end -= 1
    return word[start:end]


@lru_cache(_CACHED)
def bare_words(text: str) -> tuple[str, ...]:
    """The words of `text` without the punctuation around them."""
    return tuple(map(bare, words(text)))


@lru_cache(_CACHED)
def lines(text: str) -> tuple[str, ...]:
    """The lines of `text` that have anything on them, trimmed."""
    return tuple(line for raw in text.split("\n") if (line := raw.strip()))


@lru_cache(_CACHED)
def paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs of `text`: blocks of lines between blank lines, trimmed."""
    blocks: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line.strip():
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return tuple("\n".join(block).strip() for block in blocks if block)


def divided(text: str, separator: str) -> list[str]:
    """The parts of `text` around each `separator`, trimmed; an empty first or last part is left out.

    An empty part in the middle stays, since two separators in a row hold a part that was not written.
    """
    parts = [part.strip() for part in text.split(separator)]
    return [part for position, part in enumerate(parts) if part or 0 < position < len(parts) - 1]


CLOSERS = "\"'”’»)]*_"  # what may stand between a sentence's last mark and the space after it
LIST_ITEM = re.compile(r"[ \t]*(?:[-*+•◦▪–][ \t]+|\d{1,3}[.)][ \t]+)(?=\S)")
HEADING = re.compile(r"[ ]{0,3}(#{1,6})[ \t]+(?=\S)")


@lru_cache(_CACHED)
def list_items(text: str) -> tuple[str, ...]:
    """The first lines of the bulleted or numbered items of `text`, without their markers."""
    found = ((LIST_ITEM.match(line), line) for line in text.split("\n"))
    return tuple(line[marker.end() :].strip() for marker, line in found if marker)


@lru_cache(_CACHED)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of `text`: each ends at . ! ? or …, or where its paragraph or list item ends.

    A heading is no sentence, and neither is a run without a word. A full stop inside a number, a name's
    initial or an abbreviation ends nothing, and a sentence goes on after a line break.
    """
    found = [sentence for block in _blocks(text) for sentence in _split(block)]
    return tuple(sentence for sentence in found if word_count(sentence))


def _blocks(text: str) -> list[str]:
    """Paragraphs and list items as one line each, markers and headings left out."""
    blocks: list[list[str]] = [[]]
    for line in text.split("\n"):
        item = LIST_ITEM.match(line)
        if not line.strip() or HEADING.match(line):
            blocks.append([])
        elif item:
            blocks.append([line[item.end() :].strip()])
        else:
            blocks[-1].append(line.strip())
    return [" ".join(block) for block in blocks if block]


_END = re.compile(r"[.!?…。！？]+[\"'”’»)\]*_]*(?=\s|$)|[。！？]+[」』”’）]*")
# After these a full stop ends nothing, whatever follows.
_TITLES = frozenset(
    "mr mrs ms dr prof st mt rev gen col sgt capt lt hon messrs mmes vs fig no nos vol pp approx".split()
)
# After these it ends a sentence only when a new one visibly begins.
_ABBREVIATIONS = frozenset(
    "e.g i.e etc cf al a.m p.m inc ltd co corp jr sr u.s u.k u.n ph.d b.c a.d ca dept est".split()
)
_INITIAL = re.compile(r"(?:[A-Z]\.)*[A-Z]")
_OPENERS = "\"'“‘«([*_"


def _split(block: str) -> list[str]:
    """`block` cut after each sentence end."""
    parts, start = [], 0
    for end in _END.finditer(block):
        if _ends_sentence(block, start, end):
            parts.append(block[start : end.end()].strip())
            start = end.end()
    return [*parts, block[start:].strip()]


def _ends_sentence(block: str, start: int, end: re.Match[str]) -> bool:
    following = block[end.end() : end.end() + 40].lstrip().lstrip(_OPENERS)
    if not following:
        return True
    mark = end.group()
    if mark.rstrip(CLOSERS) == ".":
        head = block[max(start, end.start() - 40) : end.start()]
        last = head.split()[-1].lstrip(_OPENERS) if head.split() else ""
        if last.lower() in _TITLES or (_INITIAL.fullmatch(last) and last != "I" and len(last) == 1):
            return False
        if last.lower() in _ABBREVIATIONS or _INITIAL.fullmatch(last):
            return following[0].isupper() and last.lower() not in {"e.g", "i.e", "cf"}
    return not following[0].islower()
