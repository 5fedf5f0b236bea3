"""Viewers of other projects show the right pixels, at the image's edges and in every level, from another origin: the pages of
docs/protocols.md without a change, and OpenLayers 2."""

import io
import math
import time
import urllib.request

import numpy
import pytest
from PIL import Image

import snippets
import sources
from server import Server

WIDTH, HEIGHT = sources.DETAIL
TILE = 512
LEVELS = 4
SIDE = 150

# Waits for a condition, and fails when it does not become true.
UNTIL = """const until = async (holds) => {
    const end = performance.now() + 60_000;
    while (!holds()) {
        if (performance.now() > end) throw new Error(`in vain: ${holds}`);
        await new Promise((done) => setTimeout(done, 20));
    }
};
const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));"""
# How each library is told to show, pixel by pixel, what lies at (x, y) of a level; it ends when it does.
SHOW = {
    "OpenSeadragon": """
        await until(() => window.shown?.isOpen());
        shown.setControlsEnabled(false);
        const item = shown.world.getItemAt(0), scale = 2 ** halvings;
        shown.viewport.fitBounds(item.imageToViewportRectangle(x * scale, y * scale, side * scale, side * scale), true);
        // Which tiles are wanted is known with the next frame.
        await frames();
        await until(() => item.getFullyLoaded());""",
    "Leaflet": """
        await until(() => window.shown?._loaded);
        let layer;
        shown.eachLayer((one) => { layer = one; });
        const level = layer.options.maxNativeZoom - halvings;
        shown.setView(shown.unproject([x + side / 2, y + side / 2], level), level, { animate: false });
        // Tiles fade in.
        const isShown = (tile) => tile.style.opacity == 1;
        await until(() => !layer.isLoading() && [...document.querySelectorAll('.leaflet-tile')].every(isShown));""",
    "OpenLayers": """
        await until(() => window.shown);
        const view = shown.getView(), scale = 2 ** halvings;
        view.setConstrainResolution(false);
        view.setResolution(scale);
        view.setCenter([(x + side / 2) * scale, -(y + side / 2) * scale]);
        await new Promise((done) => { shown.once('rendercomplete', done); shown.render(); });""",
    # It numbers zooms as we number levels.
    "OpenLayers 2": """
        const layer = shown.baseLayer, level = layer.numberOfTiers - 1 - halvings, scale = 2 ** halvings;
        shown.setCenter(new OpenLayers.LonLat((x + side / 2) * scale, shown.maxExtent.top - (y + side / 2) * scale), level);
        // It begins to load 85 ms after a move.
        await new Promise((done) => setTimeout(done, 200));
        await until(() => layer.numLoadingTiles === 0 && [...document.querySelectorAll('#view img')].every((tile) => tile.complete));""",
}
# Whether the page can read the pixels: it cannot where an image was loaded without CORS.
READ = {
    "OpenSeadragon": """() => {
        const { width, height } = shown.drawer.canvas;
        const copy = new OffscreenCanvas(width, height).getContext('2d');
        copy.drawImage(shown.drawer.canvas, 0, 0);
        return copy.getImageData(0, 0, 1, 1).data.length;
    }""",
    "Leaflet": """() => {
        const copy = new OffscreenCanvas(8, 8).getContext('2d');
        copy.drawImage(document.querySelector('.leaflet-tile-loaded'), 0, 0);
        return copy.getImageData(0, 0, 1, 1).data.length;
    }""",
    "OpenLayers": "() => document.querySelector('#view canvas').getContext('2d').getImageData(0, 0, 1, 1).data.length",
}
# Messages of Chromium about how pages draw.
CHATTER = ("GPU stall", "willReadFrequently", "useGeographic")
HIDDEN = ".leaflet-control-container, .ol-overlaycontainer-stopevent, .openseadragon-container .navigator { display: none }"


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """A server, with an image of the sample's name whose every pixel is known."""
    folder = tmp_path_factory.mktemp("sample")
    sources.detail().save(folder / snippets.NAME, quality=97)
    with Server(folder, tmp_path_factory.mktemp("cache") / "viewers") as running:
        yield running


@pytest.fixture(scope="module")
def elsewhere(sample):
    with snippets.Elsewhere(sample.address) as running:
        yield running


@pytest.fixture(scope="module")
def levels():
    """The levels of the image, the full size first. Each is halved by itself, as the server does it, and rounded up."""
    found = [sources.detail()]
    while len(found) < LEVELS:
        found.append(found[-1].reduce(2))
    return [numpy.asarray(level).astype(int) for level in found]


