"""What the runner does to itself before the first candidate, and to the place between two of them."""

from __future__ import annotations

import builtins
import contextlib
import ctypes
import gc
import os
import resource
import shutil
import signal
import site
import sys
from typing import Any

PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 4, 36
WRITABLE = ("/tmp", "/dev/shm")  # nothing else in the container can be written to

# What programs import most: loaded once here, it costs a run nothing.
PRELOADED = (
    "bisect", "copy", "dataclasses", "datetime", "decimal", "fractions", "functools", "heapq", "itertools", "operator",
    "random", "re", "statistics", "string", "threading", "traceback", "typing",
)  # fmt: skip


def prepare(local: bool) -> int:
    """Lock this process down and load what programs use; the descriptor that wakes `Run.relay` at a child's end."""
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


def prctl(option: int, value: int) -> int:
    """Linux's prctl; -1 where there is none."""
    function = getattr(ctypes.CDLL(None), "prctl", None)
    return -1 if function is None else int(function(option, value, 0, 0, 0))


def condition() -> tuple[Any, ...]:
    """What a process of the same user can change from outside: limits, priority, scheduling."""
    limits = [resource.getrlimit(number) for name, number in vars(resource).items() if name.startswith("RLIMIT_")]
    scheduling = [getattr(os, name)(0) for name in ("sched_getaffinity", "sched_getscheduler") if hasattr(os, name)]
    return (limits, os.getpriority(os.PRIO_PROCESS, 0), scheduling)


def oom_kills() -> int:
    """How often the kernel has killed in this container for want of memory (cgroup v2, then v1)."""
    for path in ("/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control"):
        with contextlib.suppress(OSError), open(path) as file:
            for line in file:
                if line.startswith("oom_kill "):
                    return int(line.split()[1])
    return 0


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
    """The same for a runner that shares its machine: orphans come back to it, so its children are all there is.

    Where there is no /proc, the process group of `leader` has to do; what has left it stays.
    """
    while True:
        for pid in _children():
            os.kill(pid, signal.SIGKILL)
        if not os.path.exists("/proc/self"):
            with contextlib.suppress(OSError):
                os.killpg(leader, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return True


def _children() -> list[int]:
    me, children = str(os.getpid()), []
    for entry in os.listdir("/proc") if os.path.exists("/proc/self") else ():
        with contextlib.suppress(OSError), open(f"/proc/{entry}/stat") as file:
            if file.read().rpartition(")")[2].split()[1] == me:
                children.append(int(entry))
    return children


def wipe(work: str, local: bool) -> bool:
    """Remove every file that a program can have left; whether all are gone."""
    if local:
        shutil.rmtree(work, ignore_errors=True)
        return not os.path.exists(work)
    for root in WRITABLE:
        for name in os.listdir(root):
            path = os.path.join(root, name)
            try:
                os.unlink(path)
            except OSError:
                with contextlib.suppress(RecursionError):
                    shutil.rmtree(path, ignore_errors=True)
    return not any(os.listdir(root) for root in WRITABLE)
