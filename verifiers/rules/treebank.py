"""How many tokens are all in capitals, by the word tokenizer that IFEval's checker uses (NLTK's `word_tokenize`).

Only the cuts that can part two runs of letters are made, since a sign of its own is no capital word: "I'M" is two
("I", "'M"), "CANNOT" is two, "AND/OR" is one. Source: the Penn Treebank conventions as NLTK 3.10 applies them.
"""

import re
from collections import Counter
from functools import lru_cache

from verifiers.rules import punkt

_OPENING_QUOTE = re.compile(r"(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", re.IGNORECASE)
_APART = re.compile(r"[«“‘„`;@#$%&?!‒-―]|\.{2,}|[:,](?!\d)")
_APART_LATER = re.compile(r"[»”’\"*\[\](){}<>]|--|''")  # once a closing quote before a space has been cut off
_LAST_STOP = re.compile(r"(?<=[^.])\.(?=[\])}>\"'»”’\s]*$)")
_CLOSING_QUOTE = re.compile(r"(?<=[^'])' ")
_SHORT = re.compile(r"(?<=[^' ])('[smd]?) ", re.IGNORECASE)
_LONG = re.compile(r"(?<=[^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ")
_JOINED = re.compile(
    r"\b(?:(can)(not)|(d)('ye)|(gim)(me)|(gon)(na)|(got)(ta)|(lem)(me)|(more)('n))\b|\b(wan)(na)(?=\s)", re.IGNORECASE
)
_TIS = re.compile(r" ('t)(is|was)\b", re.IGNORECASE)


def capital_tokens(text: str) -> int:
    """How many tokens of `text` have a letter and only capitals among their letters."""
    found = 0
    at_end_only: Counter[str] = Counter()  # runs that hold more of them where a sentence ends, and how many more
    for run in text.split():
        if not run.islower() and not (run.isalnum() and run[1:].islower()) and run != run.lower():
            inside, at_end = _capitals(run)
            found += inside
            if at_end != inside:
                at_end_only[run] = at_end - inside
    if at_end_only:
        found += sum(at_end_only[sentence.rsplit(maxsplit=1)[-1]] for sentence in punkt.sentences(text))
    return found


@lru_cache(4096)
def _capitals(run: str) -> tuple[int, int]:
    """The capital tokens of a run of non-space characters, inside a sentence and at its end ("IT'S." has 1 and 2)."""
    inside = sum(token.isupper() for token in _tokens(f"{run} ."))
    return inside, sum(token.isupper() for token in _tokens(run))


def _tokens(sentence: str) -> list[str]:
    text = _APART.sub(r" \g<0> ", _LAST_STOP.sub(" . ", _OPENING_QUOTE.sub("' ", sentence)))
    text = _APART_LATER.sub(r" \g<0> ", _CLOSING_QUOTE.sub(" ' ", text))
    text = _LONG.sub(r" \1 ", _SHORT.sub(r" \1 ", f" {' '.join(text.split())} "))
    return _TIS.sub(r" \1 \2 ", _JOINED.sub(_parted, text)).split()


def _parted(match: re.Match[str]) -> str:
    return f" {' '.join(part for part in match.groups() if part)} "
