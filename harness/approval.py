"""Approving a task: two keys of its file change, and not one other byte."""

from harness.errors import TaskError
from harness.findings import InvalidFileError
from harness.strict_yaml import Document, load

_Edit = tuple[int, int, str]  # start and end offset in the text, and what comes in their place


def approved(document: Document, digest: str) -> str:
    """The text of a task file with `approved: true` and this digest; comments, quotes and line ends stay as they are.

    Raises TaskError when the text is laid out so that anything else would change too.
    """
    place = document.values["approved",]
    edits = [_digest_edit(document, digest)]
    if document.data["approved"] is not True:
        edits.append((place.start, place.end, "true"))
    text = document.text
    for start, end, new in sorted(edits, reverse=True):  # from the end, so that offsets stay right
        text = text[:start] + new + text[end:]
    try:
        after = load(text, document.name).data
    except InvalidFileError:
        after = None
    if after != document.data | {"approved": True, "approved_digest": digest}:
        way_out = "write `approved: false` on a line of its own, then run this again"
        raise TaskError(f"{document.name}:{place.line}: cannot be edited in place; {way_out}")
    return text


def _digest_edit(document: Document, digest: str) -> _Edit:
    """Replaces the digest that is there, or adds a line for it behind that of `approved`."""
    if place := document.values.get(("approved_digest",)):
        return place.start, place.end, digest
    key, value = document.keys["approved",], document.values["approved",]
    indent = " " * (key.column - 1)
    newline = "\r\n" if "\r\n" in document.text else "\n"
    line_end = document.text.find("\n", value.end)
    if line_end < 0:
        end = len(document.text)
        return end, end, f"{newline}{indent}approved_digest: {digest}"
    return line_end + 1, line_end + 1, f"{indent}approved_digest: {digest}{newline}"
