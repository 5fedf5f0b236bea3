"""The strip of a file's pages, and the small map of the image."""

import pytest
from PIL import Image
from playwright.sync_api import expect

from server import Server
from viewing import VIEWER, Viewing

WIDTH, HEIGHT = 2303, 1511


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A file of three pages, and one page whose name looks like a page of a file."""
    folder = tmp_path_factory.mktemp("books")
    sizes = [(60, 40), (40, 60), (90, 40)]
    pages = [Image.new("RGB", size, colour) for size, colour in zip(sizes, ["red", "green", "blue"])]
    pages[0].save(folder / "a & b%.tif", save_all=True, append_images=pages[1:])
    pages[0].save(folder / "single;7.png")
    with Server(folder, tmp_path_factory.mktemp("cache") / "books") as running:
        yield running.address


@pytest.fixture
def book(open_page, library):
    return Viewing(open_page(viewport={"width": 320, "height": 568}), library)


@pytest.mark.parametrize("name, current", [("a & b%.tif", 1), ("a & b%.tif;2", 2)])
def test_each_page_is_a_link(book, name, current):
    page = book.open(name).page
    links = page.get_by_label("Pages", exact=True).get_by_role("link")
    expect(links).to_have_count(3)
    assert [link.get_attribute("aria-current") for link in links.all()] == [("page" if n == current else None) for n in (1, 2, 3)]
    page.wait_for_function("() => [...document.querySelectorAll('#strip img')].every((image) => image.naturalWidth > 0)")
    box = page.locator("#strip").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 320
    page.evaluate("() => { seen.ready = 0 }")
    page.get_by_role("link", name="Page 3").click()
    page.wait_for_function("() => window.seen?.ready > 0")
    assert page.evaluate(f"[{VIEWER}.image.id, {VIEWER}.image.width]") == ["a & b%.tif;3", 90]
    expect(page.get_by_role("link", name="Page 3")).to_have_attribute("aria-current", "page")
    page.close()


def test_one_page_has_no_strip(book):
    page = book.open("single;7.png").page
    assert page.locator("#strip").is_hidden()
    page.close()


@pytest.fixture
def viewing(desktop):
    return desktop.open("detail.png")


def frame_share(page):
    """The place of the frame on the map, as shares of its sides."""
    outer, inner = page.locator("#map img").bounding_box(), page.locator("#map i").bounding_box()
    return [
        (inner["x"] - outer["x"]) / outer["width"], (inner["y"] - outer["y"]) / outer["height"],
        inner["width"] / outer["width"], inner["height"] / outer["height"],
    ]


def test_the_map_shows_where_the_view_is(viewing):
    the_map = viewing.page.locator("#map")
    assert the_map.is_hidden()
    viewing.viewport = {"zoom": 1, "x": -600, "y": -500}
    viewing.rest()
    assert the_map.is_visible()
    viewing.page.wait_for_function("() => document.querySelector('#map img').naturalWidth > 0")
    assert frame_share(viewing.page) == pytest.approx([600 / WIDTH, 500 / HEIGHT, 1000 / WIDTH, 700 / HEIGHT], abs=0.02)
    viewing.page.keyboard.press("Home")
    viewing.rest()
    assert the_map.is_hidden()


def test_the_map_moves_the_view(viewing):
    viewing.viewport = {"zoom": 1, "x": -600, "y": -500}
    viewing.rest()
    viewing.page.wait_for_function("() => document.querySelector('#map img').naturalWidth > 0")
    box = viewing.page.locator("#map img").bounding_box()
    mouse = viewing.page.mouse
    for x, y in [(0.4, 0.5), (0.5, 0.45)]:
        mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"])
        mouse.down()
        now = viewing.rest()
        assert now["zoom"] == pytest.approx(1)
        # A px of the map is 18 px of the image.
        assert (500 - now["x"], 350 - now["y"]) == pytest.approx((x * WIDTH, y * HEIGHT), abs=20)
    mouse.move(box["x"] - 50, box["y"] + 1)  # pressed, but outside
    mouse.up()
    mouse.move(box["x"] + 1, box["y"] + 1)
    assert viewing.rest() == pytest.approx(now)
    mouse.down()
    now = viewing.rest()
    assert (now["x"], now["y"]) == pytest.approx((0, 0))


def test_the_maps_picture_is_asked_for_once_and_only_when_it_is_seen(desktop):
    asked = []
    is_of_map = lambda request: "thumbnail" in request.url and request.resource_type == "image"
    desktop.page.on("request", lambda request: asked.append(request.url) if is_of_map(request) else None)
    desktop.open("flat.png")
    desktop.sharp()
    assert asked == []
    for _ in range(3):
        desktop.page.keyboard.press("+")
        desktop.rest()
    desktop.page.wait_for_function("() => document.querySelector('#map img').naturalWidth > 0")
    assert len(asked) == 1
