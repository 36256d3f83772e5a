"""The program of an output that may go on from given code, as HumanEval's prompts ask: with `prefix` in the config.

An answer that defines the entry point is a program of its own; it only gets what stands before the entry point in the
prefix (imports, helpers). Any other answer is the rest of the prefix's last function.
"""

import re
import textwrap

from verifiers.code import extraction

_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})", re.MULTILINE)
_FUTURE = re.compile(r"^from __future__ import [^(\n]*\n?", re.MULTILINE)


def complete(output: str, prefix: str, entry_point: str, policy: str = "last") -> str:
    """The whole program; '' when the output has no code."""
    text = extraction.answer(output)
    if _goes_on(text, entry_point):
        fence = _FENCE.search(text)  # the end of a fence that the prompt had opened; what follows is talk
        return prefix + text[: fence.start() if fence else None]
    code = textwrap.dedent(extraction.program(output, entry_point, policy))
    if not code.strip():
        return ""
    if extraction.defines(code, entry_point):
        futures = "".join(_FUTURE.findall(code))  # these must stand first
        return futures + (before(prefix, entry_point) or "") + _FUTURE.sub("", code)
    return prefix + (textwrap.indent(code, "    ") if _FENCE.search(text) else code)


def before(prefix: str, entry_point: str) -> str | None:
    """What stands in `prefix` before the last definition of the entry point and its decorators; None without one."""
    lines = prefix.split("\n")
    opening = re.compile(rf"(?:async )?def {re.escape(entry_point)}\b")
    last = next((n for n in reversed(range(len(lines))) if opening.match(lines[n])), None)
    if last is None:
        return None
    while last and lines[last - 1].startswith("@"):
        last -= 1
    return "".join(f"{line}\n" for line in lines[:last])


def _goes_on(text: str, entry_point: str) -> bool:
    """Whether the text starts inside a function: its first line is indented, and not because all of it is."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    if not first[:1].isspace() or _FENCE.match(first):
        return False
    return not re.search(rf"^(?:async )?def {re.escape(entry_point)}\b", textwrap.dedent(text), re.MULTILINE)
