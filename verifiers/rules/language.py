"""Rules about the language of a text, told by langdetect's character n-grams with a fixed seed.

The detector is the one that IFEval's checker uses, in a port that gives the same answers 40 times as fast. Unseeded,
it draws its starting point at random and may answer differently on the same text; here it never does.
"""

from functools import lru_cache
from typing import Any

from langdetect_rs import DetectorFactory, LangDetectException, detect

from verifiers.rules.registry import Finding, Options, rule

DetectorFactory.seed = 0  # ours alone: nothing else in this process uses the library

LANGUAGES = tuple(
    "af ar bg bn ca cs cy da de el en es et fa fi fr gu he hi hr hu id it ja kn ko lt lv mk ml mr ne nl no pa pl pt "
    "ro ru sk sl so sq sv sw ta te th tl tr uk ur vi zh zh-cn zh-tw".split()
)
LANGUAGE: dict[str, Any] = {"enum": list(LANGUAGES), "description": "an ISO 639-1 code; `zh` is either script"}


@lru_cache(16)
def detected(text: str) -> str | None:
    """The code of the language that `text` is most probably in; None if there is nothing to tell it by."""
    try:
        return str(detect(text))
    except LangDetectException:
        return None


def is_in(text: str, wanted: str) -> Finding:
    """Whether `text` is in the language `wanted`. A text whose language can't be told is in none."""
    found = detected(text)
    passed = found is not None and wanted in (found, found.partition("-")[0])
    return Finding(passed, f"language {found or 'cannot be told'}; {wanted} wanted")


detected("a warm-up, so that no verdict pays for loading the profiles")


@rule(keys={"language": LANGUAGE}, required=["language"], example={"language": "de"})
def language(text: str, options: Options) -> Finding:
    """The text is in the language. It takes a sentence or two to tell: a few words can be in any of several."""
    return is_in(text, options["language"])
