"""The gallery and the page around the viewer."""

import functools
import gzip
import http.server
import pathlib
import re
import threading

import pytest
from playwright.sync_api import expect

from viewing import VIEWER, Viewing, asks_for_the_image

PUBLIC = pathlib.Path(__file__).resolve().parents[2] / "Public"
NAMES = ["detail.png", "flat.png", "cut.jpg", "Açores.png", "lisboa.png", "maria & josé.png", "strip.png"]


@pytest.fixture
def gallery(open_page, server):
    page = open_page(viewport={"width": 1000, "height": 700})
    page.goto(server)
    page.get_by_text("7 images").wait_for()
    return page


def expect_names(page, names):
    expect(page.locator(".name")).to_have_text(names)


def test_lists_all_images_by_folder(gallery):
    expect_names(gallery, NAMES)
    assert gallery.get_by_role("heading", level=2).all_inner_texts() == ["broken", "maps", "portraits", "portraits / old"]
    assert "2,303 × 1,511" in gallery.locator("li", has_text="detail.png").inner_text()


def test_a_picture_and_words_take_the_place_of_a_broken_thumbnail(gallery):
    broken = gallery.locator("li", has_text="cut.jpg").get_by_role("img", name="The picture cannot be shown")
    expect(broken).to_have_attribute("src", re.compile("/css/no-picture.svg$"))
    gallery.wait_for_function("() => [...document.images].every((image) => image.complete)")
    # Not the browser's own sign for a broken image.
    assert gallery.evaluate("[...document.images].filter((image) => !image.naturalWidth).length") == 0
    assert gallery.get_by_role("img", name="The picture cannot be shown").count() == 1
    box, other = (gallery.locator("li", has_text=name).locator("img").bounding_box() for name in ("cut.jpg", "detail.png"))
    assert box["width"] > 50 and box["height"] == pytest.approx(other["height"], rel=0.5)


def test_a_placeholder_that_is_missing_is_asked_for_once(open_page, server):
    page = open_page("Failed to load resource", viewport={"width": 1000, "height": 700})
    asked = []
    page.route("**/no-picture.svg", lambda route: (asked.append(1), route.fulfill(status=404)))
    page.goto(server)
    page.get_by_role("img", name="The picture cannot be shown").wait_for()
    page.wait_for_timeout(300)
    assert len(asked) == 1


def test_thumbnails_have_their_place_before_they_come(open_page, server):
    page = open_page(viewport={"width": 390, "height": 844})
    held, is_held = [], True
    page.route("**/thumbnail.jpg*", lambda route: held.append(route) if is_held else route.continue_())
    page.goto(server)
    page.get_by_text("7 images").wait_for()
    boxes = "() => [...document.querySelectorAll('li')].map((item) => JSON.stringify(item.getBoundingClientRect()))"
    before = page.evaluate(boxes)
    page.wait_for_timeout(100)
    is_held = False
    for route in held:
        route.continue_()
    page.wait_for_function("() => document.querySelector('li img').complete")
    page.wait_for_timeout(200)
    assert page.evaluate(boxes) == before
    box = page.locator("li img").first.bounding_box()
    ratio = box["width"] / box["height"]
    assert ratio == pytest.approx(2303 / 1511, rel=0.02)


@pytest.mark.parametrize(
    "query, found",
    [
        ("acores", ["Açores.png"]),
        ("MAPS lis", ["lisboa.png"]),
        ("& jos", ["maria & josé.png"]),
        ("png", [name for name in NAMES if name.endswith("png")]),
    ],
)
def test_searches_names(gallery, query, found):
    gallery.get_by_role("searchbox").fill(query)
    expect_names(gallery, found)


def test_a_search_without_result_says_so(gallery):
    gallery.get_by_role("searchbox").fill("nothing of this name")
    gallery.get_by_text("Nothing found").wait_for()
    gallery.get_by_role("searchbox").fill("")
    expect_names(gallery, NAMES)
    assert gallery.get_by_text("Nothing found").is_hidden()


def test_a_folder_alone_and_the_way_back(gallery):
    gallery.get_by_role("link", name="portraits", exact=True).click()
    expect(gallery.get_by_role("heading", level=1)).to_have_text("portraits")
    expect_names(gallery, ["maria & josé.png", "strip.png"])
    gallery.get_by_role("link", name="portraits / old").click()
    expect_names(gallery, ["strip.png"])
    gallery.get_by_label("Folders above").get_by_role("link", name="portraits").click()
    expect_names(gallery, ["maria & josé.png", "strip.png"])
    gallery.go_back()
    gallery.go_back()
    gallery.go_back()
    expect_names(gallery, NAMES)


