"""Finding the program in a model's raw output. The policy, which docs/code.md states:

The last complete block that is tagged as Python wins; where the config names an entry point, the last one that
defines it, because models like to add a block that shows how the function is used. Without a tagged block, untagged
ones count; an unclosed block counts when no closed one does; without any fence, the text itself.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import replace

from verifiers.text import Fence, fences, without_reasoning

POLICIES = ("last", "first", "joined")
_PYTHON = re.compile(r"(?:python|py)[\d.]*")
_OPENING = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*([^\n]*)")
_STATEMENT = re.compile(r"(async def|def|class|import|from|if|for|while|with) |try:|print\(|@\w|[\w, .\[\]]+\W?=(?!=)")
_DEFINITION = re.compile(r"(async def|def|class|import|from) ")
_SENTENCE = re.compile(r"(?:\W* )?[A-Za-z][\w'’,/-]*(?: [^=(){}\[\]]*)?[.:!?]?\s*")
# Comments and strings, tried in this order; `docstring` is one that spans lines, `\Z` one that is still open.
_LITERAL = re.compile(
    r"""\#[^\n]* | (?P<docstring>\"{3}(?:\\.|[^\\])*?(?:\"{3}|\Z) | '{3}(?:\\.|[^\\])*?(?:'{3}|\Z))
    | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'""",
    re.DOTALL | re.VERBOSE,
)


def program(output: str, entry_point: str | None = None, policy: str = "last") -> str:
    """The program in `output`; '' when there is none."""
    text = answer(output)
    blocks = [block for block in _blocks(text) if block.body.strip()]
    if not blocks:
        return _unfenced(text)
    tagged = [block for block in blocks if _PYTHON.fullmatch(block.language)]
    blocks = tagged or [block for block in blocks if not block.language]
    closed = [block for block in blocks if block.closed]
    if policy == "joined":
        return "\n".join(textwrap.dedent(block.body) for block in closed or blocks)
    defining = [block for block in blocks if entry_point and defines(block.body, entry_point)]
    best = [block for block in defining if block.closed] or defining or closed or blocks
    return textwrap.dedent(best[0 if policy == "first" else -1].body.lstrip("\ufeff")) if best else ""


def answer(output: str) -> str:
    """The output without reasoning, its line ends as `\\n`."""
    return without_reasoning(output).replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")


def defines(body: str, name: str) -> bool:
    """Whether the code makes a function, a class or a variable of that name, at any depth."""
    pattern = rf"^[ \t]*(?:(?:async[ \t]+def|def|class)[ \t]+{re.escape(name)}\b|{re.escape(name)}[ \t]*[:=])"
    return re.search(pattern, body, re.MULTILINE) is not None


def _blocks(text: str, again: int = 20) -> Iterator[Fence]:
    """The fenced blocks, read as Python: a mark inside a docstring does not close one (at most `again` of them)."""
    for block in fences(text):
        longer = _past_docstring(text, block) if block.closed and again else None
        if longer is None:
            yield _with_code_of_info(text, block)
            continue
        yield _with_code_of_info(text, longer)
        yield from _blocks(text[longer.end :], again - 1)
        return


def _past_docstring(text: str, block: Fence) -> Fence | None:
    """The block up to its first closing mark outside of a docstring; None when there is none but its own."""
    opening = _OPENING.match(text, block.start)
    if opening is None or not _leaves_docstring_open(block.body):
        return None
    docstrings = [found.span() for found in _LITERAL.finditer(text, opening.end()) if found["docstring"]]
    mark = opening[1]
    for closing in re.compile(rf"^[ \t]*{mark}{mark[0]}*[ \t]*$\n?", re.MULTILINE).finditer(text, block.end):
        if not any(start < closing.start() < end for start, end in docstrings):
            return replace(block, body=text[opening.end() + 1 : closing.start()], end=closing.end())
    return None


def _leaves_docstring_open(body: str) -> bool:
    last = ""
    for found in _LITERAL.finditer(body):
        last = found["docstring"] or ""
    return last != "" and (len(last) < 6 or not last.endswith(last[:3]))


def _with_code_of_info(text: str, block: Fence) -> Fence:
    """A language tag is followed by the line's end: whatever else stands there and reads as code is code."""
    opening = _OPENING.match(text, block.start)
    info = opening[2] if opening else ""
    tag, _, rest = info.partition(" ")
    if _DEFINITION.match(info):
        return replace(block, language="", body=f"{info}\n{block.body}")
    if _PYTHON.fullmatch(tag.lower()) and _DEFINITION.match(rest.strip()):
        return replace(block, body=f"{rest.strip()}\n{block.body}")
    return block


def _unfenced(text: str) -> str:
    """The text without stray marks, and without the sentences before and after what reads as code."""
    lines = [line for line in text.split("\n") if not re.fullmatch(r"\s*(`{3,}|~{3,})\s*\w*\s*", line)]
    code = [number for number, line in enumerate(lines) if _STATEMENT.match(line)]
    if not code:
        return "\n".join(lines)
    start, end = 0, len(lines)
    if any(line.strip() and _SENTENCE.fullmatch(line) for line in lines[: code[0]]):
        start = code[0]
    while end > code[-1] + 1 and (not lines[end - 1].strip() or _is_prose(lines[end - 1])):
        end -= 1
    return "\n".join(lines[start:end]) + "\n"


def _is_prose(line: str) -> bool:
    """Whether an unindented line is a sentence: two words at least, and nothing that only code has."""
    return not line[0].isspace() and " " in line.strip() and _SENTENCE.fullmatch(line) is not None
