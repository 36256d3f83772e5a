"""A runner in a locked Docker container."""

import contextlib
import os
import random
import struct
from collections.abc import Iterator
from typing import Any

import docker
from docker.context import ContextAPI
from docker.errors import DockerException, ImageNotFound
from docker.models.images import Image
from docker.types import Ulimit

from verifiers.result import SkippedError
from verifiers.sandbox import bridge, leftovers
from verifiers.sandbox.protocol import LostError, Runner
from verifiers.sandbox.settings import Settings

MEMORY_MB = 640  # the largest memory_mb of a task, /tmp and the runner
_API_TIMEOUT_S = 60
_DOCKER_FRAME = struct.Struct(">BxxxI")  # stream, length: how Docker multiplexes standard output and error

# Asserted from `docker inspect` in tests/verifiers/sandbox/test_container.py.
_LOCKS: dict[str, Any] = {
    "network_mode": "none",
    "read_only": True,
    "cap_drop": ["ALL"],
    "security_opt": ["no-new-privileges:true"],
    "mem_limit": MEMORY_MB << 20,
    "memswap_limit": MEMORY_MB << 20,  # equal to the memory: no swap
    "nano_cpus": 10**9,
    "pids_limit": 128,
    "ipc_mode": "private",
    "tmpfs": {
        "/tmp": "rw,nosuid,nodev,noexec,size=32m,nr_inodes=4k,mode=1777",  # noqa: S108
        "/dev/shm": "rw,nosuid,nodev,noexec,size=16m,nr_inodes=1k,mode=1777",  # noqa: S108
    },
    # System V IPC and message queues would outlive the program that made them.
    "sysctls": {"kernel.shmmni": "0", "kernel.msgmni": "0", "kernel.sem": "0 0 0 0", "fs.mqueue.queues_max": "0"},
    "ulimits": [
        Ulimit(name="nofile", soft=256, hard=256),
        Ulimit(name="fsize", soft=32 << 20, hard=32 << 20),
        Ulimit(name="core", soft=0, hard=0),
        Ulimit(name="msgqueue", soft=0, hard=0),
        Ulimit(name="stack", soft=2 << 20, hard=64 << 20),  # what a thread gets, and what the child raises its own to
    ],
    "log_config": {"Type": "none"},
    "auto_remove": True,
    "init": False,  # the runner is process 1 itself
}
_ENVIRONMENT = ("PATH=/usr/local/bin:/usr/bin:/bin", "PYTHONHASHSEED=0")  # equal runs give equal results


def engine_url() -> str:
    """Where the engine listens: DOCKER_HOST, else what the current `docker context` says."""
    if "DOCKER_HOST" in os.environ:
        return os.environ["DOCKER_HOST"]
    return str(ContextAPI.get_current_context().Host)


class Engine:
    """A Docker engine that answers, and the image that is used. Raises DockerException when there is none.

    Raises SkippedError when the engine is there and the image is not.
    """

    errors: tuple[type[Exception], ...] = (DockerException, LostError, OSError)

    def __init__(self, settings: Settings) -> None:
        if "DOCKER_HOST" in os.environ:
            self.client = docker.from_env(timeout=_API_TIMEOUT_S)
        else:
            self.client = docker.DockerClient(engine_url(), timeout=_API_TIMEOUT_S)
        try:
            self.runtime = _runtime(self.client, settings)
            self.image_name, self.image = _image(self.client, settings)
            leftovers.sweep(self.client)
        except BaseException:
            self.client.close()
            raise

    def make(self, role: bridge.Role) -> "Container":
        return Container(self, role)

    def describe(self) -> dict[str, str]:
        """For the manifest."""
        digests = self.image.attrs.get("RepoDigests") or [""]
        return {
            "kind": "docker",
            "image": self.image_name,
            "image_id": str(self.image.id),
            "image_digest": str(digests[0]).rpartition("@")[2],
            "runtime": self.runtime,
        }

    def close(self) -> None:
        leftovers.sweep(self.client)
        self.client.close()


