"""From the bytes of a YAML file to text that every YAML reader sees alike, or to what is wrong with them."""

import re
from collections.abc import Iterator

from harness.findings import Finding, InvalidFileError

MAX_BYTES = 256 * 1024
MAX_FINDINGS = 20  # a broken file is understood from its first faults

_BOMS = {b"\xef\xbb\xbf": "UTF-8 with BOM", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}

# Refused as plain characters, possible as escapes in double quotes:
# - controls, surrogates, noncharacters: YAML 1.2, production c-printable;
# - NEL, LS, PS: line breaks in YAML 1.1, ordinary characters in 1.2;
# - what no reviewer can see in a diff: zero-width space, direction overrides, inner BOM, Unicode tags
#   and the variation selectors that can spell a hidden text.
#   U+200C and U+200D stay: Persian, Hindi and emoji are written with them.
REFUSED = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u200a\u200c\u200d\u2010-\u2027\u202f-\u205f\u2070-\ud7ff\ue000-\ufefe\uff00-\ufffd"
    "\U00010000-\U000dffff\U000f0000-\U0010ffff]|\r(?!\n)"
)


def decode(source: bytes, name: str) -> str:
    """The text of a YAML file. CRLF line ends are kept: YAML reads both kinds as one.

    Raises InvalidFileError: over 256 KiB, a BOM, not UTF-8, binary, or a character that readers of YAML or
    of a diff could see in different ways.
    """
    if len(source) > MAX_BYTES:
        raise _invalid(name, f"the file is larger than {MAX_BYTES // 1024} KiB; a task fits in far less")
    for bom, encoding in _BOMS.items():
        if source.startswith(bom):
            raise _invalid(name, f"the file is {encoding} (it starts with a byte order mark); save it as plain UTF-8")
    if b"\0" in source:
        raise _invalid(name, "the file holds a zero byte, so it is not text; write YAML in UTF-8", *_at(source, b"\0"))
    try:
        text = source.decode("utf-8")
    except UnicodeDecodeError as error:
        before = source[: error.start].decode("utf-8")
        message = f"byte 0x{source[error.start]:02x} is not UTF-8 (binary, or another encoding); save it as UTF-8"
        raise _invalid(name, message, *position(before, len(before))) from None
    check(text, name)
    return text


def check(text: str, name: str) -> None:
    """Raises InvalidFileError for text that is too long or holds characters that a YAML file may not."""
    if len(text) > MAX_BYTES:
        raise _invalid(name, f"the text is larger than {MAX_BYTES // 1024} KiB; a task fits in far less")
    if findings := tuple(_refused_characters(text, name)):
        raise InvalidFileError(findings)


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and column, from 1, of a character offset."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _refused_characters(text: str, name: str) -> Iterator[Finding]:
    for number, found in enumerate(REFUSED.finditer(text)):
        if number == MAX_FINDINGS:
            return
        code = ord(found[0])
        if found[0] == "\r":
            message = "a lone carriage return; end each line with LF"
        else:
            escape = f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
            message = f'character U+{code:04X} is not allowed here; remove it, or write "{escape}" in double quotes'
        yield Finding(name, *position(text, found.start()), message)


def _at(source: bytes, wanted: bytes) -> tuple[int, int]:
    before = source[: source.index(wanted)].decode("utf-8", errors="replace")
    return position(before, len(before))


def _invalid(name: str, message: str, line: int = 1, column: int = 1) -> InvalidFileError:
    return InvalidFileError((Finding(name, line, column, message),))
