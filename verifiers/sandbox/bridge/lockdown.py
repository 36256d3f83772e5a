"""What the runner does to itself before the first candidate, and to the place between two of them."""

from __future__ import annotations

import builtins
import contextlib
import ctypes
import gc
import os
import resource
import signal
import site
import sys
from typing import Any

from verifiers.sandbox.bridge.frames import write_all

PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 4, 36
WRITABLE = ("/tmp", "/dev/shm")  # nothing else in the container can be written to

# What programs import most: loaded once here, it costs a run nothing. Not `random` and `threading`, nor what imports
# them: they do so much work in every fork that a run would take a quarter longer.
PRELOADED = (
    "bisect", "copy", "dataclasses", "datetime", "decimal", "fractions", "functools", "hashlib", "heapq", "itertools",
    "operator", "re", "string", "traceback", "typing",
)  # fmt: skip


def prepare(local: bool) -> int:
    """Lock this process down and load what programs use; the descriptor that wakes `Run.relay` at a child's end."""
    os.closerange(3, 4096)  # whatever the container runtime may have left open
    sys.path[:] = [entry for entry in sys.path if entry]
    os.environ.clear()
    if local:
        prctl(PR_SET_CHILD_SUBREAPER, 1)
    elif os.getpid() != 1 or prctl(PR_SET_DUMPABLE, 0) != 0:
        raise SystemExit("bridge: not process 1, or it cannot be hidden from the processes beside it")
    if not hasattr(builtins, "exit"):  # started with -S, which hides the machine's own packages
        site.setquit()
        site.sethelper()
        site.setcopyright()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    wake, wake_end = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(wake_end, False)
    signal.set_wakeup_fd(wake_end, warn_on_full_buffer=False)
    for name in PRELOADED:
        __import__(name)
    gc.collect()
    gc.freeze()
    return wake


_PRCTL = getattr(ctypes.CDLL(None), "prctl", None)
_LIMITS = [number for name, number in vars(resource).items() if name.startswith("RLIMIT_")]
_SCHEDULING = [getattr(os, name) for name in ("sched_getaffinity", "sched_getscheduler") if hasattr(os, name)]


def prctl(option: int, value: int) -> int:
    """Linux's prctl; -1 where there is none."""
    return -1 if _PRCTL is None else int(_PRCTL(option, value, 0, 0, 0))


def condition() -> tuple[Any, ...]:
    """What a process of the same user can change from outside: limits, priority, scheduling."""
    limits = [resource.getrlimit(number) for number in _LIMITS]
    return (limits, os.getpriority(os.PRIO_PROCESS, 0), [read(0) for read in _SCHEDULING])


def oom_kills() -> int:
    """How often the kernel has killed in this container for want of memory (cgroup v2, then v1)."""
    for path in ("/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control"):
        with contextlib.suppress(OSError):
            return int(read_file(path).partition(b"oom_kill ")[2].split()[0])
    return 0


def read_file(path: str) -> bytes:
    """The first 4 kB of a file of /proc or /sys."""
    fd = os.open(path, os.O_RDONLY)
    try:
        return os.read(fd, 4096)
    finally:
        os.close(fd)


def write_file(path: str, data: bytes) -> None:
    """Write a file, with no more than the system calls: every page that a fork touches costs it time."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        write_all(fd, data)
    finally:
        os.close(fd)


def end_everyone() -> bool:
    """Kill every other process of the container and wait for it; whether none is left.

    The kernel signals all of them in one sweep and refuses the forks of those it has signalled.
    """
    with contextlib.suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    try:
        os.kill(-1, 0)
    except ProcessLookupError:
        return True
    return False


def end_descendants(leader: int) -> bool:
    """The same for a runner that shares its machine: orphans come back to it, so that its descendants are all there is.

    They are stopped before they are killed, so that they cannot outrun it by forking. Where there is no /proc, the
    process group of `leader` has to do; what has left it stays.
    """
    if not os.path.exists("/proc/self"):
        with contextlib.suppress(OSError):
            os.killpg(leader, signal.SIGKILL)
    stopped: set[int] = set()
    while fresh := _descendants() - stopped:
        for pid in fresh:
            os.kill(pid, signal.SIGSTOP)
        stopped |= fresh
    for pid in _descendants():
        os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    return not _descendants()


def _descendants() -> set[int]:
    """The living processes below this one; needs /proc."""
    parents = {}
    for entry in os.listdir("/proc") if os.path.exists("/proc/self") else ():
        with contextlib.suppress(OSError, ValueError):
            state, parent = read_file(f"/proc/{int(entry)}/stat").rpartition(b")")[2].split()[:2]
            if state != b"Z":
                parents[int(entry)] = int(parent)
    found = {os.getpid()}
    while added := {pid for pid, parent in parents.items() if parent in found and pid not in found}:
        found |= added
    return found - {os.getpid()}


def wipe(work: str, local: bool) -> bool:
    """Remove every file that a program can have left; whether all are gone."""
    with contextlib.suppress(OSError, RecursionError):  # what makes trouble stays, and is noticed below
        if local:
            _empty(work)
            os.rmdir(work)
            return True
        for place in WRITABLE:
            _empty(place)
        return not any(map(os.listdir, WRITABLE))
    return False


def _empty(place: str) -> None:
    for name in os.listdir(place):
        path = f"{place}/{name}"
        try:
            os.unlink(path)
        except OSError:
            _empty(path)
            os.rmdir(path)
