"""What git knows of the working tree."""

import subprocess
from pathlib import Path

_OURS = (":(exclude)results", ":(exclude)_site")  # what runs and sites write themselves does not make a tree dirty


def commit(root: Path) -> str | None:
    """The full id of the checked-out commit; None outside of git, without git, or before the first commit."""
    return _git(root, "rev-parse", "--verify", "--quiet", "HEAD") or None


def dirty(root: Path) -> bool:
    """Whether files of `root` differ from the commit, new ones too, outside of results/ and _site/.

    True when git cannot tell: nothing vouches for such files.
    """
    return _git(root, "status", "--porcelain", "--untracked-files=all", "--", ".", *_OURS) != ""


def setting(root: Path, name: str) -> str | None:
    """A value of git's configuration; None when it is not set, or without git."""
    return _git(root, "config", "--get", name) or None


def _git(root: Path, *args: str) -> str | None:
    """What git prints; None when it fails."""
    try:
        done = subprocess.run(["git", "-C", str(root), *args], capture_output=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode("utf-8", "replace").strip()
