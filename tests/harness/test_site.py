"""The built site, read as files: complete, well-formed, linked, and without a word that it must not say."""

import json
import re
from datetime import UTC, datetime
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest

import verifiers
from harness.errors import UsageError
from harness.eval_run import Rule
from harness.ledger import ledger
from harness.pages import boards
from harness.public_api import Build
from harness.site import build
from tests.harness.board_data import CANARY, COMMIT, World, manifest, replace_row, row, task, world

ROOT = Path(__file__).parent.parent.parent
BUILD = Build(COMMIT, False, datetime(2026, 11, 30, 9, 0, tzinfo=UTC))
VOID = {"meta", "link", "input", "br", "hr", "img", "rect", "path"}
HOSTILE_NAME = 'acme" onmouseover="alert(1)'
MARKUP = "</pre><img src=x onerror=alert(1)><script>alert(1)</script>"


def write(made: World, out: Path, build_of: Build = BUILD) -> Path:
    """Build the site of a world into `out`."""
    books = ledger(made.rows, made.manifests, made.tasks)
    build(books, boards(books), ROOT / "site", out, build_of)
    return out


def hostile() -> World:
    """Every text that a stranger can choose is an attack."""
    tasks = [task(f"t{n}", title=f"{MARKUP}{n}", prompt=MARKUP, cluster=MARKUP, created=MARKUP) for n in range(4)]
    rows = [
        replace_row(
            row(t, model, run_id), details=MARKUP, passed=False, score=0.0, rules=(Rule(MARKUP, False, MARKUP),),
            error=MARKUP, started_at="2026-11-29T14:00:00Z", domain=t.domain,
        )
        for t in tasks
        for model, run_id in ((HOSTILE_NAME, "../../out"), (MARKUP, MARKUP), ("\x00\x1b\u202e", "\x00"), ("", ""))
    ]  # fmt: skip
    manifests = [
        manifest(
            run_id, model, rows[:1], actor=MARKUP, commit=MARKUP, suite=MARKUP, workflow_run_url="javascript:alert(1)",
            model_entry={MARKUP: MARKUP}, versions={MARKUP: MARKUP}, sandbox={"kind": MARKUP, "image": None},
        )
        for model, run_id in {(r.model, r.run_id) for r in rows}
    ]  # fmt: skip
    return World(tasks, rows, manifests)


def one_run() -> World:
    suite = [task(f"t{n}") for n in range(3)]
    rows = [row(t, "local/one") for t in suite]
    return World(suite, rows, [manifest("r1", "local/one", rows)])


def unranked_only() -> World:
    made = one_run()
    return World(made.tasks, made.rows[:2], made.manifests)


WORLDS = {
    "nothing": World,
    "no-runs": lambda: World(world().tasks),
    "one-run": one_run,
    "unranked-only": unranked_only,
    "full": world,
    "hostile": hostile,
}


