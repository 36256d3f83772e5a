"""Finding words and phrases in a text: as whole words, as any part of it, or by a contributor's RE2 pattern."""

import re
from functools import lru_cache
from typing import Any, Protocol

import re2

_PHRASE = {"type": "string", "minLength": 1, "maxLength": 10_000, "pattern": r"\S"}


def phrase(meaning: str) -> dict[str, Any]:
    """The schema of a string that is not blank."""
    return {**_PHRASE, "description": meaning}


def phrases(meaning: str) -> dict[str, Any]:
    """The schema of a list of such strings, each only once."""
    return {
        "type": "array",
        "minItems": 1,
        "maxItems": 1000,
        "uniqueItems": True,
        "items": _PHRASE,
        "description": meaning,
    }


CASE_SENSITIVE = {"type": "boolean", "default": False, "description": "tell upper from lower case"}
MATCH = {
    "enum": ["word", "boundary", "substring", "pattern"],
    "default": "word",
    "description": (
        "`word`: not inside a longer word, any white space for a space, any apostrophe for an apostrophe; "
        "`boundary`: between two places where a word begins or ends, as IFEval does; "
        "`substring`: anywhere, character by character; `pattern`: an RE2 pattern"
    ),
}
_ANY_OF = {"'": "['’‘ʼ]", "’": "['’‘ʼ]", '"': '["“”„]', "-": "[-‐‑]"}


class Finder(Protocol):
    """The part of a compiled pattern, of `re` or of RE2, that rules use."""

    def search(self, text: str, /) -> Any: ...
    def match(self, text: str, /) -> Any: ...
    def fullmatch(self, text: str, /) -> Any: ...
    def finditer(self, text: str, /) -> Any: ...


@lru_cache(4096)
def finder(phrase: str, match: str = "word", case_sensitive: bool = False) -> Finder:
    """The compiled pattern that finds `phrase`. Raises ValueError for an RE2 pattern that does not compile."""
    if match == "pattern":
        return compiled(phrase, "" if case_sensitive else "i")
    if match == "word":
        body = _as_words(phrase)
    else:
        body = re.escape(phrase) if match == "substring" else rf"\b{re.escape(phrase)}\b"
    return re.compile(body, re.NOFLAG if case_sensitive else re.IGNORECASE)


def _as_words(phrase: str) -> str:
    r"""The pattern of a phrase as whole words.

    A plain \b would demand a letter before "$5" and after "C++"; what is meant is that nothing continues the
    word, so a side that ends in a letter or digit may not touch another, and a side that ends in a sign may
    not touch the same sign ("C" is not in "C++", nor "$5" in "$50").
    """
    text = " ".join(phrase.split())
    body = r"\s+".join("".join(_ANY_OF.get(c) or re.escape(c) for c in run) for run in text.split(" "))
    before = r"(?<!\w)" if text[0].isalnum() or text[0] == "_" else rf"(?<!{re.escape(text[0])})"
    after = r"(?!\w|[+#]+(?!\w))" if text[-1].isalnum() or text[-1] == "_" else rf"(?!{re.escape(text[-1])})"
    return before + body + after


@lru_cache(4096)
def compiled(pattern: str, flags: str) -> Finder:
    """An RE2 pattern with the flags i, m, s. Raises ValueError with RE2's reason."""
    options = re2.Options()
    options.log_errors = False
    try:
        found: Finder = re2.compile(f"(?{flags}:{pattern})" if flags else pattern, options)
    except re2.error as error:
        reason = error.args[0].decode() if isinstance(error.args[0], bytes) else str(error.args[0])
        raise ValueError(f"not an RE2 pattern: {reason}") from None
    return found


@lru_cache(16)
def lowered(text: str) -> str:
    """`text` in lower case; kept, since the rules of one config ask for it one after the other."""
    return text.lower()


def squeezed(text: str, case_sensitive: bool = False) -> str:
    """`text` with every run of white space as one space, case folded unless it matters: for whole comparisons."""
    text = " ".join(text.split())
    return text if case_sensitive else text.casefold()


def shown(text: str, limit: int = 40) -> str:
    """`text` quoted for a message, cut to about `limit` characters."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")
