"""The viewer's page: it contains its image's description, and the whole image as a picture in several sizes."""

import html
import io
import json
import re
import shutil

import pytest
from PIL import Image

import pictures
from client import Connection, get, is_problem, segment, wait_for_pyramid
from server import ROOT

CARRIED = re.compile(rb'<script type="application/json" id="image" class="azulejo-carried">(.*?)</script>(<img [^>]*>)?', re.S)
BARE = (ROOT / "Public/viewer.html").read_bytes()
HOSTILE = ["a</script><script>alert(1)</script>.png", "<!--<script>.png", "quote\"'&amp;.png", "line\u2028 \u2029.png", "日本/青%3C.png"]


def carried(page):
    """The description in a page, and its picture. The rest of the page must be that of the file."""
    description, picture = CARRIED.search(page).groups()
    assert page == CARRIED.sub(lambda _: CARRIED.search(BARE)[0].replace(b"><", b">" + description + b"<") + (picture or b""), BARE)
    return json.loads(description), picture and html.unescape(picture.decode())


def offered(picture):
    """The URLs and widths of a srcset."""
    return [(url, int(width)) for url, width in re.findall(r"(\S+) (\d+)w", re.search(r'srcset="(.*)"', picture)[1])]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "images/maps").mkdir(parents=True)
    Image.fromarray(pictures.scene(900, 700)).save(tmp_path / "images/maps/a.png")
    return tmp_path / "images"


@pytest.mark.parametrize("options, fields, base", [
    ([], {}, ".."),
    (["--trust-proxy", "loopback"], {"X-Forwarded-Prefix": "/slides"}, ".."),
    (["--base-url", "https://images.example.org/slides"], {}, "https://images.example.org/slides"),
    (["--slash-substitute", "~"], {}, ".."),
])
def test_the_page_contains_the_description(serve, folder, options, fields, base):
    server = serve(folder, *options)
    wait = get(server, "/pyramids/maps%2Fa.png.szi")
    assert wait.status in (200, 202)
    wait_for_pyramid(server, "maps/a.png")
    said = get(server, "/images/maps%2Fa.png", fields).json
    page = get(server, "/view/maps%2Fa.png", fields)
    assert page.status == 200 and page.fields["content-type"] == "text/html; charset=utf-8"
    description, picture = carried(page.body)
    assert description == said and said["pyramid"]["state"] == "ready"
    name = "maps~a.png" if "--slash-substitute" in options else "maps%2Fa.png"
    assert offered(picture)[0][0].startswith(f"{base}/iiif/3/{name}/full/900,700/0/default.jpg?v=")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_cannot_end_the_data_block(serve, tmp_path, name):
    (path := tmp_path / "images" / name).parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(pictures.scene(700, 600)).save(path)
    server = serve(tmp_path / "images")
    identifier = str(path.relative_to(tmp_path / "images"))
    wait = get(server, f"/pyramids/{segment(identifier)}.szi")
    assert wait.status in (200, 202)
    wait_for_pyramid(server, identifier)
    body = get(server, f"/view/{segment(identifier)}").body
    description, picture = carried(body)
    assert description["id"] == identifier
    assert len(re.findall(rb"<script", body)) == len(re.findall(rb"<script", BARE)) and body.count(b"<!--") == BARE.count(b"<!--")
    assert get(server, offered(picture)[0][0].removeprefix("..")).status == 200


def test_the_picture_has_every_size_of_its_srcset(serve, tmp_path):
    (tmp_path / "images").mkdir()
    Image.fromarray(pictures.scene(1500, 1100)).save(tmp_path / "images/a.jpg", quality=95)
    Image.fromarray(pictures.scene(900, 700, alpha=True)).save(tmp_path / "images/alpha.png")
    Image.fromarray(pictures.scene(512, 300)).save(tmp_path / "images/small.png")
    server = serve(tmp_path / "images")
    for name in ("a.jpg", "alpha.png", "small.png"):
        page = get(server, f"/view/{name}").body
        assert carried(page)[1] is None  # There is no pyramid to make the picture from.
        get(server, f"/pyramids/{name}.szi")
        wait_for_pyramid(server, name)
    assert carried(get(server, "/view/small.png").body)[1] is None  # The image's one tile is the picture.
    for name, kind in (("a.jpg", "JPEG"), ("alpha.png", "PNG")):
        for url, width in offered(carried(get(server, f"/view/{name}").body)[1]):
            answer = get(server, url.removeprefix(".."))
            assert answer.status == 200 and "immutable" in answer.fields["cache-control"]
            image = Image.open(io.BytesIO(answer.body))
            assert (image.format, image.width) == (kind, width)


