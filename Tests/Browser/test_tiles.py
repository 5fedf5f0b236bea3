"""Loading of tiles: order and number of requests, retries, requests that are not wanted any more, fading, memory."""

import io
import re
import time
from email.utils import formatdate

import pytest
from PIL import Image

from conftest import PHONE
from server import Server
from sources import GREY
from viewing import Viewing, asks_for_the_image, until

TILE = re.compile(r"/tiles/[^/]+/(\d+)/(\d+)/(\d+)\.jpg")


def address(url):
    return tuple(int(part) for part in TILE.search(url).groups())


@pytest.fixture
def viewing(open_page, server):
    """A viewer. Tiles that fail do not fail the test."""
    return Viewing(open_page("Failed to load resource", viewport={"width": 1000, "height": 700}), server)


def record(viewing):
    """Returns a list that fills with the tiles that are requested, in order."""
    asked = []
    viewing.page.on("request", lambda request: asked.append(address(request.url)) if TILE.search(request.url) else None)
    return asked


def hurry(page):
    """Shortens the delays between retries, which are seconds, to a moment."""
    page.add_init_script(
        """const [wait, now] = [setTimeout, performance.now.bind(performance)];
        window.setTimeout = (action, ms, ...more) => wait(action, ms > 400 ? 20 : ms, ...more);
        performance.now = () => now() * 500;"""
    )


def test_the_overview_comes_first_then_the_middle(viewing):
    asked = record(viewing)
    viewing.open("flat.png")
    viewing.sharp()
    assert asked[0] == (0, 0, 0)
    del asked[:]
    viewing.viewport = {"zoom": 1, "x": -1000, "y": -600}
    until(viewing.page, lambda: sum(level == 3 for level, _, _ in asked) >= 6)
    viewing.sharp()
    # The view's middle, (1500, 950), is in tile (2, 1) of the finest level.
    assert asked[0] == (3, 2, 1)
    assert len(asked) == len(set(asked))
    sharp = [(column, row) for level, column, row in asked if level == 3]
    assert sorted(sharp) == [(column, row) for column in (1, 2, 3) for row in (1, 2)]


def test_tiles_are_requested_while_others_are_decoded(viewing):
    """Each is requested once, and their number is bounded: a tile that is being decoded is not given up when the view has moved on."""
    viewing.page.add_init_script(
        """const [decode, turn] = [createImageBitmap, new Promise((done) => { window.begin = done; })];
        window.decoding = 0;
        window.createImageBitmap = async (image) => {
            if (image instanceof Blob) { // a tile
                decoding += 1;
                await turn;
            }
            return decode(image);
        };""")
    asked = record(viewing)
    viewing.page.goto(f"{viewing.base}view/flat.png#xywh=1000,600,1000,700")
    # The overview, six tiles of the view, and tiles of a coarser level around it: more than are requested at once.
    until(viewing.page, lambda: sum(level == 3 for level, _, _ in asked) >= 6 and viewing.page.evaluate("decoding") == len(asked) > 8)
    count = len(asked)
    viewing.viewport = {"zoom": 1, "x": 0, "y": 0}
    viewing.rest()
    assert len(asked) == count
    viewing.page.evaluate("begin()")
    viewing.sharp()
    assert len(asked) == len(set(asked))


def test_a_tile_that_fails_comes_later(viewing):
    refusals = []

    def refuse(route):
        if len(refusals) < 2:
            refusals.append(time.monotonic())
            route.fulfill(status=503, headers={"Retry-After": "1"})
        else:
            route.continue_()

    asks_for_the_image(viewing.page)
    viewing.page.route("**/tiles/detail.png/0/0/0.jpg*", refuse)
    viewing.page.set_viewport_size({"width": 280, "height": 180})  # level 0 is the sharp one
    viewing.open("detail.png")
    assert len(refusals) == 2
    assert refusals[1] - refusals[0] >= 0.95  # as Retry-After asks
    assert viewing.page.evaluate("seen.errors") == []


@pytest.mark.parametrize("fields", [
    {"Retry-After": "Tue, 01 Dec 2026 08:00:01 GMT", "Date": "Tue, 01 Dec 2026 08:00:00 GMT"},  # a clock that is not the browser's
    {"Retry-After": None},
])
def test_a_date_in_retry_after_counts(viewing, fields):
    refusals = []

    def refuse(route):
        if refusals:
            route.continue_()
        else:
            refusals.append(time.monotonic())
            until_then = {name: value or formatdate(time.time() + 2.5, usegmt=True) for name, value in fields.items()}
            route.fulfill(status=503, headers=until_then)

    asks_for_the_image(viewing.page)
    viewing.page.route("**/tiles/detail.png/0/0/0.jpg*", refuse)
    viewing.page.set_viewport_size({"width": 280, "height": 180})
    viewing.open("detail.png")
    assert time.monotonic() - refusals[0] >= 0.95  # without the date, half a second at most
    assert viewing.page.evaluate("seen.errors") == []


