"""What a repository publishes, read from its files: the ledger, the boards, and what they were made from."""

import os
from dataclasses import dataclass

from harness import clock, git, policy, task_file
from harness.layout import Layout
from harness.leaderboard import Board
from harness.ledger import Ledger, ledger
from harness.pages import boards
from harness.public_api import Build
from harness.store import Store


@dataclass(frozen=True, slots=True)
class Published:
    """`problems` are lines for a person: results that could not be read, and where."""

    ledger: Ledger
    boards: list[Board]
    build: Build
    problems: list[str]


def read(layout: Layout) -> Published:
    """Read tasks, results and policy. Raises InvalidTaskError or InvalidFileError when tasks or policy are wrong."""
    results = Store(layout).read_all()
    books = ledger(results.rows, results.manifests, task_file.load_all(layout))
    return Published(
        ledger=books,
        boards=boards(books, policy.load(layout).min_runs),
        build=Build(git.commit(layout.root), git.dirty(layout.root), clock.now(), _repository_url()),
        problems=results.problems,
    )


def _repository_url() -> str | None:
    """The web address of the repository, inside of its own workflows."""
    server, repository = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
    return f"{server}/{repository}" if server and repository else None
