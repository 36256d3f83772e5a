"""Sentences as IFEval's checker counts them: Punkt with its English parameters, as NLTK's `sent_tokenize` runs it.

Source: Kiss & Strunk, Unsupervised Multilingual Sentence Boundary Detection, Computational Linguistics 32(4), 2006;
section numbers below are theirs. The details (which signs can follow a sentence end, closing quotes that are drawn
back) are NLTK 3.10's. Time is linear in the text.
"""

import re
import string
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from punkt.data.english import ABBREV_TYPES, COLLOCATIONS, ORTHO_CONTEXT, SENT_STARTERS

# Bits of ORTHO_CONTEXT: where training text had the word with an upper or a lower case letter first.
_INSIDE_UPPER = 1 << 2
_UPPER = 1 << 1 | 1 << 2 | 1 << 3
_BEGIN_LOWER = 1 << 4
_LOWER = 1 << 4 | 1 << 5 | 1 << 6

_NON_WORD = r"[)\";}\]*:@'({\[‘’“”«»?!]"
_MULTI = r"(?:-{2,}|\.{2,}|(?:\.\s){2,}\.)"
_TOKEN = re.compile(
    rf"{_MULTI}|(?![(\"`{{\[:;&#*@)}}\]\-,])\S+?(?=\s|$|{_NON_WORD}|{_MULTI}|,(?:$|\s|{_NON_WORD}|{_MULTI}))|\S"
)
_CANDIDATE = re.compile(rf"[.?!](?=(?P<after>{_NON_WORD}|\s+(?P<next>\S+)))")
_CLOSING = re.compile(r"[\"')\]}‘’“”«»]+?(?:\s+|(?=--)|$)", re.MULTILINE)
_NUMBER = re.compile(r"-?[.,]?\d[\d,.-]*\.?")


def sentences(text: str) -> list[str]:
    """The sentences of `text`, each with its closing quotes and brackets; nothing is lost but white space."""
    found, drawn_back = [], 0
    slices = list(_slices(text))
    for position, (start, end) in enumerate(slices):
        start += drawn_back
        drawn_back = 0
        if position + 1 < len(slices):
            next_start, next_end = slices[position + 1]
            closing = _CLOSING.match(text[next_start:next_end])
            if closing:
                end, drawn_back = next_start + len(closing.group().rstrip()), closing.end()
                found.append(text[start:end])
                continue
        if text[start:end]:
            found.append(text[start:end])
    return found


def _slices(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for candidate, word in _candidates(text):
        if _ends_sentence(word, candidate.group(), candidate["after"]):
            yield start, candidate.end()
            start = candidate.end() if candidate["next"] is None else candidate.start("next")
    yield start, len(text.rstrip())


def _candidates(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Each place where a sentence may end, the last of a run, with the word before it."""
    last: re.Match[str] | None = None
    word_start = word_end = 0
    for match in _CANDIDATE.finditer(text):
        start = word_start
        for position in range(match.start() - 1, word_end, -1):
            if text[position] in string.whitespace:
                start = position + 1
                break
        if last and word_end <= start:
            yield last, text[word_start:word_end]
        last, word_start, word_end = match, start, match.start()
    if last:
        yield last, text[word_start:word_end]


_COLLOCATED = frozenset(first for first, _ in COLLOCATIONS)


def _ends_sentence(word: str, mark: str, after: str) -> bool:
    if mark != ".":
        return True  # ? and ! are tokens of their own, and such a token always ends a sentence
    if word.isalpha() and len(word) > 1 and (kind := word.lower()) not in ABBREV_TYPES and kind not in _COLLOCATED:
        return True  # the plain case, and nine of ten
    tokens = [token for line in f"{word}.{after}".split("\n") for token in _TOKEN.findall(line)]
    return any(_is_break(token, following) for token, following in pairwise(tokens))


def _is_break(token: str, following: str) -> bool:
    """Whether a sentence ends after `token` (section 4)."""
    mark = _mark(token)
    if not token.endswith("."):
        return mark == "break"
    kind = _type(token)
    bare = kind[:-1] if len(kind) > 1 and kind.endswith(".") else kind
    next_kind = _type_without_break(following)
    if (bare, next_kind) in COLLOCATIONS:
        return False
    initial = len(token) == 2 and token[0].isalpha()
    starter = _starts_sentence(following, next_kind)
    if (
        mark in ("abbreviation", "ellipsis")
        and not initial
        and (starter or (following[0].isupper() and next_kind in SENT_STARTERS))
    ):
        return True
    if initial or bare == "##number##":
        always_upper = following[0].isupper() and not ORTHO_CONTEXT.get(next_kind, 0) & _LOWER
        if starter is False or (starter is None and initial and always_upper):
            return False
    return mark == "break"


def _mark(token: str) -> Literal["break", "ellipsis", "abbreviation"] | None:
    """What the token is by itself (section 3)."""
    if token in (".", "?", "!"):
        return "break"
    if token.endswith(".."):
        return "ellipsis" if set(token) == {"."} else None
    if not token.endswith("."):
        return None
    stem = token[:-1].lower()
    known = stem in ABBREV_TYPES or stem.rsplit("-", 1)[-1] in ABBREV_TYPES
    return "abbreviation" if known else "break"


def _type(token: str) -> str:
    lowered = token.lower()
    return "##number##" if _NUMBER.fullmatch(lowered) else lowered


def _type_without_break(token: str) -> str:
    kind = _type(token)
    return kind[:-1] if _mark(token) == "break" and len(kind) > 1 and kind.endswith(".") else kind


def _starts_sentence(token: str, kind: str) -> bool | None:
    """The orthographic heuristic (section 4.1.1): True, False, or None for "can't say"."""
    if token in (";", ":", ",", ".", "!", "?"):
        return False
    seen = ORTHO_CONTEXT.get(kind, 0)
    if token[0].isupper() and seen & _LOWER and not seen & _INSIDE_UPPER:
        return True
    if token[0].islower() and (seen & _UPPER or not seen & _BEGIN_LOWER):
        return False
    return None
