"""IFEval's rules beside a packaged copy of its own checker: every disagreement, with who is right and why.

Run by hand, since the peer is no dependency of ours; install it beside them in an environment of its own:

    pip install --no-deps if-verifiable nltk langdetect immutabledict regex six
    python -m tests.differential.ifeval > tests/differential/ifeval.md

The texts are drawn, with a fixed seed, from the pieces that each instruction minds, and from the example answers of
this repository's tasks. The rules are those that `touchstone import ifeval` makes.
"""

import logging
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import verifiers
from harness import task_file
from harness.importers.ifeval import RULES
from harness.importers.instructions import rules_of
from harness.layout import find

DRAWN, WRITTEN = 1500, 150  # texts of each kind for each instruction
SPACE = "\n|\n\n| |  |\t|\r\n|\r|\v|\f|\x1c|\x85|\u2028|\xa0".split("|")
RELATIONS = ["at least", "less than"]

Random = random.Random
Arguments = Callable[[Random], dict[str, Any]]


def _count(name: str, relation: str, most: int) -> Arguments:
    return lambda rng: {name: rng.randint(1, most), relation: rng.choice(RELATIONS)}


def _one(name: str, *values: Any) -> Arguments:
    return lambda rng: {name: rng.choice(values)}


def _paragraph(rng: Random) -> dict[str, Any]:
    count = rng.randint(1, 4)
    word = rng.choice(["a", "it", "B", "the"])
    return {"num_paragraphs": count, "nth_paragraph": rng.randint(1, count), "first_word": word}


def _frequency(rng: Random) -> dict[str, Any]:
    return {"keyword": rng.choice(["cat", "aa", " dog", "c.t", "the"]), **_count("frequency", "relation", 4)(rng)}


def _letter(rng: Random) -> dict[str, Any]:
    return {"letter": rng.choice("aAbie#"), **_count("let_frequency", "let_relation", 40)(rng)}


def _sections(rng: Random) -> dict[str, Any]:
    return {"section_spliter": rng.choice(["Section", "SECTION"]), "num_sections": rng.randint(1, 3)}


def _nothing(_: Random) -> dict[str, Any]:
    return {}


# instruction -> its arguments, and the pieces of text that it minds, divided by |
INSTRUCTIONS: Mapping[str, tuple[Arguments, str]] = {
    "change_case:capital_word_frequency": (_count("capital_frequency", "capital_relation", 6),
        "A|B|NASA|NASA'S|a|I'M|-|CANNOT|WON'T|GONNA|U.S.|.|...|\"|'|(|)|[|]|*|/|!|?|,|:|É|ǅ|&|$5|A1|--|—|“|”|;|#|{| "),
    "change_case:english_capital": (_nothing, "THIS IS THE WAY WE GO|A|a|ǅ|1|THE END OF IT | |.|中|ß|ª|Ⅷ"),
    "change_case:english_lowercase": (_nothing, "this is the way we go|A|a|ǅ|1|the end of it | |.|中|ß|ª|ⅷ"),
    "combination:repeat_prompt": (_one("prompt_to_repeat", "Do it.", " Do it.", "do\nit"), "Do it.|do IT.| |x|Do|\""),
    "combination:two_responses": (_nothing, "******|*|***|a|b"),
    "detectable_content:number_placeholders": (_one("num_placeholders", 1, 2, 3), "[|]|a| "),
    "detectable_content:postscript": (_one("postscript_marker", "P.S.", "P.P.S", "PS:"),
        "P|p|.|P.S.|P.P.S| s|S|.S|ps:"),
    "detectable_format:constrained_response": (_nothing, "My answer is yes.|my answer is no.|My answer is no|. "),
    "detectable_format:json_format": (_nothing,
        "```|```json|```JSON|{|}|[]|1|\"a\"|:|,|NaN|null|{\"a\":1}|{\"a\":1,\"a\":2}"),
    "detectable_format:multiple_sections": (_sections, "Section|SECTION|section| 1|2|٣|²| "),
    "detectable_format:number_bullet_lists": (_one("num_bullets", 0, 1, 2, 3), "*|-|* |- |**|a|*a"),
    "detectable_format:number_highlighted_sections": (_one("num_highlights", 1, 2, 3), "*|**|***|a|b c| "),
    "detectable_format:title": (_nothing, "<|<<|>|>>|a| "),
    "keywords:existence": (_one("keywords", ["cat"], ["dog", "cat"], ["is", "ss"], ["c.t"]),
        "cat|Cat|dog|is|ss|ß|ſ|İ| |-"),
    "keywords:forbidden_words": (_one("forbidden_words", ["cat"], ["dog", "cat"], ["cat's"]),
        "cat|Cat|catcat|dog|_|é|-|'s| "),
    "keywords:frequency": (_frequency, "cat|Cat|CATS|dog|catcat|aaa| "),
    "keywords:letter_frequency": (_letter, "a|A|á|a\u0301|b|İ|i|e|#"),
    "language:response_language": (_one("language", "en", "fr", "ru"),
        "this is the way we go|voici la maison|здравствуйте|1| |."),
    "length_constraints:nth_paragraph_first_word": (_paragraph, "a|A|b|\"|'|.|!|?|,|-|It|it's|\n\n|\n\n|The"),
    "length_constraints:number_paragraphs": (_one("num_paragraphs", 1, 2, 3), "***|*|**|a|b c"),
    "length_constraints:number_sentences": (_count("num_sentences", "relation", 6),
        "a|B|Mr|.|. |! |? |...|\"|'|”|“|)|(|e.g.| 3.5 |U.S|--|;|:|The|the|it |It |He|I| No|12| J|etc"),
    "length_constraints:number_words": (_count("num_words", "relation", 9), "a|b-c|d'e|_|1|.|é|中文|\u0301|²|🙂\ufe0f"),
    "punctuation:no_comma": (_nothing, ",|，|a| "),
    "startend:end_checker": (_one("end_phrase", "Bye.", " bye. ", "Bye"), "Bye.|bye.|\"| |x|'|BYE."),
    "startend:quotation": (_nothing, "\"|“|”| |a"),
}  # fmt: skip

