"""Shared fixtures. A test that needs Docker or Chromium skips on a developer's machine without it and fails in CI."""

import os
import shutil
import subprocess

import hypothesis
import pytest

# How long an example takes says something of the machine, not of the code.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


def _docker_runs() -> bool:
    if shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "info"], capture_output=True, check=False).returncode == 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get("CI") == "true":
        return  # a missing engine then fails the test itself
    missing = {
        "docker": not _docker_runs(),
        "chromium": shutil.which("chromium") is None,
    }
    for item in items:
        for name, absent in missing.items():
            if absent and item.get_closest_marker(name):
                item.add_marker(pytest.mark.skip(reason=f"{name} is not on this machine"))
