"""Second thoughts on a valid task: what its author most likely did not mean."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from harness.findings import Finding
from harness.strict_yaml import Document
from harness.task import Task

FILL_IN = "FILL IN"  # stands in a scaffold wherever its author must write
UNKNOWN_AUTHOR = "@your-login"

_WORDS = {
    name: number
    for number, name in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split()
    )
} | {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100, "once": 1, "twice": 2}
_NUMBER = rf"(?:\d{{1,9}}(?:,\d{{3}}){{0,3}}|{'|'.join(_WORDS)})"
_UNITS = (
    r"(?:words?|sentences?|paragraphs?|lines?|bullets?|bullet points?|items?|headings?|sections?|stanzas?|verses?"
    r"|characters?|letters?|digits?|times|placeholders?|keys?|fields?|entries|elements?|steps?|points?|questions?)"
)
_MORE, _LESS = r"(?:more|greater) than|over|above", r"(?:fewer|less) than|under|below"
_NOT = r"(?:no|not) (?:more|fewer|less) than"
_BOUND = rf"exactly|precisely|at least|at most|up to|minimum of|maximum of|{_NOT}|{_MORE}|{_LESS}"
# Gaps and words have a greatest length, so that a prompt of 90,000 dashes takes no longer than any other.
_GAP = r"[\s-]{1,3}"
_COUNT = re.compile(
    rf"(?:(?P<bound>{_BOUND})\s{{1,3}})?"
    rf"(?<![\w.,$€£-])(?P<number>{_NUMBER})\b(?![.,]\d)"
    rf"(?=(?P<unit>(?:{_GAP}\w[\w-]{{0,30}}){{0,2}}?{_GAP}{_UNITS}\b)?)",  # looked at: "50 to 60 words" is two numbers
    re.IGNORECASE,
)
_IDIOM = re.compile(r"more than once", re.IGNORECASE)  # "no word more than once" is a rule about repetition
_VAGUE = re.compile(rf"\b(?:a few|several|a couple of|some|many){_GAP}(?:\w{{1,30}}{_GAP})?{_UNITS}\b", re.IGNORECASE)
# In these, a number beside a unit is part of what the rules check; in `json_schema` only one behind "at least" is,
# and the numbers of a problem in words or of a program's task are its data.
_COUNTING = {"instruction_rules": ("bound", "unit"), "human_vote": ("bound", "unit"), "json_schema": ("bound",)}


def lint(document: Document, task: Task) -> Iterator[Finding]:
    """Warnings and, for what a scaffold left open, errors."""
    for path, value in _texts(document.data):
        if FILL_IN in value:
            yield document.finding(path, f"{FILL_IN} is still there; write your own text in its place")
    if task.author == UNKNOWN_AUTHOR:
        yield document.finding(("author",), f"{UNKNOWN_AUTHOR} is the scaffold's; write your GitHub login")
    if "\r\n" in document.text:
        message = "the lines end in CRLF; nothing changes by it, but save the file with LF to keep diffs small"
        yield document.finding((), message, "warning")
    if task.split == "open":
        yield from _counts(document, task)


def _counts(document: Document, task: Task) -> Iterator[Finding]:
    """Numbers that the prompt asks for and no rule uses: prompt and rules then ask for different things."""
    signs = _COUNTING.get(task.verifier["type"], ())
    if any(text == "full_match" for _, text in _texts(task.verifier)):
        return  # the pattern says all there is to say about the answer's shape
    used = set(_numbers(task.verifier))
    for found in _COUNT.finditer(task.prompt):
        if any(found[sign] for sign in signs) and not used & _meant(found) and not _IDIOM.fullmatch(found[0]):
            asked = " ".join((found[0] + (found["unit"] or "")).split())
            message = f"the prompt says {asked!r}, but the number is in no rule; make prompt and rules agree"
            yield _in_prompt(document, task.prompt, found, message)
    if "unit" in signs:
        for found in _VAGUE.finditer(task.prompt):
            message = f"the prompt says {found[0]!r}, which no rule can check; say how many"
            yield _in_prompt(document, task.prompt, found, message)


def _meant(found: re.Match[str]) -> set[int]:
    """The bounds that would serve what the prompt says: 51 for "more than 50", 3 for "two other headings"."""
    text = found["number"].lower().replace(",", "")
    number = _WORDS[text] if text in _WORDS else int(text)
    bound = (found["bound"] or "").lower()
    strict = {number + 1} if re.fullmatch(_MORE, bound) else {number - 1} if re.fullmatch(_LESS, bound) else set()
    beside = {number + 1} if re.match(r"\s+(?:other|more|further)\b", found["unit"] or "", re.IGNORECASE) else set()
    return {number} | strict | beside


def _numbers(value: Any) -> Iterator[int]:
    """Every whole number that verifier settings speak of: values, digits in patterns, how many words a list has."""
    if isinstance(value, str):
        yield from (int(digits) for digits in re.findall(r"\d{1,9}", value))
    elif isinstance(value, int | float):
        yield int(value)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _numbers(inner)
            if key == "spells" and isinstance(inner, str):
                yield len(inner)  # an acrostic has a word or a line for each letter
    elif isinstance(value, list | tuple):
        if all(isinstance(inner, str) for inner in value):
            yield len(value)
        for inner in value:
            yield from _numbers(inner)


def _texts(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _texts(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _texts(inner, (*path, number))


def _in_prompt(document: Document, prompt: str, found: re.Match[str], message: str) -> Finding:
    """A warning at the words themselves when the prompt is a literal block, else at its start."""
    place = document.values["prompt",]
    if not document.text.startswith("|", place.start):
        return document.finding(("prompt",), message, "warning")
    line = place.line + 1 + prompt.count("\n", 0, found.start())
    text = document.text.split("\n")[line - 1]
    column = text.find(found[0].split("\n")[0]) + 1
    return Finding(document.name, line, max(column, 1), message, "warning")
