"""Rules that count the units of a text: words, sentences, paragraphs, lines, characters, letters."""

from verifiers.rules import ifeval, punkt, units
from verifiers.rules.bounds import BOUNDS, bound_problems, plural, within
from verifiers.rules.registry import LIKE, Finding, Options, count_rule, rule


@count_rule("word", keys=LIKE, example={"min": 50, "max": 100})
def word_count(text: str, options: Options) -> int:
    """How many words there are. A word is a run of non-space characters with a letter or digit in it.

    `like: ifeval` counts runs of letters, digits and underscores, so that "well-read" is two.
    """
    return ifeval.word_count(text) if "like" in options else units.word_count(text)


@count_rule(
    "sentence",
    keys={"ending": {"enum": list(".!?…"), "description": "only sentences that end so"}, **LIKE},
    example={"exactly": 3},
)
def sentence_count(text: str, options: Options) -> int:
    """How many sentences there are. One ends at . ! ? or …, or where its paragraph or list item ends.

    Headings are none. A full stop in a number, an abbreviation or an initial ends no sentence. `like: ifeval`
    counts by Punkt, which knows no lists, headings or paragraphs.
    """
    sentences = punkt.sentences(text) if "like" in options else units.sentences(text)
    if "ending" not in options:
        return len(sentences)
    return sum(sentence.rstrip(units.CLOSERS).endswith(options["ending"]) for sentence in sentences)


@rule(keys=BOUNDS, problems=bound_problems, example={"max": 20})
def words_per_sentence(text: str, options: Options) -> Finding:
    """How many words each sentence has; every sentence must keep the bounds."""
    sentences = units.sentences(text)
    for position, sentence in enumerate(sentences, 1):
        passed, message = within(units.word_count(sentence), options, "word")
        if not passed:
            return Finding(False, f"sentence {position} has {message}")
    return Finding(bool(sentences), f"{len(sentences)} {plural('sentence', len(sentences))}, each within the bounds")


@rule(
    keys={
        **BOUNDS,
        "separator": {"type": "string", "minLength": 1, "maxLength": 100, "description": "instead of a blank line"},
    },
    problems=bound_problems,
    example={"exactly": 2},
)
def paragraph_count(text: str, options: Options) -> Finding:
    """How many paragraphs there are: blocks between blank lines, or the parts around a given `separator`.

    With a separator, an empty part in the middle is a paragraph that was not written, and fails the rule; an
    empty first or last part is none.
    """
    if "separator" not in options:
        return Finding(*within(len(units.paragraphs(text)), options, "paragraph"))
    parts = units.divided(text, options["separator"])
    if not all(parts):
        return Finding(False, f"an empty paragraph between two {options['separator']!r}")
    return Finding(*within(len(parts), options, "paragraph"))


@count_rule("line", example={"exactly": 4})
def line_count(text: str, options: Options) -> int:
    """How many lines there are with anything on them; blank lines are not counted."""
    return len(units.lines(text))


@count_rule(
    "character",
    keys={"spaces": {"type": "boolean", "default": True, "description": "count white space too"}},
    example={"max": 280},
)
def character_count(text: str, options: Options) -> int:
    """How many characters (Unicode code points) there are, white space at both ends not counted."""
    text = text.strip()
    return len(text) if options.get("spaces", True) else sum(not c.isspace() for c in text)


@rule(
    keys={
        **BOUNDS,
        "letter": {"type": "string", "minLength": 1, "maxLength": 1, "description": "a letter, digit or sign"},
        "case_sensitive": {"type": "boolean", "default": False, "description": "tell upper from lower case"},
    },
    required=["letter"],
    problems=bound_problems,
    example={"letter": "e", "min": 10},
)
def letter_count(text: str, options: Options) -> Finding:
    """How often one letter (or any one character) occurs."""
    letter = options["letter"]
    counted = text.count(letter) if options.get("case_sensitive") else text.lower().count(letter.lower())
    passed, message = within(counted, options, "time")
    return Finding(passed, f"{letter!r} {message}")
