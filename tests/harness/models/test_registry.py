"""models.yaml: what may stand in it, and which model a slug names."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from harness.errors import ModelError
from harness.eval_run import Tokens
from harness.findings import InvalidFileError
from harness.layout import Layout
from harness.models.registry import Registry, load
from harness.prices import cost_usd

ROOT = Path(__file__).parent.parent.parent.parent


def registry(tmp_path: Path, text: str) -> Registry:
    (tmp_path / "models.yaml").write_text(text)
    return load(Layout(tmp_path))


GOOD = """\
default: fake/one
providers:
  fake:
    kind: openai
    base_url: https://fake.example/v1
    key_env: FAKE_API_KEY
    parameters: {temperature: 0, max_tokens: 100}
  file: {kind: gguf}
models:
  fake/one: {}
  fake/two: {name: vendor/Two, cutoff: "2026-05-18", concurrency: 9, parameters: {max_tokens: 200, system: Hi.}}
  file/own: {file: weights/own.gguf}
"""


def test_a_model_says_what_differs_from_its_provider(tmp_path: Path) -> None:
    models = registry(tmp_path, GOOD).models
    one, two = models["fake/one"], models["fake/two"]
    assert (one.name, one.base_url, one.key_env) == ("one", "https://fake.example/v1", "FAKE_API_KEY")
    assert (two.name, two.cutoff, two.concurrency) == ("vendor/Two", "2026-05-18", 9)
    assert (two.parameters.temperature, two.parameters.max_tokens, two.parameters.system) == (0, 200, "Hi.")
    assert models["file/own"].file == str(tmp_path / "weights/own.gguf")


def test_the_default_runs_when_no_model_is_named(tmp_path: Path) -> None:
    assert registry(tmp_path, GOOD).resolve(None).slug == "fake/one"
    with pytest.raises(ModelError, match="--model"):
        registry(tmp_path, "models: {}\n").resolve(None)


def test_an_unknown_slug_is_refused_with_a_guess(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="did you mean fake/two"):
        registry(tmp_path, GOOD).resolve("fake/too")


@pytest.mark.parametrize(("path", "slug"), [("My Model-Q4.gguf", "gguf/my-model-q4"), ("\u00fc.gguf", "gguf/model")])
def test_a_path_to_a_gguf_file_is_a_model_that_is_not_declared(tmp_path: Path, path: str, slug: str) -> None:
    model = registry(tmp_path, GOOD).resolve(path)
    assert (model.slug, model.kind, model.declared) == (slug, "gguf", False)


WRONG = {
    "unknown key": (GOOD.replace("fake/one: {}", "fake/one: {pric: 1}"), r"models.yaml:10:14: .*pric"),
    "key in the file": (GOOD.replace("FAKE_API_KEY", "sk-0123"), "never the key"),
    "no base_url": (GOOD.replace("    base_url: https://fake.example/v1\n", ""), "base_url"),
    "password in the address": (GOOD.replace("https://", "https://me:pw@"), "without user, password or query"),
    "key in the clear": (GOOD.replace("https://", "http://"), "in the clear; use https"),
    "unknown provider": (GOOD.replace("fake/one: {}", "other/one: {}"), "there is no provider `other`"),
    "default that is not there": (GOOD.replace("default: fake/one", "default: fake/1"), "`default` must be one of"),
    "a file for a hosted model": (GOOD.replace("fake/one: {}", "fake/one: {file: a.gguf}"), "`file` belongs to"),
    "a file model without one": (GOOD.replace("{file: weights/own.gguf}", "{}"), "`file` belongs to"),
    "temperature as text": (GOOD.replace("temperature: 0", 'temperature: "0"'), "a number from 0 to 2"),
    "max_tokens of no token": (GOOD.replace("max_tokens: 100", "max_tokens: 0"), "the most tokens"),
    "slug without provider": (GOOD.replace("fake/one: {}", "one: {}"), "a slug, provider/model"),
    "kind that is not there": (GOOD.replace("kind: openai", "kind: magic"), "`providers.fake.kind` cannot be"),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG)
def test_a_mistake_is_shown_with_its_place_and_a_way_out(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidFileError) as caught:
        registry(tmp_path, text)
    found = [str(finding) for finding in caught.value.findings]
    assert any(re.search(message, line) for line in found), found
    assert all(re.match(r"models\.yaml:\d+:\d+: ", line) for line in found)


def test_a_plain_http_server_needs_no_key(tmp_path: Path) -> None:
    text = GOOD.replace("https://", "http://").replace("    key_env: FAKE_API_KEY\n", "")
    assert registry(tmp_path, text).models["fake/one"].base_url == "http://fake.example/v1"


def test_our_own_models_are_declared_and_priced() -> None:
    ours = load(Layout(ROOT))
    assert ours.resolve(None).slug == "local/smollm2-135m"
    assert {"control/reference", "control/empty", "control/echo"} <= set(ours.models)
    kinds = {slug.partition("/")[0] for slug in ours.models}
    assert kinds >= set("openai anthropic google openrouter groq mistral deepseek xai ollama vllm gguf".split())
    used = Tokens(input=1000, output=1000)
    unpriced = [m.slug for m in ours.models.values() if cost_usd(m, used, datetime(2026, 11, 30, tzinfo=UTC)) is None]
    assert unpriced == []
