"""From the many ways to typeset a number to one: Unicode look-alikes, LaTeX and Markdown become plain characters.

Two steps, because markers of an answer (`**Answer:**`, `\\boxed{}`) are looked for between them:
`plain` maps characters and LaTeX, `unmarked` takes the Markdown off one line. Both are linear in their input.
"""

import re

THIN = "\N{THIN SPACE}"
"""What every space that may stand between groups of digits becomes."""
BOLD = "\ue000"
"""What `unmarked` leaves where bold starts and ends (a private-use character)."""
SYMBOL = "√"
SYMBOLS = f"{SYMBOL}π∞"
"""What stands for a value that is no plain number: a root, pi, a fraction of letters."""

# The zeros of the decimal digits in use. A fixed list: `unicodedata` grows with each Python version.
_ZEROS = (
    0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0E50, 0x0ED0,
    0x0F20, 0x1040, 0x17E0, 0x1810, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6,
)  # fmt: skip
_SAME: dict[str, str] = {
    "-": "\u2212\u2010\u2011\ufe63\u207b",
    "'": "\u2018\u2019\u02bc",
    "/": "\u2044\u2215",
    "×": "\u2715\u2716\u2a2f",
    "·": "\u2219\u22c5",
    "*": "\u2217",
    "≈": "\u2243\u2245\u223c",
    "→": "\u21d2\u27f9\u27f6\u27a1",
    ",": "\u066c\u060c\u3001",
    ".": "\u066b",
    "%": "\u066a",
    THIN: "\u00a0\u2004\u2005\u2006\u2007\u2008\u200a\u202f\u205f",
    " ": "\t\u2002\u2003\u3000",
    ". ": "\u3002",
    "\n": "\r\v\f\x85\u2028\u2029",
    "": "\u00ad\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff"  # joiners, soft hyphens, variation selectors
    "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",  # marks of writing direction
}
_CHARACTERS = (
    {zero + digit: str(digit) for zero in _ZEROS for digit in range(10)}
    | {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}  # full-width ASCII
    | {ord(variant): usual for usual, variants in _SAME.items() for variant in variants}
)

_BLANK_LINES = re.compile(r"\n(?: *\n)++")


def plain(text: str) -> str:
    """`text` with one spelling for each digit, sign, space and LaTeX command. `\\boxed{...}` stays."""
    text = _BLANK_LINES.sub("\n", text.translate(_CHARACTERS))
    return _without_latex(text) if "\\" in text else text


_COMMANDS = {
    "×": "times", "·": "cdot ast", "÷": "div", "±": "pm", "≈": "approx simeq sim cong", "=": "equiv",
    "→": "to rightarrow Rightarrow implies", "≤": "le leq", "≥": "ge geq", "≠": "ne neq",
    "…": "ldots dots cdots", "°": "circ degree", "%": "percent",
    "": "left right big Big bigg Bigg displaystyle textstyle limits mathop",
    SYMBOL: "pi theta alpha beta gamma delta lambda mu sigma phi omega infty log ln sin cos tan exp sqrt frac overline",
}  # fmt: skip
_MEANING = {name: sign for sign, names in _COMMANDS.items() for name in names.split()}
_SPACING = re.compile(r"\\(?:[,;:> ]|q?quad(?![a-zA-Z])|thinspace(?![a-zA-Z]))")
_WRAPPED = re.compile(
    r"\\(?:text(?:bf|it|rm|sf|tt|normal|up)?|math(?:rm|bf|it|sf|tt)|[mhf]box|operatorname|boldsymbol|bm|emph|underline)"
    r"\s?\{([^{}]{0,400})\}"
)
_FRACTION = re.compile(
    r"(?P<before>\d?)\\[dtc]?frac ?(?:\{(?P<n>[^{}]{0,200})\}|(?P<n1>\d)) ?(?:\{(?P<d>[^{}]{0,200})\}|(?P<d1>\d))"
)
_ROOT = re.compile(r"\\(?:sqrt|overline) ?(?:\[[^\]]{0,20}\])?(?:\{[^{}]{0,200}\}| ?\w)")
_PLAIN_NUMBER = re.compile(r"-?[\d.,' \u2009]{1,200}")
_POWER = re.compile(r"(?P<mark>[_^]) ?\{ ?(?P<body>[-+]?\w{1,20}|°) ?\}")


def _without_latex(text: str) -> str:
    text = text.replace("\\\\", "\n").replace("\\!", "").replace("{,}", ",")
    text = _SPACING.sub(THIN, text)
    for _ in range(3):  # from the inside out; deeper nesting is no number
        text = _WRAPPED.sub(r" \1 ", text)
        text = _ROOT.sub(SYMBOL, _FRACTION.sub(_fraction, text))
    text = re.sub(r"\\([%$#&_{}])", r"\1", text)
    text = re.sub(r"\\[()\[\]]", " ", text)
    text = re.sub(r"\\(?!boxed|fbox)([a-zA-Z]+)", lambda found: _MEANING.get(found[1], " "), text)
    return _POWER.sub(r"\g<mark>\g<body>", text).replace(" ^", "^").replace("^°", "°")


def _fraction(found: re.Match[str]) -> str:
    above, below = (found["n"] or found["n1"] or "").strip(), (found["d"] or found["d1"] or "").strip()
    if not (_PLAIN_NUMBER.fullmatch(above) and _PLAIN_NUMBER.fullmatch(below)):
        return found["before"] + SYMBOL
    gap = " " if found["before"] else ""  # 3\frac{1}{2} is three and a half
    return f"{found['before']}{gap}{above}/{below}"


_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,60}>|<<[^<>\n]{0,100}>>")  # and GSM8K's calculator notes: <<6*9=54>>
_STRUCK = re.compile(r"~~[^~\n]{1,200}~~")
_LINK = re.compile(r"\]\([^()\s]{0,300}\)")
_PYTHON_POWER = re.compile(r"(?<=\d)\*\*(?=-?\d)")
_STRONG = re.compile(r"\*\*+|(?<!\w)__+|__+(?!\w)")
_EMPHASIS = re.compile(r"(?<![\w)])[*_](?=\S)|(?<=\S)[*_](?![\w(])")
_LEFT_OVER = re.compile(r"\\[a-zA-Z]+|[`{}]")


def unmarked(line: str) -> str:
    """One line of `plain` text without Markdown, HTML tags, braces and struck-out text.

    BOLD is left at both ends of bold text.
    """
    line = _PYTHON_POWER.sub("^", _LINK.sub("]", _TAG.sub("", _STRUCK.sub("", line))))
    return _EMPHASIS.sub("", _STRONG.sub(BOLD, _LEFT_OVER.sub("", line)))
