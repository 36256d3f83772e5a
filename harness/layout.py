"""Where things are in a Touchstone repository."""

from dataclasses import dataclass
from pathlib import Path

from harness.errors import UsageError


@dataclass(frozen=True, slots=True)
class Layout:
    """The paths of one repository; `root` is the folder that holds tasks/ and models.yaml."""

    root: Path

    @property
    def tasks(self) -> Path:
        return self.root / "tasks"

    @property
    def canary_file(self) -> Path:
        """One line: the sentence that every task carries."""
        return self.tasks / "canary.txt"

    @property
    def results(self) -> Path:
        return self.root / "results"

    @property
    def models_file(self) -> Path:
        return self.root / "models.yaml"

    @property
    def policy_file(self) -> Path:
        return self.root / "policy.yaml"

    @property
    def site(self) -> Path:
        """Templates and assets; the built site goes to `_site`."""
        return self.root / "site"

    @property
    def work(self) -> Path:
        """Runs under way, never committed."""
        return self.root / ".touchstone"


def find(start: Path | None = None) -> Layout:
    """The repository that `start` (the current folder by default) lies in.

    Raises UsageError outside of one.
    """
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        if (folder / "models.yaml").is_file() and (folder / "tasks").is_dir():
            return Layout(folder)
    raise UsageError(f"{here}: not inside a Touchstone repository (no models.yaml and tasks/ here or above)")
