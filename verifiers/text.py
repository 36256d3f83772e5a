"""Reading a model's raw text: reasoning blocks, fenced blocks, preambles. Pure functions over strings.

Nothing here edits inside an answer: each function returns a part of its input, never a changed copy
(but for `Fence.body`, from which the fence's own indentation is taken away). Time is linear in the text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TAG = re.compile(
    r"<(?P<close1>/?)(?:think|thinking|thought|reasoning|reflection|scratchpad|seed:think)>"
    r"|\[(?P<close2>/?)THINK\]"  # Mistral
    r"|◁(?P<close3>/?)think▷",  # Kimi
    re.IGNORECASE,
)
# The gpt-oss format, when a server passes it on unread.
_CHANNEL = re.compile(r"<\|channel\|>(?P<name>\w+)[^<]*<\|message\|>")
_CHANNEL_END = re.compile(r"<\|(?:end|return|call)\|>\s*\Z")


def without_reasoning(output: str) -> str:
    """The answer: `output` without the reasoning blocks that it begins with.

    A block that never closes means that the model was cut off while it was still thinking: the answer is
    then empty, and nothing is taken from the drafts (huggingface/lighteval#869). A closing tag alone counts
    as the end of a block that the chat template had opened. A tag further down, or a quoted one, is part of
    the answer that speaks of it.
    """
    if "<|channel|>" in output:
        return _final_channel(output)
    answer = depth = 0
    for tag in _TAG.finditer(output):
        closes = any(tag.group("close1", "close2", "close3"))
        if depth:
            # Inside a block, an opening tag within a sentence is only spoken of.
            nested = output[max(0, tag.start() - 1) : tag.start()] in ("", "\n")
            depth += -1 if closes else nested
            answer = tag.end()
        elif closes and output[max(0, tag.start() - 1) : tag.start()] not in ("`", '"', "'"):
            answer = tag.end()
        elif not closes and not output[answer : tag.start()].strip():
            depth = 1
        else:
            break  # the answer has begun, whatever tags it has
    return "" if depth else output[answer:].lstrip("\r\n") if answer else output


def _final_channel(output: str) -> str:
    """The last message of the channel `final`; "" when the model never got to it."""
    last = None
    for last in _CHANNEL.finditer(output):  # noqa: B007
        pass
    if last is None or last["name"] != "final":
        return ""
    return _CHANNEL_END.sub("", output[last.end() :])


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block. `language` is the first word of its info string, lower-case ('' if none); `body` its
    text; `start` and `end` are character offsets of the whole block; `closed` is False when it ran to the end."""

    language: str
    body: str
    start: int
    end: int
    closed: bool


_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<mark>`{3,}|~{3,})(?P<info>[^\n]*)")
_LANGUAGE = re.compile(r"[\s{.]*([\w+#-]*)")


def fences(text: str) -> Iterator[Fence]:
    """The fenced blocks of `text` in order, read as CommonMark does, but opening at any indentation.

    A fence closes at a line that holds only a mark of the same character, at least as long, and indented at
    most three columns more than the opening: a fence in a docstring closes nothing.
    Source: CommonMark 0.31.2, section 4.5.
    """
    opening: re.Match[str] | None = None
    start, position, body_start = 0, 0, 0
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        found = _FENCE.match(line)
        if opening is None:
            if found and not ("`" in found["info"] and found["mark"].startswith("`")):
                opening, start, body_start = found, position, position + len(line)
        elif found and _closes(opening, found):
            yield _fence(opening, text[body_start:position], start, position + len(line), closed=True)
            opening = None
        position += len(line)
    if opening is not None:
        yield _fence(opening, text[body_start:], start, len(text), closed=False)


def _closes(opening: re.Match[str], line: re.Match[str]) -> bool:
    deeper = len(line["indent"].expandtabs(4)) - len(opening["indent"].expandtabs(4))
    return deeper <= 3 and not line["info"].strip() and line["mark"].startswith(opening["mark"])


def _fence(opening: re.Match[str], body: str, start: int, end: int, *, closed: bool) -> Fence:
    indent = len(opening["indent"])
    if indent:
        body = re.sub(rf"(?m)^[ \t]{{1,{indent}}}", "", body)
    language = _LANGUAGE.match(opening["info"])
    return Fence(language[1].lower() if language else "", body, start, end, closed)


def whole_fence(text: str) -> Fence | None:
    """The fenced block that `text` consists of, white space aside; None when there is anything else."""
    if not text.lstrip().startswith(("```", "~~~")):
        return None
    block = next(fences(text), None)
    if block is None or text[: block.start].strip() or text[block.end :].strip():
        return None
    return block


_LISTED = re.compile(r"(?:[-*+•>#]+|\d{1,3}[.)])[ \t]+")
_DRESS = rf"(?:{_LISTED.pattern})?[*_\"“]*"
_ALONE = r"(?:sure(?: thing)?|certainly|of course|okay|ok|alright|all right|got it|understood|no problem|gladly)"
_AFFIRMS = rf"(?:{_ALONE}|absolutely|definitely|with pleasure|great(?: question)?|happy to help|yes)"
_ANNOUNCES = (
    r"(?:here(?:['’]s| is| are| you go)|below (?:is|are|you['’]ll find)|as (?:you )?requested|"
    r"i(?:['’]ve| have) (?:written|created|prepared|drafted|made|put together))"
)
_OFFERS = r"(?:(?:i['’]d|i would) be (?:happy|glad)|i['’]ll|i can help|let me|let['’]s)"
# "Sure! Here is the list:" is one; "Sure, I walked home." and "Certainly not." are the answer itself.
_PREAMBLE = re.compile(
    rf"{_DRESS}(?:{_AFFIRMS}[ \t]*[,.!:–—-]*[ \t]*(?:{_ANNOUNCES}|{_OFFERS})\b[^\n]*[:!.]"
    rf"|{_AFFIRMS}[,.!][^\n]*:|{_ALONE}[.!:]+|{_ANNOUNCES}\b[^\n]*:)[*_\"”]*\s*",
    re.IGNORECASE,
)
_LONGEST_PREAMBLE = 200  # characters; a longer line says more than that an answer follows


def preamble(text: str) -> str | None:
    """The first line of `text` if it only announces the answer ("Sure! Here is the poem:"), else None.

    It counts in any dress, as a list item or in bold. More text must follow: a lone line is the answer.
    """
    body = text.lstrip()
    line, _, rest = body.partition("\n")
    if len(line) > _LONGEST_PREAMBLE or not _PREAMBLE.fullmatch(line) or not rest.strip():
        return None
    return line


def without_preamble(text: str) -> str:
    """`text` without a plain first line that only announces the answer; a list item or heading stays."""
    line = preamble(text)
    return text if line is None or _LISTED.match(line) else text.lstrip()[len(line) :].lstrip("\n")
