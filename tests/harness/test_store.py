"""results/: written whole or not at all, read without losing what is good."""

from hashlib import sha256
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness import jsonl
from harness.errors import StoreError
from harness.eval_run import Answer, EvalRun, Manifest, Output, Rule, Tokens, VerifierId
from harness.layout import Layout
from harness.store import Store
from tests.harness.run_repo import Repo

RUN = "20261130-210509-3f9a1c"


def row(**changes: Any) -> EvalRun:
    facts: dict[str, Any] = {
        "run_id": RUN, "task_id": "a", "task_digest": "sha256:0", "domain": "math", "split": "open", "cluster": None,
        "model": "fake/one", "attempt": 1, "status": "scored", "passed": True, "score": 100.0, "rules": (),
        "details": "", "finish_reason": "stop", "latency_ms": 1.5, "cost_usd": None, "tokens": Tokens(),
        "served_model": None, "output_sha256": "0", "retries": 0, "started_at": "2026-11-30T21:05:09.000Z",
        "verifier": VerifierId("exact_number", "sha256:0"), "error": None,
    }  # fmt: skip
    return EvalRun(**{**facts, **changes})


def manifest(rows: list[EvalRun], **changes: Any) -> Manifest:
    facts: dict[str, Any] = {
        "run_id": RUN, "model": "fake/one", "model_entry": {}, "parameters": {}, "suite": "all", "tasks": 1,
        "attempts": 1, "commit": "0" * 40, "dirty": False, "actor": None, "workflow_run_url": None,
        "started_at": "2026-11-30T21:05:09.000Z", "finished_at": "2026-11-30T21:06:09.000Z", "versions": {},
        "sandbox": {}, "price_table": {}, "counts": {}, "cost_usd": None, "ranked": True,
        "rows_sha256": sha256(jsonl.encode(rows)).hexdigest(),
    }  # fmt: skip
    return Manifest(**{**facts, **changes})


def output(text: str = "42", **changes: Any) -> Output:
    answer = Answer(text=text, finish_reason="stop", latency_ms=1.5, tokens=Tokens())
    facts: dict[str, Any] = {
        "task_id": "a", "task_digest": "sha256:0", "attempt": 1, "started_at": "2026-11-30T21:05:09.000Z",
        "retries": 0, "answer": answer,
    }  # fmt: skip
    return Output(**{**facts, **changes})


def store_of(flow: Repo, *rows: EvalRun) -> Store:
    flow.store.record(manifest(list(rows)), list(rows), [output()])
    return flow.store


TEXT = st.text()  # never surrogates, which are gone before anything is stored
ROWS = st.lists(
    st.builds(
        row,
        details=TEXT,
        served_model=st.none() | TEXT,
        score=st.floats(min_value=0, max_value=100),
        latency_ms=st.floats(min_value=0, allow_infinity=False),
        cost_usd=st.none() | st.floats(min_value=0, max_value=1e6),
        tokens=st.builds(Tokens, input=st.none() | st.integers(0, 2**53), output=st.none() | st.integers(0, 2**53)),
        rules=st.lists(st.builds(Rule, id=TEXT, passed=st.booleans(), message=TEXT)).map(tuple),
        error=st.none() | TEXT,
    )
)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ROWS, TEXT)
def test_what_is_recorded_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, rows: list[EvalRun], text: str
) -> None:
    store = Store(Layout(tmp_path_factory.mktemp("repo")))
    wanted = manifest(rows)
    store.record(wanted, rows, [output(text)])
    results = store.read_all()
    assert (results.rows, results.manifests, results.problems) == (rows, [wanted], [])
    assert list(store.outputs(RUN)) == [output(text)]


def test_a_run_has_files_of_its_own_by_month(flow: Repo) -> None:
    store_of(flow, row())
    files = sorted(p.relative_to(flow.root / "results").as_posix() for p in (flow.root / "results").rglob("*.*"))
    assert files == [f"outputs/2026/11/{RUN}.jsonl", f"runs/2026/11/{RUN}.jsonl", f"runs/2026/11/{RUN}.manifest.json"]


def test_a_damaged_row_is_reported_with_its_place_and_the_rest_is_kept(flow: Repo) -> None:
    store = store_of(flow, row(task_id="a"), row(task_id="b"))
    path = store.rows_file(RUN)
    path.write_bytes(path.read_bytes().replace(b'"task_id":"a"', b'"task_id":7'))
    results = store.read_all()
    assert [r.task_id for r in results.rows] == ["b"]
    assert f"results/runs/2026/11/{RUN}.jsonl:1: not read" in results.problems[0]


def test_rows_that_were_changed_by_hand_are_not_ranked(flow: Repo) -> None:
    store = store_of(flow, row(passed=False, score=0.0))
    path = store.rows_file(RUN)
    path.write_bytes(path.read_bytes().replace(b'"passed":false,"score":0.0', b'"passed":true,"score":100.0'))
    results = store.read_all()
    assert [m.ranked for m in results.manifests] == [False]
    assert results.manifests[0].unranked_because == ("rows do not match the manifest",)
    assert len(results.problems) == 1


def test_a_run_without_its_manifest_is_reported(flow: Repo) -> None:
    store = store_of(flow, row())
    store.manifest_file(RUN).unlink()
    results = store.read_all()
    assert (len(results.rows), results.manifests) == (1, [])
    assert "manifest.json: not read" in results.problems[0]


def test_nothing_recorded_is_nothing(flow: Repo) -> None:
    results = flow.store.read_all()
    assert (results.rows, results.manifests, results.problems) == ([], [], [])


def test_a_run_may_be_recorded_again_when_an_error_was_made_up_for(flow: Repo) -> None:
    failed = row(task_id="b", status="error", passed=None, score=None, output_sha256=None, error="503")
    store = store_of(flow, row(), failed)
    store_of(flow, row(), row(task_id="b"))
    assert [r.status for r in store.read_all().rows] == ["scored", "scored"]


@pytest.mark.parametrize("change", [{"passed": False, "score": 0.0}, {"output_sha256": "1"}, {"task_id": "b"}])
def test_a_recorded_verdict_is_never_recorded_over(flow: Repo, change: dict[str, Any]) -> None:
    store = store_of(flow, row())
    before = store.rows_file(RUN).read_bytes()
    with pytest.raises(StoreError, match="the verdicts of a would change"):
        store_of(flow, msgspec.structs.replace(row(), **change))
    assert store.rows_file(RUN).read_bytes() == before