CAUSES = {
    "letter": ("ours", "The peer knows no letter outside a-z and counts one drawn at random; ours counts the sign."),
    "untold": ("ours", "To the peer a text without a letter is in every language; to ours it is in none."),
    "marks": ("ours", "Earlier versions of NLTK, and ours, count words by Python's patterns; from 3.10 on NLTK counts "
        "by those of `regex`, to which combining marks belong to words and superscripts do not."),
    "run": ("the peer", "A sentence that ends within a run of signs (`NASA'S.!I'M`) parts a token; ours misses it."),
    "control": ("nobody", "U+001C is white space to some steps of NLTK and not to others."),
    "unexplained": ("?", "Not yet looked into."),
}  # fmt: skip


def cause(instruction: str, arguments: Mapping[str, Any], text: str, message: str) -> str:
    """Why the two disagree."""
    if instruction.endswith("letter_frequency") and not arguments["letter"].isalpha():
        return "letter"
    if "cannot be told" in message:
        return "untold"
    if instruction.endswith("number_words") and not text.isascii():
        return "marks"
    if "\x1c" in text:
        return "control"
    return "run" if instruction.endswith("capital_word_frequency") else "unexplained"


def peer() -> Callable[[str, dict[str, Any], str], bool]:
    """The packaged checker's strict verdict, with Punkt's English parameters from our own dependency."""
    import langdetect  # type: ignore[import-not-found]
    import nltk  # type: ignore[import-not-found]
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer  # type: ignore[import-not-found]
    from punkt.data import english

    logging.disable(logging.CRITICAL)
    langdetect.DetectorFactory.seed = 0
    parameters = PunktParameters()
    parameters.abbrev_types, parameters.collocations = set(english.ABBREV_TYPES), set(english.COLLOCATIONS)
    parameters.sent_starters = set(english.SENT_STARTERS)
    parameters.ortho_context.update(english.ORTHO_CONTEXT)
    punkt = PunktSentenceTokenizer(parameters)
    nltk.tokenize._get_punkt_tokenizer = nltk.data.load = lambda *_: punkt
    spec = find_spec("if_verifiable")
    assert spec is not None, "install the peer as this file's docstring says"
    package = ModuleType("if_verifiable")  # its own __init__ would ask for a library of data sets
    package.__path__ = list(spec.submodule_search_locations or ())
    sys.modules["if_verifiable"] = package
    registry = import_module("if_verifiable.ifeval.instructions_registry").INSTRUCTION_DICT

    def strict(instruction: str, arguments: dict[str, Any], text: str) -> bool:
        random.seed(0)  # for what it draws
        checker = registry[instruction](instruction)
        checker.build_description(**arguments)
        return bool(text.strip() and checker.check_following(text))

    return strict


def texts(instruction: str, rng: Random, written: list[str]) -> Iterator[str]:
    pieces = [*INSTRUCTIONS[instruction][1].split("|"), *SPACE]
    for _ in range(DRAWN):
        yield "".join(rng.choice(pieces) for _ in range(rng.randrange(25)))
    yield from rng.sample(written, min(WRITTEN, len(written)))


def main() -> None:
    strict = peer()
    tasks = task_file.load_all(find(Path(__file__)))
    written = [text for task in tasks if task.examples for text in (*task.examples.passing, *task.examples.failing)]
    found: dict[tuple[str, str], list[str]] = {}
    total: Counter[str] = Counter()
    for instruction in sorted(RULES):
        rng = Random(instruction)
        for text in texts(instruction, rng, written):
            arguments = INSTRUCTIONS[instruction][0](rng)
            (rule,) = rules_of({"instruction_id_list": [instruction], "kwargs": [arguments]}, RULES)
            config = {"type": "instruction_rules", "raw": True, "rules": [rule]}
            ours, theirs = verifiers.verify(text, config).rules[0], strict(instruction, dict(arguments), text)
            total[instruction] += 1
            if ours.passed != theirs:
                why = cause(instruction, arguments, text, ours.message)
                found.setdefault((instruction, why), []).append(f"`{text!a}`, {arguments}: the peer says {theirs}")
    print(page(total, found))


def page(total: Counter[str], found: Mapping[tuple[str, str], list[str]]) -> str:
    """The table of disagreements, and of each the shortest text that shows it."""
    rows = []
    for instruction in sorted(total):
        parts = [f"{len(found[key])} {key[1]}" for key in sorted(found) if key[0] == instruction]
        rows.append(f"| `{instruction}` | {total[instruction]:,} | {', '.join(parts) or '0'} |")
    seen = [why for why in CAUSES if any(key[1] == why for key in found)]
    causes = [f"| {why} | {CAUSES[why][0]} | {CAUSES[why][1]} |" for why in seen]
    shown = [f"- {name}, {why}: {min(found[name, why], key=len)}" for name, why in sorted(found)]
    head = (
        "# IFEval's rules beside a packaged copy of its own checker\n\n"
        "Made by `python -m tests.differential.ifeval`, which says how; change it there. "
        f"{sum(total.values()):,} verdicts, {sum(map(len, found.values())):,} disagreements.\n"
    )
    return "\n".join([
        head, "| instruction | verdicts | disagreements |", "|---|---:|---|", *rows,
        "\n| cause | right | why |", "|---|---|---|", *causes, "\nThe shortest text that shows each:\n", *shown,
    ])  # fmt: skip


if __name__ == "__main__":
    main()