def test_the_entity_tag_follows_the_contents(serve, folder):
    server = serve(folder)
    with Connection(server) as connection:
        before = connection.get("/view/maps%2Fa.png")
        assert before.fields["cache-control"] == "no-cache" and "last-modified" not in before.fields
        again = connection.get("/view/maps%2Fa.png", {"If-None-Match": before.fields["etag"]})
        assert (again.status, again.body) == (304, b"") and again.fields["etag"] == before.fields["etag"]
        head = connection.get("/view/maps%2Fa.png", method="HEAD")
        assert {**head.fields, "date": 0} == {**before.fields, "date": 0} and head.fields["content-length"] == str(len(before.body))
        zipped = connection.get("/view/maps%2Fa.png", {"Accept-Encoding": "gzip"})
        assert zipped.fields["content-encoding"] == "gzip" and zipped.fields["etag"] != before.fields["etag"]
        assert connection.get(
            "/view/maps%2Fa.png", {"Accept-Encoding": "gzip", "If-None-Match": zipped.fields["etag"]}).status == 304
        connection.get("/pyramids/maps%2Fa.png.szi")
        wait_for_pyramid(server, "maps/a.png")
        after = connection.get("/view/maps%2Fa.png", {"If-None-Match": before.fields["etag"]})
        assert after.status == 200 and after.fields["etag"] != before.fields["etag"]


def test_a_page_without_an_image_is_bare(serve, tmp_path):
    (tmp_path / "images").mkdir()
    whole = io.BytesIO()
    Image.fromarray(pictures.scene(300, 200)).save(whole, "TIFF")
    (tmp_path / "images/broken.tif").write_bytes(whole.getvalue()[:40] + b"\xff" * 40)
    server = serve(tmp_path / "images")
    for name in ("nothing.png", "broken.tif"):
        status = get(server, f"/images/{name}").status
        page = get(server, f"/view/{name}")
        assert (page.status, page.body) == (status, BARE) and status in (404, 422)
        assert page.fields["content-type"] == "text/html; charset=utf-8"
        # Like every error, the answer is not cached and has no entity tag.
        assert page.fields["cache-control"] == "no-store" and "etag" not in page.fields and "last-modified" not in page.fields
        assert get(server, f"/view/{name}", {"If-None-Match": "*"}).status == status


def test_an_own_page_without_the_place_is_served_as_it_is(serve, folder, tmp_path):
    public = shutil.copytree(ROOT / "Public", tmp_path / "public")
    own = BARE.replace(CARRIED.search(BARE)[0], b"")
    (public / "viewer.html").write_bytes(own)
    server = serve(folder, "--public-dir", public)
    page = get(server, "/view/maps%2Fa.png")
    assert (page.status, page.body) == (200, own) and "last-modified" in page.fields
    assert is_problem(get(server, "/images/nothing.png"), 404)


@pytest.mark.parametrize("options, pixels", [(["--max-output-pixels", "400000"], 400_000), (["--decode-memory", "8000000"], 400_000)])
def test_every_offered_size_is_allowed(serve, folder, options, pixels):
    """The page offers no size that the limits do not allow."""
    server = serve(folder, *options)
    server.build("maps/a.png")
    _, picture = carried(get(server, "/view/maps%2Fa.png").body)
    sizes = []
    for url, width in offered(picture):
        answer = get(server, url.removeprefix(".."))
        assert answer.status == 200, (url, answer)
        sizes.append(Image.open(io.BytesIO(answer.body)).size)
        assert sizes[-1][0] == width
    assert 0.8 * pixels < sizes[0][0] * sizes[0][1] <= pixels