def test_retries_are_spread_and_never_earlier_than_asked(viewing):
    viewing.page.goto(viewing.base)
    delays = viewing.page.evaluate(
        """async () => {
            const { retryAfter, retryDelay } = await import(new URL('js/server/api.js', document.baseURI));
            const answer = (value) => new Response('', { headers: { 'Retry-After': value } });
            const many = (...asked) => Array.from({ length: 200 }, () => retryDelay(...asked));
            const times = ['3', '0', '', 'soon', '-5', 'Tue, 01 Dec 1998 08:00:00 GMT'].map((value) => retryAfter(answer(value)));
            return { times, none: retryAfter(undefined), first: many(500, 0), second: many(500, 2), asked: many(500, 1, answer('3')) };
        }""")
    assert delays["times"] == [3000, 0, 0, 0, 0, 0] and delays["none"] == 0
    for name, least in (("first", 500), ("second", 1000), ("asked", 3000)):
        assert least <= min(delays[name]) < max(delays[name]) <= 1.25 * least
        assert len(set(delays[name])) > 100


def test_a_server_that_comes_back(viewing):
    failures = []

    def answer(route):
        if len(failures) < 3:
            failures.append(route.request.url)
            route.abort("connectionrefused")
        else:
            route.continue_()

    hurry(viewing.page)
    asks_for_the_image(viewing.page)
    viewing.page.route("**/tiles/detail.png/0/0/0.jpg*", answer)
    viewing.page.set_viewport_size({"width": 280, "height": 180})
    viewing.open("detail.png")
    assert len(failures) == 3
    assert viewing.page.evaluate("seen.errors") == []


def test_after_five_retries_there_is_a_button(viewing):
    asked = []
    is_broken = [True]

    def answer(route):
        asked.append(address(route.request.url))
        if is_broken[0]:
            route.fulfill(status=500)
        else:
            route.continue_()

    hurry(viewing.page)
    viewing.open("flat.png")
    viewing.page.route(re.compile(r"/tiles/flat\.png/3/2/1\.jpg"), answer)
    viewing.viewport = {"zoom": 1, "x": -1000, "y": -600}
    note = viewing.page.get_by_role("alert")
    note.get_by_text("could not be loaded").wait_for()
    assert len(asked) == 6
    assert viewing.page.evaluate("seen.errors.map(({ status, fatal }) => [status, fatal])") == [[500, False]]
    is_broken[0] = False
    note.get_by_role("button", name="Try again").click()
    note.wait_for(state="hidden")
    viewing.sharp()
    assert len(asked) == 7


def test_a_busy_server_does_not_count_while_it_builds(viewing):
    asked = []

    def answer(route):
        asked.append(route)
        if len(asked) < 10:
            route.fulfill(status=503, headers={"Retry-After": "2"})
        else:
            route.continue_()

    hurry(viewing.page)
    viewing.page.set_viewport_size({"width": 280, "height": 180})
    asks_for_the_image(viewing.page)
    viewing.page.route("**/images/flat.png", lambda route: route.fulfill(
        json={**route.fetch().json(), "pyramid": {"state": "building", "progress": 0.5}}))
    viewing.page.route("**/images/flat.png/events", lambda route: route.abort())
    viewing.page.route("**/tiles/flat.png/0/0/0.jpg*", answer)
    viewing.open("flat.png")
    assert len(asked) == 10
    assert viewing.page.evaluate("seen.errors") == []


def test_a_tile_that_does_not_exist_is_not_asked_for_again(viewing):
    asked = []
    viewing.open("flat.png")
    viewing.page.route(re.compile(r"/tiles/flat\.png/3/2/1\.jpg"), lambda route: (asked.append(1), route.fulfill(status=404)))
    viewing.viewport = {"zoom": 1, "x": -1000, "y": -600}
    viewing.page.wait_for_function("() => seen.errors.length > 0")
    viewing.page.wait_for_timeout(800)
    assert len(asked) == 1


def test_a_tile_that_is_dropped_is_asked_for_again(viewing):
    viewing.open("flat.png")
    held = []
    viewing.page.route("**/tiles/flat.png/3/**", lambda route, _request: held.append(route))
    aborted = []
    viewing.page.on("requestfailed", lambda request: aborted.append(address(request.url)))
    viewing.viewport = {"zoom": 1, "x": 0, "y": 0}
    viewing.rest()
    until(viewing.page, lambda: len(held) == 4)
    first = {address(route.request.url) for route in held}
    viewing.viewport = {"zoom": 1, "x": -2001, "y": -1299}
    viewing.rest()
    # All of them: the page would wait for a request that is never answered.
    until(viewing.page, lambda: first <= set(aborted))
    viewing.page.unroute("**/tiles/flat.png/3/**")
    asked = record(viewing)
    viewing.viewport = {"zoom": 1, "x": 0, "y": 0}
    viewing.sharp()
    assert first <= set(asked)


