"""Rules about what a text says: keywords, forbidden words, fixed answers, beginnings, endings, patterns, preambles."""

import re
from collections.abc import Iterator

from verifiers import text as reading
from verifiers.rules import units
from verifiers.rules.bounds import BOUNDS, bound_problems, within
from verifiers.rules.phrases import CASE_SENSITIVE, MATCH, compiled, finder, lowered, phrase, phrases, shown, squeezed
from verifiers.rules.registry import LIKE, Finding, Options, count_rule, rule


def _occurrences(text: str, keyword: str, options: Options) -> int:
    match, case_sensitive = options.get("match", "word"), options.get("case_sensitive", False)
    if match == "substring" and text.isascii():  # no letter has two cases that `lower` doesn't know
        return text.count(keyword) if case_sensitive else lowered(text).count(keyword.lower())
    return sum(1 for _ in finder(keyword, match, case_sensitive).finditer(text))


def _contains_problems(options: Options) -> Iterator[str]:
    yield from bound_problems(options, optional=True)
    yield from _pattern_problems(options)


_ONLY_CAPITALS = re.compile(r"A-Z|\\p\{?Lu|:upper:")


def _pattern_problems(options: Options) -> Iterator[str]:
    if options.get("match") != "pattern":
        return
    for pattern in [*options.get("keywords", ()), *options.get("words", ())]:
        try:
            finder(pattern, "pattern", options.get("case_sensitive", False))
        except ValueError as error:
            yield f"{shown(pattern)} is {error}"
        if _ONLY_CAPITALS.search(pattern) and "case_sensitive" not in options:
            yield f"{shown(pattern)} asks for capitals, yet case is ignored by default; say `case_sensitive`"


@rule(
    keys={
        "keywords": phrases("words or phrases, or patterns"),
        **BOUNDS,
        "match": MATCH,
        "case_sensitive": CASE_SENSITIVE,
    },
    required=["keywords"],
    problems=_contains_problems,
    example={"keywords": ["sunrise", "C++"], "min": 2},
)
def contains(text: str, options: Options) -> Finding:
    """Every keyword (a word or phrase) occurs as often as the bounds say; without bounds, at least once."""
    bounds = options if not options.keys().isdisjoint(BOUNDS) else {"min": 1}
    for keyword in options["keywords"]:
        passed, message = within(_occurrences(text, keyword, options), bounds, "time")
        if not passed:
            return Finding(False, f"{shown(keyword)} occurs {message}")
    return Finding(True, f"{len(options['keywords'])} of {len(options['keywords'])} keywords as wanted")


@count_rule(
    "occurrence",
    keys={
        "keywords": phrases("words or phrases, or patterns"),
        "count": {
            "enum": ["total", "distinct"],
            "default": "total",
            "description": "all their occurrences together, or how many of them occur",
        },
        "match": MATCH,
        "case_sensitive": CASE_SENSITIVE,
    },
    required=["keywords"],
    problems=lambda options: [*bound_problems(options), *_pattern_problems(options)],
    example={"keywords": ["and", "but", "or"], "count": "distinct", "min": 2},
)
def keyword_count(text: str, options: Options) -> int:
    """How often keywords occur, all together or how many different ones. (`contains` counts each by itself.)"""
    found = [_occurrences(text, keyword, options) for keyword in options["keywords"]]
    return sum(found) if options.get("count", "total") == "total" else sum(map(bool, found))


@rule(
    keys={"words": phrases("words or phrases, or patterns"), "match": MATCH, "case_sensitive": CASE_SENSITIVE},
    required=["words"],
    problems=_pattern_problems,
    example={"words": ["sorry", "as an AI"]},
)
def forbidden_words(text: str, options: Options) -> Finding:
    """None of the words or phrases occurs."""
    for word in options["words"]:
        found = finder(word, options.get("match", "word"), options.get("case_sensitive", False)).search(text)
        if found:
            return Finding(False, f"{shown(found.group())} is forbidden")
    return Finding(True, "no forbidden word")


_WHOLE = {
    "enum": ["word", "substring"],
    "default": "word",
    "description": "`word`: the phrase does not stop inside a longer word; `substring`: it may",
}


@rule(
    keys={"phrase": phrase("the beginning"), "match": _WHOLE, "case_sensitive": CASE_SENSITIVE},
    required=["phrase"],
    about_opening=True,
    example={"phrase": "Dear reader"},
)
def starts_with(text: str, options: Options) -> Finding:
    """The text begins with the phrase."""
    start = text.lstrip()
    found = finder(options["phrase"], options.get("match", "word"), options.get("case_sensitive", False)).match(start)
    return Finding(bool(found), f"begins with {shown(start)}; {shown(options['phrase'])} wanted")


