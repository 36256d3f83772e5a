"""Where the JSON document of an output is: the output itself, else one fenced block of it."""

from typing import Any

from verifiers.documents import strict_json
from verifiers.documents.strict_json import JSONTextError
from verifiers.text import fences, whole_fence, without_reasoning


def document(output: str, *, repair_trailing_commas: bool = False) -> Any:
    """The JSON document that `output` is or holds. Raises JSONTextError.

    Text that parses as it is is never touched: a fence or a `</think>` inside one of its strings is data. Only text
    that does not parse loses its reasoning block and its fence, and only then, if allowed, its trailing commas.
    """
    try:
        return strict_json.read(output)
    except JSONTextError as error:
        candidate = _unwrapped(without_reasoning(output))
        if candidate == output and not repair_trailing_commas:
            raise
        reason = error
    try:
        return strict_json.read(candidate)
    except JSONTextError as error:
        reason = error
    if repair_trailing_commas:
        repaired = strict_json.without_trailing_commas(candidate)
        if repaired != candidate:
            return strict_json.read(repaired)
    raise reason


def _unwrapped(answer: str) -> str:
    """The one fenced block that the answer is, or the one tagged `json` that it holds, else the answer itself."""
    outer = whole_fence(answer)
    if outer is not None:
        return outer.body
    tagged = [fence for fence in fences(answer) if fence.language == "json"]
    if len(tagged) > 1:
        raise JSONTextError(f"{len(tagged)} blocks are tagged json, so which one is the answer is ambiguous")
    return tagged[0].body if tagged else answer
