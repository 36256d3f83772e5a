"""The sandbox image is on the machine: everything that judges code rests on it."""

import os
import subprocess

import pytest

IMAGES = [os.environ.get("TOUCHSTONE_SANDBOX_IMAGE", "python:3.9-slim"), "touchstone-sandbox:python3.9"]


@pytest.mark.docker
def test_a_container_starts_without_a_network() -> None:
    here = [i for i in IMAGES if subprocess.run(["docker", "image", "inspect", i], capture_output=True).returncode == 0]
    done = subprocess.run(
        ["docker", "run", "--rm", "--network", "none", here[0], "python3", "-c", "print(6 * 7)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "42\n"
