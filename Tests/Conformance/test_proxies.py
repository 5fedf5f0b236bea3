"""nginx in front, with the documented configurations: every URL leads back to the server, and none shows the address behind nginx."""

import gzip
import io
import json
import re

import pytest
from PIL import Image

import nginx
from client import get, wait_for_builds, wait_until
from server import Server

IMAGES = {
    "plain.png": (10, 20, 30), "maps/lisboa.png": (30, 40, 50), "a/b/c/d.png": (40, 50, 60), "two words.png": (50, 60, 70),
    "100%/50%25.png": (60, 70, 80), "q?x#y+z&.png": (70, 80, 90), "maps/São Jorge.png": (80, 90, 100), "a~b/c~d.png": (90, 100, 110),
    "semi;colon/odd;2": (100, 110, 120), "%7E/%2F.png": (110, 120, 130),
}
BELOW = "nginx, below a path"
# Section, prefix, options of the server.
WAYS = {
    "as the README has it": ("Run it", "", ["--base-url", "http://HOST"]),
    "own host, decided": ("nginx, a host of its own", "", ["--base-url", "http://HOST"]),
    "own host, told": ("nginx, a host of its own", "", ["--trust-proxy", "loopback"]),
    "below a path, decided": (BELOW, "/slides", ["--base-url", "http://HOST/slides/"]),
    "below a path, told": (BELOW, "/slides", ["--trust-proxy", "10.0.0.0/8,loopback"]),
    "decoded, decided": ("A proxy that decodes identifiers", "/slides", ["--base-url", "http://HOST/slides", "--slash-substitute", "~"]),
    "decoded, told": ("A proxy that decodes identifiers", "/slides", ["--trust-proxy", "loopback", "--slash-substitute", "--"]),
}


class Front:
    """nginx and the server behind it."""

    def __init__(self, proxy, server, prefix):
        self.proxy, self.prefix = proxy, prefix
        self.base = f"http://{proxy.name}{prefix}"
        # Not within a longer number.
        words = ["127.0.0.1", "localhost", str(server.folder), str(server.cache)]
        self.inner = re.compile("|".join([f":{server.port}(?![0-9])", *map(re.escape, words)]))

    def get(self, target, fields=(), method="GET"):
        """Reads the answer to a path or URL as a client sees it. The answer must not contain the address behind nginx."""
        path = target.removeprefix(f"http://{self.proxy.name}")
        fields = {"Host": self.proxy.name, **dict(fields)}
        answer = get(self.proxy, path, fields, method)
        said = answer.body if answer.fields.get("content-type", "").startswith(("text/", "application/")) else b""
        said = gzip.decompress(said) if answer.fields.get("content-encoding") == "gzip" else said
        for text in [said.decode(), *answer.fields.values()]:
            assert not self.inner.search(text), (target, text[:500])
        return answer


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("proxied")
    for name, colour in IMAGES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (600, 400), colour).save(folder / name, format="PNG")
    pages = [Image.new("RGB", (600, 400), (0, 0, 60 * page)) for page in range(1, 4)]
    pages[0].save(folder / "maps/pages.tif", save_all=True, append_images=pages[1:])
    return folder


@pytest.fixture(scope="module", params=WAYS)
def front(request, folder, tmp_path_factory):
    section, prefix, options = WAYS[request.param]
    document = "README.md" if section == "Run it" else "docs/proxies.md"
    # nginx has to know the server's port, and the server that of nginx: nginx's port is reserved first.
    listener = nginx.listen()
    port = listener.getsockname()[1]
    options = [option.replace("HOST", f"images.example.org:{port}") for option in options]
    more = "gzip on; gzip_proxied any; gzip_types application/xml text/javascript;"
    with Server(folder, tmp_path_factory.mktemp("cache") / "c", *options) as server, \
            nginx.Nginx(nginx.documented(section, document), server, more, listener=listener) as proxy:
        front = Front(proxy, server, prefix)
        # What is said of images is the same from now on.
        for image in listed(front).values():
            target = "/pyramids/" + image["links"]["pyramid"].split("/pyramids/")[1]
            wait_until(lambda: get(server, target).status == 200)
        wait_for_builds(server)
        yield front


def strings(value):
    """Yields all texts in a JSON document."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for item in value for text in strings(item)]
    return [value] if isinstance(value, str) else []


def links(front, document):
    """The URLs in a document that begin with the server's base URL."""
    foreign = ("http://iiif.io/", "https://iiif.io/", "http://library.stanford.edu/")
    found = [text for text in strings(document) if re.match(r"https?://|/", text) and not text.startswith(foreign)]
    for url in found:
        assert url.startswith(front.base + "/") or (url.startswith(f"{front.prefix}/") and not url.startswith("//")), url
    return found


def listed(front):
    answer = front.get(f"{front.prefix}/images")
    assert answer.status == 200
    return {image["id"]: image for image in answer.json["images"]}


def test_every_link_of_every_image(front):
    images = listed(front)
    assert set(images) == set(IMAGES) | {"maps/pages.tif"}
    for name, image in images.items():
        for url in links(front, image):
            url = url.format(level=0, column=0, row=0)
            if url.endswith(".szi"):
                continue
            answer = front.get(url)
            # Redirects are allowed, for example from IIIF's base.
            if answer.status == 303:
                assert answer.fields["location"].startswith(front.base + "/")
                answer = front.get(answer.fields["location"])
            # A viewport needs a size.
            assert answer.status == (400 if "/viewport/" in url else 200), (name, url, answer.body[:300])
            if "json" in answer.fields["content-type"] and answer.status == 200:
                links(front, json.loads(answer.body))