def test_a_thumbnail_is_shown_until_there_is_a_pyramid(viewing):
    page = viewing.page

    def describe(route):
        route.fulfill(json={**route.fetch().json(), "pyramid": {"state": "building", "progress": 0}})

    asks_for_the_image(page)
    page.route("**/images/flat.png", describe)
    held = []
    page.route("**/tiles/**", lambda route, _request: held.append(route))
    page.goto(viewing.base)
    listed = page.locator("li", has_text="flat.png").locator("img").evaluate("(image) => image.src")
    with page.expect_request(listed):
        page.goto(f"{viewing.base}view/flat.png")
    viewing.hide_bar()
    until(page, lambda: abs(viewing.pixels()[350, 500] - 128).max() <= 3)
    assert page.evaluate("seen.ready ?? 0") == 0
    for route in held:
        route.abort()


def test_memory_is_bounded(viewing):
    # A tile of 512 px has a megabyte. Beyond 128 tiles, those go that are not in view.
    viewing.open("flat.png")
    most = viewing.page.evaluate(
        """async () => {
            const { TileCache } = await import(new URL('../js/picture/cache.js', document.baseURI));
            const memory = new TileCache();
            let closed = 0;
            const bitmap = () => ({ width: 512, height: 512, close() { closed += 1 } });
            const tiles = Array.from({ length: 200 }, (_, key) => ({ key: `${key}` }));
            for (const tile of tiles) memory.add(tile, bitmap());
            memory.endFrame();
            const first = closed; // all are of this frame
            tiles.slice(0, 20).forEach(({ key }) => { memory.get(key).frame = memory.frame });
            memory.endFrame();
            return [first, closed, tiles.slice(0, 20).every(({ key }) => memory.has(key)), memory.has(tiles[20].key), memory.size];
        }"""
    )
    assert most == [0, 72, True, False, 128]


def test_a_tile_that_comes_fades_in(open_page, server):
    """The picture that was there before shows through the new tile at first. The test controls the page's clock."""
    page = open_page(**PHONE, reduced_motion="no-preference")
    page.add_init_script("""
        const read = performance.now.bind(performance);
        performance.now = () => window.frozen ?? read();
    """)
    viewing = Viewing(page, server).open("flat.png")
    viewing.hide_bar()
    viewing.sharp()
    red = io.BytesIO()
    Image.new("RGB", (512, 512), (255, 0, 0)).save(red, "PNG")
    page.route("**/tiles/flat.png/3/**", lambda route: route.fulfill(content_type="image/png", body=red.getvalue()))
    page.evaluate("() => { window.frozen = performance.now() }")
    viewing.viewport = {"zoom": 0.3, "x": -300, "y": 0}
    shown = []
    for passed in (0, 75, 1000):
        page.evaluate("(passed) => { window.frozen += passed }", passed)
        viewing.draw()
        page.wait_for_function("() => seen.coming.size === 0")
        viewing.draw()
        shown.append(viewing.pixels()[1266, 585].tolist())
    assert shown == [[GREY] * 3, pytest.approx([(255 + GREY) / 2, GREY / 2, GREY / 2], abs=3), [255, 0, 0]]


def test_what_is_translucent_is_never_seen_twice(open_page, starting, tmp_path):
    """A translucent tile does not fade in."""
    folder = tmp_path / "images"
    folder.mkdir()
    Image.new("RGBA", (1600, 1200), (200, 0, 0, 128)).save(folder / "glass.png")
    server = starting(Server(folder, tmp_path / "cache"))
    server.build("glass.png")  # Until then a thumbnail stands in for it, which is opaque.
    page = open_page("getImageData", viewport={"width": 800, "height": 600}, reduced_motion="no-preference")
    viewing = Viewing(page, server.address)
    page.add_init_script("""
        window.alphas = [];
        const look = () => {
            const canvas = document.querySelector('azulejo-viewer')?.shadowRoot?.querySelector('canvas');
            if (canvas?.width) alphas.push(canvas.getContext('2d').getImageData(canvas.width / 2 + 3, canvas.height / 2 + 3, 1, 1).data[3]);
            requestAnimationFrame(look);
        };
        look();
    """)
    viewing.open("glass.png")
    viewing.viewport = {"zoom": 1, "x": -400, "y": -300}
    viewing.sharp()
    page.wait_for_function("() => alphas.at(-1) === 128")
    assert max(page.evaluate("alphas")) <= 136  # the grey of what is not there yet has 51
