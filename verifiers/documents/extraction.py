"""Where the JSON document of an output is: the output itself, else one fenced block of it."""

from collections.abc import Iterator
from typing import Any

from verifiers.documents import strict_json
from verifiers.documents.strict_json import JSONTextError
from verifiers.text import fences, whole_fence, without_reasoning


def document(output: str, *, repair_trailing_commas: bool = False) -> Any:
    """The JSON document that `output` is or holds. Raises JSONTextError.

    Text that parses as it is is never touched: a fence or a `</think>` inside one of its strings is data. Only text
    that does not parse loses its fence and its reasoning block, and only then, if allowed, its trailing commas.
    """
    candidate = output
    for candidate in _candidates(output):
        try:
            return strict_json.read(candidate)
        except JSONTextError as error:
            reason = error
    if repair_trailing_commas and (repaired := strict_json.without_trailing_commas(candidate)) != candidate:
        return strict_json.read(repaired)
    raise reason


def _candidates(output: str) -> Iterator[str]:
    """The texts that may be the document, the least touched first."""
    yield output
    answer = without_reasoning(output)
    for text in dict.fromkeys((output, answer)):
        fence = whole_fence(text)
        if fence is not None:
            yield fence.body
        elif text != output:
            yield text
    if fence is None:
        yield from _tagged(answer)


def _tagged(answer: str) -> Iterator[str]:
    """The block that is tagged json, amid prose. Raises JSONTextError for two: which one is the answer?"""
    blocks = [fence for fence in fences(answer) if fence.language == "json"]
    if len(blocks) > 1:
        raise JSONTextError(f"{len(blocks)} blocks are tagged json, so which one is the answer is ambiguous")
    yield from (block.body for block in blocks)
