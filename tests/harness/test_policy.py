"""policy.yaml: the limits of a repository."""

from pathlib import Path

import pytest

from harness.findings import InvalidFileError
from harness.layout import Layout
from harness.policy import load

ROOT = Path(__file__).parent.parent.parent


def test_our_own_limits() -> None:
    assert load(Layout(ROOT)).min_runs == 3


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("min_runs: 3", "min_runs: 0", "a whole number from 1"),
        ("min_runs: 3", "min_run: 3", "did you mean `min_runs`"),
        ("max_cost_per_run: 10", "max_cost_per_run: ten", "the US dollars"),
        ("votes_needed: 3", "", "`votes_needed` is missing"),
    ],
)
def test_a_mistake_is_shown_with_its_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = (ROOT / "policy.yaml").read_text()
    assert old in text
    (tmp_path / "policy.yaml").write_text(text.replace(old, new))
    with pytest.raises(InvalidFileError) as caught:
        load(Layout(tmp_path))
    assert any(message in str(finding) for finding in caught.value.findings)


def test_no_limits_are_no_licence(tmp_path: Path) -> None:
    with pytest.raises(InvalidFileError, match=r"policy\.yaml:1:1"):
        load(Layout(tmp_path))