@pytest.fixture(scope="module", params=WORLDS, ids=str)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built site of each world."""
    return write(WORLDS[request.param](), tmp_path_factory.mktemp("built") / "_site")


class Page(HTMLParser):
    """Reads one page strictly: every tag closed in order; collects ids, links, tags and event attributes."""

    def __init__(self, path: Path):
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))
        self.close()
        assert self.open == [], f"{path}: not closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice on {tag}"
        self.tags.add(tag)
        self.attributes.update(names)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)


@cache
def parsed(path: Path) -> Page:
    return Page(path)


def html_files(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def test_every_page_is_well_formed_and_an_id_occurs_once(site: Path) -> None:
    for path in html_files(site):
        ids = parsed(path).ids
        assert len(ids) == len(set(ids)), path


def test_every_link_resolves_inside_the_site(site: Path) -> None:
    for path in html_files(site):
        for link in parsed(path).links:
            assert not urlsplit(link).scheme, f"{path}: {link} leaves the site"
            assert not link.startswith("/"), f"{path}: {link} breaks under a sub-path"
            target, fragment = urldefrag(link)
            file = (path.parent / unquote(target)).resolve() if target else path
            assert file.is_file(), f"{path}: {link}"
            assert site.resolve() in file.parents
            assert not fragment or fragment in parsed(file).ids, f"{path}: {link}"


def test_no_page_has_inline_script_style_or_events(site: Path) -> None:
    for path in html_files(site):
        page = parsed(path)
        assert not {name for name in page.attributes if name.startswith("on")} | ({"style"} & page.attributes)
        assert not page.tags & {"style", "iframe", "object", "img", "form"}
        assert page.links.count("") == 0
        assert re.findall(r"<script(?! src=)", path.read_text(encoding="utf-8")) == []
        assert "default-src 'none'" in path.read_text(encoding="utf-8")


def test_no_verifier_config_and_no_example_is_anywhere(site: Path) -> None:
    for path in site.rglob("*"):
        if path.is_file():
            assert CANARY.encode() not in path.read_bytes(), path


def test_the_api_is_json_and_holds_every_live_task(site: Path) -> None:
    published = json.loads((site / "api/v1/tasks.json").read_text())["tasks"]
    assert len(published) == len(list((site / "tasks").glob("*.html")) if (site / "tasks").exists() else [])
    assert json.loads((site / "api/v1/leaderboard.json").read_text())["commit"] == COMMIT


def test_every_page_says_how_old_its_data_are_and_what_made_it(site: Path) -> None:
    for path in html_files(site):
        text = path.read_text(encoding="utf-8")
        assert "30 Nov 2026, 09:00 UTC" in text
        assert COMMIT[:12] in text


def test_control_characters_never_reach_a_page(tmp_path: Path) -> None:
    for path in html_files(write(hostile(), tmp_path / "_site")):
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f]", path.read_text(encoding="utf-8")), path


def test_a_hostile_name_is_text_in_body_and_attribute(tmp_path: Path) -> None:
    text = (write(hostile(), tmp_path / "_site") / "index.html").read_text(encoding="utf-8")
    assert "acme&#34; onmouseover=&#34;alert(1)" in text
    assert 'acme" onmouseover' not in text


def test_a_run_id_never_writes_outside(tmp_path: Path) -> None:
    write(hostile(), tmp_path / "deep" / "er" / "_site")
    assert [p.name for p in tmp_path.iterdir()] == ["deep"]
    assert [p.name for p in (tmp_path / "deep" / "er").iterdir()] == ["_site"]


def test_only_a_web_address_becomes_the_link_to_a_workflow(tmp_path: Path) -> None:
    made = one_run()
    good = manifest("r1", "local/one", made.rows, workflow_run_url="https://example.org/actions/runs/1")
    text = (write(World(made.tasks, made.rows, [good]), tmp_path / "a") / "runs/r1.html").read_text()
    assert 'href="https://example.org/actions/runs/1"' in text
    for path in html_files(write(hostile(), tmp_path / "b")):
        assert "javascript:" not in "".join(Page(path).links)


def test_a_partial_model_is_below_the_line_with_its_coverage(tmp_path: Path) -> None:
    text = (write(world(), tmp_path / "_site") / "index.html").read_text(encoding="utf-8")
    line = text.index("Not ranked")
    assert text.index("39 of 48 tasks") > line
    assert text.index('data-name="halcyon/kite-v4-preview"') > line


def test_the_same_data_make_the_same_bytes(tmp_path: Path) -> None:
    first, second = write(world(), tmp_path / "a"), write(world(), tmp_path / "b")
    names = {p.relative_to(first) for p in first.rglob("*")}
    assert names == {p.relative_to(second) for p in second.rglob("*")}
    assert all((first / n).read_bytes() == (second / n).read_bytes() for n in names if (first / n).is_file())


def test_a_rebuild_replaces_the_old_site_whole(tmp_path: Path) -> None:
    out = write(world(), tmp_path / "_site")
    write(one_run(), out)
    assert [p.name for p in (out / "models").iterdir()] == ["local~one.html"]
    assert [p.name for p in tmp_path.iterdir()] == ["_site"]


def test_a_failed_build_leaves_the_old_site_as_it_was(tmp_path: Path) -> None:
    out = write(one_run(), tmp_path / "_site")
    before = (out / "index.html").read_bytes()
    books = ledger([], [], [])
    with pytest.raises(Exception, match=r"static|templates|No such file"):
        build(books, boards(books), tmp_path / "nowhere", out, BUILD)
    assert (out / "index.html").read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["_site"]


@pytest.mark.parametrize("kind", ["folder", "file", "link"])
def test_what_is_not_a_site_is_never_replaced(tmp_path: Path, kind: str) -> None:
    out = tmp_path / "out"
    if kind == "file":
        out.write_text("mine")
    else:
        real = tmp_path / "real" if kind == "link" else out
        real.mkdir()
        (real / "thesis.txt").write_text("mine")
        if kind == "link":
            out.symlink_to(real)
    with pytest.raises(UsageError, match="name a"):
        write(one_run(), out)
    assert "mine" in (out / "thesis.txt" if out.is_dir() else out).read_text()


def test_uncommitted_changes_are_said_on_the_page(tmp_path: Path) -> None:
    out = write(one_run(), tmp_path / "a", Build(COMMIT, True, BUILD.built_at, "https://example.org/o/r"))
    text = (out / "index.html").read_text()
    assert "with uncommitted changes" in text
    assert f'href="https://example.org/o/r/commit/{COMMIT}"' in text
    outside = write(one_run(), tmp_path / "b", Build(None, True, BUILD.built_at))
    assert "outside of version control" in (outside / "index.html").read_text()


def test_the_method_page_explains_every_verifier_there_is(tmp_path: Path) -> None:
    ids = Page(write(World(), tmp_path / "_site") / "method.html").ids
    assert set(verifiers.types()) <= set(ids)


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb (WCAG 2.2)."""
    channels = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_colours_have_aa_contrast(theme: int) -> None:
    css = (ROOT / "site/static/site.css").read_text()
    palette = dict(re.findall(r"--(\w+): (#\w{6});", css.split(":root {")[1 + theme].split("}")[0]))
    needed = {"ink": 4.5, "soft": 4.5, "accent": 4.5, "warn": 4.5, "streak": 3.0}
    for name, ratio in needed.items():
        for ground in ("paper", "raised"):
            high, low = sorted((luminance(palette[name]), luminance(palette[ground])), reverse=True)
            assert (high + 0.05) / (low + 0.05) >= ratio, (name, ground)


def test_the_font_is_small_and_its_licence_lies_beside_it() -> None:
    fonts = ROOT / "site/static/fonts"
    assert (fonts / "source-sans-3.woff2").stat().st_size < 60_000
    assert "SIL OPEN FONT LICENSE" in (fonts / "LICENSE.txt").read_text()
