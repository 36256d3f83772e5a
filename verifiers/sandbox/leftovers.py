"""Whose a container is, and the removal of those whose owner has died.

A container ends by itself when the process that attached to it goes away. What can stay is one that was created and
never started, and one whose engine was busy at that moment.
"""

import contextlib
import os
import socket
from pathlib import Path

from docker import DockerClient
from docker.errors import APIError

LABEL = "touchstone.sandbox"
_MACHINE = "touchstone.machine"
_PROCESS = "touchstone.process"


def labels() -> dict[str, str]:
    """The labels of a container of this process."""
    return {LABEL: "1", _MACHINE: _machine(), _PROCESS: f"{os.getpid()} {_started(os.getpid())}"}


def sweep(client: DockerClient) -> int:
    """Remove the containers of dead processes of this machine; how many. Those of others are left alone."""
    wanted = {"label": [f"{LABEL}=1", f"{_MACHINE}={_machine()}"]}
    removed = 0
    for container in client.api.containers(all=True, filters=wanted):
        pid, _, started = container["Labels"].get(_PROCESS, "").partition(" ")
        if pid.isdigit() and _started(int(pid)) != started:
            with contextlib.suppress(APIError):  # someone else removes it right now
                client.api.remove_container(container["Id"], force=True, v=True)
                removed += 1
    return removed


def _machine() -> str:
    """This machine since it was started, and the process ids that are seen from here."""
    with contextlib.suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot} {Path('/proc/self/ns/pid').readlink()}"
    return socket.gethostname()


def _started(pid: int) -> str:
    """When a process started, in a form that tells it from a later one of the same id; '' when there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        pass
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return ""
    except OSError:
        pass
    return "" if Path("/proc/self").exists() else "alive"  # without /proc, an id is all there is
