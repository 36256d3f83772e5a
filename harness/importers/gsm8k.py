"""GSM8K: a problem in words, and a worked solution whose last line is `#### ` and the number.

Source: Cobbe et al. 2021, arXiv:2110.14168; the files of openai/grade-school-math.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import verifiers
from harness.importers.draft import Draft, Format, LeftOutError, digest, text, title

_MARK = "####"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def _identify(record: Mapping[str, Any]) -> str:
    """The data set numbers nothing, so the question itself is the id."""
    return digest(text(record, "question"))


def _convert(record: Mapping[str, Any]) -> Draft:
    question, solution = text(record, "question"), text(record, "answer")
    working, mark, final = solution.rpartition(_MARK)
    written = final.strip()
    number = written.removeprefix("$").removesuffix("%").replace(",", "")
    if not mark or not _NUMBER.fullmatch(number):
        raise LeftOutError(f"`answer` does not end with {_MARK} and a number, but with {solution[-40:].strip()!r}")
    config = {"type": "exact_number", "answer": number}
    if not verifiers.verify(solution, config).passed:
        raise LeftOutError("the source's own solution would not pass, so its last number is not the answer")
    wrong = (f"{working}{mark} {near}" for near in dict.fromkeys(_near_misses(written)))
    failing = [output for output in wrong if not verifiers.verify(output, config).passed]
    return Draft(title("GSM8K", question), question, config, (solution,), tuple(failing[:3]))


def _near_misses(written: str) -> Iterator[str]:
    """The number plus one, a digit short, and a digit longer, each written as the number is."""
    digits = re.search(r"\d[\d,]*", written)
    assert digits is not None  # the caller has found a number in it
    before, whole, after = written[: digits.start()], digits[0], written[digits.end() :]
    more = int(whole.replace(",", "")) + 1
    yield f"{before}{more:,}{after}" if "," in whole else f"{before}{more}{after}"
    if len(whole) > 1:
        yield f"{before}{whole[:-1].rstrip(',')}{after}"
    yield f"{before}{whole}0{after}"
    yield f"{before}1{whole}{after}"  # for 0, of which the last is no other number


FORMAT = Format("gsm8k", "math", _identify, _convert)