def test_the_next_page_of_the_list_is_loaded_where_one_ends(open_page, server):
    page = open_page(viewport={"width": 1000, "height": 700})
    page.route("**/images?*", lambda route: route.continue_(url=route.request.url.replace("limit=100", "limit=2")))
    page.goto(server)
    page.get_by_text("7 images").wait_for()
    expect_names(page, NAMES)
    assert page.get_by_role("button", name="Show more").is_hidden()


def test_a_list_that_fails_can_be_retried(open_page, server):
    page = open_page("Failed to load resource")
    answer = {"status": 503, "json": {"title": "Busy", "detail": "The server is busy."}}
    page.route("**/images?*", lambda route: route.fulfill(**answer))
    page.goto(server)
    page.get_by_text("The server is busy.").wait_for()
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    page.get_by_text("7 images").wait_for()
    assert page.get_by_text("The server is busy.").is_hidden()


def test_an_empty_folder_says_what_to_do(open_page, server):
    page = open_page()
    page.route("**/images?*", lambda route: route.fulfill(json={"images": [], "next": None}))
    page.goto(server)
    page.get_by_text("No images yet").wait_for()


@pytest.mark.parametrize("width, height", [(390, 844), (1440, 900)])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_few_images_are_shown_larger(open_page, server, width, height, number):
    page = open_page(viewport={"width": width, "height": height})
    def answer(route):
        [image] = [image for image in route.fetch().json()["images"] if image["id"] == "detail.png"]
        route.fulfill(json={"images": [image] * number, "next": None})

    page.route("**/images?*", answer)
    page.goto(server)
    page.locator("li").nth(number - 1).wait_for()
    sizes = page.locator("li img").evaluate_all("(images) => images.map(({ width, height }) => [width, height])")
    assert [across / down for across, down in sizes] == pytest.approx([2303 / 1511] * number, rel=0.02)
    longest = max(map(max, sizes))
    # A thumbnail has 256 px: enlarged one and a half times, it is not blurred yet.
    assert longest == pytest.approx(min(384, width - 32), abs=1) if number < 4 else longest < 280
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("width, is_beside", [(390, False), (1440, True)])
def test_a_single_image_has_its_name_beside_it_on_a_wide_screen(open_page, server, width, is_beside):
    page = open_page(viewport={"width": width, "height": 900})

    def answer(route):
        [image] = [image for image in route.fetch().json()["images"] if image["id"] == "detail.png"]
        route.fulfill(json={"images": [image], "next": None})

    page.route("**/images?*", answer)
    page.goto(server)
    picture, name, size = (page.locator(f"li {part}").bounding_box() for part in ("img", ".name", ".size"))
    assert size["y"] >= name["y"] + name["height"]
    if is_beside:
        assert name["x"] >= picture["x"] + picture["width"]
        assert picture["y"] < name["y"] and size["y"] + 20 < picture["y"] + picture["height"]
    else:
        assert name["y"] >= picture["y"] + picture["height"]


@pytest.mark.parametrize("width", [320, 390, 1000, 3840])
def test_nothing_is_wider_than_the_screen(open_page, server, width):
    page = open_page(viewport={"width": width, "height": 700})
    page.goto(server)
    page.get_by_text("7 images").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.goto(f"{server}view/portraits%2Fmaria%20%26%20jos%C3%A9.png")
    page.wait_for_function("() => seen.ready > 0")
    for part in page.locator(".glass:visible").all():
        box = part.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width


def test_from_the_gallery_to_an_image_and_back(gallery):
    gallery.get_by_role("link", name="maria & josé.png").click()
    gallery.wait_for_function("() => seen.ready > 0")
    assert gallery.get_by_role("heading", level=1).inner_text() == "maria & josé.png"
    assert gallery.title() == "maria & josé.png — Azulejo"
    assert gallery.get_by_text("64 × 64").is_visible()
    gallery.get_by_role("link", name="Back to the gallery").click()
    gallery.get_by_text("7 images").wait_for()


