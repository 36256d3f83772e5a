"""The house plan, held to by reading every import statement."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted([*ROOT.glob("verifiers/**/*.py"), *ROOT.glob("harness/**/*.py"), *ROOT.glob("scripts/**/*.py")])

# What each package may import beside the standard library and itself. Imports point down.
ALLOWED = {
    "verifiers": {"jsonschema_rs", "re2", "cel_expr_python", "docker", "langdetect_rs", "punkt"},
    "harness": {
        "verifiers", "yaml", "jsonschema", "referencing", "msgspec", "aiohttp", "genai_prices", "rich", "jinja2",
        "markupsafe", "xllamacpp", "pyrage", "github",
    },
    "scripts": {"harness", "playwright"},
}  # fmt: skip

# Libraries with one owner: a second user is a second place to get it wrong.
ONLY_IN = {
    "docker": "verifiers/sandbox/",
    "yaml": "harness/strict_yaml.py",
    "github": "harness/github/",
    "jinja2": "harness/site.py",
    "pyrage": "harness/sealing.py",
    "xllamacpp": "harness/models/",
    "aiohttp": "harness/models/",
}


def imported(path: Path) -> set[str]:
    """Top-level names of the packages that a file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import; say the full name"
            names.add((node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_down(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    allowed = ALLOWED[package] | {package, "__future__"} | set(sys.stdlib_module_names)
    assert imported(path) <= allowed


@pytest.mark.parametrize(("library", "owner"), ONLY_IN.items())
def test_a_library_has_one_owner(library: str, owner: str) -> None:
    users = [str(path.relative_to(ROOT)) for path in FILES if library in imported(path)]
    assert [user for user in users if not user.startswith(owner)] == []


def test_site_holds_no_python() -> None:
    # A package of that name would shadow the standard library's `site`.
    assert list((ROOT / "site").rglob("*.py")) == []


def test_the_packages_are_ours() -> None:
    import harness
    import verifiers

    assert Path(verifiers.__file__).parent == ROOT / "verifiers"
    assert Path(harness.__file__ or "").parent == ROOT / "harness"


def test_what_editors_know_of_the_verifiers_is_what_the_verifiers_say() -> None:
    from harness import editor_schema

    written = (ROOT / "tasks" / "verifier.schema.json").read_text(encoding="utf-8")
    assert written == editor_schema.text(), "run: python -m harness.editor_schema > tasks/verifier.schema.json"
