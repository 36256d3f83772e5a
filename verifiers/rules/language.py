"""Rules about the language of a text, told by langdetect's character n-grams with a fixed seed.

The detector is the one that IFEval's checker uses, in a port that gives the same answers 40 times as fast. Unseeded,
it draws its starting point at random and may answer differently on the same text; here it never does.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from langdetect_rs import DetectorFactory, LangDetectException, detect

from verifiers.rules.registry import LIKE, Finding, Options, rule

DetectorFactory.seed = 0  # ours alone: nothing else in this process uses the library

LANGUAGES = tuple(
    "af ar bg bn ca cs cy da de el en es et fa fi fr gu he hi hr hu id it ja kn ko lt lv mk ml mr ne nl no pa pl pt "
    "ro ru sk sl so sq sv sw ta te th tl tr uk ur vi zh zh-cn zh-tw".split()
)
LANGUAGE: dict[str, Any] = {"enum": list(LANGUAGES), "description": "an ISO 639-1 code; `zh` is either script"}


# Scripts that one of these languages is written in, and no other. n-grams confuse some: traditional Chinese is
# taken for Korean. Han alone is Chinese, Han with kana Japanese.
_SCRIPTS = (
    (0x0370, 0x03FF, "el"), (0x0590, 0x05FF, "he"), (0x0980, 0x09FF, "bn"), (0x0A00, 0x0A7F, "pa"),
    (0x0A80, 0x0AFF, "gu"), (0x0B80, 0x0BFF, "ta"), (0x0C00, 0x0C7F, "te"), (0x0C80, 0x0CFF, "kn"),
    (0x0D00, 0x0D7F, "ml"), (0x0E00, 0x0E7F, "th"), (0x1100, 0x11FF, "ko"), (0x3040, 0x30FF, "ja"),
    (0x3400, 0x9FFF, "zh"), (0xAC00, 0xD7AF, "ko"), (0x20000, 0x323AF, "zh"),
)  # fmt: skip
_KANA_SHARE = 0.05  # of the Han and kana; Japanese has ten times as much, a name in a Chinese text less


def _by_script(text: str) -> str | None:
    """The language whose script more than half of the letters are in, if the script is enough to tell."""
    letters = 0
    found: Counter[str] = Counter()
    for character, count in Counter(text).items():
        if character.isalpha():
            letters += count
            code = ord(character)
            found.update({language: count for low, high, language in _SCRIPTS if low <= code <= high})
    if found["ja"] > _KANA_SHARE * (found["ja"] + found["zh"]):
        found["ja"] += found.pop("zh", 0)
    language, count = max(found.items(), key=lambda item: item[1], default=("", 0))
    return language if 2 * count > letters else None


def by_ngrams(text: str) -> str | None:
    """The code of the language that `text` is most probably in; None if there is nothing to tell it by."""
    try:
        return str(detect(text))
    except LangDetectException:
        return None


@lru_cache(16)
def detected(text: str) -> str | None:
    """The same, with the script before the n-grams."""
    by_script = None if text.isascii() else _by_script(text)
    found = by_ngrams(text) if by_script in (None, "zh") else by_script
    return "zh" if by_script == "zh" and found not in ("zh-cn", "zh-tw") else found


def is_in(text: str, wanted: str, detector: Callable[[str], str | None] = detected) -> Finding:
    """Whether `text` is in the language `wanted`. A text whose language can't be told is in none."""
    found = detector(text)
    passed = found is not None and wanted in (found, found.partition("-")[0])
    return Finding(passed, f"language {found or 'cannot be told'}; {wanted} wanted")


by_ngrams("a warm-up, so that no verdict pays for loading the profiles")


@rule(keys={"language": LANGUAGE, **LIKE}, required=["language"], example={"language": "de"})
def language(text: str, options: Options) -> Finding:
    """The text is in the language. It takes a sentence or two to tell: a few words can be in any of several.

    Told by the script where that is enough, else by character n-grams. `like: ifeval` goes by n-grams alone.
    """
    return is_in(text, options["language"], by_ngrams if "like" in options else detected)