def test_buttons_of_the_bar(desktop):
    viewing = desktop.open("detail.png")
    button = lambda name: viewing.page.get_by_role("button", name=name)
    fit = viewing.viewport
    assert button("Zoom out").get_attribute("aria-disabled") == "true"
    button("Zoom in").click()
    assert viewing.rest()["zoom"] == pytest.approx(1.5 * fit["zoom"])
    button("Zoom out").click()
    assert viewing.rest() == pytest.approx(fit)
    button(re.compile("43%")).click()
    assert viewing.rest()["zoom"] == 1
    assert button(re.compile("100%")).is_visible()
    button("Show the whole image").click()
    assert viewing.rest() == pytest.approx(fit)
    for _ in range(4):
        button("Zoom in").click()
    assert viewing.rest()["zoom"] == pytest.approx(2)
    assert button("Zoom in").get_attribute("aria-disabled") == "true"


def test_keyboard_alone_reaches_everything(desktop):
    viewing = desktop.open("detail.png")
    reached = []
    for _ in range(8):
        viewing.page.keyboard.press("Tab")
        reached.append(viewing.page.evaluate("document.activeElement.id"))
        outline = viewing.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid", reached
    assert reached == ["back", "viewer", "out", "actual", "in", "fit", "share", "full"]
    viewing.page.keyboard.press("+")
    assert viewing.rest()["zoom"] > 0.5


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_buttons_by_keyboard(desktop, key):
    viewing = desktop.open("detail.png")
    fit = viewing.viewport
    viewing.page.locator("#in").focus()
    viewing.page.keyboard.press(key)
    assert viewing.rest()["zoom"] == pytest.approx(1.5 * fit["zoom"])
    viewing.page.locator("#fit").focus()
    viewing.page.keyboard.press(key)
    assert viewing.rest() == pytest.approx(fit)


def test_screen_readers_are_told(desktop):
    viewing = desktop.open("detail.png")
    protocol = viewing.page.context.new_cdp_session(viewing.page)
    nodes = protocol.send("Accessibility.getFullAXTree")["nodes"]
    viewer = next(node for node in nodes if node["role"]["value"] == "group" and node["name"]["value"] == "detail.png")
    assert {"roledescription": "zoomable image"}.items() <= {
        entry["name"]: entry["value"]["value"] for entry in viewer["properties"]
    }.items()
    viewing.page.keyboard.press("+")
    viewing.page.get_by_role("status").get_by_text("Zoom 65%").wait_for()


def test_an_image_that_does_not_exist(open_page, server):
    page = open_page("Failed to load resource")
    page.goto(f"{server}view/nothing.jpg")
    page.get_by_text("There is no such image").wait_for()
    assert page.get_by_role("button", name="Try again").is_hidden()
    assert page.get_by_role("link", name="Back to the gallery").is_visible()


def test_an_error_is_told_in_the_servers_words_and_can_be_retried(open_page, server):
    viewing = Viewing(open_page("Failed to load resource"), server)
    asks_for_the_image(viewing.page)
    viewing.page.route("**/images/detail.png", lambda route: route.fulfill(status=500, json={"detail": "The disk is gone."}))
    viewing.page.goto(f"{server}view/detail.png")
    viewing.page.get_by_text("The disk is gone.").wait_for()
    viewing.page.unroute_all()
    viewing.page.get_by_role("button", name="Try again").click()
    viewing.page.wait_for_function("() => seen.ready > 0")
    assert viewing.page.get_by_text("The disk is gone.").is_hidden()


def test_a_damaged_image_says_what_is_wrong(open_page, server):
    """The size of its file can be read, the pixels cannot."""
    page = open_page()
    page.goto(f"{server}view/broken%2Fcut.jpg")
    page.get_by_text("This image cannot be shown").wait_for()
    assert page.locator("#notice p").inner_text() not in ("", "The server answered 422.")
    errors = page.evaluate("seen.errors.length")
    page.get_by_role("button", name="Try again").click()  # the file may be complete by now
    page.wait_for_function(f"() => seen.errors.length > {errors}")
    assert page.get_by_text("This image cannot be shown").is_visible()


def test_a_strict_policy_is_in_force(open_page, server):
    page = open_page()
    for path in ("", "view/detail.png"):
        policy = page.goto(server + path).header_value("content-security-policy")
        assert "default-src 'none'" in policy and "unsafe" not in policy
        page.wait_for_load_state("networkidle")


