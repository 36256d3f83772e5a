"""models.yaml: which models there are, and how each one is reached."""

import json
import re
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from harness import schema_check, strict_yaml
from harness.errors import ModelError
from harness.findings import Finding, InvalidFileError
from harness.layout import Layout
from harness.models.model import LOOPBACK, Model, Parameters
from harness.strict_yaml import Document

SCHEMA_FILE = Path(__file__).resolve().parent.parent.parent / "models.schema.json"


@dataclass(frozen=True, slots=True)
class Registry:
    """The declared models by slug, and the slug of the one that runs by default."""

    models: dict[str, Model]
    default: str | None

    def resolve(self, wanted: str | None) -> Model:
        """The model with the slug `wanted`, the default for None, or one made of a path that ends in .gguf.

        Raises ModelError when there is none.
        """
        if wanted is None and self.default is None:
            raise ModelError("models.yaml names no default model; use --model SLUG")
        slug = wanted or self.default or ""
        if slug in self.models:
            return self.models[slug]
        if slug.endswith(".gguf"):
            return _undeclared(Path(slug))
        near = get_close_matches(slug, self.models, n=1, cutoff=0.5)
        guess = f"did you mean {near[0]}? " if near else ""
        raise ModelError(
            f"{slug!r} is not in models.yaml; {guess}Known: {', '.join(self.models)}, or a path to a .gguf"
        )


def load(layout: Layout) -> Registry:
    """Read models.yaml. Raises InvalidFileError with everything that is wrong in it."""
    document = strict_yaml.read(layout.models_file, layout.models_file.name)
    schema = schema_check.validator(json.loads(SCHEMA_FILE.read_text(encoding="utf-8")))
    _raise(list(schema_check.check(document, schema)))
    _raise(_loose_ends(document))
    models = {slug: _model(slug, document.data, layout) for slug in document.data["models"]}
    return Registry(models, document.data.get("default"))


def _raise(findings: list[Finding]) -> None:
    if findings:
        raise InvalidFileError(tuple(sorted(set(findings))))


def _loose_ends(document: Document) -> list[Finding]:
    """What no schema can say: names that point to nothing, files where none is wanted, keys sent in the clear."""
    models, providers = document.data["models"], document.data.get("providers", {})
    findings = []
    for name, provider in providers.items():
        url = urlsplit(provider.get("base_url", ""))
        if "key_env" in provider and url.scheme == "http" and url.hostname not in LOOPBACK:
            message = f"`{name}` would send its key in the clear; use https"
            findings.append(document.finding(("providers", name, "base_url"), message))
    for slug, entry in models.items():
        provider = providers.get(slug.partition("/")[0])
        if provider is None:
            message = f"there is no provider `{slug.partition('/')[0]}`; add it, or choose from {', '.join(providers)}"
            findings.append(document.finding(("models", slug), message, key=True))
        elif (provider["kind"] == "gguf") != ("file" in entry):
            message = f"`{slug}`: `file` belongs to the models of a provider of kind gguf, and to no other"
            findings.append(document.finding(("models", slug), message, key=True))
    if document.data.get("default", None) not in (None, *models):
        findings.append(document.finding(("default",), f"`default` must be one of {', '.join(models)}"))
    return findings


def _model(slug: str, data: dict[str, Any], layout: Layout) -> Model:
    """A model's entry on top of its provider's."""
    provider, _, name = slug.partition("/")
    base, entry = data["providers"][provider], data["models"][slug]
    merged = {"name": name, **base, **entry, "slug": slug}
    merged["parameters"] = {**base.get("parameters", {}), **entry.get("parameters", {})}
    if "file" in entry:
        merged["file"] = str(layout.root / entry["file"])
    return msgspec.convert(merged, Model)


def _undeclared(path: Path) -> Model:
    stem = re.sub(r"[^a-z0-9._-]+", "-", path.stem.lower()).strip("-.") or "model"
    return Model(
        slug=f"gguf/{stem}",
        kind="gguf",
        name=stem,
        file=str(path.resolve()),
        parameters=Parameters(temperature=0, seed=1),
        concurrency=1,
        threads=2,
        declared=False,
    )
