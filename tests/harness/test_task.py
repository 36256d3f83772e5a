"""Task files: what a task is, what is wrong with one, and which tasks make the suite."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import verifiers
from harness.errors import UsageError
from harness.findings import InvalidTaskError
from harness.layout import Layout
from harness.strict_yaml import load
from harness.task import Task, live_tasks
from harness.task_file import load_all, read_all, read_text
from tests.harness.task_repo import CANARY, HAIKU, add, edited, repo

__all__ = ["repo"]

DIGEST = "sha256:" + "0" * 64
SEALED = edited(
    HAIKU[HAIKU.index("  rules:") :],
    "  sealed: |\n    -----BEGIN AGE ENCRYPTED FILE-----\n    YWdl\n    -----END AGE ENCRYPTED FILE-----\n",
)


def findings(repo: Layout) -> list[str]:
    return [str(finding) for file in read_all(repo) for finding in file.findings]


def only_task(repo: Layout) -> Task:
    (task,) = load_all(repo)
    return task


def test_a_good_file_becomes_a_task(repo: Layout) -> None:
    path = add(repo)
    task = only_task(repo)
    assert (task.id, task.domain, task.approved, task.split, task.path) == ("haiku", "instruction", False, "open", path)
    assert task.prompt == "Write exactly three lines about rain.\n"
    assert task.examples is not None
    assert task.examples.failing[0] == "Soft rain\nfalls on the roof"


def test_a_sealed_file_becomes_a_task_without_examples(repo: Layout) -> None:
    add(repo, SEALED)
    assert (only_task(repo).split, only_task(repo).examples) == ("sealed", None)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("approved: false", 'approved: "true"', "4:11: `approved` is the text 'true'; write true or false without qu"),
        ("approved: false", 'approved: "false"', "4:11: `approved` is the text 'false'; write true or false without"),
        ("approved: false", "approved: yes", "4:11: `approved` is the text 'yes'; write true or false without quotes"),
        ("approved: false", "approved: on", "4:11: `approved` is the text 'on'; write true or false without quotes"),
        ("approved: false", "approved: 1", "4:11: `approved` is the number 1; write true or false without quotes"),
        ("approved: false", "approved:", "4:10: `approved` is nothing; write true or false without quotes"),
        ("approved: false", "approved: [true]", "4:11: `approved` is a list; write true or false without quotes"),
        ("approved: false", "approved: true", "4:11: approved, but there is no `approved_digest`; run `touchstone"),
        ("approved: false\n", "", "1:1: `approved` is missing; add it: true or false without quotes"),
        ("approved: false", "Approved: false", "4:1: unknown key `Approved`; did you mean `approved`? Known: id, dom"),
        ("id: haiku", "id: Haiku", "1:5: `id` cannot be the text 'Haiku'; write the file's name without .yaml: a-z,"),
        ("id: haiku", "id: ha_iku", "1:5: `id` cannot be the text 'ha_iku'; write"),
        ("id: haiku", "id: ../haiku", "1:5: `id` cannot be the text '../haiku'; write"),
        ("id: haiku", "id: 5", "1:5: `id` is the number 5; write the file's name"),
        ("id: haiku", "id: tanka", "1:5: `id` is 'tanka'; write the file's name, haiku"),
        ("domain: instruction", "domain: poetry", "2:9: `domain` cannot be the text 'poetry'; write the name of the"),
        ("domain: instruction", "domain: writing", "2:9: `domain` is writing; write the folder's name, instruction"),
        ("title: A short haiku", "title: |\n  a\n  b", "3:8: `title` cannot be the text 'a\\nb\\n'; write a short na"),
        ("title: A short haiku", f"title: {'x' * 90}", "3:8: `title` is longer than 80 characters; write a short name"),
        ('"2026-11-30"', '"2026-02-30"', "5:10: 2026-02-30 is not a day of the calendar; correct `created`"),
        ('"2026-11-30"', '"30.11.2026"', "5:10: `created` cannot be the text '30.11.2026'; write the day the task was"),
        ('"2026-11-30"', '"2026-W48-1"', "5:10: `created` cannot be the text '2026-W48-1'; write the day"),
        ('"2026-11-30"', "2026-11-30", "5:10: 2026-11-30 is read in different ways; put it in quotes"),
        ('"@octocat"', "octocat", "6:9: `author` cannot be the text 'octocat'; write the GitHub login"),
        (f'canary: "{CANARY}"\n', "", "1:1: `canary` is missing; add it: the line in tasks/canary.txt"),
        (CANARY, "another", f'7:9: `canary` is not the one of this repository; write "{CANARY}"'),
        ("  Write exactly three lines about rain.\n", "  \n", "8:9: `prompt` cannot be the text ''; write what the m"),
        ("type: instruction_rules", "type: instruction_rule", "11:9: `verifier.type`: verifier type 'instruction_rul"),
        ("  type: instruction_rules\n", "", "11:3: `verifier.type` is missing; add it: the verifier"),
        ("kind: line_count, min: 3", "kind: line_count, mni: 3", "13:7: `verifier.rules #1`: unknown key 'mni'; did"),
        ("kind: line_count, min: 3", "kind: line_count, min: 4", "13:7: `verifier.rules #1`: `min: 4` is more than"),
        ('    - "Snow\\nfalls on\\nthe roof"\n', "", "19:5: `examples.failing` has 1 of at least 2 items; write a li"),
        ('- "Snow\\nfalls on\\nthe roof"', "- 5", "20:7: `examples.failing #2` is the number 5; write the answer, as"),
        ('\n    - "Soft rain\\nfalls on\\nthe roof"', f" {['a'] * 51}", "16:12: `examples.passing` has 51 items"),
        ("examples:\n", "example:\n", "15:1: unknown key `example`; did you mean `examples`?"),
        ("title: A", "title:A", "3:1: this is neither `key: value` nor"),
    ],
)  # fmt: skip
def test_each_fault_is_told_at_its_place_with_what_to_write(repo: Layout, old: str, new: str, fault: str) -> None:
    add(repo, edited(old, new))
    assert f"tasks/instruction/haiku.yaml:{fault}" in "\n".join(findings(repo))
    with pytest.raises(InvalidTaskError):
        load_all(repo)


def test_only_a_draft_may_lack_examples(repo: Layout) -> None:
    draft = HAIKU[: HAIKU.index("examples:")]
    add(repo, draft)
    assert findings(repo) == []
    assert load_all(repo)[0].examples is None
    add(repo, edited("approved: false", "approved: true", draft))
    assert "`examples` is missing; add it: answers whose verdict is known" in "\n".join(findings(repo))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("  sealed", "  answer: 42\n  sealed", "12:3: unknown key `answer` in `verifier`; Known: type, sealed"),
        ("type: instruction_rules", "type: guess", "11:9: verifier type 'guess' is unknown; known: "),
        ("BEGIN AGE", "BEGIN PGP", "12:11: `verifier.sealed` cannot be the text '-----BEGIN PGP"),
        ("verifier:", "examples: {passing: [a], failing: [b, c]}\nverifier:", "10:11: `examples` does not belong here"),
    ],
)  # fmt: skip
def test_a_sealed_task_has_only_its_type_in_the_open(repo: Layout, old: str, new: str, fault: str) -> None:
    add(repo, edited(old, new, SEALED))
    assert f"tasks/instruction/haiku.yaml:{fault}" in "\n".join(findings(repo))


def test_all_faults_of_all_files_are_told_at_once(repo: Layout) -> None:
    add(repo, edited("approved: false", "approved: yes", edited("title: A short haiku\n", "")))
    add(repo, b"\xef\xbb\xbfid: x\n", "math/x.yaml")
    add(repo, "a: *b\n", "code/y.yaml")
    assert [fault.split(": ")[0] for fault in findings(repo)] == [
        "tasks/code/y.yaml:1:4",
        "tasks/instruction/haiku.yaml:1:1",
        "tasks/instruction/haiku.yaml:3:11",
        "tasks/math/x.yaml:1:1",
    ]
    with pytest.raises(InvalidTaskError, match=r"code/y.yaml:1:4: an alias.*\(and 3 more\)"):
        load_all(repo)


def test_a_file_with_thousands_of_faults_tells_the_first_ones_in_short(repo: Layout) -> None:
    add(repo, "".join(f"k{number}: 1\n" for number in range(9_000)) + f"title: {'x' * 100_000}\n")
    found = findings(repo)
    assert len(found) == 51
    assert found[-1] == "tasks/instruction/haiku.yaml:1:1: and 8959 more; the first ones explain most"
    add(repo, edited("instruction_rules", "x" * 100_000))
    assert max(map(len, findings(repo))) < 700


@pytest.mark.parametrize(
    "place",
    [
        "haiku.yaml",
        "instruction/haiku.yml",
        "instruction/old/haiku.yaml",
        "poetry/haiku.yaml",
        "instruction/haiku.YAML",
    ],
)
def test_a_task_in_a_wrong_place_is_an_error_and_not_overlooked(repo: Layout, place: str) -> None:
    add(repo, HAIKU, place)
    assert findings(repo)[0].startswith(f"tasks/{place}:1:1: a task's place is tasks/<domain>/<id>.yaml; move it there")


def test_a_link_is_refused_to_a_file_or_to_a_folder(repo: Layout, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret: x\n")
    (repo.tasks / "math").mkdir()
    (repo.tasks / "math" / "x.yaml").symlink_to(tmp_path / "secret")
    (repo.tasks / "json").symlink_to(tmp_path)
    refusal = "a symbolic link; put what it points to here"
    assert findings(repo) == [f"tasks/json:1:1: {refusal}", f"tasks/math/x.yaml:1:1: {refusal}"]


def test_an_id_occurs_once_in_the_whole_tree(repo: Layout) -> None:
    add(repo)
    add(repo, edited("domain: instruction", "domain: writing"), "writing/haiku.yaml")
    fault = "the id `haiku` is taken by tasks/instruction/haiku.yaml; choose another and rename the file"
    assert findings(repo) == [f"tasks/writing/haiku.yaml:1:5: {fault}"]


def test_a_repository_without_a_canary_says_so(repo: Layout) -> None:
    repo.canary_file.unlink()
    with pytest.raises(InvalidTaskError, match=r"tasks/canary.txt:1:1: must hold the canary string in one line"):
        load_all(repo)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("about rain", "about rain and wind"),
        ("max: 3}", "max: 3, }  # same data"),
        ("keywords: [rain]", "keywords: [Rain]"),
        ('"Soft rain\\nfalls on\\nthe roof"', '"Hard rain\\nfalls on\\nthe roof"'),
        ("title: A short haiku", "title: Another title"),
        ("# a comment", ""),
    ],
)
def test_the_digest_changes_with_what_is_asked_and_how_it_is_judged_and_with_nothing_else(
    repo: Layout, old: str, new: str
) -> None:
    base = "# a comment\n" + HAIKU
    add(repo, base)
    before = only_task(repo).digest
    add(repo, edited(old, new, base))
    assert (only_task(repo).digest != before) == ("title" not in old and "#" not in old + new)


def test_the_digest_is_the_same_with_line_ends_of_windows(repo: Layout) -> None:
    add(repo)
    digest = only_task(repo).digest
    add(repo, HAIKU.replace("\n", "\r\n"))
    assert only_task(repo).digest == digest
    assert digest == "sha256:0755309844b3525726d47948ec11e1033375bbaebf45721c5a49b67afbf7a956"


def test_the_suite_is_what_is_approved_and_unchanged_since(repo: Layout) -> None:
    add(repo)
    draft = only_task(repo)
    live = replace(draft, id="live", approved=True, approved_digest=draft.digest)
    stale = replace(draft, id="stale", approved=True, approved_digest=DIGEST)
    withdrawn = replace(draft, id="withdrawn", approved=False, approved_digest=draft.digest)
    chosen, refused = live_tasks([draft, live, stale, withdrawn])
    assert chosen == [live]
    assert [(r.task.id, r.reason) for r in refused] == [
        ("haiku", "not approved"),
        ("stale", "edited since it was approved"),
        ("withdrawn", "not approved"),
    ]
    assert live_tasks([draft, live], ids=["live"]) == ([live], [])
    assert live_tasks([draft, live], domain="math") == ([], [])


def test_asking_for_a_task_or_domain_that_is_not_there_is_an_error(repo: Layout) -> None:
    add(repo)
    with pytest.raises(UsageError, match="there is no task tanka"):
        live_tasks(load_all(repo), ids=["haiku", "tanka"])
    with pytest.raises(UsageError, match="there is no task haiku in math"):
        live_tasks(load_all(repo), domain="math", ids=["haiku"])
    with pytest.raises(UsageError, match="there is no domain 'maths'; choose one of"):
        live_tasks([], domain="maths")


def test_a_task_edited_since_its_approval_is_a_warning_for_its_author(repo: Layout) -> None:
    add(repo, edited("approved: false", f"approved: true\napproved_digest: {DIGEST}"))
    assert only_task(repo).live is False
    assert findings(repo) == [
        "tasks/instruction/haiku.yaml:5:18: warning: edited since it was approved, so not in the suite; "
        "run `touchstone approve haiku` to take it in"
    ]


_WILD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
_KEYS = (*load(HAIKU, "").data, "approved_digest", "cluster", "approvd")
_KINDS = st.sampled_from([*verifiers.types(), "guess"])
_SETTINGS = st.sampled_from("rules schema invariants answer cases stdio entry_point words rubric sealed min".split())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    changes=st.dictionaries(st.sampled_from(_KEYS), _WILD, max_size=4),
    verifier=st.none() | st.tuples(_KINDS, st.dictionaries(_SETTINGS, _WILD, max_size=3)),
)
def test_whatever_a_file_holds_is_a_task_or_has_errors(
    repo: Layout, changes: dict[str, object], verifier: tuple[str, dict[str, object]] | None
) -> None:
    data = load(HAIKU, "").data | changes
    if verifier is not None:
        data["verifier"] = verifier[1] | {"type": verifier[0]}
    file = read_text(json.dumps(data), repo.tasks / "instruction" / "haiku.yaml", repo)
    errors = [finding for finding in file.findings if finding.severity == "error"]
    assert (file.task is None) == bool(errors)
