"""The plan of a run: what is fixed before the first call."""

import shutil

import msgspec
import pytest

from harness import run_folder, task_file
from harness.errors import StoreError
from harness.models import registry
from harness.planning import plan
from harness.run_folder import RUN_ID, Plan
from tests.harness.run_repo import Repo


def planned(flow: Repo, model: str = "fake/one", attempts: int = 1) -> Plan:
    found = registry.load(flow.layout).resolve(model)
    return plan(flow.layout, found, task_file.load_all(flow.layout), "all", attempts)


@pytest.fixture
def two(flow: Repo) -> Repo:
    """A repository with two tasks."""
    flow.add("a")
    flow.add("b")
    return flow


def test_run_ids_sort_by_time_and_differ(two: Repo) -> None:
    ids = [planned(two).run_id for _ in range(5)]
    assert len(set(ids)) == 5
    assert all(RUN_ID.fullmatch(one) for one in ids)
    assert [one[:15] for one in ids] == sorted(one[:15] for one in ids)


def test_all_tasks_are_wanted_once_before_any_is_wanted_again(two: Repo) -> None:
    assert list(planned(two, attempts=2).wanted()) == [("a", 1), ("b", 1), ("a", 2), ("b", 2)]


def test_a_run_of_a_workflow_names_it(two: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "ACTOR": "octocat", "SERVER_URL": "https://github.com", "REPOSITORY": "octo/touchstone", "RUN_ID": "77",
    }.items():  # fmt: skip
        monkeypatch.setenv(f"GITHUB_{name}", value)
    made = planned(two)
    assert (made.actor, made.workflow_run_url) == ("octocat", "https://github.com/octo/touchstone/actions/runs/77")


def test_without_a_commit_nothing_vouches_for_the_run(two: Repo) -> None:
    shutil.rmtree(two.root / ".git")
    made = planned(two)
    assert (made.commit, made.unranked_because) == (None, ("no commit",))


def test_an_embedded_model_is_named_by_the_digest_of_its_file(two: Repo) -> None:
    versions = planned(two, "local/smollm2-135m").versions
    assert versions["model_file"].startswith("sha256:")
    assert "xllamacpp" in versions


def test_a_plan_is_read_as_it_was_written(two: Repo) -> None:
    folder = run_folder.create(two.layout, planned(two))
    assert run_folder.open_run(two.layout, folder.plan.run_id) == folder


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"run_id": 7}', b"\xff"])
def test_a_damaged_plan_is_told(two: Repo, content: bytes) -> None:
    folder = run_folder.create(two.layout, planned(two))
    (folder.path / "plan.json").write_bytes(content)
    with pytest.raises(StoreError, match=r"plan\.json: cannot be read"):
        run_folder.open_run(two.layout, folder.plan.run_id)


def test_a_plan_holds_the_name_of_the_key_and_never_the_key(two: Repo) -> None:
    text = msgspec.json.encode(planned(two)).decode()
    assert "FAKE_API_KEY" in text
    assert "sk-test" not in text
