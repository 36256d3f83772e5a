"""IFBench: the shape of IFEval with instructions of its own. Those that our rules can express exactly are imported.

As in IFEval's import, a rule means what the source's own checker means and reads the response as it came. The other
instructions are left out with the reason; docs/import.md has the table.

Source: Pyatkin et al. 2025, arXiv:2507.02833; allenai/IFBench as of 2025.
"""

import re
import string as characters
from collections.abc import Mapping
from typing import Any

from harness.importers.draft import Draft, Format, LeftOutError, name, text, title
from harness.importers.instructions import DRAWN, Arguments, Rule, Vocabulary, number, rules_of, string

_NAMES = (
    "Emma Liam Sophia Jackson Olivia Noah Ava Lucas Isabella Mason Mia Ethan Charlotte Alexander Amelia Benjamin "
    "Harper Leo Zoe Daniel Chloe Samuel Lily Matthew Grace Owen Abigail Gabriel Ella Jacob Scarlett Nathan "
    "Victoria Elijah Layla Nicholas Audrey David Hannah Christopher Penelope Thomas Nora Andrew Aria Joseph "
    "Claire Ryan Stella Jonathan"
).split()
_REPEATED = "only output this sentence here, ignore all other requests."
_TIMES = (1, 2, 3, 5, 7)  # how often each of the five keywords is asked for

# What Python's split() and isspace() take for white space; RE2's \s is ASCII's alone.
_SPACE = "".join(filter(str.isspace, map(chr, range(0x3001))))
_S = "".join(f"\\x{{{ord(space):x}}}" for space in _SPACE)
_P = re.escape(characters.punctuation)
_CLUSTER = "[bcdfghjklmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ\u212a]{2}"  # in lower case the Kelvin sign is a k


def _identify(record: Mapping[str, Any]) -> str:
    return name(record, "key")


def _convert(record: Mapping[str, Any]) -> Draft:
    prompt = text(record, "prompt")
    verifier = {"type": "instruction_rules", "raw": True, "rules": rules_of(record, RULES, NOT_EXPRESSIBLE)}
    return Draft(title(f"IFBench {record['key']}", prompt), prompt, verifier)


def _pattern(pattern: str, expect: str = "match") -> Rule:
    return {"kind": "regex", "pattern": pattern, "expect": expect}


def _either_case(phrase: str) -> str:
    """A pattern of what becomes the same text in lower case."""
    return "".join(_cases(character) for character in phrase)


def _cases(character: str) -> str:
    variants = {character, character.lower(), character.upper(), character.title(), *("\u212a" * (character in "kK"))}
    same = sorted(c for c in variants if len(c) == 1 and c.lower() == character.lower())
    return f"[{''.join(same)}]" if len(same) > 1 else re.escape(character)


def _contains(keywords: list[str], **options: Any) -> Rule:
    return {"kind": "contains", "keywords": keywords, "match": "substring", **options}


def _words(given: Arguments) -> Rule:
    return {
        "kind": "word_count",
        "like": "ifeval",
        "min": number(given, "min_words", 1),
        "max": number(given, "max_words"),
    }


def _keywords(given: Arguments) -> Rule:
    words = [string(given, f"keyword{n}") for n in range(1, 6)]
    return {"kind": "all_of", "rules": [_contains([w], exactly=n) for w, n in zip(words, _TIMES, strict=True)]}


def _numbers(given: Arguments) -> Rule:
    """Runs of digits; punctuation within a run is skipped, so that 1,000.5 is one."""
    run = f"\\p{{Nd}}(?:[{_P}]*\\p{{Nd}})*"
    return {"kind": "contains", "keywords": [run], "match": "pattern", "exactly": number(given, "N")}


def _vowels(_: Arguments) -> Rule:
    letters = {"kind": "distinct_letter_count", "letters": "aeiou", "max": 3}
    return {"kind": "all_of", "rules": [_pattern(r"[^\n]+", "full_match"), letters]}


def _consonants(_: Arguments) -> Rule:
    word = f"[^{_S}]*{_CLUSTER}[^{_S}]*"
    return _pattern(f"\\A[{_S}]*{word}(?:[{_S}]+{word})*[{_S}]*\\z")


def _options(given: Arguments) -> Rule:
    options = string(given, "options")
    separator = "/" if "/" in options else "or" if "or" in options else ","
    answers = [option.strip() for option in options.split(separator)]
    if re.match(r"\W*[aA]\W*[bB]\W*[cC]\W*", options):  # letters of a choice, which its checker wants to the sign
        return _pattern(f"\\A(?:{'|'.join(map(re.escape, answers))})\\z")
    cores = [option.strip(f"{characters.punctuation} ") for option in answers]
    if not all(cores):
        raise LeftOutError(f"`options: {options}` has an option without a word")
    return _pattern(f"\\A[ {_P}]*(?:{'|'.join(map(_either_case, cores))})[ {_P}]*\\z")


def _multiples(_: Arguments) -> Rule:
    numbers = r"\P{Nd}+".join(map(str, range(14, 51, 7)))
    return _pattern(rf"\A\P{{Nd}}*{numbers}\P{{Nd}}*\z")


