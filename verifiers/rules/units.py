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
            blocks.append([line[item.end() :]])
        else:
            blocks[-1].append(line)
    return [" ".join(" ".join(block).split()) for block in blocks if block]


_END = re.compile(r"[.!?…。！？]+[\"'”’»)\]*_]*(?=\s|$)|[。！？]+[」』”’）]*")
# After a full stop behind one of these, the sentence goes on:
_BEFORE_A_NAME = frozenset("mr mrs ms dr prof st mt rev gen col sgt capt lt hon messrs mmes e.g i.e cf vs viz".split())
_BEFORE_A_NUMBER = frozenset("no nos fig figs vol pp p ch sec eq approx ca c".split())
# it may end, and does so before a capital:
_AT_AN_END = frozenset("etc al a.m p.m b.c a.d".split())
# or only before a word that seldom follows a name, since "U.S. Senate" and "J. Smith" go on:
_WITHIN_A_NAME = frozenset("inc ltd co corp jr sr u.s u.k u.n e.u ph.d m.d b.a m.a dept est ave blvd".split())
_OPENERS = frozenset(
    "a after all also although an and another as at because before both but by did do does each even every first for "
    "from had has have he her here his how however i if in is it its last let many more most my next no not now of on "
    "once one or our please second she since so some soon still such that the their then there these they this those "
    "though thus to today two under until we what when where which while who why will with would yes yet "
    "you your".split()
)
_BETWEEN = " \"'“‘«([*_"
_INITIALS = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]")


def _split(block: str) -> list[str]:
    """`block` cut after each sentence end."""
    parts, start = [], 0
    for end in _END.finditer(block):
        if _ends_sentence(block, start, end):
            parts.append(block[start : end.end()].strip())
            start = end.end()
    return [*parts, block[start:].strip()]


def _ends_sentence(block: str, start: int, end: re.Match[str]) -> bool:
    following = block[end.end() : end.end() + 40].lstrip(_BETWEEN)
    if not following:
        return True
    if end.group().rstrip(CLOSERS) == ".":
        last = block[max(start, end.start() - 40) : end.start()].rpartition(" ")[2].lstrip(_BETWEEN)
        word, opener = last.lower(), bare(following.partition(" ")[0]).lower() in _OPENERS
        if word in _BEFORE_A_NAME or (word in _BEFORE_A_NUMBER and following[0].isdigit()):
            return False
        if word in _WITHIN_A_NAME or (_INITIALS.fullmatch(last) and last[0].isupper() and last != "I"):
            return opener and following[0].isupper()
        if word in _AT_AN_END:
            return following[0].isupper()
    return not following[0].islower()
