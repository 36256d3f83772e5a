"""Rules about letters and signs: case, forbidden characters, repeated words, first words, preambles, language."""

from collections.abc import Callable

from verifiers import text as reading
from verifiers.rules import ifeval, units
from verifiers.rules.bounds import within
from verifiers.rules.language import LANGUAGE, is_in
from verifiers.rules.phrases import CASE_SENSITIVE, shown
from verifiers.rules.registry import LIKE, Finding, Options, count_rule, rule
from verifiers.rules.treebank import capital_tokens

_COMMAS = ",،，、﹐﹑︐︑՝፣߸᠂꓾꘍꛵"


@rule(
    keys={
        "is": {"enum": ["upper", "lower", "title"]},
        "language": {**LANGUAGE, "description": "the text must also be in this language"},
    },
    required=["is"],
    example={"is": "lower"},
)
def case(text: str, options: Options) -> Finding:
    """Every letter is upper or lower case, or every word begins with a capital; there is at least one letter."""
    wanted = options["is"]
    if wanted == "title":
        wrong = next((w for w in units.words(text) if (b := units.bare(w)) and not _capitalised(b)), "")
    else:
        wrong = _first(text, str.islower if wanted == "upper" else str.isupper)
    if wrong:
        return Finding(False, f"{shown(wrong)} is not in {wanted} case")
    if text.upper() == text.lower():
        return Finding(False, "there is no letter with a case")
    if "language" in options and not (found := is_in(text, options["language"])).passed:
        return found
    return Finding(True, f"all in {wanted} case")


def _first(text: str, has_wrong_case: Callable[[str], bool]) -> str:
    return next((character for character in text if has_wrong_case(character)), "")


def _capitalised(word: str) -> bool:
    """A capital or a sign without case first; "3rd" and "iPhone" are told apart by their first character."""
    return not word[0].islower()


@rule(
    keys={"characters": {"type": "string", "minLength": 1, "maxLength": 200}},
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


@rule(
    keys={
        "scope": {
            "enum": ["text", "sentence", "adjacent"],
            "default": "text",
            "description": "no word twice in the text, in any one sentence, or in a row",
        },
        "case_sensitive": CASE_SENSITIVE,
    },
    example={"scope": "adjacent"},
)
def no_repeated_words(text: str, options: Options) -> Finding:
    """No word is used twice; the punctuation around a word is no part of it."""
    scope = options.get("scope", "text")
    for passage in units.sentences(text) if scope == "sentence" else (text,):
        seen: set[str] = set()
        for word in units.words(passage):
            key = units.bare(word) if options.get("case_sensitive") else units.bare(word).casefold()
            if key in seen:
                return Finding(False, f"{shown(units.bare(word))} is repeated")
            if scope == "adjacent":
                seen.clear()
            seen.add(key)
    return Finding(True, "no word is repeated")


@count_rule("capital word", keys=LIKE, example={"min": 2})
def capital_word_count(text: str, options: Options) -> int:
    """How many words are all in capitals. "I" and "B2B" count, "NASA's" and "3" do not.

    `like: ifeval` counts the tokens of NLTK, to which "I'M" is two.
    """
    if "like" in options:
        return capital_tokens(text)
    return sum(units.bare(word).isupper() for word in units.words(text))


@rule(
    keys={
        "n": {"type": "integer", "minimum": 1, "maximum": 1000},
        "word": {"type": "string", "minLength": 1, "maxLength": 100, "pattern": r"^\S+$"},
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


@rule(as_sent=True, example={})
def no_preamble(text: str, options: Options) -> Finding:
    """The first line is no preamble such as "Sure! Here is the list:", plain or dressed up as a list item."""
    line = reading.preamble(text)
    return Finding(line is None, "no preamble" if line is None else f"{shown(line.strip())} is a preamble")
