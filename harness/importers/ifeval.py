"""IFEval: a prompt and its instructions, each with the arguments of its checker. One rule per instruction, in order.

A rule means what the source's own checker means: `raw: true`, since that reads the response as it came, and `like:
ifeval` or an option that comes to the same. Where the checker draws an argument at random the record is left out,
unless its prompt says what is meant; docs/import.md has the table.

Source: Zhou et al. 2023, arXiv:2311.07911; google-research/instruction_following_eval as of 2025.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from harness.importers.draft import Draft, Format, LeftOutError, name, text, title
from harness.importers.instructions import DRAWN, Arguments, Rule, number, rules_of, string

_LIKE = {"like": "ifeval"}
_ANSWERS = ["My answer is yes.", "My answer is no.", "My answer is maybe."]
_LANGUAGES = frozenset(
    "ar bg bn de en es fa fi fr gu he hi it ja kn ko ml mr ne pa pl pt ru sw ta te th uk ur vi".split()
)


def _identify(record: Mapping[str, Any]) -> str:
    return name(record, "key")


def _convert(record: Mapping[str, Any]) -> Draft:
    prompt = text(record, "prompt")
    rules = rules_of(record, RULES)
    notes = tuple(
        f"letter_frequency counts {rule['letter']!r}, as the prompt says; the source's checker takes only a-z and "
        "counts a random letter instead"
        for rule in rules
        if rule["kind"] == "letter_count" and not _is_a_to_z(rule["letter"])
    )
    verifier = {"type": "instruction_rules", "raw": True, "rules": rules}
    return Draft(title(f"IFEval {record['key']}", prompt), prompt, verifier, notes=notes)


def _bounds(given: Arguments, count: str, relation: str) -> dict[str, int]:
    least, how = number(given, count), given.get(relation)
    if how == "at least" and least > 0:
        return {"min": least}
    if how == "less than" and least > 0:
        return {"max": least - 1}
    if how in ("at least", "less than"):
        raise LeftOutError(f"{how} {least} is met by {'every' if how == 'at least' else 'no'} response")
    raise LeftOutError(f"`{relation}` {DRAWN}" if how is None else f"`{relation}: {how}` is unknown")


def _keywords(given: Arguments, key: str) -> list[str]:
    value = given.get(key)
    if not isinstance(value, list) or not value:
        raise LeftOutError(f"`{key}` {DRAWN}")
    if not all(isinstance(word, str) and word.strip() for word in value):
        raise LeftOutError(f"`{key}` is not a list of words")
    return list(dict.fromkeys(value))


_SIGNS = re.compile(r"[\\.^$*+?{}\[\]|()]")
_BEYOND_RE2 = re.compile(r"[\\$^{]|\(\?|[*+?][*+?]")  # what RE2 lacks, or reads in another way


def _matching(words: list[str], literal: str) -> str:
    """How the words are matched: as they are or, if one of them has signs of patterns in it, as patterns.

    The source's checker takes every word for a Python pattern.
    """
    odd = [word for word in words if _SIGNS.search(word)]
    for word in odd:
        if literal != "substring" or _BEYOND_RE2.search(word) or not _compiles(word):
            raise LeftOutError(f"{word!r} is a pattern to the source's checker, and means something else to ours")
    return "pattern" if odd else literal


def _compiles(word: str) -> bool:
    try:
        return re.compile(word).fullmatch("") is None
    except re.error:
        return False


def _plain(given: Arguments, key: str) -> str:
    value = string(given, key)
    _matching([value], "plain")
    return value


def _existence(given: Arguments) -> Rule:
    words = _keywords(given, "keywords")
    return {"kind": "contains", "keywords": words, "match": _matching(words, "substring")}


def _frequency(given: Arguments) -> Rule:
    words = [string(given, "keyword")]
    bounds = _bounds(given, "frequency", "relation")
    return {"kind": "contains", "keywords": words, "match": _matching(words, "substring"), **bounds}


def _forbidden(given: Arguments) -> Rule:
    words = _keywords(given, "forbidden_words")
    return {"kind": "forbidden_words", "words": words, "match": _matching(words, "boundary")}


def _language(given: Arguments) -> Rule:
    language = string(given, "language")
    if language not in _LANGUAGES:
        raise LeftOutError(f"the source's checker knows no language {language!r}")
    return {"kind": "language", **_LIKE, "language": language}


def _is_a_to_z(letter: str) -> bool:
    return letter.isascii() and letter.isalpha()


def _letter(given: Arguments) -> Rule:
    letter = string(given, "letter")
    if len(letter) > 1:
        raise LeftOutError(f"`letter: {letter}` is no single letter: the source's checker draws one at random")
    return {"kind": "letter_count", "letter": letter.lower(), **_bounds(given, "let_frequency", "let_relation")}


def _first_word(given: Arguments) -> Rule:
    paragraphs, n, word = number(given, "num_paragraphs", 1), number(given, "nth_paragraph", 1), given.get("first_word")
    if n > paragraphs:
        raise LeftOutError(f"paragraph {n} of {paragraphs}: the source's checker draws another at random")
    if not isinstance(word, str) or not word or word.split() != [word]:
        raise LeftOutError(f"`first_word` {DRAWN}" if word is None else f"no paragraph begins with the word {word!r}")
    return {"kind": "nth_paragraph_first_word", **_LIKE, "n": n, "word": word.lower(), "paragraphs": paragraphs}


def _postscript(given: Arguments) -> Rule:
    marker = string(given, "postscript_marker")
    if marker not in ("P.S.", "P.P.S"):  # two that its checker knows; it takes any other for a pattern
        _matching([marker], "plain")
    return {"kind": "postscript", **_LIKE, "marker": marker}


def _sections(given: Arguments) -> Rule:
    label = _plain(given, "section_spliter")
    return {"kind": "section_count", **_LIKE, "label": label, "min": number(given, "num_sections", 1)}


RULES: dict[str, Callable[[Arguments], Rule]] = {
    "change_case:capital_word_frequency": lambda given: {
        "kind": "capital_word_count", **_LIKE, **_bounds(given, "capital_frequency", "capital_relation")},
    "change_case:english_capital": lambda _: {"kind": "case", **_LIKE, "is": "upper", "language": "en"},
    "change_case:english_lowercase": lambda _: {"kind": "case", **_LIKE, "is": "lower", "language": "en"},
    "combination:repeat_prompt": lambda given: {
        "kind": "repeats_prompt", **_LIKE, "prompt": string(given, "prompt_to_repeat")},
    "combination:two_responses": lambda _: {"kind": "two_answers", "separator": "******"},
    "detectable_content:number_placeholders": lambda given: {
        "kind": "placeholder_count", **_LIKE, "min": number(given, "num_placeholders", 1)},
    "detectable_content:postscript": _postscript,
    "detectable_format:constrained_response": lambda _: {
        "kind": "one_of", "answers": list(_ANSWERS), "match": "substring", "case_sensitive": True},
    "detectable_format:json_format": lambda _: {"kind": "is_json", **_LIKE},
    "detectable_format:multiple_sections": _sections,
    "detectable_format:number_bullet_lists": lambda given: {
        "kind": "bullet_count", **_LIKE, "exactly": number(given, "num_bullets")},
    "detectable_format:number_highlighted_sections": lambda given: {
        "kind": "highlight_count", **_LIKE, "min": number(given, "num_highlights", 1)},
    "detectable_format:title": lambda _: {"kind": "title", **_LIKE},
    "keywords:existence": _existence,
    "keywords:forbidden_words": _forbidden,
    "keywords:frequency": _frequency,
    "keywords:letter_frequency": _letter,
    "language:response_language": _language,
    "length_constraints:nth_paragraph_first_word": _first_word,
    "length_constraints:number_paragraphs": lambda given: {
        "kind": "paragraph_count", "separator": "***", "exactly": number(given, "num_paragraphs")},
    "length_constraints:number_sentences": lambda given: {
        "kind": "sentence_count", **_LIKE, **_bounds(given, "num_sentences", "relation")},
    "length_constraints:number_words": lambda given: {
        "kind": "word_count", **_LIKE, **_bounds(given, "num_words", "relation")},
    "punctuation:no_comma": lambda _: {"kind": "forbidden_characters", "characters": ","},
    "startend:end_checker": lambda given: {"kind": "ends_with", **_LIKE, "phrase": string(given, "end_phrase")},
    "startend:quotation": lambda _: {"kind": "quoted", **_LIKE},
}  # fmt: skip

FORMAT = Format("ifeval", "instruction", _identify, _convert)