@rule(
    keys={"phrase": phrase("the end"), "match": _WHOLE, "case_sensitive": CASE_SENSITIVE, **LIKE},
    required=["phrase"],
    example={"phrase": "The end."},
)
def ends_with(text: str, options: Options) -> Finding:
    """The text ends with the phrase; nothing but white space follows it.

    `like: ifeval` drops straight quotation marks around the text first, and the phrase may begin inside a word.
    """
    end, wanted = text.rstrip(), options["phrase"]
    if "like" in options:
        passed = text.strip().strip('"').lower().endswith(wanted.strip().lower())
    else:
        tail = end[-(4 * len(wanted) + 100) :]  # room for more white space than the phrase has
        found = finder(wanted, options.get("match", "word"), options.get("case_sensitive", False))
        passed = any(match.end() == len(tail) for match in found.finditer(tail))
    return Finding(passed, f"ends with {shown(end[-40:])}; {shown(wanted)} wanted")


@rule(
    keys={
        "answers": phrases("the answers to choose from"),
        "match": {
            "enum": ["whole", "substring"],
            "default": "whole",
            "description": "`whole`: the text is one of the answers; `substring`: one of them is somewhere in it",
        },
        "case_sensitive": CASE_SENSITIVE,
    },
    required=["answers"],
    example={"answers": ["Yes.", "No."]},
)
def one_of(text: str, options: Options) -> Finding:
    """The whole text is one of the answers, white space aside."""
    sensitive = options.get("case_sensitive", False)
    if options.get("match") == "substring":
        passed = any(finder(answer, "substring", sensitive).search(text) for answer in options["answers"])
    else:
        passed = squeezed(text, sensitive) in {squeezed(answer, sensitive) for answer in options["answers"]}
    return Finding(passed, f"{shown(text.strip())}; one of {len(options['answers'])} fixed answers wanted")


@rule(
    keys={
        "separator": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "pattern": r"\S",
            "default": "******",
            "description": "what stands between the two",
        },
    },
    example={"separator": "******"},
)
def two_answers(text: str, options: Options) -> Finding:
    """There are exactly two answers, different ones, with the separator (by default `******`) between them."""
    parts = units.divided(text, options.get("separator", "******"))
    if len(parts) != 2 or not all(parts):
        return Finding(False, f"{len(parts)} answers; exactly 2 wanted")
    same = parts[0] == parts[1]
    return Finding(not same, "the two answers are the same" if same else "2 different answers")


@rule(
    keys={"prompt": phrase("what to repeat"), "case_sensitive": CASE_SENSITIVE, **LIKE},
    required=["prompt"],
    about_opening=True,
    example={"prompt": "Write a poem about rain."},
)
def repeats_prompt(text: str, options: Options) -> Finding:
    """The text repeats the prompt first, word for word, and then goes on.

    Differences in white space don't matter. `like: ifeval` allows none, and doesn't ask for more to follow.
    """
    prompt = options["prompt"].strip()
    if "like" in options:
        return Finding(text.strip().lower().startswith(prompt.lower()), f"begins with {shown(text.lstrip())}")
    sensitive = options.get("case_sensitive", False)
    whole, wanted = squeezed(text, sensitive), squeezed(prompt, sensitive)
    if not whole.startswith(wanted):
        return Finding(False, f"begins with {shown(text.lstrip())}, not with the prompt")
    more = len(whole) > len(wanted)
    return Finding(more, "repeats the prompt" if more else "nothing follows the prompt")


def _regex_problems(options: Options) -> Iterator[str]:
    try:
        pattern = compiled(options["pattern"], options.get("flags", ""))
    except ValueError as error:
        yield f"{shown(options['pattern'])} is {error}"
        return
    if pattern.fullmatch("") and options.get("expect", "match") == "match":
        yield f"{shown(options['pattern'])} matches the empty text, so it matches every text"


@rule(
    keys={
        "pattern": {"type": "string", "minLength": 1, "maxLength": 5000, "description": "in the syntax of RE2"},
        "expect": {
            "enum": ["match", "no_match", "full_match"],
            "default": "match",
            "description": "somewhere, nowhere, or all of it",
        },
        "flags": {
            "type": "string",
            "pattern": "^[ims]{1,3}$",
            "description": "`i` ignore case; `m` ^ and $ at each line; `s` the full stop matches a line end",
        },
    },
    required=["pattern"],
    problems=_regex_problems,
    example={"pattern": r"\b\d{4}-\d{2}-\d{2}\b", "expect": "match"},
)
def regex(text: str, options: Options) -> Finding:
    """An RE2 pattern matches somewhere, nowhere, or the whole text (white space at both ends aside)."""
    pattern, expect = compiled(options["pattern"], options.get("flags", "")), options.get("expect", "match")
    found = pattern.fullmatch(text.strip()) if expect == "full_match" else pattern.search(text)
    said = f"{shown(found.group())} matches" if found else "no match"
    return Finding(bool(found) != (expect == "no_match"), f"{said}; {expect.replace('_', ' ')} wanted")


@rule(as_sent=True, example={})
def no_preamble(text: str, options: Options) -> Finding:
    """The first line is no preamble such as "Sure! Here is the list:", plain or dressed up as a list item."""
    line = reading.preamble(text)
    return Finding(line is None, "no preamble" if line is None else f"{shown(line.strip())} is a preamble")
