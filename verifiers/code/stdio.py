"""Comparing what a program printed with what it should have printed."""

WHITESPACE = ("exact", "trailing", "collapse")


def same_output(expected: str, printed: bytes, whitespace: str) -> bool:
    """`exact`: byte by byte. `trailing`: white space at line ends, and empty lines at the end, do not count.
    `collapse`: every run of white space counts as one space. Output that is not UTF-8 equals nothing."""
    try:
        got = printed.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return _normal(expected, whitespace) == _normal(got, whitespace)


def _normal(text: str, whitespace: str) -> str:
    if whitespace == "exact":
        return text
    if whitespace == "collapse":
        return " ".join(text.split())
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n"))
