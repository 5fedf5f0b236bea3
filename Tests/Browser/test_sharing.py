"""The menu that shares and saves the view; and the places of all controls on small screens."""

import itertools

import numpy
import pytest
from PIL import Image
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from server import Server
from sources import DETAIL
from viewing import Viewing, until

PLACE = {"zoom": 1, "x": -900, "y": -500}  # 1000 x 700 px from (900, 500)
HASH = "#xywh=900,500,1000,700"
WITHOUT_SHARING = "Object.defineProperty(Navigator.prototype, 'share', { value: undefined });"
names = (f"share-{number}" for number in itertools.count())


@pytest.fixture
def open_view(open_page, server):
    def open_view(script="", **options):
        page = open_page(**{**DESKTOP, **options})
        page.add_init_script(WITHOUT_SHARING + script)
        viewing = Viewing(page, server).open("detail.png")
        viewing.viewport = PLACE
        return viewing

    return open_view


def choose(page, item):
    page.get_by_role("button", name="Share", exact=True).click()
    page.locator("#menu").get_by_text(item).click()
    expect(page.locator("#menu")).to_be_hidden()


# The link


@pytest.mark.parametrize("item, query", [("Share this view", ""), ("Look together", "?session=")])
def test_the_link_is_copied(open_view, server, item, query):
    page = open_view().page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.rstrip("/"))
    page.evaluate("""() => {
        window.said = 0;
        new MutationObserver(() => { said += document.querySelector('#copied').checkVisibility(); }).observe(document.body, { subtree: true,
            attributes: true });
    }""")
    choose(page, item)
    page.wait_for_function("() => said > 0")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.url and copied.endswith(HASH) and query in copied
    expect(page.get_by_text("The link is copied")).to_be_hidden()


@pytest.mark.parametrize("clipboard", ["undefined", "{ writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }"])
def test_without_a_clipboard_the_link_is_shown(open_view, clipboard):
    page = open_view(f"Object.defineProperty(Navigator.prototype, 'clipboard', {{ value: {clipboard} }});").page
    asked = []
    page.once("dialog", lambda dialog: (asked.append((dialog.type, dialog.default_value)), dialog.dismiss()))
    choose(page, "Share this view")
    until(page, lambda: asked)
    assert asked == [("prompt", page.url)] and page.url.endswith(HASH)
    expect(page.locator("#copied")).to_be_hidden()


def test_a_device_that_shares_does_it_itself(open_view):
    page = open_view("""window.shared = [];
        const share = async (what) => { shared.push(what); throw new DOMException('', 'AbortError'); };
        Object.defineProperty(navigator, 'share', { value: share });
    """).page
    choose(page, "Share this view")
    assert page.evaluate("shared") == [{"url": page.url}] and page.url.endswith(HASH)
    expect(page.locator("#copied")).to_be_hidden()


# The picture


def save(page):
    with page.expect_download() as saved:
        choose(page, "Save this view")
    assert saved.value.suggested_filename.endswith(".jpg")
    return numpy.asarray(Image.open(saved.value.path()).convert("RGB")).astype(int)


@pytest.mark.parametrize("options, viewport", [
    (DESKTOP, PLACE), (DESKTOP, {"zoom": 0.5, "x": -100.5, "y": -30.25}), (DESKTOP, None),
    (PHONE, {"zoom": 1 / 3, "x": -200, "y": 0}), (PHONE, {"zoom": 0.61, "x": -500, "y": -40}),
])
def test_what_is_saved_is_what_is_seen(open_view, options, viewport):
    viewing = open_view(**options)
    if viewport:
        viewing.viewport = viewport
    else:
        viewing.page.keyboard.press("0")
    viewing.sharp()
    saved = save(viewing.page)
    viewing.hide_bar()
    seen = viewing.pixels()
    assert saved.shape == seen.shape
    ratio = options["device_scale_factor"]
    place = viewing.viewport
    left, top = (max(0, round(place[axis] * ratio)) + 2 for axis in "xy")
    right, bottom = (
        min(seen.shape[1 - index], round((place[axis] + DETAIL[index] * place["zoom"]) * ratio)) - 2 for index, axis in enumerate("xy"))
    difference = numpy.abs(saved - seen)[top:bottom, left:right]
    assert difference.size and difference.mean() < 6
    # The test would see a shift by one px.
    assert numpy.abs(saved[:, 1:] - seen[:, :-1])[top:bottom, left:right].mean() > 1.5 * difference.mean()


# The keyboard


def focused(page):
    return page.evaluate("document.activeElement.id")


def test_the_menu_by_keyboard(open_view):
    page = open_view().page
    page.locator("#share").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_be_visible()
    seen = []
    for _ in range(3):
        page.keyboard.press("Tab")
        seen.append(focused(page))
    assert seen == ["link", "save", "together"]
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()
    assert focused(page) == "share"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    with page.expect_download():
        page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_be_hidden()
    assert focused(page) == "share"


# Small screens


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A file of several pages with a long name."""
    folder = tmp_path_factory.mktemp("shared")
    pages = [Image.new("RGB", (600, 400), colour) for colour in ("red", "green", "blue", "gold", "grey", "navy")]
    pages[0].save(folder / "a name that is longer than a telephone is wide.tif", save_all=True, append_images=pages[1:])
    with Server(folder, tmp_path_factory.mktemp("cache") / "shared") as running:
        yield running.address


@pytest.mark.parametrize("width, height", [(320, 568), (390, 844), (844, 390)])
def test_everything_has_its_place_on_a_phone(open_page, library, width, height):
    page = open_page(**{**PHONE, "viewport": {"width": width, "height": height}})
    viewing = Viewing(page, library)
    page.goto(f"{library}view/a%20name%20that%20is%20longer%20than%20a%20telephone%20is%20wide.tif?session={next(names)}")
    page.wait_for_function("() => seen.ready > 0")
    expect(page.locator("#part")).to_have_text("You lead · Stop")
    viewing.viewport = {"zoom": 2, "x": -300, "y": -100}
    page.wait_for_function("() => document.querySelector('#map img').naturalWidth > 0")

    def boxes(*names):
        found = {name: page.locator(name).bounding_box() for name in names}
        for name, box in found.items():
            assert box and box["x"] >= 0 and box["y"] >= 0, name
            assert box["x"] + box["width"] <= width and box["y"] + box["height"] <= height, name
        for (one, a), (other, b) in itertools.combinations(found.items(), 2):
            is_apart = (
                a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"] or a["y"] + a["height"] <= b["y"]
                or b["y"] + b["height"] <= a["y"])
            assert is_apart, (one, other)

    boxes("header", "#part", "#map", "#strip", ".tools")
    page.get_by_role("button", name="Share", exact=True).click()
    boxes("header", "#part", "#map", "#menu", ".tools")