@pytest.mark.parametrize("name", IMAGES, ids=ascii)
def test_the_right_image(front, name):
    tile = listed(front)[name]["links"]["tiles"].format(level=0, column=0, row=0)
    answer = front.get(tile.replace(".jpg", ".png") if ".jpg" in tile else tile)
    assert answer.status == 200
    colour = Image.open(io.BytesIO(answer.body)).convert("RGB").getpixel((9, 9))
    assert max(abs(a - b) for a, b in zip(colour, IMAGES[name])) <= 3


def test_pages(front):
    base = listed(front)["maps/pages.tif"]["links"]["self"]
    for mark in (";3", "%3B3"):
        assert front.get(base + mark).json["id"] == "maps/pages.tif;3"
    assert front.get(base + ";4").status == 404


def test_iiif(front):
    for version in (3,):
        base = listed(front)["maps/lisboa.png"]["links"][f"iiif{version}"].removesuffix("/info.json")
        redirect = front.get(base)
        path = base.removeprefix(front.base).removeprefix(front.prefix)
        assert (redirect.status, redirect.fields["location"]) == (303, f"{front.base}{path}/info.json")
        information = front.get(redirect.fields["location"]).json
        assert f"{information['id']}/info.json" == redirect.fields["location"]
        assert front.get(f"{information['id']}/full/100,/0/default.png").status == 200


def test_viewport(front):
    plan = front.get(listed(front)["maps/lisboa.png"]["links"]["viewport"] + "?width=300&height=200&dpr=2").json
    assert plan["tiles"]
    for url in links(front, plan):
        assert front.get(url).status == 200


def test_pages_and_scripts(front):
    for path, kind in [("/", "text/html"), ("/js/viewer-page.js", "text/javascript"), ("/css/azulejo.css", "text/css")]:
        assert front.get(front.prefix + path).fields["content-type"].startswith(kind)
    view = listed(front)["maps/lisboa.png"]["links"]["view"]
    assert front.get(view).status == 200
    for reference in re.findall(r'(?:src|href)="(\.\./[^"]+)"', front.get(view).body.decode()):
        assert front.get(f"{front.prefix}/{reference.removeprefix('../')}").status == 200


def test_errors(front):
    for path, status in [("/images/none", 404), ("/nothing", 404), ("/tiles/plain.png/99/0/0.jpg", 404), ("/images?limit=0", 400),
                         ("/iiif/3/plain.png/x/max/0/default.jpg", 400), ("/tiles/plain.png/0/0/0.xyz", 415)]:
        answer = front.get(front.prefix + path)
        assert (answer.status, answer.json["status"]) == (status, status)


def test_conditions_and_ranges(front):
    tile = listed(front)["maps/lisboa.png"]["links"]["tiles"].format(level=0, column=0, row=0)
    whole = front.get(tile)
    tag = whole.fields["etag"]
    assert tag.startswith('"') and whole.fields["cache-control"] == "public, max-age=31536000, immutable"
    assert front.get(tile, {"If-None-Match": tag}).status == 304
    part = front.get(tile, {"Range": "bytes=5-9", "If-Range": tag})
    assert (part.status, part.body) == (206, whole.body[5:10])
    assert len(front.get(tile, method="HEAD").fields["content-length"]) > 0


def test_compression(front):
    """The server's compression passes through nginx. If nginx compresses itself, it makes the tag weak, and the server recognises it."""
    for target, is_ours in [(f"{front.prefix}/js/viewer-page.js", True), (listed(front)["plain.png"]["links"]["dzi"], False)]:
        plain = front.get(target)
        zipped = front.get(target, {"Accept-Encoding": "gzip"})
        assert gzip.decompress(zipped.body) == plain.body
        tag = zipped.fields["etag"]
        assert tag.startswith('"' if is_ours else 'W/"')
        assert front.get(target, {"Accept-Encoding": "gzip", "If-None-Match": tag}).status == 304
        assert front.get(target, {"If-None-Match": plain.fields["etag"]}).status == 304


def test_clients_do_not_speak_for_the_proxy(front):
    """Forwarded fields that a client sends itself change nothing."""
    fields = {"Forwarded": "host=evil.example;proto=https", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https",
              "X-Forwarded-Prefix": "/evil", "X-Forwarded-Port": "666", "X-Forwarded-For": "127.0.0.1"}
    links = listed(front)["maps/lisboa.png"]["links"]
    for target in (links["self"], links["iiif3"]):
        answer = front.get(target, fields)
        assert answer.status == 200 and answer.body == front.get(target).body and b"evil" not in answer.body


def test_paths_outside_the_prefix_are_not_found(front):
    if not front.prefix:
        pytest.skip("this proxy serves without a prefix")
    for target in ("/images", "/slidesx/images", "/slides/../images"):
        assert get(front.proxy, target, {"Host": front.proxy.name}).status == 404
    # The normalised path lies below the prefix, the client's own spelling does not. The request is not passed on elsewhere.
    assert get(front.proxy, "/x/../slides/images", {"Host": front.proxy.name}).status in (200, 404)
    answer = get(front.proxy, "/slides", {"Host": front.proxy.name})
    assert answer.status == 301 and answer.fields["location"].endswith("/slides/")
