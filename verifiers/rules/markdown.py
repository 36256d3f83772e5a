"""Rules about Markdown: bullets, numbered items, headings, sections, highlights, placeholders, code, links, tables."""

import re
from itertools import pairwise

from verifiers import text as reading
from verifiers.rules import ifeval, units
from verifiers.rules.phrases import phrase
from verifiers.rules.registry import LIKE, Finding, Options, count_rule, rule

_BULLET = re.compile(r"\s*[-*+•◦▪‣]\s+\S")
_NUMBERED = re.compile(r"\s*\d{1,4}[.)]\s+\S")
_RULE_OFF = re.compile(r"\s*([-*_])(?:[ \t]*\1){2,}\s*")  # a thematic break, `* * *`, is no bullet


@count_rule("bullet", keys=LIKE, example={"exactly": 3})
def bullet_count(text: str, options: Options) -> int:
    """How many bullet points there are: lines that begin with -, *, + or • and a space, at any depth.

    A bold line (`**Plan**`) and a line of dashes are none. `like: ifeval` counts any line that begins with - or
    with a single *.
    """
    if "like" in options:
        return ifeval.bullets(text)
    return sum(bool(_BULLET.match(line)) and not _RULE_OFF.fullmatch(line) for line in units.lines(text))


@count_rule("numbered item", example={"exactly": 5})
def numbered_count(text: str, options: Options) -> int:
    """How many numbered items there are: lines that begin with a number, a full stop or bracket, and a space."""
    return sum(bool(_NUMBERED.match(line)) for line in units.lines(text))


@count_rule(
    "heading",
    keys={"level": {"type": "integer", "minimum": 1, "maximum": 6, "description": "only headings of this level"}},
    example={"min": 2, "level": 2},
)
def heading_count(text: str, options: Options) -> int:
    """How many Markdown headings (`# Title` to `###### Title`) there are."""
    found = [len(match[1]) for line in text.split("\n") if (match := units.HEADING.match(line))]
    return len(found) if "level" not in options else found.count(options["level"])


@count_rule(
    "section",
    keys={"label": phrase("the word before the number"), **LIKE},
    required=["label"],
    example={"label": "Section", "exactly": 3},
)
def section_count(text: str, options: Options) -> int:
    """How many sections there are: lines that begin with the label and a number, as a heading or not.

    `like: ifeval` counts the label with a number anywhere in the text.
    """
    label = options["label"].strip()
    if "like" in options:
        return ifeval.sections(text, label)
    opening = re.compile(rf"[#*_>\s]*{re.escape(label)}\s+(?:\d+|[IVXLC]+)\b", re.IGNORECASE)
    return sum(bool(opening.match(line)) for line in units.lines(text))


_HIGHLIGHT = re.compile(r"(?<![*\w])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*])\1(?![*\w])")


@count_rule("highlighted span", keys=LIKE, example={"min": 3})
def highlight_count(text: str, options: Options) -> int:
    """How many spans within a line are highlighted: `*so*`, `**so**` or `***so***`; each counts once."""
    return ifeval.highlights(text) if "like" in options else len(_HIGHLIGHT.findall(text))


_PLACEHOLDER = re.compile(r"(?<!!)\[(?!\s*\]|[xX ]\]|\^)[^\[\]\n]+\](?![(\[:])")


@count_rule("placeholder", keys=LIKE, example={"min": 2})
def placeholder_count(text: str, options: Options) -> int:
    """How many placeholders such as `[address]` there are. Links, images, footnotes and tick boxes are none."""
    return ifeval.placeholders(text) if "like" in options else len(_PLACEHOLDER.findall(text))


@count_rule(
    "code block",
    keys={"language": {"type": "string", "pattern": "^[a-z0-9+#-]{1,30}$", "description": "only blocks tagged so"}},
    example={"exactly": 1, "language": "python"},
)
def code_block_count(text: str, options: Options) -> int:
    """How many fenced code blocks there are. (A fence around the whole answer is taken away first, by default.)"""
    wanted = options.get("language")
    return sum(wanted is None or fence.language == wanted for fence in reading.fences(text))


_LINK = re.compile(r"(?<!!)\[[^\[\]\n]+\]\([^()\s]+\)")


@count_rule("link", example={"min": 1})
def link_count(text: str, options: Options) -> int:
    """How many Markdown links `[text](address)` there are; images are none."""
    return len(_LINK.findall(text))


_TABLE_RULE = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?")


@count_rule(
    "table",
    keys={"columns": {"type": "integer", "minimum": 1, "maximum": 100, "description": "only tables of so many"}},
    example={"exactly": 1, "columns": 3},
)
def table_count(text: str, options: Options) -> int:
    """How many Markdown tables there are: a row of cells with a row of dashes under it."""
    widths = []
    lines = [line.strip() for line in text.split("\n")]
    for head, rule_off in pairwise(lines):
        if "|" in head and "|" in rule_off and _TABLE_RULE.fullmatch(rule_off):
            width = len(rule_off.strip("|").split("|"))
            widths += [width] * (width == len(head.strip("|").split("|")))
    return len(widths) if "columns" not in options else widths.count(options["columns"])


_MARKUP = {
    "a heading": re.compile(r"^ {0,3}#{1,6}[ \t]", re.MULTILINE),
    "a bullet": re.compile(r"^[ \t]*[*+-][ \t]", re.MULTILINE),
    "emphasis": re.compile(r"(?<![*\w])\*{1,3}[^\s*][^*\n]*\*|(?<!\w)__[^\s_][^_\n]*__(?!\w)"),
    "a fence": re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE),
    "a code span": re.compile(r"`[^`\n]+`"),
    "a link": _LINK,
}


@rule(example={})
def plain_text(text: str, options: Options) -> Finding:
    """There is no Markdown: no heading, bullet, emphasis, code or link."""
    found = next((name for name, pattern in _MARKUP.items() if pattern.search(text)), None)
    return Finding(found is None, "plain text" if found is None else f"{found} is Markdown")
