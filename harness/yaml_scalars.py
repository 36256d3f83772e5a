"""The value of a plain scalar: YAML 1.2, and only where no reader of YAML would see another value."""

import re

_MAX_DIGITS = 300  # of one number; beyond it a float overflows and readers differ
_NULL = {"", "~", "null", "Null", "NULL"}
_BOOLEAN = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?([eE][-+]?[0-9]+)?)")
# Numbers, dates and other values to one version of YAML or one reader, text to another.
_AMBIGUOUS = re.compile(
    r"""[-+]?(0[bBoOxX])?[0-9][0-9a-fA-F_]*(\.[0-9_]*)?([eE][-+]?[0-9_]+)?   # 010, 1_000, 0b101, -0x1F
    |[-+]?\.[0-9_]+([eE][-+]?[0-9]+)?                                        # .1e3
    |[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?                            # 12:30:45
    |[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt\ \t].*)?                             # 2026-12-01
    |[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)|=""",
    re.VERBOSE | re.DOTALL,
)


def resolve(text: str) -> str | int | float | bool | None:
    """The value of a plain scalar by the core schema of YAML 1.2.2, section 10.3.

    Raises ValueError with a message for the author: ambiguous, or not a JSON number.
    """
    if text in _NULL:
        return None
    if text in _BOOLEAN:
        return _BOOLEAN[text]
    if text == "<<":
        raise ValueError("a merge key, <<; write the keys out in full")
    if text[0] not in "0123456789+-.=":
        return text
    if len(text) > _MAX_DIGITS and _FLOAT.fullmatch(text):
        raise ValueError(f"a number of {len(text)} digits; put it in quotes to make it text")
    if _INTEGER.fullmatch(text):
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        number = float(text)
        if number in (float("inf"), float("-inf")):
            raise ValueError(f'{text} is larger than any number here; put it in quotes to make it text: "{text}"')
        return number
    if _AMBIGUOUS.fullmatch(text):
        raise ValueError(f'{text} is read in different ways; put it in quotes to make it text: "{text}"')
    return text
