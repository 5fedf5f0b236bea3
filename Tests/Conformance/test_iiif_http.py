"""IIIF over HTTP: links to canonical URIs, media types of info.json, methods and origins, and images of five gigapixels."""

import io
import re

import numpy
import pytest
from PIL import Image

import pictures
import tiffs
from client import Connection, get, is_problem, wait_until
from server import Server

CONTEXTS = {version: f"http://iiif.io/api/image/{version}/context.json" for version in (2, 3)}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("iiif-http")
    (folder / "maps").mkdir()
    Image.fromarray(pictures.scene(1_201, 799)).save(folder / "maps" / "à b.png", compress_level=1)
    Image.fromarray(pictures.scene(60, 40)).save(folder / "tiny.png")
    tiffs.write_sparse(folder / "huge.tif", 100_000, 50_000, white=[(195, 97)])
    with Server(folder, tmp_path_factory.mktemp("caches") / "iiif-http", "--tile-size", "256", "--max-output-pixels", "1000000") as server:
        yield server


@pytest.fixture
def served(server):
    with Connection(server) as connection:
        yield connection


BASE = "maps%2F%C3%A0%20b.png"


@pytest.mark.parametrize("version, request_, canonical", [
    (3, "full/max/0/default.jpg", "full/max/0/default.jpg"), (3, "0,0,1201,799/pct:50/360/color.png", "full/601,400/0/default.png"),
    (3, "pct:0,0,50,50/!100,100/!090.50/gray.webp", "0,0,601,400/100,67/!90.5/gray.webp"),
    (3, "0,0,256,256/256,/0/default.jpg", "0,0,256,256/max/0/default.jpg"),
    (3, "square/^900,/0/bitonal.tif", "201,0,799,799/^900,900/0/bitonal.tif"),
    (3, "1024,768,256,256/max/0/default.jpg", "1024,768,177,31/max/0/default.jpg"),
    (2, "full/full/0/default.jpg", "full/full/0/default.jpg"), (2, "full/max/0/color.jpg", "full/full/0/default.jpg"),
    (2, "full/!300,300/45/default.png", "full/300,/45/default.png"),
    (2, "0,0,256,256/256,256/0/default.jpg", "0,0,256,256/full/0/default.jpg"),
    (2, "0,0,512,512/256,256/0/default.jpg", "0,0,512,512/256,/0/default.jpg"), (2, "full/100,100/0/gray.jpg", "full/100,100/0/gray.jpg"),
])
def test_links(served, version, request_, canonical):
    """The canonical URI is the same for every form of the request, has no parameters, and gives the same bytes."""
    level = f'<http://iiif.io/api/image/{version}/level2.json>; rel="profile"'
    expected = f'<http://images.example:81/iiif/{version}/{BASE}/{canonical}>; rel="canonical", {level}'
    spelled = "m%61ps%2f%c3%a0%20b.png"
    answers = [
        served.get(f"/iiif/{version}/{name}/{request_}{query}", {"Host": "images.example:81", **fields})
        for name in (BASE, spelled) for query in ("", "?v=1") for fields in ({}, {"Range": "bytes=0-9"})]
    answers.append(served.get(f"/iiif/{version}/{BASE}/{request_}", {"Host": "images.example:81"}, method="HEAD"))
    assert {answer.status for answer in answers} == {200, 206}
    assert [answer.fields["link"] for answer in answers] == [expected] * len(answers)
    again = served.get(f"/iiif/{version}/{BASE}/{canonical}", {"Host": "images.example:81"})
    assert again.fields["link"] == expected
    assert (again.body, again.fields["etag"]) == (answers[0].body, answers[0].fields["etag"])


def test_links_are_iiifs_alone(served):
    """A tile of IIIF is the tile of all protocols. Only IIIF's answers carry the link."""
    iiif = served.get(f"/iiif/3/{BASE}/0,0,256,256/256,/0/default.jpg")
    for path in (f"/tiles/{BASE}/3/0/0.jpg", f"/dzi/{BASE}_files/11/0_0.jpg"):
        tile = served.get(path)
        assert tile.status == 200 and "link" not in tile.fields
        assert (tile.body, tile.fields["etag"]) == (iiif.body, iiif.fields["etag"])
    again = served.get(f"/iiif/3/{BASE}/0,0,256,256/256,/0/default.jpg")
    assert again.fields == {**iiif.fields, "date": again.fields["date"]} and again.body == iiif.body
    cached = served.get(f"/iiif/3/{BASE}/0,0,256,256/256,/0/default.jpg", {"If-None-Match": iiif.fields["etag"]})
    assert (cached.status, cached.body) == (304, b"")


