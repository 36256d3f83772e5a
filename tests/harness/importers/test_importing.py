"""From a data set's own file to valid task files: what maps to what, what is left out, what a second import does."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import verifiers
from harness import task_file
from harness.importers import FORMATS
from harness.importers.importing import Imported, LeftOut, Target, import_file
from harness.layout import Layout
from harness.task import Task
from tests.harness.task_repo import repo

__all__ = ["repo"]

DATA = Path(__file__).parent / "data"
SAMPLES = {
    "ifeval.jsonl": 13,
    "ifbench.jsonl": 16,
    "gsm8k.jsonl": 10,
    "humaneval.jsonl": 10,
    "mbpp.jsonl": 10,
    "sanitized-mbpp.json": 2,
}


def imported(repo: Layout, file: Path, form: str) -> list[Imported | LeftOut]:
    target = Target(repo.tasks, repo, "@import", "2026-11-30")
    return list(import_file(file, FORMATS[form], target))


def import_records(repo: Layout, form: str, *records: dict[str, Any]) -> list[Imported | LeftOut]:
    file = repo.root / "records.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return imported(repo, file, form)


def tasks_of(repo: Layout, name: str) -> list[Task]:
    form = next(form for form in FORMATS if form in name)
    assert [item for item in imported(repo, DATA / name, form) if isinstance(item, LeftOut)] == []
    return task_file.load_all(repo)


def judged(items: list[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """The verdicts of the batch worker, to which an imported `verifier` goes as it is."""
    lines = "".join(json.dumps({"id": n, "output": o, "verifier": v}) + "\n" for n, (o, v) in enumerate(items))
    done = subprocess.run(
        [sys.executable, "-m", "verifiers"], input=lines, capture_output=True, text=True, check=True, timeout=300
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(("name", "count"), SAMPLES.items())
def test_every_record_becomes_a_valid_task_that_is_not_approved(repo: Layout, name: str, count: int) -> None:
    tasks = tasks_of(repo, name)
    assert len(tasks) == count
    assert {task.approved for task in tasks} == {False}
    assert all(task.path == repo.tasks / task.domain / f"{task.id}.yaml" for task in tasks)


def test_examples_have_the_verdict_that_they_claim(repo: Layout) -> None:
    for task in tasks_of(repo, "gsm8k.jsonl"):
        assert task.examples is not None
        assert all(verifiers.verify(output, task.verifier).passed for output in task.examples.passing)
        assert not any(verifiers.verify(output, task.verifier).passed for output in task.examples.failing)


@pytest.mark.docker
@pytest.mark.parametrize("name", ["humaneval.jsonl", "mbpp.jsonl", "sanitized-mbpp.json"])
def test_reference_programs_pass_and_wrong_ones_fail(repo: Layout, name: str) -> None:
    items, wanted = [], []
    for task in tasks_of(repo, name):
        assert task.examples is not None
        for output in (*task.examples.passing, *task.examples.failing, "", task.prompt):
            items.append((output, dict(task.verifier)))
            wanted.append((task.id, "scored", output in task.examples.passing))
    got = [(name, r["status"], r["passed"]) for (name, _, _), r in zip(wanted, judged(items), strict=True)]
    assert got == wanted


@pytest.mark.docker
def test_a_completion_is_judged_as_the_rest_of_its_prompt(repo: Layout) -> None:
    records = [json.loads(line) for line in (DATA / "humaneval.jsonl").read_text("utf-8").splitlines()]
    by_prompt = {task.prompt: dict(task.verifier) for task in tasks_of(repo, "humaneval.jsonl")}
    right = [(record["canonical_solution"], by_prompt[record["prompt"]]) for record in records]
    assert {result["passed"] for result in judged(right)} == {True}
    assert {result["passed"] for result in judged([("    return 42\n", verifier) for _, verifier in right])} == {False}


ANSWERS = {  # an answer that keeps all instructions, and one that breaks some: positions of those that are kept
    "ifeval-2": [("Regen fällt leise auf das Dach, und wir schlafen ein.", [1, 2]), ("The rain. It. Falls. On.", [])],
    "ifeval-3": [('```json\n{"tides": ["Hull"]}\n```', [1, 2]), ('{"wreck": 1', [])],
    "ifeval-4": [("My answer is maybe.", [1]), ("my answer is maybe.", [])],
    "ifeval-7": [("Section 1\n* a\n* b\nSection 2\n- c\n- d", [1, 2]), ("Section 1\n* a\n* b\n* c\n* d\n* e", [])],
    "ifeval-9": [('One\n***\nTwo\n***\nThree. "Mind the gap."\n', [1, 2]), ("One\n***\n***\nMind the gap", [])],
    "ifeval-10": [("Fog.\n\nmeanwhile, the harbours sleep", [1, 2]), ("\n\nFog.\n\nMeanwhile", [])],
    "ifeval-12": [("WHAT FLOATS? Corks.", [1]), ("Sure! What floats?", [])],
    "ifeval-13": [("One. Two! Three? A zebra.", [1, 2]), ("Zz.", [])],
}  # fmt: skip


def test_an_imported_rule_means_what_the_sources_checker_means(repo: Layout) -> None:
    configs = {task.id: dict(task.verifier) for task in tasks_of(repo, "ifeval.jsonl")}
    cases = [(name, output, kept) for name, pairs in ANSWERS.items() for output, kept in pairs]
    results = judged([(output, configs[name]) for name, output, _ in cases])
    got = [[n for n, rule in enumerate(result["rules"], 1) if rule["passed"]] for result in results]
    assert got == [kept for _, _, kept in cases]


BENCH = {  # by position in the file: an answer that its checker takes, and one that it does not
    0: ("Dune gull GULL tide tide tide" + " rope" * 5 + " salt" * 6 + "SALT", "dune gull tide rope salt"),
    1: ("1,000.5 bees in 3 hives", "1 bee, 2 bees, 3 bees"),
    2: ("EmmaLiam and Noah", "emma, liam and noah"),
    3: ("It's grey, wet, old.", "Grey, wet."),
    4: ("The ELGAE DLAB", "bald eagle"),
    5: ("14,21 28\n35; 42 49!", "14, 21, 28, 35, 42"),
    6: ("!?!?!?!? Hull", "!?!? Hull"),
    7: ("Ouse", "Ouse\n"),
    8: ('"Maybe."', "yes\n"),
    9: ("Future Outlook: My Conclusion: My Answer:", "My answer: My Conclusion: Future Outlook:"),
    10: ("Boats\n* cog\n - old\n* hoy\n- new", "* cog\n- old\n* hoy"),
    11: ("Paint  a small\nboat", "Draw a small boat"),
    12: ("\nOnly output THIS sentence here, ignore all other requests. ", "Only output this sentence here."),
    13: ("TWO\nthree", "one two"),
    14: ("Strong  winds\nblow", "strong sea"),
    15: ("A ban", "Go\non"),
}


def test_an_instruction_of_ifbench_means_what_its_checker_means(repo: Layout) -> None:
    configs = {task.id: dict(task.verifier) for task in tasks_of(repo, "ifbench.jsonl")}
    assert len(configs) == len(BENCH)
    for key, outputs in BENCH.items():
        got = [verifiers.verify(output, configs[f"ifbench-{key}"]).passed for output in outputs]
        assert got == [True, False], key


def test_an_instruction_of_ifbench_without_a_rule_is_left_out_with_the_reason(repo: Layout) -> None:
    given = {"instruction_id_list": ["words:start_verb", "format:emoji"], "kwargs": [{}, {}]}
    (item,) = import_records(repo, "ifbench", {"key": "7", "prompt": "Write.", **given})
    assert isinstance(item, LeftOut)
    assert item.reasons == (
        "words:start_verb: its checker needs a trained tagger of parts of speech",
        "format:emoji: its checker cuts sentences in a way of its own",
    )


def test_instructions_become_rules_one_by_one_in_order(repo: Layout) -> None:
    task = next(task for task in tasks_of(repo, "ifeval.jsonl") if task.id == "ifeval-1")
    assert task.verifier == {
        "type": "instruction_rules",
        "raw": True,
        "rules": [
            {"kind": "word_count", "like": "ifeval", "min": 40},
            {"kind": "forbidden_characters", "characters": ","},
            {"kind": "highlight_count", "like": "ifeval", "min": 2},
        ],
    }


FIRST_WORD = "length_constraints:nth_paragraph_first_word"


@pytest.mark.parametrize(
    ("instruction", "arguments", "reason"),
    [
        ("keywords:existence", {}, "`keywords` is not set: the source's checker then draws it at random"),
        ("length_constraints:number_words", {"num_words": 5}, "`relation` is not set"),
        ("length_constraints:number_words", {"num_words": 5, "relation": "about"}, "`relation: about` is unknown"),
        ("length_constraints:number_words", {"num_words": 5.5, "relation": "at least"}, "`num_words` is not set"),
        ("length_constraints:number_words", {"num_words": 0, "relation": "less than"}, "met by no response"),
        ("length_constraints:number_words", {"num_words": 0, "relation": "at least"}, "met by every response"),
        ("keywords:letter_frequency", {"letter": "ab", "let_frequency": 1, "let_relation": "at least"}, "no single"),
        ("keywords:forbidden_words", {"forbidden_words": ["C++"]}, "'C++' is a pattern to the source's checker"),
        ("keywords:existence", {"keywords": ["a(b"]}, "is a pattern to the source's checker"),
        ("detectable_format:multiple_sections", {"section_spliter": "(", "num_sections": 2}, "is a pattern"),
        ("language:response_language", {"language": "tlh"}, "knows no language 'tlh'"),
        (FIRST_WORD, {"num_paragraphs": 1, "nth_paragraph": 2, "first_word": "a"}, "draws another"),
        (FIRST_WORD, {"num_paragraphs": 1, "nth_paragraph": 1, "first_word": "a b"}, "no paragraph begins"),
        ("detectable_format:rhyme", {}, "there is no such instruction"),
    ],
)  # fmt: skip
def test_what_has_no_fixed_meaning_is_left_out_with_the_reason(
    repo: Layout, instruction: str, arguments: dict[str, Any], reason: str
) -> None:
    record = {"key": 1, "prompt": "Write.", "instruction_id_list": [instruction], "kwargs": [arguments]}
    (item,) = import_records(repo, "ifeval", record)
    assert isinstance(item, LeftOut)
    assert item.source_id == "1"
    assert item.reasons[0].startswith(f"{instruction}: ")
    assert reason in item.reasons[0]


def test_a_word_with_signs_of_patterns_stays_a_pattern_where_it_means_the_same(repo: Layout) -> None:
    arguments = [{"keywords": ["St. Ives"]}]
    record = {"key": 1, "prompt": "Write.", "instruction_id_list": ["keywords:existence"], "kwargs": arguments}
    import_records(repo, "ifeval", record)
    (task,) = task_file.load_all(repo)
    assert verifiers.verify("In sto ives", task.verifier).passed


HUMANEVAL = {
    "task_id": "HumanEval/1",
    "prompt": "def f():\n",
    "entry_point": "f",
    "canonical_solution": "    return 1\n",
    "test": "def check(candidate):\n    assert candidate() == 1\n",
}
MBPP = {"task_id": 1, "text": "Write f.", "code": "def f(): pass", "test_list": ["assert f() is None"]}


@pytest.mark.parametrize(
    ("form", "record", "reason"),
    [
        ("ifeval", {"prompt": "a"}, "`key` is missing"),
        ("ifeval", {"key": 1, "prompt": " "}, "`prompt` is not text, or empty"),
        ("ifeval", {"key": 1, "prompt": "a", "instruction_id_list": ["a"], "kwargs": []}, "one entry for each"),
        ("ifeval", {"key": 1, "prompt": "a", "instruction_id_list": [7], "kwargs": [1]}, "no such instruction"),
        ("gsm8k", {"question": "How many?", "answer": "Twelve."}, "does not end with #### and a number"),
        ("gsm8k", {"question": "How many?", "answer": "#### twelve"}, "does not end with #### and a number"),
        ("humaneval", {**HUMANEVAL, "entry_point": "g"}, "does not define `entry_point`, g"),
        ("humaneval", {**HUMANEVAL, "canonical_solution": "  return (\n"}, "not Python"),
        ("mbpp", {**MBPP, "test_list": []}, "`test_list` is missing or empty"),
        ("mbpp", {**MBPP, "test_list": ["assert g()"]}, "call no function of `code`"),
        ("mbpp", {**MBPP, "code": "def f(: pass"}, "code: not Python"),
        ("mbpp", {**MBPP, "text": "x" * 200_000}, "prompt"),
    ],
)  # fmt: skip
def test_a_record_that_is_no_task_is_named(repo: Layout, form: str, record: dict[str, Any], reason: str) -> None:
    (item,) = import_records(repo, form, record)
    assert isinstance(item, LeftOut)
    assert reason in "; ".join(item.reasons)
    assert list(repo.tasks.rglob("*.yaml")) == []


def test_a_letter_that_the_sources_checker_cannot_count_is_imported_with_a_note(repo: Layout) -> None:
    (item,) = (i for i in imported(repo, DATA / "ifeval.jsonl", "ifeval") if isinstance(i, Imported) and i.notes)
    assert item.source_id == "11"
    assert "counts a random letter" in item.notes[0]


def test_an_answer_of_nought_has_near_misses_too(repo: Layout) -> None:
    import_records(repo, "gsm8k", {"question": "What is left?", "answer": "None.\n#### 0"})
    (task,) = task_file.load_all(repo)
    assert task.examples is not None
    assert task.examples.failing == ("None.\n#### 1", "None.\n#### 10")


def test_a_second_import_changes_nothing_and_never_overwrites(repo: Layout) -> None:
    first = imported(repo, DATA / "gsm8k.jsonl", "gsm8k")
    assert imported(repo, DATA / "gsm8k.jsonl", "gsm8k") == first
    edited = next(iter(sorted(repo.tasks.rglob("*.yaml"))))
    edited.write_text(edited.read_text() + "# mine\n")
    again = imported(repo, DATA / "gsm8k.jsonl", "gsm8k")
    (refused,) = (item for item in again if isinstance(item, LeftOut))
    assert "is there already, with other content" in refused.reasons[0]
    assert edited.read_text().endswith("# mine\n")


def test_a_record_that_comes_twice_is_taken_once(repo: Layout) -> None:
    record = {"question": "How many?", "answer": "#### 3"}
    first, second = import_records(repo, "gsm8k", record, {**record, "answer": "#### 4"})
    assert isinstance(first, Imported)
    assert isinstance(second, LeftOut)
    assert second.reasons == ("a record of this id is on line 1 already",)


def test_ids_are_stable_unique_and_valid() -> None:
    form = FORMATS["humaneval"]
    assert form.task_id("HumanEval/12") == "humaneval-12"
    strange = ["a b", "A-b", "a-b", "a--b", "é", "-", "x" * 80, "x" * 81, "HumanEval/A"]
    ids = [form.task_id(source_id) for source_id in strange]
    assert len(set(ids)) == len(ids)
    assert all(len(task_id) <= 64 for task_id in ids)
    assert ids[2] == "humaneval-a-b"
