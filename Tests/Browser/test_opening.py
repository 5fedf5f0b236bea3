"""The way to the first full view: the data in the page, the requests, and their order."""

import io
import re

import numpy
import pytest
from PIL import Image

from server import Server
from sources import DAMAGED, GREY
from viewing import VIEWER, Viewing, until

SCREEN = {"viewport": {"width": 1000, "height": 700}}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}
PICTURE = re.compile(r"/iiif/3/[^/]+/full/(\d+),(\d+)/0/default\.(\w+)\?v=")


class Tiles:
    """Holds the requests for tiles of a page until `let_go`."""

    def __init__(self, page):
        self.held = []
        page.route("**/tiles/**", self.take)

    def take(self, route):
        if self.held is None:
            route.continue_()
        else:
            self.held.append(route)

    def let_go(self):
        held, self.held = self.held, None
        for route in held:
            route.continue_()


def listen(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


@pytest.mark.parametrize("screen", [SCREEN, PHONE])
def test_one_picture_makes_the_first_full_view(open_page, server, screen):
    """No tile has come, and no description of the image was asked for."""
    page = open_page(**screen)
    asked, tiles = listen(page), Tiles(page)
    viewing = Viewing(page, server).open("flat.png")
    viewing.hide_bar()
    viewing.draw()
    ratio = screen.get("device_scale_factor", 1)
    pixels = viewing.pixels()
    assert abs(pixels[pixels.shape[0] // 2, 100:900] - GREY).max() <= 3
    [size] = [PICTURE.search(url) for url in asked if PICTURE.search(url)]
    shown = 3001 * viewing.viewport["zoom"] * ratio
    assert 0.955 * shown <= int(size[1]) <= 1.1 * shown
    kinds = [re.sub(r"^.*?/(view|js|css|iiif|tiles|viewport|images)/.*", r"\1", url) for url in asked]
    assert kinds.count("view") == 1 and kinds.count("iiif") == 1 and "images" not in kinds
    tiles.let_go()


def test_tiles_take_its_place(open_page, server):
    page = open_page(**SCREEN)
    red = io.BytesIO()
    Image.new("RGB", (1245, 829), (255, 0, 0)).save(red, "PNG")
    page.route(PICTURE, lambda route: route.fulfill(body=red.getvalue(), content_type="image/png"))
    viewing = Viewing(page, server).open("flat.png")
    viewing.hide_bar()
    viewing.sharp()
    assert abs(viewing.pixels()[100:600, 100:900] - GREY).max() <= 3


def test_few_tiles_come_beside_the_picture(open_page, server):
    """Two tiles at most share the line with the picture."""
    page = open_page(**SCREEN)
    tiles, held = Tiles(page), []
    page.route(PICTURE, lambda route, _request: held.append(route))
    page.goto(f"{server}view/flat.png", wait_until="commit")
    until(page, lambda: len(tiles.held) == 2 and held)
    page.wait_for_timeout(300)
    assert len(tiles.held) == 2 and len(held) == 1
    held.pop().continue_()
    page.wait_for_function("() => seen.ready > 0 && seen.coming.size > 2")
    tiles.let_go()
    Viewing(page, server).sharp()


def test_a_picture_that_fails_leaves_it_to_the_tiles(open_page, server):
    page = open_page("Failed to load resource", **SCREEN)
    page.route(PICTURE, lambda route: route.fulfill(status=500))
    viewing = Viewing(page, server).open("flat.png")
    viewing.sharp()
    assert page.evaluate("seen.errors") == []
    assert abs(viewing.pixels()[300, 100:900] - GREY).max() <= 3


def test_a_part_of_the_image_is_full_with_its_tiles(open_page, server):
    page = open_page(**SCREEN)
    tiles = Tiles(page)
    with page.expect_response(PICTURE):
        page.goto(f"{server}view/flat.png#xywh=1000,600,1000,700")
    page.wait_for_function("() => seen.describe > 0")
    Viewing(page, server).rest()
    assert page.evaluate("seen.ready ?? 0") == 0
    tiles.let_go()
    page.wait_for_function("() => seen.ready > 0")


def test_the_first_picture_is_as_transparent_as_the_tiles(open_page, starting, tmp_path):
    """The page's background shows through the first picture and through the tiles."""
    pixels = numpy.zeros((900, 1400, 4), "uint8")
    pixels[:, :700] = (200, 40, 60, 255)
    (tmp_path / "images").mkdir()
    Image.fromarray(pixels).save(tmp_path / "images/half.png")
    server = starting(Server(tmp_path / "images", tmp_path / "cache"))
    page = open_page(**SCREEN)
    server.build("half.png")
    asked, tiles = listen(page), Tiles(page)
    viewing = Viewing(page, server.address).open("half.png")
    viewing.hide_bar()
    viewing.set_attribute("background", "#00ff00")
    viewing.draw()
    def expect_half():
        seen = viewing.pixels()[350]
        assert abs(seen[250] - (200, 40, 60)).max() <= 2 and abs(seen[750] - (0, 255, 0)).max() <= 2

    expect_half()
    tiles.let_go()
    viewing.sharp()
    expect_half()
    assert {PICTURE.search(url)[3] for url in asked if PICTURE.search(url)} == {"png"}


def test_what_is_carried_is_used_once(open_page, server):
    """Another try asks the server."""
    page = open_page()
    page.goto(f"{server}view/broken%2F{DAMAGED}")
    page.get_by_text("This image cannot be shown").wait_for()
    with page.expect_request(re.compile(f"/images/broken%2F{DAMAGED}$")):
        page.get_by_role("button", name="Try again").click()


def test_another_image_is_asked_about(open_page, server):
    page = open_page(**SCREEN)
    Viewing(page, server).open("flat.png")
    for name in ("detail.png", "flat.png"):
        with page.expect_request(re.compile(f"/images/{name}$")):
            page.evaluate(f"() => {VIEWER}.setAttribute('src', '../images/{name}')")
        page.wait_for_function(f"() => {VIEWER}.image?.id === '{name}'")


def test_a_name_that_looks_like_markup_is_shown_as_text(open_page, starting, tmp_path):
    name = "a</script><script>document.title = 1</script><!--<script>.png"
    (path := tmp_path / "images" / name).parent.mkdir(parents=True)
    Image.new("RGB", (700, 600), (200, 40, 60)).save(path)
    server = starting(Server(tmp_path / "images", tmp_path / "cache"))
    page = open_page(**SCREEN)
    Viewing(page, server.address).open(name)
    assert page.evaluate(f"{VIEWER}.image.id") == name
    assert page.title() == "script><!--<script>.png — Azulejo"


@pytest.mark.parametrize("path", ["", "view/detail.png"])
def test_the_page_names_every_module_that_it_needs(open_page, server, path):
    """So the browser asks for all of them at once, and not for one after the other."""
    page = open_page(**SCREEN)
    page.goto(server + path)
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate("() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /[.]js$/.test(name))")
    links = page.evaluate(
        "() => [...document.querySelectorAll('link[rel=modulepreload], script[src]')].map(({ href, src }) => href ?? src)")
    assert sorted(links) == sorted(set(loaded)) and len(links) > 3
