"""The site in a real browser: right at every width, working without JavaScript, and running nothing of strangers."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from harness.pages.paths import file_name, model_path, run_path
from tests.harness.board_data import Solver, World, manifest, row, task, world
from tests.harness.test_site import HOSTILE_NAME, WORLDS

pytestmark = pytest.mark.chromium

Serve = Callable[[str, Callable[[], World]], str]
KINDS = (
    "index.html", "math.html", "writing.html", "tasks.html", "tasks/two-trains.html", "runs.html", "method.html",
    "runs/2026-11-20-0030.html", "models/northwind~atlas-large.html",
)  # fmt: skip
HOSTILE_PAGES = (
    "index.html",
    "tasks.html",
    "tasks/t0.html",
    "runs.html",
    model_path(HOSTILE_NAME),
    run_path("../../out"),
)


def opened(chromium: Browser, url: str, width: int = 1280, height: int = 800, **options: Any) -> Page:
    """A page in a context of its own; whatever the browser complains of fails the test."""
    context = chromium.new_context(viewport={"width": width, "height": height}, **options)
    page = context.new_page()
    page.set_default_timeout(10_000)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: (complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on("response", lambda answer: complaints.append(answer.url) if answer.status >= 400 else None)
    page.goto(url)
    assert complaints == []
    return page


def overflows(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize("width", [360, 768, 1280, 2560])
def test_no_page_scrolls_sideways(chromium: Browser, serve: Serve, width: int) -> None:
    for name, pages in (("full", KINDS), ("hostile", HOSTILE_PAGES), ("nothing", ("index.html", "tasks.html"))):
        page = opened(chromium, serve(name, WORLDS[name]) + pages[0], width)
        for path in pages:
            page.goto(serve(name, WORLDS[name]) + path)
            assert not overflows(page), f"{name}/{path}"
        page.context.close()


def test_long_names_do_not_scroll_sideways_on_a_phone(chromium: Browser, serve: Serve) -> None:
    def long_names() -> World:
        suite = [task("t" * 60, title="W" * 300, prompt="x" * 3000)]
        rows = [row(suite[0], "m" * 300, "r" * 90, n) for n in range(3)]
        return World(suite, rows, [manifest("r" * 90, "m" * 300, rows)])

    url = serve("long", long_names)
    page = opened(chromium, url, 360)
    for path in ("index.html", "tasks.html", "runs.html", model_path("m" * 300), f"tasks/{'t' * 60}.html"):
        page.goto(url + path)
        assert not overflows(page), path
    page.context.close()


def test_everything_loads_under_a_sub_path(chromium: Browser, serve: Serve) -> None:
    url = serve("full", WORLDS["full"])
    page = opened(chromium, f"{url}models/northwind~atlas-large.html")
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('16px \"Source Sans 3\"'))")
    assert page.evaluate("document.styleSheets.length") == 1
    page.get_by_role("link", name="Math", exact=True).first.click()
    assert page.url == f"{url}math.html"
    page.context.close()


def test_hostile_text_runs_nothing_and_is_shown_as_text(chromium: Browser, serve: Serve) -> None:
    page = opened(chromium, serve("hostile", WORLDS["hostile"]))
    for path in HOSTILE_PAGES:
        page.goto(serve("hostile", WORLDS["hostile"]) + path)
        assert page.locator("img, main script, [onmouseover], [onerror]").count() == 0, path
        for summary in page.locator("summary:visible").all():
            summary.click()
    page.goto(serve("hostile", WORLDS["hostile"]))
    name = page.get_by_role("link", name=HOSTILE_NAME).first
    name.hover()
    name.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(HOSTILE_NAME)
    page.context.close()


def test_an_injected_script_would_be_stopped_by_the_policy(chromium: Browser, serve: Serve) -> None:
    page = opened(chromium, serve("full", WORLDS["full"]))
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            const code = document.createTextNode("window.pwned = 1");
            script.append(code);
            document.body.append(script);
        }"""
    )
    assert page.evaluate("window.pwned") is None
    page.context.close()


def costs() -> World:
    """Four models whose costs sort differently as text and as numbers, one unknown."""
    made = World([task(f"t{n}") for n in range(3)])
    for model, cost in (("a", 0.0082), ("b", None), ("c", 0.0125), ("d", 0.1)):
        rows = [row(t, model, model, cost_usd=cost) for t in made.tasks]
        made.rows += rows
        made.manifests.append(manifest(model, model, rows))
    return made


