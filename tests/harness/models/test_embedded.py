"""The embedded model: llama.cpp's own server, the same client as for any other."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.errors import ModelError
from harness.eval_run import Answer
from harness.models import connect
from harness.models.embedded import LlamaServer
from harness.models.model import Model, Parameters
from tests.harness.models.helpers import ask, task

SMALL = Model(
    slug="local/smollm2-135m", kind="embedded", name="smollm2-135m", concurrency=2,
    parameters=Parameters(temperature=0, seed=1, max_tokens=24),
)  # fmt: skip


def children() -> str:
    return subprocess.run(
        ["pgrep", "-P", str(os.getpid()), "-f", "llama_server"], capture_output=True, text=True
    ).stdout


def test_it_answers_through_its_http_server(capfd: pytest.CaptureFixture[str]) -> None:
    answer = ask(SMALL, task("What is the capital of France? Reply with one word."))
    assert "Paris" in answer.text
    assert answer.served_model == "local/smollm2-135m"
    assert answer.latency_ms > 0
    assert (answer.tokens.input or 0) > 10
    assert (answer.tokens.output or 0) > 0
    assert children() == ""
    assert capfd.readouterr() == ("", "")


def test_an_answer_is_cut_at_its_limit() -> None:
    answer = ask(SMALL, task("Write a long story about a sheep."))
    assert answer.truncated
    assert answer.tokens.output == 24


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "No such file"),
        (b"not a model", "not a GGUF file"),
        (b"GGUF\x03\0\0\0 and then nonsense", "did not start"),
    ],
    ids=["missing", "another format", "damaged"],
)
def test_a_file_that_cannot_be_used(tmp_path: Path, content: bytes | None, reason: str) -> None:
    path = tmp_path / "model.gguf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelError, match=reason):
        ask(Model(slug="gguf/model", kind="gguf", name="model", file=str(path)))
    assert children() == ""


def test_the_server_ends_with_its_owner() -> None:
    with LlamaServer(SMALL):
        assert children() != ""
    assert children() == ""


def test_the_server_ends_even_when_its_owner_is_killed() -> None:
    code = "\n".join(
        [
            "import time",
            "from harness.models.embedded import LlamaServer",
            "from tests.harness.models.test_embedded import SMALL",
            "with LlamaServer(SMALL) as server:",
            "    print(server._process.pid, flush=True)",
            "    time.sleep(60)",
        ]
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as owner:
        assert owner.stdout is not None
        server = Path(f"/proc/{int(owner.stdout.readline())}")
        assert server.exists()
        owner.kill()
    for _ in range(500):
        if not server.exists():
            break
        time.sleep(0.01)
    assert not server.exists()


def test_the_same_question_gets_the_same_answer_whoever_else_is_asking() -> None:
    async def all_of_them() -> list[Answer]:
        questions = [task("Name three colours."), task("Count to ten."), task("Name three colours.")]
        async with connect(SMALL) as client:
            return await asyncio.gather(*[client.ask(question, 1) for question in questions * 2])

    texts = [answer.text for answer in asyncio.run(all_of_them())]
    assert len({texts[n] for n in (0, 2, 3, 5)}) == 1
    assert texts[1] == texts[4] != texts[0]