def test_tiles_in_every_rounding(served):
    """A client that rounds the size of an edge tile up gets the cell. A client that rounds down gets the size that it asks for."""
    # The second column of this level has 45 pixels for 177 of the image.
    tile = served.get(f"/tiles/{BASE}/1/1/0.jpg")
    assert tile.status == 200
    for version in (2, 3):
        for region in ("1024,0,177,799", "1024,0,1024,1024"):
            for size in ("45,", "45,200", ",200"):
                answer = served.get(f"/iiif/{version}/{BASE}/{region}/{size}/0/default.jpg")
                assert (answer.body, answer.fields["etag"]) == (tile.body, tile.fields["etag"]), (version, region, size)
            for size in ("44,", "44,200", "44,199", "45,199", ",199"):
                answer = served.get(f"/iiif/{version}/{BASE}/{region}/{size}/0/default.jpg")
                width, height = (int(side) if side else None for side in size.split(","))
                got = Image.open(io.BytesIO(answer.body)).size
                assert got == (width or 45, height or 200), (version, size)


@pytest.mark.parametrize("accept, kinds", [
    (None, ("json", "ld")), ("*/*", ("json", "ld")), ("application/json", ("json", "json")), ("application/ld+json", ("ld", "ld")),
    ("application/json, text/javascript, */*; q=0.01", ("json", "json")),
    ("application/ld+json;q=0.9, application/json;q=0.5", ("ld", "ld")),
    ("application/ld+json;q=0.4,application/json;q=0.5", ("json", "json")), ("text/html,application/xhtml+xml,*/*;q=0.8", ("json", "ld")),
    ('application/ld+json;profile="http://iiif.io/api/image/3/context.json"', ("ld", "ld")), ("text/html", ("json", "ld")),
    ("application/*", ("json", "ld")), ("image/avif,image/webp", ("json", "ld")),
])
def test_kinds_of_information(served, accept, kinds):
    for version, kind in zip((2, 3), kinds):
        answer = served.get(f"/iiif/{version}/{BASE}/info.json", {"Accept": accept} if accept else {})
        linked = f'application/ld+json;profile="{CONTEXTS[version]}"'
        assert answer.fields["content-type"] == (linked if kind == "ld" else "application/json")
        assert "accept" in re.split(r",\s*", answer.fields["vary"].lower())
        assert answer.json["@context"] == CONTEXTS[version]
        link = f'<{CONTEXTS[version]}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"'
        assert answer.fields.get("link") == (link if kind == "json" else None)


