"""exact_number: which number of an output is its answer, and when two numbers are equal.

The decisions are in fixtures/exact_number.jsonl, labelled by what an output says; docs/numbers.md explains them.
"""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import verifiers
from verifiers.exact_number import CONFIG_SCHEMA
from verifiers.result import ConfigError, VerifierResult

FIXTURES = [
    json.loads(line)
    for line in (Path(__file__).parent / "fixtures" / "exact_number.jsonl").read_text(encoding="utf-8").split("\n")
    if line
]


def judge(output: str, answer: object, **config: Any) -> VerifierResult:
    return verifiers.verify(output, {"type": "exact_number", "answer": answer, **config})


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda f: f["why"])
def test_numbers_are_judged_as_people_labelled(fixture: dict[str, Any]) -> None:
    result = verifiers.verify(fixture["output"], {"type": "exact_number", **fixture["config"]})
    assert result.passed == fixture["passed"], result.details


def test_every_option_is_labelled_both_ways() -> None:
    labelled = {
        (name, json.dumps(value) if name in CHOICES else "", fixture["passed"])
        for fixture in FIXTURES
        for name, value in fixture["config"].items()
    }
    wanted = {(name, value, passed) for name, values in CHOICES.items() for value in values for passed in (True, False)}
    wanted |= {(name, "", passed) for name in ("answer", "tolerance", "markers") for passed in (True, False)}
    assert wanted - labelled == set()
    assert {*CHOICES, "answer", "tolerance", "markers", "type"} == set(CONFIG_SCHEMA["properties"])


def test_the_table_of_what_is_no_answer_holds() -> None:
    page = (Path(__file__).parents[2] / "docs" / "numbers.md").read_text(encoding="utf-8")
    table = page.partition("## What is no answer")[2].partition("## ")[0]
    rows = [row.split("|")[1] for row in table.split("\n") if row.startswith("| `")]
    outputs = [output for row in rows for output in re.findall("`([^`]+)`", row)]
    assert len(outputs) > 10
    for output in outputs:
        stated = output if output.startswith("Answer") else f"Answer: {output}"
        assert judge(stated, 42).details.endswith("no answer"), output


CHOICES = {"percent": ['"fraction"'], "decimal_comma": ["true"], "number_words": ["true"]}


@pytest.mark.parametrize(
    ("output", "details"),
    [
        ("x = 6 * 9 = 54", "the last number: '54' in 'x = 6 * 9 = 54'; wrong"),
        ("Final answer: **42**", "after 'Final answer:': '42' in '42'; right"),
        (r"\boxed{42 \text{ km}}", r"in \boxed{}: '42' in '42 km'; right"),
        ("It is **42**.\n\nAfter 3 steps.", "the only bold number: '42' in 'It is 42.'; right"),
        ("It is 42 or 43.", "the last number: one number or another in 'It is 42 or 43.'; no answer"),
        ("The answer: 42 ≈ 41.9", r"after 'answer:': '42' and '41.9' in '42 \u2248 41.9'; right"),
        ("I do not know.", "no number in the output; no answer"),
    ],
)
def test_details_show_what_was_read_and_where(output: str, details: str) -> None:
    assert judge(output, 42).details == details


def test_details_never_show_the_expected_answer() -> None:
    assert "4711" not in judge("The answer is 12.", 4711).details


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"answer": "forty"}, "answer: 'forty' is not a number"),
        ({"answer": "42 km"}, "answer: '42 km' is not a number"),
        ({"answer": "1/0"}, "answer: '1/0' is not a number"),
        ({"answer": "1e99999"}, "answer: '1e99999' is not a number"),
        ({"answer": ""}, "answer: '' is not a number"),
        ({"answer": 1, "tolerance": {"abs": -1}}, "tolerance.abs: -1 is not"),
        ({"answer": 1, "tolerance": {"rel": "1%"}}, "tolerance.rel: '1%' is not"),
        ({"answer": 1, "tolerance": {}}, "tolerance"),
        ({"answer": True}, "answer"),
        ({"answer": None}, "answer"),
        ({}, "answer"),
        ({"answer": 1, "unit": "km"}, "unknown key 'unit'"),
        ({"answer": 1, "percent": "factor"}, "'factor' is unknown"),
        ({"answer": 1, "markers": [" "]}, "markers.0"),
    ],
)
def test_a_config_that_means_nothing_is_refused(config: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        verifiers.verify("42", {"type": "exact_number", **config})


# Pieces that the reader has a meaning for: random text would hardly ever reach its branches.
PIECES = st.sampled_from(
    "0 7 42 1,234 1.5 , . - − – + * / ^ = ≈ ± % $ € ( ) [ ] { } \\boxed{ \\frac{1}{2} \\text{ **  ` _ # #### \n answer "
    "Answer: is not or and to between x π √ ½ ³ e5 10^3 million 1st 12:30 1.2.3 twelve hundred minus <answer> </think> "
    "< > | ' ,000 \u2009 \u200b ４ ٤ \x00 \ud800 \ue000 ~~ << >> 's".split(" ")
)
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join), st.lists(PIECES, max_size=40).map(" ".join))
CONFIGS = st.fixed_dictionaries(
    {"answer": st.sampled_from(["42", "1/3", "-0.5"])},
    optional={
        "percent": st.sampled_from(["ignore", "fraction"]),
        "decimal_comma": st.booleans(),
        "number_words": st.booleans(),
        "markers": st.just(["answer", "####"]),
        "tolerance": st.just({"rel": "0.1"}),
    },
)


@given(TEXTS, CONFIGS)
def test_every_text_has_a_verdict_and_always_the_same(output: str, config: dict[str, Any]) -> None:
    result = judge(output, **config)
    assert result == judge(output, **config)
    assert result.score in (0, 100)
    result.details.encode("ascii")


@given(st.fractions(), st.booleans())
def test_an_exact_fraction_is_found_again(value: Fraction, marked: bool) -> None:
    output = f"The answer is {value}." if marked else f"So it is {value}"
    assert judge(output, str(value)).passed
    assert not judge(output, str(value + 1)).passed


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**15), max_value=10**15, places=3))
def test_grouping_does_not_change_a_number(value: Any) -> None:
    for separator in ",_'\N{THIN SPACE}":
        grouped = f"{value:,}".replace(",", separator)
        assert judge(f"The answer is ${grouped}.", str(value)).passed


@pytest.mark.parametrize(
    "unit",
    [
        *("7", "1,", "1 ", "1.", "1-", "1/", "1=", "1+", "1 or ", "1:", "2^", "1e", "½", "one hundred ", "minus ", "a"),
        *(
            "answer ",
            "Answer: ",
            "answer is 1\n",
            r"\boxed{",
            r"\frac{",
            "#### x\n",
            "**1** ",
            "*",
            "_",
            "<a",
            "](",
            "\\",
        ),
        *("\n", " "),
    ],
)
def test_much_of_anything_is_judged(unit: str) -> None:
    output = unit * (200_000 // len(unit))
    assert not judge(output, "0.42", number_words=True, decimal_comma=True, markers=["####"]).passed


def test_of_a_huge_output_the_end_is_read() -> None:
    assert judge("7 " * 5_000_000 + "\nAnswer: 42", 42).passed
