"""File names and links."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.pages.paths import file_name, relative


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("two-trains", "two-trains"),
        ("local/smollm2-1.7b", "local~smollm2-1.7b"),
        ("2026-11-30_0007", "2026-11-30_0007"),
    ],
)
def test_an_ordinary_name_reads_as_itself(name: str, file: str) -> None:
    assert file_name(name) == file


HOSTILE = [
    "", ".", "..", "../../etc/passwd", "a/b/c", "A/B", "a/b", "a~b", "a--b", "acme\" onmouseover=\"alert(1)",
    "<script>alert(1)</script>", "nul\x00byte", "ümlaut", "x" * 500, "x" * 501, "half \ud800", "index.html#",
    "a/b?c", "%2e%2e",
]  # fmt: skip


def test_different_names_never_share_a_file() -> None:
    files = [file_name(name) for name in HOSTILE]
    assert len({file.lower() for file in files}) == len(HOSTILE)


@given(st.text())
def test_a_file_name_is_safe_whatever_the_name(name: str) -> None:
    assert re.fullmatch(r"[a-z0-9._~-]{1,100}", file_name(name))
    assert not file_name(name).startswith(".")


@pytest.mark.parametrize(
    ("target", "page", "link"),
    [
        ("index.html", "index.html", "index.html"),
        ("static/site.css", "tasks/a.html", "../static/site.css"),
        ("tasks/a.html", "tasks/b.html", "a.html"),
    ],
)
def test_links_are_relative(target: str, page: str, link: str) -> None:
    assert relative(target, page) == link
