"""Rules about single words: repeated ones, first ones, capital ones."""

from collections import Counter
from collections.abc import Iterator

from verifiers.rules import ifeval, units
from verifiers.rules.bounds import within
from verifiers.rules.phrases import CASE_SENSITIVE, shown
from verifiers.rules.registry import LIKE, Finding, Options, count_rule, rule
from verifiers.rules.treebank import capital_tokens


def _repetition_problems(options: Options) -> Iterator[str]:
    if options.get("scope") == "adjacent" and "max" in options:
        yield "`max` has no meaning for adjacent words; remove it"


@rule(
    keys={
        "scope": {
            "enum": ["text", "sentence", "adjacent"],
            "default": "text",
            "description": "no word twice in the text, in any one sentence, or in a row",
        },
        "max": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 1, "description": "uses of one word"},
        "case_sensitive": CASE_SENSITIVE,
    },
    problems=_repetition_problems,
    example={"scope": "adjacent"},
)
def no_repeated_words(text: str, options: Options) -> Finding:
    """No word is used twice, or more than `max` times; the punctuation around a word is no part of it."""
    scope, most = options.get("scope", "text"), options.get("max", 1)
    for passage in units.sentences(text) if scope == "sentence" else (text,):
        used: Counter[str] = Counter()
        for word in units.bare_words(passage):
            key = word if options.get("case_sensitive") else word.casefold()
            if scope == "adjacent" and key not in used:
                used.clear()
            used[key] += 1
            if used[key] > most:
                return Finding(False, f"{shown(word)} is used {used[key]} times; at most {most} wanted")
    return Finding(True, "no word is used too often")


@count_rule("different word", keys={"case_sensitive": CASE_SENSITIVE}, example={"min": 40})
def unique_word_count(text: str, options: Options) -> int:
    """How many different words there are; the punctuation around a word is no part of it."""
    found = units.bare_words(text)
    return len(set(found if options.get("case_sensitive") else map(str.casefold, found)))


@count_rule("capital word", keys=LIKE, example={"min": 2})
def capital_word_count(text: str, options: Options) -> int:
    """How many words are all in capitals. "I" and "B2B" count, "NASA's" and "3" do not.

    `like: ifeval` counts the tokens of NLTK, to which "I'M" is two.
    """
    if "like" in options:
        return capital_tokens(text)
    return sum(map(str.isupper, units.bare_words(text)))


@rule(
    keys={
        "n": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "which paragraph, from 1"},
        "word": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "pattern": r"^\S+$",
            "description": "without punctuation",
        },
        "paragraphs": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "how many there must be"},
        "case_sensitive": CASE_SENSITIVE,
        **LIKE,
    },
    required=["n", "word"],
    problems=lambda options: (
        [f"paragraph {options['n']} of {options['paragraphs']} is not there"]
        if options["n"] > options.get("paragraphs", options["n"])
        else []
    ),
    example={"n": 2, "word": "However", "paragraphs": 3},
)
def nth_paragraph_first_word(text: str, options: Options) -> Finding:
    """The n-th paragraph begins with the word; with `paragraphs`, there are exactly so many paragraphs.

    `like: ifeval` divides at every double line break and cuts the word at the first punctuation mark.
    """
    n, wanted = options["n"], options["word"]
    if "like" in options:
        count, word = ifeval.first_word(text, n)
    else:
        blocks = units.paragraphs(text)
        count = len(blocks)
        word = units.bare(units.words(blocks[n - 1])[0]) if n <= count and units.words(blocks[n - 1]) else ""
    if "paragraphs" in options and count != options["paragraphs"]:
        return Finding(False, within(count, {"exactly": options["paragraphs"]}, "paragraph")[1])
    same = word == wanted if options.get("case_sensitive") else word.casefold() == wanted.casefold()
    return Finding(same, f"paragraph {n} begins with {shown(word)}; {shown(wanted)} wanted")