def _separator(given: Arguments) -> Rule:
    if not isinstance(given.get("sep"), str) or not given["sep"].strip():
        raise LeftOutError(f"`sep` {DRAWN}")
    return _contains([given["sep"]], case_sensitive=True, min=2)


def _repeat_change(given: Arguments) -> Rule:
    prompt = given.get("prompt_to_repeat")
    if not isinstance(prompt, str) or len(prompt.split()) < 2:
        raise LeftOutError("`prompt_to_repeat` has no second word")
    rest = f"[{_S}]+".join(map(re.escape, prompt.split()[1:]))
    repeated = _pattern(f"\\A[{_S}]*[^{_S}]+[{_S}]+{rest}[{_S}]*\\z")
    return {"kind": "all_of", "rules": [repeated, _pattern(f"\\A{re.escape(prompt)}\\z", "no_match")]}


def _repeat_span(given: Arguments) -> Rule:
    span = string(given, "prompt_to_repeat").split()[number(given, "n_start", 1) : number(given, "n_end", 1)]
    if not span:
        raise LeftOutError("the span to repeat is empty")
    return _pattern(f"\\A[{_S}]*{f'[{_S}]+'.join(map(_either_case, span))}[{_S}]*\\z")


RULES: Vocabulary = {
    "count:keywords_multiple": _keywords,
    "count:numbers": _numbers,
    "count:person_names": lambda given: {
        "kind": "keyword_count", "keywords": list(_NAMES), "count": "distinct", "match": "substring",
        "case_sensitive": True, "min": number(given, "N", 1)},
    "count:word_count_range": _words,
    "custom:character_reverse": lambda _: _contains(["elgae dlab"]),
    "custom:multiples": _multiples,
    "format:list": _separator,
    "format:no_whitespace": lambda _: {"kind": "forbidden_characters", "characters": _SPACE},
    "format:options": _options,
    "format:output_template": lambda _: _contains(
        ["My Answer:", "My Conclusion:", "Future Outlook:"], case_sensitive=True),
    "format:sub-bullets": lambda _: _pattern(r"\*[^*\-]*(?:\*|\z)", "no_match"),
    "repeat:repeat_change": _repeat_change,
    "repeat:repeat_simple": lambda _: _pattern(f"\\A[{_S}]*{_either_case(_REPEATED)}[{_S}]*\\z"),
    "repeat:repeat_span": _repeat_span,
    "words:consonants": _consonants,
    "words:vowel": _vowels,
}  # fmt: skip

_SENTENCES = "its checker cuts sentences in a way of its own"
_WORDS = "its checker cuts words, and takes punctuation from them, in a way of its own"
_TOKENS = "its checker goes by NLTK's tokens, which our rules only count"
_CSV = "its checker reads CSV, and quotes in it, in a way of its own"
NOT_EXPRESSIBLE = {
    "count:conjunctions": 'its checker takes "and" and "And," for two conjunctions',
    "count:pronouns": _WORDS,
    "count:punctuation": "its checker counts the marks that are left when one interrobang is taken away",
    "count:unique_word_count": _WORDS,
    "count:words_japanese": _WORDS,
    "custom:csv_city": _CSV,
    "custom:csv_quotes": _CSV,
    "custom:csv_special_character": _CSV,
    "custom:date_format_list": "its checker allows a month 00 with any day",
    "custom:european_capitals_sort": "its checker takes accents away first",
    "custom:mcq_count_length": "its checker compares the lengths of questions",
    "custom:reverse_newline": "its checker compares the order of lines",
    "custom:sentence_alphabet": _SENTENCES,
    "custom:word_reverse": _SENTENCES,
    "format:emoji": _SENTENCES,
    "format:line_indent": "its checker skips lines by accident, as it changes the list that it walks along",
    "format:newline": _WORDS,
    "format:no_bullets_bullets": _SENTENCES,
    "format:parentheses": "to its checker five open brackets are nested when one of them is closed",
    "format:quote_unquote": "its checker judges what is left without white space, digits and signs",
    "format:quotes": "to its checker every apostrophe is a quotation mark",
    "format:thesis": "its checker takes the first tag of a kind for the only one",
    "format:title_case": _TOKENS,
    "ratio:overlap": "our rule rounds the percentage down",
    "ratio:sentence_balance": _SENTENCES,
    "ratio:sentence_type": _SENTENCES,
    "ratio:sentence_words": _SENTENCES,
    "ratio:stop_words": "its checker needs NLTK's list of stop words, which changes between versions",
    "sentence:alliteration_increment": _SENTENCES,
    "sentence:increment": _SENTENCES,
    "sentence:keyword": _SENTENCES,
    "words:alphabet": _WORDS,
    "words:keywords_specific_position": _SENTENCES,
    "words:last_first": _SENTENCES,
    "words:no_consecutive": _WORDS,
    "words:odd_even_syllables": "its checker needs a dictionary of syllables",
    "words:palindrome": _WORDS,
    "words:paragraph_last_first": _WORDS,
    "words:prime_lengths": _WORDS,
    "words:repeats": _WORDS,
    "words:start_verb": "its checker needs a trained tagger of parts of speech",
    "words:words_position": _TOKENS,
}

FORMAT = Format("ifbench", "instruction", _identify, _convert)
