"""The commit and the dirty flag, on real repositories."""

import subprocess
from pathlib import Path

import pytest

from harness import git


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    def run(*args: str) -> None:
        subprocess.run(["git", *args], cwd=tmp_path, check=True, capture_output=True)

    run("init", "-q")
    (tmp_path / "kept.txt").write_text("one")
    run("add", "-A")
    run("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "first")
    return tmp_path


def test_a_clean_tree_has_a_commit_and_is_not_dirty(repository: Path) -> None:
    assert len(git.commit(repository) or "") == 40
    assert not git.dirty(repository)


def test_results_and_the_site_do_not_make_a_tree_dirty(repository: Path) -> None:
    for folder in ("results/runs", "_site"):
        (repository / folder).mkdir(parents=True)
        (repository / folder / "new.txt").write_text("x")
    assert not git.dirty(repository)


@pytest.mark.parametrize("name", ["kept.txt", "new.txt", "tasks/results/new.txt"])
def test_an_edited_or_new_file_does(repository: Path, name: str) -> None:
    (repository / name).parent.mkdir(parents=True, exist_ok=True)
    (repository / name).write_text("two")
    assert git.dirty(repository)


def test_outside_of_git_nothing_vouches_for_the_files(tmp_path: Path) -> None:
    assert git.commit(tmp_path) is None
    assert git.dirty(tmp_path)
