"""What a YAML parser's error means to the person who wrote the file."""

from typing import Any

TAB = "a tab; YAML takes spaces only here: replace each tab by two spaces"

_UNCLOSED = "this {what} is never closed, or a comma is missing in it; end it with {close}"
_ESCAPE = "a backslash in double quotes starts an escape; double it, or use single quotes"
_LAYOUT = "this does not fit the lines around it: line up the indentation, and leave nothing behind a closing quote"
_COLON = "a `: ` where no key can be; put the value in quotes, or line its key up with its neighbours"

# A part of the message, as libyaml or as PyYAML's own parser words it -> what to tell; first match wins.
_MEANINGS = (
    ("tab character", TAB),
    ("mapping values are not allowed", _COLON),
    ("could not find expected ':'", "this is neither `key: value` nor inside a text; add the colon, or indent it"),
    ("end of stream", "this quote is never closed; add the closing quote"),
    ("document indicator", "this quote is never closed; add the closing quote"),
    ("escape", _ESCAPE),
    ("hexdecimal", _ESCAPE),  # sic
    ("hexadecimal", _ESCAPE),
    ("',' or ']'", _UNCLOSED.format(what="list", close="]")),
    ("',' or '}'", _UNCLOSED.format(what="mapping", close="}")),
    ("sequence entries are not allowed", "a list cannot start here; begin `- ` on a line of its own, or use quotes"),
    ("flow level", "the file is nested too deeply; make it flatter"),
    ("tag handle", "a tag; delete it, and put text in quotes"),
    ("directive", "a directive; delete the lines that start with %"),
    ("%YAML", "a directive; delete the lines that start with %"),
    ("YAML document", "a directive; delete the lines that start with %"),
    ("<document start>", "the text goes on behind the end of the document; keep one document, without `---` or `...`"),
    ("indentation indicator", "the number behind | or > must be 1 to 9; leave it out"),
    ("chomping", "only +, - or a digit may follow | or >; start the text on the next line"),
    ("anchor", "an anchor or alias (& or *); put text that starts with one in quotes"),
    ("alias", "an anchor or alias (& or *); put text that starts with one in quotes"),
    ("expected key", _LAYOUT),
    ("'-' indicator", _LAYOUT),
    ("<block end>", _LAYOUT),
    ("node content", "a value is missing here; write one, or put the text in quotes"),
)
_AT_THE_START = ("could not find expected ':'", "end of stream", "document indicator", "',' or")


def explain(error: Any, text: str) -> tuple[int, int, str]:
    """Line and column from 1, and a message, for a yaml.MarkedYAMLError about `text`."""
    problem = str(getattr(error, "problem", None) or error)
    mark = getattr(error, "problem_mark", None)
    start = getattr(error, "context_mark", None)
    if start is not None and any(part in problem for part in _AT_THE_START):
        mark = start  # where the open quote or line began says more than where the parser gave up
    if mark is None:
        return 1, 1, f"not YAML: {problem}"
    if "cannot start any token" in problem:
        char = text[mark.index : mark.index + 1]
        message = TAB if char == "\t" else f"a value cannot start with {char}; put it in quotes"
    else:
        message = next((meaning for part, meaning in _MEANINGS if part in problem), f"not YAML: {problem}")
    return mark.line + 1, mark.column + 1, message
