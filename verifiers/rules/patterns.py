"""Rules about the play of words and letters: acrostics, alphabets, palindromes, chains, steps, nesting, overlap."""

from collections.abc import Iterator
from itertools import pairwise

from verifiers.rules import units
from verifiers.rules.bounds import BOUNDS, bound_problems, within
from verifiers.rules.phrases import lowered, phrase, shown
from verifiers.rules.registry import Finding, Options, count_rule, rule

_PARTS = {"word": units.bare_words, "sentence": units.sentences, "line": units.lines, "paragraph": units.paragraphs}


def _of(default: str) -> dict[str, object]:
    return {"enum": list(_PARTS), "default": default, "description": "what the text is divided into"}


def _initials(text: str, of: str) -> list[str]:
    """The first letter or digit of each part, in lower case; parts without one are left out."""
    firsts = (next((c for c in part if c.isalnum()), "") for part in _PARTS[of](text))
    return [first.casefold() for first in firsts if first]


@rule(
    keys={"spells": phrase("what the first letters spell"), "of": _of("line")},
    required=["spells"],
    problems=lambda options: [] if any(map(str.isalnum, options["spells"])) else ["`spells` has no letter"],
    example={"spells": "RAIN"},
)
def acrostic(text: str, options: Options) -> Finding:
    """The first letters of the lines (or sentences, paragraphs, words) spell a word or phrase, all of it."""
    found = "".join(_initials(text, options.get("of", "line")))
    wanted = "".join(filter(str.isalnum, options["spells"].casefold()))
    return Finding(found == wanted, f"{shown(found)} spelled; {shown(wanted)} wanted")


@rule(
    keys={
        "of": _of("word"),
        "first": {"type": "string", "pattern": "^[a-z]$", "description": "the letter that the first part begins with"},
    },
    example={"of": "sentence", "first": "a"},
)
def alphabet(text: str, options: Options) -> Finding:
    """Each part begins with the next letter of the alphabet, from a again after z."""
    found = _initials(text, options.get("of", "word"))
    wanted = options.get("first", found[0] if found else "a")
    for position, initial in enumerate(found, 1):
        if initial != wanted:
            return Finding(False, f"{options.get('of', 'word')} {position} begins with {initial!r}; {wanted!r} wanted")
        wanted = chr((ord(wanted) - ord("a") + 1) % 26 + ord("a"))
    return Finding(bool(found), f"{len(found)} initials in order")


@rule(keys={"of": _of("word")}, example={"of": "word"})
def no_shared_initials(text: str, options: Options) -> Finding:
    """No two neighbouring parts begin with the same letter."""
    found = _initials(text, options.get("of", "word"))
    for position, (initial, following) in enumerate(pairwise(found), 1):
        if initial == following:
            return Finding(False, f"{options.get('of', 'word')}s {position} and {position + 1} begin with {initial!r}")
    return Finding(True, "no two neighbours begin alike")


@count_rule(
    "palindrome",
    keys={"letters": {"type": "integer", "minimum": 2, "maximum": 50, "default": 3, "description": "the fewest"}},
    example={"min": 3, "letters": 5},
)
def palindrome_count(text: str, options: Options) -> int:
    """How many words read the same backwards, of at least so many letters (3 by default)."""
    fewest = options.get("letters", 3)
    found = (word.casefold() for word in units.bare_words(text) if len(word) >= fewest)
    return sum(word == word[::-1] for word in found)


@rule(
    keys={"of": {"enum": ["sentence", "paragraph"], "default": "sentence", "description": "what is chained"}},
    example={"of": "sentence"},
)
def chained(text: str, options: Options) -> Finding:
    """Each sentence (or paragraph) begins with the last word of the one before; there are at least two."""
    of = options.get("of", "sentence")
    parts = [words for part in _PARTS[of](text) if (words := units.bare_words(part))]
    for position, (part, following) in enumerate(pairwise(parts), 2):
        if part[-1].casefold() != following[0].casefold():
            return Finding(False, f"{of} {position} begins with {shown(following[0])}; {shown(part[-1])} wanted")
    return Finding(len(parts) > 1, f"{len(parts)} {of}s, each begun with the last word before it")