def _runtime(client: docker.DockerClient, settings: Settings) -> str:
    about = client.info()
    name = settings.runtime or str(about["DefaultRuntime"])
    if name not in about["Runtimes"]:
        known = ", ".join(sorted(about["Runtimes"]))
        raise SkippedError(f"the engine has no runtime {name!r} (TOUCHSTONE_SANDBOX_RUNTIME); it has {known}")
    return name


def _image(client: docker.DockerClient, settings: Settings) -> tuple[str, Image]:
    for name in settings.images:
        with contextlib.suppress(ImageNotFound):
            return name, client.images.get(name)
    raise SkippedError(f"the sandbox image {settings.images[0]} is not on this machine; run scripts/images")


class Container:
    """One container with a runner in it. Raises DockerException or LostError when it does not come up."""

    def __init__(self, engine: Engine, role: bridge.Role) -> None:
        self._api = engine.client.api
        user = random.randrange(20_000, 60_000)  # its own, for the kernel counts some limits by user  # noqa: S311
        variables = engine.image.attrs["Config"].get("Env") or []
        argument, program = bridge.program(role)
        self.id = self._api.create_container(
            engine.image.id,
            entrypoint=["/usr/bin/env", "-i", *_ENVIRONMENT, "python3", "-sB", "-X", "utf8", "-c", argument],
            command=["container"],
            user=f"{user}:{user}",
            environment=[variable.partition("=")[0] for variable in variables],  # without a value: taken away
            labels=leftovers.labels(),
            hostname="sandbox",
            working_dir="/",
            stdin_open=True,
            network_disabled=True,
            healthcheck={"Test": ["NONE"]},
            host_config=self._api.create_host_config(runtime=engine.runtime, **_LOCKS),
        )["Id"]
        try:
            self._channel = _Attached(self._api, self.id)
            self._api.start(self.id)
            self.runner = Runner(self._channel, program)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Kill the container; the engine removes it."""
        with contextlib.suppress(DockerException):
            self._api.remove_container(self.id, force=True, v=True)
        self._channel.close()


class _Attached:
    """The standard streams of a container, attached before it starts so that nothing is missed."""

    def __init__(self, api: docker.APIClient, container: str) -> None:
        streams = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}
        self._response = api.attach_socket(container, params=streams)
        self._socket = getattr(self._response, "_sock", self._response)
        self._socket.setblocking(False)
        self._raw = bytearray()
        self._complaint = bytearray()

    def fileno(self) -> int:
        return int(self._socket.fileno())

    def send(self, data: memoryview) -> int:
        try:
            return int(self._socket.send(data))
        except BlockingIOError:
            return 0
        except OSError as error:
            raise LostError(f"the container's input is closed: {error}") from error

    def receive(self) -> bytes:
        try:
            data = self._socket.recv(1 << 16)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise LostError(f"the container's output is closed: {error}") from error
        if not data:
            raise LostError("the container has ended" + self._last_words())
        self._raw += data
        return b"".join(self._frames())

    def close(self) -> None:
        self._socket.close()
        self._response.close()

    def _frames(self) -> Iterator[bytes]:
        """The runner's standard output; its standard error is kept for `_last_words`."""
        while len(self._raw) >= _DOCKER_FRAME.size:
            stream, length = _DOCKER_FRAME.unpack_from(self._raw)
            end = _DOCKER_FRAME.size + length
            if len(self._raw) < end:
                return
            data = bytes(self._raw[_DOCKER_FRAME.size : end])
            del self._raw[:end]
            if stream == 1:
                yield data
            else:
                self._complaint = (self._complaint + data)[-2000:]

    def _last_words(self) -> str:
        lines = self._complaint.decode(errors="replace").strip().splitlines()
        return f": {lines[-1]}" if lines else ""
