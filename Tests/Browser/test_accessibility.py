"""Axe finds no violation on the pages."""

import itertools

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import expect

from conftest import DESKTOP, PHONE
from server import Server
from viewing import Viewing

numbers = itertools.count()
SCREENS = {"phone": {**PHONE, "color_scheme": "light"}, "desktop": {**DESKTOP, "color_scheme": "dark"}}


@pytest.fixture(params=SCREENS)
def page(open_page, request):
    return open_page("Failed to load resource", **SCREENS[request.param])


def complaints(page):
    return [
        (violation["id"], violation["help"], [node["html"] for node in violation["nodes"]])
        for violation in Axe().run(page).response["violations"]
    ]


def test_the_gallery_has_no_violation(page, server):
    page.goto(server)
    page.get_by_text("7 images").wait_for()
    assert complaints(page) == []
    page.get_by_role("searchbox").fill("nothing of this name")
    page.get_by_text("Nothing found").wait_for()
    assert complaints(page) == []


def test_the_viewer_has_no_violation(page, server):
    viewing = Viewing(page, server).open("detail.png")
    assert complaints(page) == []
    page.keyboard.press("+")
    viewing.rest()
    assert page.locator("#map").is_visible()
    assert complaints(page) == []


def test_sharing_and_looking_together(page, open_page, server):
    """With the menu open, and in each role."""
    name = f"axe-{next(numbers)}"

    def has(page, part):
        expect(page.locator("#part")).to_have_text(part)

    leader = open_page(**DESKTOP)
    leader.goto(f"{server}view/detail.png?session={name}")
    has(leader, "You lead · Stop")
    assert complaints(leader) == []
    viewing = Viewing(page, server).open("detail.png")
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.locator("#menu")).to_be_visible()
    assert complaints(page) == []
    page.goto(f"{server}view/detail.png?session={name}")
    has(page, "You follow · Stop")
    assert complaints(page) == []
    page.keyboard.press("+")
    has(page, "Follow again")
    viewing.rest()
    assert complaints(page) == []


def test_viewer_of_a_file_with_pages(page, starting, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    pages = [Image.new("RGB", (60, 40), colour) for colour in ("red", "green")]
    pages[0].save(folder / "book.tif", save_all=True, append_images=pages[1:])
    running = starting(Server(folder, tmp_path / "cache"))
    Viewing(page, running.address).open("book.tif")
    assert complaints(page) == []


def test_an_error_page_has_no_violation(page, server):
    page.goto(f"{server}view/nothing.jpg")
    page.get_by_text("There is no such image").wait_for()
    assert complaints(page) == []