def test_numbers_sort_as_numbers_and_what_is_not_known_comes_last_both_ways(chromium: Browser, serve: Serve) -> None:
    page = opened(chromium, serve("costs", costs))
    heading = page.get_by_role("button", name="US$ per")
    column = page.locator("tbody tr td:last-child")
    heading.click()
    assert column.all_inner_texts() == ["8.20", "12.50", "100.00", "n/a"]
    heading.click()
    assert column.all_inner_texts() == ["100.00", "12.50", "8.20", "n/a"]
    expect(page.get_by_role("columnheader", name="US$ per")).to_have_attribute("aria-sort", "descending")
    page.context.close()


def test_sorting_works_by_keyboard_and_keeps_the_unranked_below_the_line(chromium: Browser, serve: Serve) -> None:
    page = opened(chromium, serve("full", WORLDS["full"]))
    page.get_by_role("button", name="Model", exact=True).focus()
    page.keyboard.press("Enter")
    names = page.locator("tbody:first-of-type tr").evaluate_all("rows => rows.map((row) => row.dataset.name)")
    assert len(names) == 10
    assert names == sorted(names, key=lambda name: [int(p) if p.isdigit() else p for p in re.split(r"(\d+)", name)])
    assert page.locator("tbody.rest tr").first.inner_text() == "Not ranked"
    page.context.close()


def test_the_filter_says_how_many_are_left(chromium: Browser, serve: Serve) -> None:
    page = opened(chromium, serve("full", WORLDS["full"]))
    page.get_by_label("Filter models").fill("SMOLLM2")
    assert page.locator("tbody tr[data-name]:visible").count() == 3
    expect(page.get_by_role("status")).to_have_text("3 of 13")
    page.context.close()


def test_a_phone_shows_three_columns_and_the_rest_on_tap(chromium: Browser, serve: Serve) -> None:
    page = opened(chromium, serve("full", WORLDS["full"]), 360, 740, has_touch=True)
    assert page.locator("thead th:visible").count() == 3
    line = page.locator("tr[data-name='meridian/sextant-2']")
    expect(line.get_by_text("US$ per 1,000")).to_be_hidden()
    line.locator("summary").tap()
    expect(line.get_by_text("US$ per 1,000")).to_be_visible()
    assert line.locator("dd").all_inner_texts() == ["67–90", "87.5", "48", "6.86", "18.70"]
    assert not overflows(page)
    line.get_by_role("link", name="All verdicts").tap()
    page.wait_for_url(f"**/models/{file_name('meridian/sextant-2')}.html")
    page.context.close()


def test_the_board_works_without_javascript(chromium: Browser, serve: Serve) -> None:
    page = opened(chromium, serve("full", WORLDS["full"]), 360, 740, java_script_enabled=False)
    assert page.locator("button, input").count() == 0
    line = page.locator("tr[data-name='northwind/atlas-large']")
    line.locator("summary").click()
    expect(line.locator("dd", has_text="12.10")).to_be_visible()
    page.context.close()


def test_25_models_fit_on_a_laptop_screen(chromium: Browser, serve: Serve) -> None:
    def many() -> World:
        return world(tuple(Solver(f"maker/model-{n}", n / 25, 900, 0.001) for n in range(25)))

    page = opened(chromium, serve("many", many), 1280, 800)
    last = page.locator("tbody").first.locator("tr").nth(24).bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 800
    page.context.close()


def test_an_interval_is_drawn_where_the_number_says(chromium: Browser, serve: Serve) -> None:
    page = opened(chromium, serve("full", WORLDS["full"]))
    for line in page.locator("tbody tr[data-name]").all()[:10]:
        axis = line.locator("svg .grid").bounding_box()
        tick = line.locator("svg .tick").bounding_box()
        assert axis is not None
        assert tick is not None
        drawn = 100 * (tick["x"] + tick["width"] / 2 - axis["x"]) / axis["width"]
        assert drawn == pytest.approx(float(line.locator(".pass .value").inner_text()), abs=1)
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_colours_follow_the_reader(chromium: Browser, serve: Serve, scheme: Any) -> None:
    page = opened(chromium, serve("full", WORLDS["full"]), color_scheme=scheme)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(252, 252, 250)", "dark": "rgb(21, 23, 26)"}[scheme]
    page.context.close()


def test_print_leaves_out_what_paper_cannot_do(chromium: Browser, serve: Serve) -> None:
    page = opened(chromium, serve("full", WORLDS["full"]), color_scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    expect(page.locator(".top nav")).to_be_hidden()
    expect(page.locator(".tools")).to_be_hidden()
    page.context.close()
