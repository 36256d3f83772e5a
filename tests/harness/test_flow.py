"""generate, verify, record and what they leave, through the commands that people type."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from harness.cli import main
from harness.eval_run import EvalRun, Rule
from harness.judge import Verdict
from harness.run_folder import open_run
from harness.verify import verdict_facts
from tests.harness.models.helpers import task
from tests.harness.models.server import FakeServer, Say, chat
from tests.harness.run_repo import Repo

DOMAINS = ("instruction", "json", "writing")
GOOD = {"instruction": "Soft rain\nfalls", "json": '{"n": 7}', "writing": "Kind words."}


@pytest.fixture
def six(flow: Repo) -> Repo:
    """A repository with two tasks in each of three domains."""
    for domain in DOMAINS:
        for n in (1, 2):
            flow.add(f"{domain}-{n}", domain)
    return flow


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., list[EvalRun]]:
    """Runs `touchstone run` and returns the rows."""

    def rows(*args: str) -> list[EvalRun]:
        capsys.readouterr()
        assert main(["run", "--json", *args]) == 0
        return [msgspec.json.decode(line, type=EvalRun) for line in capsys.readouterr().out.splitlines()]

    return rows


Run = Callable[..., list[EvalRun]]


def by_status(rows: list[EvalRun]) -> dict[str, list[bool | None]]:
    found: dict[str, list[bool | None]] = {}
    for row in rows:
        found.setdefault(row.status, []).append(row.passed)
    return found


def test_the_reference_passes_every_auto_scored_task(six: Repo, run: Run) -> None:
    assert by_status(run("--model", "control/reference")) == {"scored": [True] * 4, "pending": [None] * 2}


@pytest.mark.parametrize("control", ["control/empty", "control/echo"])
def test_the_other_controls_pass_none(six: Repo, run: Run, control: str) -> None:
    assert set(by_status(run("--model", control)).get("scored", [])) == {False}


def test_a_row_says_what_was_asked_answered_and_judged(six: Repo, run: Run) -> None:
    with FakeServer(always=Say(chat(GOOD["instruction"], "length", provider="Somewhere"), delay_s=0.01)) as server:
        six.serve(server.url)
        row = run("--model", "fake/one", "--domain", "instruction", "--attempts", "2")[0]
    assert (row.task_id, row.domain, row.split, row.model) == ("instruction-1", "instruction", "open", "fake/one")
    assert (row.attempt, row.status, row.passed, row.score) == (1, "scored", True, 100.0)
    assert (row.finish_reason, row.served_model, row.retries) == ("length", "fake-1-2026", 0)
    assert row.cost_usd == pytest.approx(20e-6)
    assert (row.latency_ms or 0) >= 10
    assert [rule.id for rule in row.rules] == ["1.line_count", "2.contains"]
    [output] = [o for o in six.store.outputs(row.run_id) if (o.task_id, o.attempt) == ("instruction-1", 1)]
    assert output.answer is not None
    assert (output.answer.text, output.answer.upstream) == (GOOD["instruction"], "Somewhere")


def test_the_manifest_says_how_it_was_made(six: Repo, run: Run) -> None:
    with FakeServer(always=Say(chat("Soft rain\nfalls", "length"))) as server:
        six.serve(server.url)
        rows = run("--model", "fake/one")
    _, manifest, _ = six.store.read(rows[0].run_id)
    assert manifest is not None
    assert (manifest.model, manifest.suite, manifest.tasks, manifest.attempts) == ("fake/one", "all", 6, 1)
    assert manifest.parameters["max_tokens"] == 50
    assert manifest.model_entry["key_env"] == "FAKE_API_KEY"
    assert manifest.counts == {"scored": 4, "pending": 2, "skipped": 0, "error": 0, "truncated": 6, "refused": 0}
    assert manifest.cost_usd == pytest.approx(120e-6)
    assert (manifest.dirty, manifest.ranked, manifest.unranked_because) == (False, True, ())
    assert manifest.versions["verifiers"] == rows[0].verifier.version


def test_a_providers_trouble_is_a_row_without_a_verdict_and_resume_makes_up_for_it(
    six: Repo, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    with FakeServer(Say({"error": {"message": "no"}}, status=422), always=Say(chat(GOOD["json"]))) as server:
        six.serve(server.url, concurrency=1)
        first, second = run("--model", "fake/one", "--domain", "json")
        assert (first.status, first.passed, first.score, first.cost_usd) == ("error", None, None, None)
        assert "422 no" in (first.error or "")
        assert (second.status, second.passed) == ("scored", True)
        again = run("--resume", first.run_id)
        assert len(server.requests) == 3
    assert [(row.status, row.passed) for row in again] == [("scored", True)] * 2
    assert six.store.read_all().rows == again


def test_nothing_measured_is_not_success(six: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    with FakeServer(always=Say({"error": {"message": "no"}}, status=422)) as server:
        six.serve(server.url)
        assert main(["run", "--model", "fake/one"]) == 2
    assert "touchstone run --resume" in capsys.readouterr().out


def test_an_edited_or_unapproved_task_stays_out_and_is_named(
    six: Repo, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    six.add("draft", approved=False)
    path = six.layout.tasks / "json" / "json-1.yaml"
    path.write_text(path.read_text().replace("Answer json-1", "Answer json-one"))
    six.commit()
    assert main(["run"]) == 0
    said = capsys.readouterr().err
    assert "not in the suite: draft: not approved" in said
    assert "not in the suite: json-1: edited since it was approved" in said
    assert {row.task_id for row in six.store.read_all().rows}.isdisjoint({"draft", "json-1"})
    assert main(["run", "--task", "draft"]) == 2
    assert "draft: not approved" in capsys.readouterr().err


UNRANKED: dict[str, tuple[list[str], str | None, str]] = {
    "changed files": (["--model", "fake/one"], "notes.txt", "uncommitted changes"),
    "chosen tasks": (["--model", "fake/one", "--task", "json-1"], None, "chosen tasks only"),
    "a control": (["--model", "control/echo"], None, "control model"),
}


@pytest.mark.parametrize(("args", "new_file", "reason"), UNRANKED.values(), ids=UNRANKED)
def test_a_run_that_must_not_be_ranked_says_why(
    six: Repo, run: Run, args: list[str], new_file: str | None, reason: str
) -> None:
    with FakeServer(always=Say(chat("x"))) as server:
        six.serve(server.url)
        if new_file:
            (six.root / new_file).write_text("x")
        rows = run(*args)
    _, manifest, _ = six.store.read(rows[0].run_id)
    assert manifest is not None
    assert (manifest.ranked, manifest.unranked_because) == (False, (reason,))


def test_the_three_steps_are_files_that_can_travel(six: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--model", "control/reference"]) == 0
    run_id = capsys.readouterr().out.strip()
    folder = open_run(six.layout, run_id)
    assert sorted(p.name for p in folder.path.iterdir()) == ["lock", "outputs.jsonl", "plan.json"]
    assert main(["verify", run_id]) == 0
    assert "4 scored, 2 pending" in capsys.readouterr().out
    assert not six.layout.results.exists()
    assert main(["record", run_id]) == 0
    assert len(six.store.read_all().rows) == 6


Tamper = Callable[[Path], None]


def _edit(name: str, old: bytes, new: bytes) -> Tamper:
    def edit(folder: Path) -> None:
        raw = (folder / name).read_bytes()
        assert old in raw
        (folder / name).write_bytes(raw.replace(old, new, 1))

    return edit


def _drop_row(folder: Path) -> None:
    """Drop a row and make the manifest fit."""
    before = (folder / "rows.jsonl").read_bytes()
    after = before[before.index(b"\n") + 1 :]
    (folder / "rows.jsonl").write_bytes(after)
    digests = [sha256(rows).hexdigest().encode() for rows in (before, after)]
    _edit("manifest.json", *digests)(folder)


TAMPERS: dict[str, tuple[Tamper, str]] = {
    "a verdict": (_edit("rows.jsonl", b'"passed":false', b'"passed":true'), "the manifest is of other rows"),
    "a row is gone": (_drop_row, "not one row for each planned answer"),
    "an unknown field": (_edit("rows.jsonl", b'{"schema"', b'{"x":1,"schema"'), "rows.jsonl:1"),
    "another model": (_edit("manifest.json", b'"control/echo"', b'"fake/one"'), "the manifest is of another run"),
    "no manifest": (lambda folder: (folder / "manifest.json").unlink(), "manifest.json"),
    "no rows": (lambda folder: (folder / "rows.jsonl").unlink(), "touchstone verify"),
    "an answer is gone": (lambda folder: (folder / "outputs.jsonl").unlink(), "answers are missing"),
}


@pytest.mark.parametrize(("tamper", "message"), TAMPERS.values(), ids=TAMPERS)
def test_what_a_step_left_is_checked_before_it_is_recorded(
    six: Repo, capsys: pytest.CaptureFixture[str], tamper: Tamper, message: str
) -> None:
    assert main(["generate", "--model", "control/echo"]) == 0
    run_id = capsys.readouterr().out.strip()
    assert main(["verify", run_id]) == 0
    tamper(open_run(six.layout, run_id).path)
    assert main(["record", run_id]) == 2
    assert message in capsys.readouterr().err
    assert not six.layout.results.exists()


def test_a_run_goes_on_with_the_tasks_it_was_planned_with(six: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate"]) == 0
    run_id = capsys.readouterr().out.strip()
    path = six.layout.tasks / "json" / "json-1.yaml"
    path.write_text(path.read_text().replace("Answer json-1", "Answer json-one"))
    assert main(["run", "--resume", run_id]) == 2
    assert "planned with other versions of json-1" in capsys.readouterr().err


MISUSES = {
    "resume with a model": (["run", "--resume", "20261130-210509-3f9a1c", "--model", "fake/one"], "as planned"),
    "a run that is not there": (["run", "--resume", "20261130-210509-3f9a1c"], "there is no run"),
    "a path as a run": (["verify", "../../etc"], "is no run id"),
    "an unknown model": (["run", "--model", "fake/on"], "did you mean fake/one"),
    "an unknown task": (["run", "--task", "jsn-1"], "there is no task jsn-1"),
    "no attempts": (["run", "--attempts", "0"], "at least 1"),
    "verify before generate": (["verify", "20261130-210509-3f9a1c"], "there is no run"),
    "paste for an unknown task": (["paste", "nothing"], "there is no task nothing"),
    "paste of a missing file": (["paste", "json-1", "missing.txt"], "missing.txt: No such file"),
    "paste of a binary file": (["paste", "json-1", "binary"], "byte 2 is not UTF-8"),
    "score without a config file": (["score", "--config", "missing.yaml"], "missing.yaml"),
    "rescore of nothing": (["rescore", "20261130-210509-3f9a1c"], "there is no run"),
}


@pytest.mark.parametrize(("args", "message"), MISUSES.values(), ids=MISUSES)
def test_a_mistake_is_told_in_one_line(
    six: Repo, capsys: pytest.CaptureFixture[str], args: list[str], message: str
) -> None:
    (six.root / "binary").write_bytes(b"a\xff")
    assert main(args) == 2
    said = capsys.readouterr().err
    assert message in said
    assert len(said.splitlines()) == 1


def test_no_key_is_a_clear_refusal(six: Repo, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.delenv("FAKE_API_KEY")
    assert main(["run", "--model", "fake/one"]) == 2
    assert "set the environment variable FAKE_API_KEY" in capsys.readouterr().err
    assert list((six.layout.work / "runs").iterdir()) == []


def test_paste_judges_without_a_model_and_shows_each_rule(six: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    (six.root / "answer.txt").write_text("Soft rain")
    assert main(["paste", "instruction-1", "answer.txt"]) == 0
    said = capsys.readouterr().out
    assert "failed, score 50" in said
    assert "FAIL  1.line_count" in said
    assert "ok    2.contains" in said
    assert not six.layout.results.exists()


def test_a_saved_paste_took_no_time_cost_nothing_and_is_never_ranked(six: Repo) -> None:
    (six.root.parent / "answer.txt").write_text(GOOD["instruction"])
    assert main(["paste", "instruction-1", str(six.root.parent / "answer.txt"), "--save"]) == 0
    results = six.store.read_all()
    [row], [manifest] = results.rows, results.manifests
    assert (row.model, row.passed, row.latency_ms, row.cost_usd) == ("paste/by-hand", True, 0.0, 0.0)
    assert (manifest.ranked, manifest.unranked_because[0]) == (False, "pasted by hand")


def test_a_draft_can_be_tried_but_not_recorded(six: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    six.add("draft", approved=False)
    (six.root / "answer.txt").write_text(GOOD["instruction"])
    assert main(["paste", "draft", "answer.txt"]) == 0
    assert main(["paste", "draft", "answer.txt", "--save"]) == 2
    assert "leave out --save" in capsys.readouterr().err


def test_score_is_one_bare_verifier_call(six: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    (six.root / "config.yaml").write_text("type: instruction_rules\nrules:\n  - {kind: line_count, min: 2}\n")
    (six.root / "answer.txt").write_text("one\ntwo")
    assert main(["score", "--config", "config.yaml", "answer.txt", "--json"]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert set(verdict) == {"status", "passed", "score", "details", "rules"}
    assert verdict["passed"] is True
    assert main(["score", "--config", "tasks/json/json-1.yaml", "answer.txt"]) == 0
    (six.root / "config.yaml").write_text("type: magic\n")
    assert main(["score", "--config", "config.yaml", "answer.txt"]) == 2
    assert "is unknown" in capsys.readouterr().out


def test_a_terminal_is_safe_from_what_an_answer_holds(six: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    (six.root / "answer.txt").write_text('{"n": "\x1b[31m\x07"}')
    assert main(["paste", "json-1", "answer.txt"]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_rescore_gets_the_same_bytes(six: Repo, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    run("--model", "control/reference")
    run("--model", "control/echo")
    assert main(["rescore", "--check"]) == 0
    assert capsys.readouterr().err.count("6 judged again, 0 differ") == 2


def test_rescore_finds_and_mends_a_verdict_that_today_would_differ(
    six: Repo, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    first = run("--model", "control/reference")
    rows, manifest, _ = six.store.read(first[0].run_id)
    assert manifest is not None
    wrong = msgspec.structs.replace(rows[0], passed=False, score=0.0)
    six.store.replace_rows(manifest, [wrong, *rows[1:]])
    capsys.readouterr()
    assert main(["rescore", "--check"]) == 1
    assert "instruction-1, attempt 1: failed 0" in capsys.readouterr().out
    assert six.store.read_all().rows[0] == wrong
    assert main(["rescore"]) == 0
    assert six.store.read_all().rows == rows
    assert main(["rescore", "--check"]) == 0


def test_rescore_leaves_alone_what_it_cannot_judge(six: Repo, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    first = run("--model", "control/reference")
    path = six.layout.tasks / "json" / "json-1.yaml"
    path.write_text(path.read_text().replace("Answer json-1", "Answer json-one"))
    capsys.readouterr()
    assert main(["rescore"]) == 0
    assert "json-1, attempt 1: left as it is: the task was edited since" in capsys.readouterr().out
    assert six.store.read_all().rows == first


def test_what_a_verifier_says_of_a_sealed_task_stays_with_it() -> None:
    verdict = Verdict(
        status="scored", passed=False, score=50.0, details="41 is not 42",
        rules=(Rule("2.secret_rule", True, "has 42"), Rule("3.other", False, "lacks 43")),
    )  # fmt: skip
    sealed = task(verifier={"type": "instruction_rules", "sealed": "..."}, examples=None)
    facts = verdict_facts(sealed, verdict)
    assert facts["rules"] == (Rule("1", True), Rule("2", False))
    assert "4" not in facts["details"]
    failed = verdict_facts(sealed, Verdict(status="error", passed=None, score=None, details="answer: 42", rules=()))
    assert failed["error"] == "error"


def test_the_embedded_model_runs_the_whole_way(six: Repo, run: Run) -> None:
    rows = run("--model", "local/smollm2-135m", "--domain", "json")
    assert [row.status for row in rows] == ["scored", "scored"]
    assert all((row.latency_ms or 0) > 0 and row.cost_usd == 0.0 for row in rows)
    _, manifest, _ = six.store.read(rows[0].run_id)
    assert manifest is not None
    assert manifest.ranked
    assert manifest.versions["model_file"].startswith("sha256:")
    recorded = b"".join(path.read_bytes() for path in six.layout.results.rglob("*.json*"))
    assert str(Path.cwd()).encode() not in recorded
    assert b"site-packages" not in recorded