@pytest.mark.parametrize("version", [2, 3])
def test_methods_and_origins(served, version):
    size = "full" if version == 2 else "max"
    for path, status in [
        (f"/iiif/{version}/{BASE}", 303), (f"/iiif/{version}/{BASE}/", 303), (f"/iiif/{version}/{BASE}/info.json", 200),
        (f"/iiif/{version}/{BASE}/full/{size}/0/default.jpg", 200), (f"/iiif/{version}/{BASE}/0,0,256,256/256,/0/default.jpg", 200),
        (f"/iiif/{version}/{BASE}/full/{size}/400/default.jpg", 400), (f"/iiif/{version}/missing/info.json", 404),
        (f"/iiif/{version}/missing", 404), (f"/iiif/{version}/missing/full/{size}/0/default.jpg", 404),
        (f"/iiif/{version}/a/b/full/{size}/0/default.jpg", 404),
    ]:
        answer = served.get(path, {"Origin": "http://viewer.example"})
        assert answer.status == status, path
        assert answer.fields["access-control-allow-origin"] == "*"
        assert "link" in answer.fields["access-control-expose-headers"].lower()
        head = served.get(path, {"Origin": "http://viewer.example"}, method="HEAD")
        assert {**head.fields, "date": ""} == {**answer.fields, "date": ""} and head.status == status
        preflight = {
            "Origin": "http://viewer.example", "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "x-a"}
        options = served.get(path, preflight, method="OPTIONS")
        assert options.status in (200, 204) and options.fields["access-control-allow-origin"] == "*"
        assert "GET" in options.fields["access-control-allow-methods"] and options.fields["access-control-allow-headers"] in ("*", "x-a")
        post = served.get(path, {"Content-Length": "0"}, method="POST")
        assert post.status == 405 and post.fields["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("version", [2, 3])
def test_five_gigapixels(served, version):
    info = served.get(f"/iiif/{version}/huge.tif/info.json").json
    assert (info["width"], info["height"]) == (100_000, 50_000)
    assert info["tiles"] == [{"width": 512, "height": 512, "scaleFactors": [1, 2, 4, 8, 16, 32, 64, 128, 256]}]
    assert all(size["width"] * size["height"] <= 1_000_000 for size in info["sizes"]) and len(info["sizes"]) == 2

    def pixels(parameters):
        answer = served.get(f"/iiif/{version}/huge.tif/{parameters}")
        assert answer.status == 200, (answer.status, answer.body[:200])
        return pictures.decoded(answer.body, "L")

    corner = pixels("99840,49664,512,512/160,/0/default.jpg")
    assert corner.shape == (336, 160, 1) and (corner == 255).all()
    assert (pixels("99328,49152,512,512/512,512/0/default.jpg") == 0).all()
    both = pixels("99740,49564,9999,9999/max/0/default.png")
    assert both.shape == (436, 260, 1) and (both[:100] == 0).all() and (both[100:, 100:] == 255).all() and (both[:, :100] == 0).all()
    assert numpy.array_equal(pixels("99740,49564,9999,9999/max/180/default.png"), both[::-1, ::-1])
    for size in info["sizes"]:
        assert pixels(f"full/{size['width']},{size['height']}/0/default.jpg").shape[:2] == (size["height"], size["width"])
    assert pixels("full/max/0/default.jpg").shape[:2] == (707, 1_414)
    assert pixels("full/!90,90/90/default.jpg").shape[:2] == (90, 45)
    if version == 2:
        assert is_problem(served.get("/iiif/2/huge.tif/full/full/0/default.jpg"), 400)
    assert is_problem(served.get(f"/iiif/{version}/huge.tif/full/2000,/0/default.jpg"), 400)


def test_sidecars(serve, tmp_path):
    """A sidecar shows within two seconds and disappears with its file. A broken sidecar is left out, and the log says why."""
    folder = tmp_path / "images"
    (folder / "maps").mkdir(parents=True)
    Image.fromarray(pictures.scene(60, 40)).save(folder / "maps" / "a.png")
    server = serve(folder)
    rights = "http://rightsstatements.org/vocab/InC/1.0/"

    def information(version):
        return get(server, f"/iiif/{version}/maps%2Fa.png/info.json").json

    def both():
        return information(3).get("rights"), information(2).get("license"), information(2).get("attribution")

    def wait_for(expected):
        wait_until(lambda: both() == expected, 60)

    etag = get(server, "/tiles/maps%2Fa.png/0/0/0.jpg").fields["etag"]
    assert both() == (None, None, None)
    sidecar = folder / "maps" / "a.png.json"
    sidecar.write_text(f'{{"rights": "{rights}", "attribution": "Museu", "service": {{"id": "https://a/s", "type": "T"}}}}')
    wait_for((rights, rights, "Museu"))
    assert information(3)["service"] == [{"id": "https://a/s", "type": "T"}]
    assert information(2)["service"] == {"id": "https://a/s", "type": "T"}
    sidecar.write_text('{"attribution": "Another", "license": "https://b/"}')
    wait_for((None, "https://b/", "Another"))
    for broken in ('{"attribution": ', '{"rights": "all mine"}', '{"attribution": "' + "x" * 70_000 + '"}', "\udcff{}"):
        sidecar.write_bytes(broken.encode("utf-8", "surrogateescape"))
        wait_for((None, None, None))
        assert get(server, "/iiif/3/maps%2Fa.png/info.json").status == 200
    assert "maps/a.png.json is left out: " in server.log.read_text()
    sidecar.unlink()
    wait_for((None, None, None))
    assert get(server, "/tiles/maps%2Fa.png/0/0/0.jpg").fields["etag"] == etag, "the image is the same"
    assert [image["id"] for image in get(server, "/images").json["images"]] == ["maps/a.png"]
    assert get(server, "/iiif/3/maps%2Fa.png.json/info.json").status == 404
