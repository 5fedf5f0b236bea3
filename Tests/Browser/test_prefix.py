"""The pages behind nginx, below a path: they ask for nothing outside that path, whether the server knows the path or not."""

import pytest
from PIL import Image
from playwright.sync_api import expect

import nginx
from server import Server
from viewing import Viewing

BELOW, DECODED = "nginx, below a path", "A proxy that decodes identifiers"
NAME = "maps/São 100%.png"


@pytest.mark.parametrize("section, prefix, options", [
    (BELOW, "slides", ["--trust-proxy", "loopback"]),
    (BELOW, "slides", ["--base-url", "http://HOST/slides"]),
    # The server does not know the prefix, which is also the name of a route.
    (BELOW, "images", []),
    (BELOW, "images", ["--trust-proxy", "loopback"]),
    (DECODED, "tiles", ["--trust-proxy", "loopback", "--slash-substitute", "~"]),
    (DECODED, "tiles", ["--base-url", "http://HOST/tiles", "--slash-substitute", "--"]),
])
def test_gallery_and_viewer(open_page, starting, tmp_path, section, prefix, options):
    folder = tmp_path / "images"
    (folder / "maps").mkdir(parents=True)
    Image.new("RGB", (900, 700), (200, 40, 60)).save(folder / NAME)
    listener = nginx.listen()
    port = listener.getsockname()[1]
    options = [option.replace("HOST", f"127.0.0.1:{port}") for option in options]
    block = nginx.documented(section).replace("/slides", f"/{prefix}")
    server = starting(Server(folder, tmp_path / "cache", *options))
    starting(nginx.Nginx(block, server, listener=listener))
    base = f"http://127.0.0.1:{port}/{prefix}/"
    page = open_page(viewport={"width": 1000, "height": 700})
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(base)
    page.get_by_text("1 image").wait_for()
    page.wait_for_function("() => document.querySelector('li img').naturalWidth > 0")
    viewing = Viewing(page, base)
    page.get_by_text("São 100%.png").click()
    page.wait_for_function("() => window.seen?.ready > 0")
    expect(page.get_by_role("heading")).to_have_text("São 100%.png")
    assert page.title() == "São 100%.png — Azulejo"
    viewing.sharp()
    assert abs(viewing.pixels()[350, 500] - (200, 40, 60)).max() <= 4
    assert any(url.startswith(f"{base}tiles/") for url in asked)
    page.locator("#back").click()
    page.get_by_text("1 image").wait_for()
    assert page.url == base
    assert [url for url in asked if not url.startswith((base, "blob:", "data:"))] == []
