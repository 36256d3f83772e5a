"""Reading a model's raw text: reasoning blocks, fenced blocks, preambles. Pure functions over strings.

Nothing here edits inside an answer: each function returns a part of its input, never a changed copy
(but for `Fence.body`, from which the fence's own indentation is taken away).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_REASONING_TAGS = ("think", "thinking", "reasoning", "reflection", "scratchpad")
_OPEN = re.compile(rf"<({'|'.join(_REASONING_TAGS)})>", re.IGNORECASE)
_CLOSE = re.compile(rf"</({'|'.join(_REASONING_TAGS)})>", re.IGNORECASE)
# A tag that an answer merely speaks of stands inside a line; a reasoning block opens the output.
_OPENS_OUTPUT = re.compile(rf"\s*<({'|'.join(_REASONING_TAGS)})>", re.IGNORECASE)


def without_reasoning(output: str) -> str:
    """The answer: `output` without its leading reasoning block.

    A block that never closes means that the model was cut off while it was still thinking: the answer is
    then empty, and nothing is taken from the drafts (huggingface/lighteval#869). A closing tag alone counts
    as the end of a block that the chat template had opened. A tag further down is part of the answer.
    """
    opened = _OPENS_OUTPUT.match(output)
    if opened is None:
        closing = _CLOSE.search(output)
        orphan = closing is not None and _OPEN.search(output, 0, closing.start()) is None
        return output[closing.end() :].lstrip("\r\n") if closing and orphan else output
    depth, position = 1, opened.end()
    while depth:
        closing = _CLOSE.search(output, position)
        if closing is None:
            return ""
        depth += len(_OPEN.findall(output, position, closing.start())) - 1
        position = closing.end()
    return without_reasoning(output[position:].lstrip("\r\n"))  # some models think twice


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block. `language` is the first word of its info string, lower-case ('' if none); `body` its
    text; `start` and `end` are character offsets of the whole block; `closed` is False when it ran to the end."""

    language: str
    body: str
    start: int
    end: int
    closed: bool


_FENCE = re.compile(r"[ \t]*(?P<mark>`{3,}|~{3,})(?P<info>[^\n]*)")


def fences(text: str) -> Iterator[Fence]:
    """The fenced blocks of `text` in order, read as CommonMark does, at any indentation.

    A fence closes at a line that holds only a mark of the same character, at least as long.
    Source: CommonMark 0.31.2, section 4.5.
    """
    opening: re.Match[str] | None = None
    start, position, body_start = 0, 0, 0
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        found = _FENCE.match(line)
        if opening is None:
            if found and not ("`" in found["info"] and found["mark"].startswith("`")):
                opening, start, body_start = found, position, position + len(line)
        elif found and found["info"].strip() == "" and found["mark"].startswith(opening["mark"]):
            yield _fence(opening, text[body_start:position], start, position + len(line), closed=True)
            opening = None
        position += len(line)
    if opening is not None:
        yield _fence(opening, text[body_start:], start, len(text), closed=False)


def _fence(opening: re.Match[str], body: str, start: int, end: int, *, closed: bool) -> Fence:
    indent = opening.start("mark")
    if indent:
        body = re.sub(rf"(?m)^[ \t]{{1,{indent}}}", "", body)
    words = opening["info"].split()
    return Fence(words[0].strip("{}.").lower() if words else "", body, start, end, closed)


def whole_fence(text: str) -> Fence | None:
    """The fenced block that `text` consists of, white space aside; None when there is anything else."""
    blocks = list(fences(text))
    if len(blocks) != 1 or text[: blocks[0].start].strip() or text[blocks[0].end :].strip():
        return None
    return blocks[0]


_LISTED = re.compile(r"(?:[-*+•>#]+|\d{1,3}[.)])[ \t]+")
_DRESS = rf"(?:{_LISTED.pattern})?[*_\"“]*"
_AFFIRMS = (
    r"(?:sure(?: thing)?|certainly|of course|absolutely|definitely|gladly|with pleasure|no problem|got it|understood|"
    r"okay|ok|alright|all right|great|great question|happy to help|yes)\b"
)
_ANNOUNCES = (
    r"(?:here(?:['’]s| is| are| you go| goes)|below (?:is|are|you)|the following (?:is|are)|as (?:you )?requested|"
    r"(?:this|these) (?:is|are) (?:the|my|your|a|an)\b|i(?:['’]ve| have) (?:written|created|prepared|drafted|made|put)|"
    r"(?:i['’]d|i would) be (?:happy|glad)|i['’]ll|let me|i can help|my (?:answer|response|reply))\b"
)
# "Sure! Here is the list:" is one; "Sure, I walked home." and "Certainly not." are the answer itself.
_PREAMBLE = re.compile(
    rf"{_DRESS}(?:{_AFFIRMS}[ \t]*[,.!:–—-]*[ \t]*(?:{_ANNOUNCES}[^\n]*[:!.]|[^\n]*:)?|{_ANNOUNCES}[^\n]*:)[*_\"”]*\s*",
    re.IGNORECASE,
)
_LONGEST_PREAMBLE = 200


def preamble(text: str) -> str | None:
    """The first line of `text` if it only announces the answer ("Sure! Here is the poem:"), else None.

    It counts in any dress, as a list item or in bold. More text must follow: a lone line is the answer.
    """
    body = text.lstrip()
    line, _, rest = body.partition("\n")
    if not rest.strip() or len(line) > _LONGEST_PREAMBLE or not _PREAMBLE.fullmatch(line):
        return None
    return line


def without_preamble(text: str) -> str:
    """`text` without a plain first line that only announces the answer; a list item or heading stays."""
    line = preamble(text)
    return text if line is None or _LISTED.match(line) else text.lstrip()[len(line) :].lstrip()
