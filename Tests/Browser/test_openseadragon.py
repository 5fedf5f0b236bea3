"""OpenSeadragon, from another origin, shows our pyramids: over HTTP, and unpacked from the file."""

import http.server
import io
import pathlib
import shutil
import subprocess
import sys
import threading
import zipfile

import numpy
import pytest
from PIL import Image

import sources
from server import BINARY

WIDTH, HEIGHT = sources.DETAIL
SIDE = 300
PAGE = f"""<!doctype html><title>OpenSeadragon</title><link rel="icon" href="data:,"><script src="openseadragon.js"></script>
<style>body {{ margin: 0 }}</style><div id="view" style="width: {SIDE}px; height: {SIDE}px"></div>"""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory, server):
    """Another origin: OpenSeadragon, a page, and the pyramid of the image unpacked."""
    folder = tmp_path_factory.mktemp("elsewhere")
    shutil.copy(pathlib.Path(sys.prefix) / "openseadragon.js", folder)
    (folder / "page.html").write_text(PAGE)
    sources.detail().save(folder / "detail.png", compress_level=1)
    subprocess.run([BINARY, "build", folder / "detail.png", "--output", folder / "detail.szi"], check=True, capture_output=True)
    with zipfile.ZipFile(folder / "detail.szi") as archive:
        archive.extractall(folder)

    class Files(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=str(folder))

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_address[1]}"
        host.shutdown()


@pytest.mark.parametrize("kind", ["served", "unpacked"])
def test_shows_the_very_pixels(open_page, server, elsewhere, kind):
    page = open_page(viewport={"width": SIDE, "height": SIDE}, device_scale_factor=1)
    page.goto(f"{elsewhere}/page.html")
    source = f"{server}dzi/detail.png.dzi" if kind == "served" else "detail/detail.dzi"
    page.evaluate(
        """source => new Promise((done, failed) => {
            window.viewer = OpenSeadragon({
                id: "view", tileSources: source, crossOriginPolicy: "Anonymous", showNavigationControl: false, drawer: "canvas",
                animationTime: 0, blendTime: 0, immediateRender: true, minZoomImageRatio: 0, visibilityRatio: 0,
                imageSmoothingEnabled: false,
            });
            viewer.addOnceHandler("open", done);
            viewer.addOnceHandler("open-failed", event => failed(event.message));
        })""", source)
    original = numpy.asarray(sources.detail()).astype(int)
    for x, y in [(0, 0), (WIDTH - SIDE, HEIGHT - SIDE), (WIDTH - SIDE, 0), (400, 380)]:
        page.evaluate(
            """([x, y, side]) => new Promise(done => {
                const item = viewer.world.getItemAt(0);
                viewer.viewport.fitBounds(item.imageToViewportRectangle(x, y, side, side), true);
                const draw = (then) => requestAnimationFrame(() => requestAnimationFrame(then));
                const look = () => item.getFullyLoaded() ? draw(done) : setTimeout(look, 20);
                // Which tiles are wanted is known with the next frame.
                draw(look);
            })""", [x, y, SIDE])
        shown = numpy.asarray(Image.open(io.BytesIO(page.locator("#view").screenshot())).convert("RGB")).astype(int)
        # OpenSeadragon interpolates, so blocks are compared: a tile in a wrong place, or of another level, makes a difference.
        assert numpy.abs(blocks(shown) - blocks(original[y:y + SIDE, x:x + SIDE])).mean() < 2, (x, y)
    beside = original[y + 5:y + 5 + SIDE, x + 5:x + 5 + SIDE]
    assert numpy.abs(blocks(shown) - blocks(beside)).mean() > 4, "the test would not see a shift"


def blocks(picture):
    return picture.reshape(SIDE // 10, 10, SIDE // 10, 10, 3).mean((1, 3))