def blocks(picture):
    return picture.reshape(SIDE // 10, 10, SIDE // 10, 10, 3).mean((1, 3))


def shown_pixels(page):
    return numpy.asarray(Image.open(io.BytesIO(page.locator("#view").screenshot())).convert("RGB")).astype(int)


def show(page, library, x, y, halvings):
    page.evaluate(f"async ([x, y, side, halvings]) => {{ {UNTIL} {SHOW[library]} await frames(); }}", [x, y, SIDE, halvings])


def difference(page, level, x, y):
    """How far what is shown is from what should be. Libraries draw between pixels, so blocks are compared: a tile out of its place, of
    another level, or stretched, shows."""
    return numpy.abs(blocks(shown_pixels(page)) - blocks(level[y:y + SIDE, x:x + SIDE])).mean()


def corners(level):
    """Where pieces of a level begin: the corners at its right and lower edges, whose tiles are cut off."""
    right, bottom = level.shape[1] - SIDE, level.shape[0] - SIDE
    return [(right, 0), (0, bottom), (right, bottom)]


@pytest.mark.parametrize("title", [title for title in snippets.pages() if title != "Mirador"])
def test_shows_every_level(open_page, elsewhere, levels, title):
    library = title.split(",")[0]
    page = open_page(*CHATTER, viewport={"width": SIDE, "height": SIDE}, device_scale_factor=1)
    answers = []
    page.on("response", lambda response: answers.append((response.status, response.url)))
    elsewhere.open(page, title)
    page.add_style_tag(content=HIDDEN)
    for halvings, level in enumerate(levels):
        for x, y in corners(level):
            show(page, library, x, y, halvings)
            assert difference(page, level, x, y) < 3, (halvings, x, y)
    assert numpy.abs(blocks(levels[0][5:5 + SIDE, 5:5 + SIDE]) - blocks(levels[0][:SIDE, :SIDE])).mean() > 6, "it would not see a shift"
    assert page.evaluate(READ[library]) == 4
    assert [answer for answer in answers if answer[0] != 200] == []


def test_openlayers_2(open_page, starting, tmp_path, levels):
    """Its tiles have 256 pixels, whatever the server says."""
    (tmp_path / "images").mkdir()
    sources.detail().save(tmp_path / "images" / snippets.NAME, quality=97)
    text = f"""<!doctype html><div id="view" style="position: fixed; inset: 0"></div>
        <script src="https://cdn.example/OpenLayers.js"></script>
        <script>
            const layer = new OpenLayers.Layer.Zoomify("", "{snippets.ADDRESS}zoomify/{snippets.NAME}/",
                new OpenLayers.Size({WIDTH}, {HEIGHT}), {{ tileOptions: {{ crossOriginKeyword: "anonymous" }}, transitionEffect: null }});
            window.shown = new OpenLayers.Map({{
                div: "view", theme: null, controls: [], layers: [layer], units: "pixels", zoomMethod: null,
                maxExtent: new OpenLayers.Bounds(0, 0, {WIDTH}, {HEIGHT}),
                maxResolution: 2 ** (layer.numberOfTiers - 1), numZoomLevels: layer.numberOfTiers,
            }});
        </script>"""
    server = starting(Server(tmp_path / "images", tmp_path / "cache", "--tile-size", "256"))
    elsewhere = starting(snippets.Elsewhere(server.address, {"OpenLayers 2": text}))
    page = open_page(viewport={"width": SIDE, "height": SIDE}, device_scale_factor=1)
    elsewhere.open(page, "OpenLayers 2")
    for x, y in corners(levels[0]):
        show(page, "OpenLayers 2", x, y, 0)
        assert difference(page, levels[0], x, y) < 3, (x, y)
    # It takes lower levels to be one px smaller than they are.
    show(page, "OpenLayers 2", 0, 0, 2)
    assert difference(page, levels[2], 0, 0) < 3


def test_mirador_opens_a_manifest(open_page, elsewhere, levels):
    # Messages about its own parts.
    page = open_page("WebGL", "React", "element.ref", "selector", "memoiz", viewport={"width": 1000, "height": 700}, device_scale_factor=1)
    answers = []
    page.on("response", lambda response: answers.append((response.status, response.url)))
    elsewhere.open(page, "Mirador")
    canvas = page.locator(".openseadragon-canvas canvas").first
    canvas.wait_for()
    whole = Image.fromarray(levels[0].astype("uint8"))

    def is_shown():
        # The image is fitted into its canvas, which has its size when all around it is there.
        box = canvas.bounding_box()
        scale = min(box["width"] / WIDTH, box["height"] / HEIGHT)
        sides = ("x", "width", WIDTH), ("y", "height", HEIGHT)
        left, top = (round(box[side] + (box[length] - full * scale) / 2) for side, length, full in sides)
        wanted = numpy.asarray(whole.resize((round(WIDTH * scale), round(HEIGHT * scale)), Image.Resampling.BOX)).astype(int)
        shown = numpy.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB")).astype(int)[top:, left:]

        def difference(x, y, lower=0):
            piece, other = (picture[y + down:y + down + SIDE, x:x + SIDE] for picture, down in ((wanted, 0), (shown, lower)))
            return numpy.abs(blocks(piece) - blocks(other)).mean() if piece.shape == other.shape == (SIDE, SIDE, 3) else math.inf

        # Its buttons lie over the lower edge.
        return (all(difference(x, y) < 1 for x in (0, 300, wanted.shape[1] - SIDE) for y in (0, 300))
                and difference(0, 0, lower=5) > 2)  # or it would not see a shift

    wait_until(is_shown)
    assert [answer for answer in answers if answer[0] != 200] == []


def wait_until(holds, seconds=60):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it was not shown in time"
        time.sleep(0.1)


@pytest.mark.parametrize("url", snippets.urls())
def test_the_urls_of_the_document_lead_somewhere(sample, url):
    with urllib.request.urlopen(url.replace(snippets.ADDRESS, sample.address), timeout=60) as answer:
        assert answer.status == 200 and answer.read()
