"""instruction_rules as a whole: stripping, scoring, the lenient verdict, config errors, public faults."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import verifiers
from tests.verifiers.test_rules import FIXTURES
from verifiers.result import ConfigError, VerifierResult
from verifiers.rules import RULES


def judge(output: str, *rules: dict[str, Any], **strip: bool) -> VerifierResult:
    config: dict[str, Any] = {"type": "instruction_rules", "rules": list(rules)}
    return verifiers.verify(output, {**config, "strip": strip} if strip else config)


def complaints(*rules: dict[str, Any]) -> str:
    return "\n".join(p.message for p in verifiers.problems({"type": "instruction_rules", "rules": list(rules)}))


# Public faults (shared/cases): the input that showed each, in our vocabulary.


def test_25_words_are_not_at_most_19() -> None:
    output = (
        "Every morning the old clock in the hall rings twice and the cat walks slowly down the stairs to wait for "
        "its small breakfast bowl"
    )
    assert judge(output, {"kind": "word_count", "max": 19}).rules[0].message == "25 words; at most 19 wanted"
    assert not judge(output, {"kind": "word_count", "max": 19}).passed


def test_title_case_is_not_upper_case() -> None:
    assert not judge("Warm Soup For A Cold Day", {"kind": "case", "is": "upper"}).passed


def test_a_rule_used_twice_counts_twice() -> None:
    result = judge("red green blue yellow", {"kind": "word_count", "min": 30}, {"kind": "word_count", "min": 3})
    assert [(rule.id, rule.passed) for rule in result.rules] == [("1.word_count", False), ("2.word_count", True)]
    assert (result.passed, result.score) == (False, 50.0)


def test_a_forbidden_word_inside_a_longer_one_is_not_that_word() -> None:
    assert judge("We catalogue every scatter plot.", {"kind": "forbidden_words", "words": ["cat"]}).passed


def test_a_final_full_stop_is_no_word() -> None:
    assert judge("Dogs bark. Birds sing.", {"kind": "words_per_sentence", "exactly": 2}).passed
    assert judge("Dogs bark. Birds sing.", {"kind": "no_repeated_words"}).passed


def test_a_bold_line_is_no_bullet() -> None:
    assert judge("**Plan**\n* pack\n* walk", {"kind": "bullet_count", "exactly": 2}).passed


def test_a_preamble_dressed_as_a_bullet_is_seen_and_counted() -> None:
    output = "- Below is the improved list:\n- Ran the night shift\n- Halved waste\n- Trained two people"
    result = judge(output, {"kind": "no_preamble"}, {"kind": "bullet_count", "exactly": 3})
    assert [rule.passed for rule in result.rules] == [False, False]
    assert result.rules[1].message == "4 bullets; exactly 3 wanted"


@pytest.mark.parametrize("output", ["", "   \n", "\u3000\t", "<think>hm", "```\n\n```"])
def test_an_empty_answer_meets_no_rule(output: str) -> None:
    result = judge(output, {"kind": "forbidden_words", "words": ["sorry"]}, {"kind": "no_commas"})
    assert (result.passed, result.score) == (False, 0.0)
    assert {rule.message for rule in result.rules} == {"the answer is empty"}


# Stripping


@pytest.mark.parametrize(
    ("output", "switch"),
    [
        ("Sure! Here is the poem:\n\nrain falls", "preamble"),
        ("```text\nrain falls\n```", "fences"),
        ("<think>two words, I guess</think>\nrain falls", "reasoning"),
    ],
)
def test_what_is_around_the_answer_is_taken_away_unless_switched_off(output: str, switch: str) -> None:
    two_words = {"kind": "word_count", "exactly": 2}
    assert judge(output, two_words).passed
    assert not judge(output, two_words, **{switch: False}).passed


def test_a_fence_after_a_preamble_is_taken_away_too() -> None:
    assert judge('Here is the JSON:\n```json\n{"a": 1}\n```\n', {"kind": "is_json"}).passed


def test_a_first_line_that_a_rule_asks_for_is_no_preamble() -> None:
    output = "Here are two reasons:\n- rain\n- wind"
    rules = {"kind": "starts_with", "phrase": "Here are two reasons"}, {"kind": "line_count", "exactly": 3}
    assert judge(output, *rules).passed


def test_line_ends_and_composed_characters_are_read_alike() -> None:
    assert judge("one\r\ntwo\rthree", {"kind": "line_count", "exactly": 3}).passed
    assert judge("cafe\u0301", {"kind": "character_count", "exactly": 4}).passed
    assert judge("cafe\u0301 au lait", {"kind": "word_count", "exactly": 3}).passed


# The lenient verdict


@pytest.mark.parametrize(
    ("output", "lenient"),
    [
        ("Title\nred blue", True),  # without the first line
        ("red blue\nThat is all.", True),  # without the last
        ("Title\nred blue\nBye", True),  # without both
        ("**red blue**", True),
        ("Title\n**red** blue\nBye", True),
        ("one two three four", False),
        ("Title", False),
    ],
)
def test_lenient_is_met_by_any_of_the_readings_and_never_scored(output: str, lenient: bool) -> None:
    result = judge(output, {"kind": "regex", "pattern": "red blue", "expect": "full_match"})
    assert (result.passed, result.score, result.rules[0].lenient) == (False, 0.0, lenient)
    assert ("lenient" in result.details) == lenient


def test_a_crash_in_one_rule_fails_that_rule_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    def broken(text: str, options: Any) -> Any:
        raise RecursionError("too deep")

    monkeypatch.setitem(RULES, "no_commas", replace(RULES["no_commas"], judge=broken))
    result = judge("fine", {"kind": "no_commas"}, {"kind": "word_count", "exactly": 1})
    assert [rule.passed for rule in result.rules] == [False, True]
    assert result.rules[0].message == "the rule crashed: RecursionError: too deep"


# Config errors


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ({"kind": "word_cout", "min": 3}, "'word_cout' is unknown; did you mean 'word_count'?"),
        ({"kind": "word_count", "minn": 3}, "unknown key 'minn'; did you mean 'min'? Known: exactly, kind,"),
        ({"kind": "word_count"}, "there is no bound"),
        ({"kind": "word_count", "min": 3, "max": 2}, "no text can meet both"),
        ({"kind": "word_count", "min": 3, "exactly": 3}, "`exactly` stands alone"),
        ({"kind": "word_count", "min": 0}, "is met by every text"),
        ({"kind": "word_count", "min": "3"}, 'not of type "integer"'),
        ({"kind": "word_count", "relation": "less than", "value": 20}, "unknown key 'relation'"),
        ({"kind": "contains", "keywords": []}, "less than 1 item"),
        ({"kind": "contains", "keywords": [" "]}, "does not match"),
        ({"kind": "contains", "keywords": ["(a"], "match": "pattern"}, "not an RE2 pattern"),
        ({"kind": "contains", "keywords": ["[A-Z]{2}"], "match": "pattern"}, "asks for capitals"),
        ({"kind": "forbidden_words", "words": [""]}, "shorter than 1"),
        ({"kind": "no_repeated_words", "scope": "adjacent", "max": 2}, "no meaning for adjacent words"),
        ({"kind": "growing", "measure": "indent"}, "only lines have an indent"),
        ({"kind": "acrostic", "spells": "!"}, "has no letter"),
        ({"kind": "each", "of": "line", "rule": {"kind": "word_cout"}}, "did you mean 'word_count'?"),
        ({"kind": "each", "of": "line", "rule": {"kind": "word_count"}}, "in word_count: there is no bound"),
        ({"kind": "each", "of": "line", "rule": {"kind": "each"}}, "'each' is unknown"),
        ({"kind": "nth", "of": "line", "n": 0, "rule": {"kind": "title"}}, "is not allowed"),
        ({"kind": "ratio", "of": {"kind": "word_count"}, "to": {"kind": "line_count"}}, "there is no bound"),
        ({"kind": "ratio", "of": {"kind": "title"}, "to": {"kind": "line_count"}, "min": 1}, "'title' is unknown"),
        (
            {"kind": "ratio", "of": {"kind": "word_count", "min": 2}, "to": {"kind": "line_count"}, "min": 1},
            "has bounds of its own",
        ),
        ({"kind": "regex", "pattern": "(?=a)"}, "not an RE2 pattern"),
        ({"kind": "regex", "pattern": "a*"}, "matches every text"),
        ({"kind": "nth_paragraph_first_word", "n": 3, "word": "So", "paragraphs": 2}, "is not there"),
        ({}, '"kind" is a required property'),
    ],
)
def test_a_wrong_rule_is_a_config_error_with_a_way_out(rule: dict[str, Any], message: str) -> None:
    assert message in complaints(rule)
    with pytest.raises(ConfigError):
        judge("text", rule)


@pytest.mark.parametrize("kind", sorted(RULES))
def test_every_example_in_the_vocabulary_is_a_valid_config(kind: str) -> None:
    assert complaints(dict(RULES[kind].example)) == ""


# Any text


SIGNS = st.text(st.sampled_from("aAbI1 .,!?…。:;-*_#>|`~'\"“”’()[]{}<>\n\t\r/$+P.S👍é\u0301中\ud800"))
PIECES = st.lists(st.sampled_from([f["output"] for f in FIXTURES]), max_size=4).map("".join)
CONFIGS = [dict(rule.example) for rule in RULES.values()] + [f["rule"] for f in FIXTURES]


@settings(max_examples=1000)
@given(st.one_of(st.text(), SIGNS, PIECES), st.sampled_from(CONFIGS))
def test_no_text_raises_and_the_verdict_is_always_the_same(output: str, rule: dict[str, Any]) -> None:
    result = judge(output, rule)
    assert result == judge(output, rule)
    assert "crashed" not in result.rules[0].message


# `raw: true`: imported rules read what their own checker reads.


def raw(output: str, *rules: dict[str, Any]) -> VerifierResult:
    return verifiers.verify(output, {"type": "instruction_rules", "raw": True, "rules": list(rules)})


@pytest.mark.parametrize(
    ("output", "rule"),
    [
        ("a\r\n\r\nb", {"kind": "nth_paragraph_first_word", "like": "ifeval", "n": 2, "word": "b", "paragraphs": 2}),
        ("\n\nb", {"kind": "nth_paragraph_first_word", "like": "ifeval", "n": 1, "word": "b"}),
        ("e\u0301", {"kind": "letter_count", "letter": "é", "exactly": 1}),
        ("```\n1\n```", {"kind": "regex", "pattern": "^1"}),
        ("Sure! Here it is:\nOne", {"kind": "starts_with", "phrase": "One"}),
        ("<think>So</think>\nOne", {"kind": "starts_with", "phrase": "One"}),
    ],
    ids=["line ends", "space at the ends", "composed characters", "a fence", "a preamble", "reasoning"],
)
def test_raw_changes_nothing_of_what_came(output: str, rule: dict[str, Any]) -> None:
    assert judge(output, rule).passed
    assert not raw(output, rule).passed


def test_an_output_of_white_space_is_empty_when_read_raw() -> None:
    assert not raw(" \n\t", {"kind": "forbidden_characters", "characters": ","}).passed


def test_raw_has_the_lenient_readings_too() -> None:
    result = raw("Title\n\n\r\nwell, then", {"kind": "starts_with", "phrase": "well"})
    assert (result.passed, result.rules[0].lenient) == (False, True)


def test_raw_and_strip_exclude_each_other() -> None:
    config = {"type": "instruction_rules", "raw": True, "strip": {}, "rules": [{"kind": "title"}]}
    assert "nothing is stripped" in verifiers.problems(config)[0].message


# Where IFEval's own checker surprises: `like: ifeval` follows it.


@pytest.mark.parametrize(
    ("output", "rule", "passed"),
    [
        ("*\n- one", {"kind": "bullet_count", "like": "ifeval", "exactly": 2}, True),
        ("*\n* one", {"kind": "bullet_count", "like": "ifeval", "exactly": 1}, True),
        ("NASA \u01c5", {"kind": "case", "like": "ifeval", "is": "upper"}, False),
    ],
    ids=[
        "a lone star's next line, a dash",
        "a lone star's next line, a star",
        "a title case letter is neither",
    ],
)
def test_like_ifeval(output: str, rule: dict[str, Any], passed: bool) -> None:
    assert raw(output, rule).passed == passed