def loaded_by(page):
    """The scripts and styles that a page names; test_opening.py checks that it loads no other modules."""
    found = re.findall(r'<(?:script|link)[^>]*? (?:src|href)="(?:\.\./)?([^"]+\.(?:js|css))"', (PUBLIC / page).read_text())
    return [PUBLIC / name for name in found]


@pytest.mark.parametrize("page, most", [("index.html", 10_000), ("viewer.html", 40_000)])
def test_scripts_and_styles_of_a_page_stay_small(page, most):
    parts = loaded_by(page)
    assert len(parts) > 5
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in parts) < most


def test_every_script_and_style_is_used():
    files = {path for kind in ("js", "css") for path in (PUBLIC / kind).rglob(f"*.{kind}")}
    assert files == {*loaded_by("index.html"), *loaded_by("viewer.html")}


def test_text_of_twice_the_size_stays_within_the_tools(open_page, server):
    page = open_page(viewport={"width": 320, "height": 568})
    Viewing(page, server).open("detail.png")
    page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    tools = page.locator(".tools").bounding_box()
    assert tools["x"] >= 0 and tools["x"] + tools["width"] <= 320 and tools["y"] + tools["height"] <= 568
    buttons = page.locator(".tools button:visible")
    assert buttons.count() >= 5
    for button in buttons.all():
        box = button.bounding_box()
        assert box["x"] >= tools["x"] and box["x"] + box["width"] <= tools["x"] + tools["width"]
        assert box["y"] >= tools["y"] and box["y"] + box["height"] <= tools["y"] + tools["height"]
        assert button.evaluate("(button) => button.scrollWidth <= button.clientWidth")
    header = page.locator("header").bounding_box()
    assert header["x"] + header["width"] <= 320 and page.evaluate("document.documentElement.scrollWidth") == 320
    for part in ("#back", "#name", "#size"):
        box = page.locator(part).bounding_box()
        assert box["x"] + box["width"] <= header["x"] + header["width"], part


@pytest.mark.parametrize("path", ["", "view/detail.png"])
def test_without_scripts_a_page_says_that_it_needs_them(open_page, server, path):
    page = open_page(java_script_enabled=False)
    page.goto(server + path)
    words = page.locator("noscript .notice")  # get_by_text leaves out what is inside noscript
    expect(words).to_be_visible()
    expect(words).to_contain_text("needs JavaScript")
    page.wait_for_timeout(1000)
    for text in ("Opening the image", "Zoom in"):
        assert page.get_by_text(text).is_hidden()
    assert page.locator(".tools").is_hidden()


def test_under_a_prefix(open_page, server):
    """A proxy removes a prefix and does not tell the server."""
    page = open_page(viewport={"width": 1000, "height": 700})
    asked = []

    def forward(route):
        asked.append(route.request.url)
        assert "/scans/" in route.request.url, route.request.url
        response = route.fetch(url=route.request.url.replace("/scans/", "/", 1))
        route.fulfill(response=response)

    page.route(f"{server}**", forward)
    page.goto(f"{server}scans/")
    page.get_by_text("7 images").wait_for()
    page.get_by_role("link", name="lisboa.png").click()
    page.wait_for_function("() => seen.ready > 0")
    assert any("/scans/tiles/" in url for url in asked)
    assert page.evaluate(f"{VIEWER}.image.id") == "maps/lisboa.png"


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def test_on_a_page_of_another_origin(open_page, server, tmp_path):
    viewing = Viewing(open_page(viewport={"width": 800, "height": 600}), server)
    page = f"""<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">
        <script type="module" src="{server}js/azulejo-viewer.js"></script>
        <azulejo-viewer src="{server}images/detail.png" background="#fff"></azulejo-viewer>"""
    (tmp_path / "index.html").write_text(page)
    handler = functools.partial(QuietHandler, directory=tmp_path)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as elsewhere:
        threading.Thread(target=elsewhere.serve_forever, daemon=True).start()
        viewing.page.goto(f"http://127.0.0.1:{elsewhere.server_port}/")
        elsewhere.shutdown()
    viewing.style(width="500px", height="300px", margin="40px")
    viewing.page.wait_for_function("() => seen.ready > 0")
    assert viewing.viewport["zoom"] == pytest.approx(min(500 / 2303, 300 / 1511))
    viewing.page.mouse.dblclick(290, 190)  # the element's middle
    assert viewing.rest()["zoom"] == pytest.approx(2 * min(500 / 2303, 300 / 1511))
