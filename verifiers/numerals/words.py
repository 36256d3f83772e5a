"""English number words: "twelve", "twenty-five", "one hundred and five", "three million two hundred"."""

from fractions import Fraction

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_VALUES = {word: value for value, word in enumerate(_ONES.split())} | {
    word: 10 * value for value, word in enumerate(_TENS.split(), 2)
}
SCALES = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}

_UNIT = "(?:one|two|three|four|five|six|seven|eight|nine)"
_SMALL = rf"(?:(?:{_TENS.replace(' ', '|')})(?:[- ]{_UNIT})?|{_ONES.replace(' ', '|')})"
_HUNDREDS = rf"(?:(?:{_SMALL}|a)[ ]hundred(?:[ ](?:and[ ])?{_SMALL})?|{_SMALL})"
_SCALE = "(?:thousand|million|billion|trillion)"
PATTERN = rf"\b(?:(?:{_HUNDREDS}|a)[ ]{_SCALE},?[ ](?:and[ ])?)*+(?:(?:{_HUNDREDS}|a)[ ]{_SCALE}|{_HUNDREDS})\b"
"""Matches a number in words; to be compiled with re.IGNORECASE, with or without re.VERBOSE."""


def value(text: str) -> Fraction:
    """The value of a text that PATTERN matches."""
    total = group = 0
    for word in text.lower().replace("-", " ").replace(",", " ").split():
        if word == "a":
            group = 1
        elif word == "hundred":
            group *= 100
        elif word in SCALES:
            total += group * SCALES[word]
            group = 0
        elif word != "and":
            group += _VALUES[word]
    return Fraction(total + group)