@rule(
    keys={
        "of": {"enum": ["sentence", "line", "paragraph"], "default": "sentence", "description": "what is measured"},
        "by": {"type": "integer", "minimum": 1, "maximum": 1000, "description": "exactly so many more, not just more"},
        "measure": {
            "enum": ["words", "characters", "indent"],
            "default": "words",
            "description": "`indent`: the spaces before a line",
        },
    },
    problems=lambda options: (
        ["only lines have an indent; add `of: line`"]
        if options.get("measure") == "indent" and options.get("of") != "line"
        else []
    ),
    example={"of": "sentence", "by": 1},
)
def growing(text: str, options: Options) -> Finding:
    """Each sentence (or line, paragraph) is longer than the one before; there are at least two."""
    of, measure = options.get("of", "sentence"), options.get("measure", "words")
    if measure == "indent":
        lines = [line for line in text.split("\n") if line.strip()]
        sizes = [len(line) - len(line.lstrip(" ")) for line in lines]
    else:
        sizes = [units.word_count(part) if measure == "words" else len(part) for part in _PARTS[of](text)]
    for position, (size, following) in enumerate(pairwise(sizes), 2):
        if following - size != options.get("by", max(1, following - size)):
            return Finding(False, f"{of} {position} has {following} {measure} after {size}")
    return Finding(len(sizes) > 1, f"{len(sizes)} {of}s, each longer than the one before")


_BRACKETS = {")": "(", "]": "[", "}": "{"}


@count_rule(
    "level",
    keys={"marks": {"enum": ["brackets", "quotes"], "default": "brackets", "description": "what is nested"}},
    example={"marks": "brackets", "min": 3},
)
def nesting_depth(text: str, options: Options) -> int:
    """How deep brackets ( [ { or straight quotation marks " ' are nested, those that are closed in order."""
    depths = _quote_depths(text) if options.get("marks") == "quotes" else _bracket_depths(text)
    return max(depths, default=0)


def _bracket_depths(text: str) -> Iterator[int]:
    """At each bracket that closes: how deep the nest is that it completes."""
    inside: list[tuple[str, int]] = []  # each open bracket, with the depth of what has closed within it
    for character in text:
        if character in "([{":
            inside.append((character, 0))
        elif character in _BRACKETS:
            if not inside or inside[-1][0] != _BRACKETS[character]:
                inside.clear()
                continue
            depth = inside.pop()[1] + 1
            yield depth
            if inside:
                inside[-1] = (inside[-1][0], max(inside[-1][1], depth))


def _quote_depths(text: str) -> Iterator[int]:
    """The same for quotes; an apostrophe inside a word is none, and the same mark cannot nest in itself directly."""
    inside: list[tuple[str, int]] = []
    for position, character in enumerate(text):
        before, after = text[position - 1 : position], text[position + 1 : position + 2]
        if character not in "\"'" or (before.isalnum() and after.isalnum()):
            continue
        if inside and inside[-1][0] == character:
            depth = inside.pop()[1] + 1
            yield depth
            if inside:
                inside[-1] = (inside[-1][0], max(inside[-1][1], depth))
        else:
            inside.append((character, 0))


@count_rule(
    "different letter",
    keys={"letters": {"type": "string", "pattern": "^[^\\s]{1,100}$", "description": "the letters looked for"}},
    required=["letters"],
    example={"letters": "aeiou", "max": 3},
)
def distinct_letter_count(text: str, options: Options) -> int:
    """How many different ones of the letters occur, in either case."""
    return len(set(options["letters"].lower()) & set(lowered(text)))


@rule(
    keys={
        **{name: {**schema, "maximum": 100, "description": f"{name} percent"} for name, schema in BOUNDS.items()},
        "reference": phrase("the text to compare with"),
        "length": {"type": "integer", "minimum": 1, "maximum": 50, "default": 3, "description": "of the pieces"},
    },
    required=["reference"],
    problems=bound_problems,
    example={"reference": "The quick brown fox jumps over the lazy dog.", "max": 40},
)
def overlap(text: str, options: Options) -> Finding:
    """How much of the text is taken from a reference: the percentage of its different runs of 3 characters that the
    reference has too, rounded down."""
    length = options.get("length", 3)
    found = {text[at : at + length] for at in range(len(text) - length + 1)}
    known = sum(piece in options["reference"] for piece in found)
    return Finding(*within(100 * known // len(found) if found else 0, options, "percent point"))
