"""Rules about letters and signs: upper and lower case, characters that must not occur."""

import re
from collections.abc import Callable

from verifiers.rules import units
from verifiers.rules.language import LANGUAGE, by_ngrams, detected, is_in
from verifiers.rules.phrases import shown
from verifiers.rules.registry import LIKE, Finding, Options, count_rule, rule

_COMMAS = ",،，、﹐﹑︐︑՝፣߸᠂꓾꘍꛵"


@rule(
    keys={
        "is": {"enum": ["upper", "lower", "title"], "description": "the case wanted"},
        "language": {**LANGUAGE, "description": "the text must also be in this language"},
        **LIKE,
    },
    required=["is"],
    example={"is": "lower"},
)
def case(text: str, options: Options) -> Finding:
    """Every letter is upper or lower case, or every word begins with a capital; there is at least one letter.

    `like: ifeval` goes by Python's idea of case, and tells the language by n-grams alone.
    """
    wanted, like = options["is"], "like" in options
    if fault := _python_fault(text, wanted) if like else _case_fault(text, wanted):
        return Finding(False, fault)
    if "language" in options:
        found = is_in(text, options["language"], by_ngrams if like else detected)
        return found if not found.passed else Finding(True, f"all in {wanted} case; {found.message}")
    return Finding(True, f"all in {wanted} case")


def _python_fault(text: str, wanted: str) -> str | None:
    met = {"upper": text.isupper, "lower": text.islower, "title": text.istitle}[wanted]()
    return None if met else f"not all in {wanted} case"


def _case_fault(text: str, wanted: str) -> str | None:
    if wanted == "title":
        wrong = next((w for w in units.words(text) if (b := units.bare(w)) and not _capitalised(b)), "")
    else:
        wrong = _first(text, str.islower if wanted == "upper" else str.isupper)
    if wrong:
        return f"{shown(wrong)} is not in {wanted} case"
    return "there is no letter with a case" if text.upper() == text.lower() else None


def _first(text: str, has_wrong_case: Callable[[str], bool]) -> str:
    return next((character for character in text if has_wrong_case(character)), "")


def _capitalised(word: str) -> bool:
    """A capital or a sign without case first; "3rd" and "iPhone" are told apart by their first character."""
    return not word[0].islower()


@rule(
    keys={"characters": {"type": "string", "minLength": 1, "maxLength": 200, "description": "each of these"}},
    required=["characters"],
    example={"characters": "!;"},
)
def forbidden_characters(text: str, options: Options) -> Finding:
    """None of the characters occurs."""
    found = next((character for character in options["characters"] if character in text), None)
    return Finding(found is None, "none of them" if found is None else f"{found!r} is forbidden")


@rule(example={})
def no_commas(text: str, options: Options) -> Finding:
    """There is no comma of any script. (For the ASCII comma alone, forbid that character.)"""
    found = sum(map(text.count, _COMMAS))
    return Finding(not found, f"{found} commas; none wanted")


# Pictographs by block; a flag is two signs and a family is several, so what counts is the run.
_EMOJI = re.compile(
    "(?:[\U0001f1e6-\U0001f1ff]{2}|[0-9#*]\ufe0f?\u20e3|"
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u25aa-\u25fe\u2600-\u27bf\u2934\u2935"
    "\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f004-\U0001f1e5\U0001f200-\U0001faff]"
    "[\ufe0f\U0001f3fb-\U0001f3ff]*(?:\u200d[\u2640-\u27bf\U0001f300-\U0001faff][\ufe0f\U0001f3fb-\U0001f3ff]*)*)"
)


@count_rule("emoji", example={"exactly": 2})
def emoji_count(text: str, options: Options) -> int:
    """How many emoji there are; a flag, a skin tone or a family joined into one counts once."""
    return len(_EMOJI.findall(text))
