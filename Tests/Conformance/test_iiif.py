"""The IIIF Image API 2.1 and 3.0: the server keeps the promises of info.json, and reads every form of a request."""

import io
import math

import numpy
import pytest
from PIL import Image

import pictures
from client import Connection, is_problem
from server import Server

WIDTH, HEIGHT, TILE = 1201, 799, 256


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("iiif")
    Image.fromarray(pictures.scene(WIDTH, HEIGHT)).save(folder / "a.png", compress_level=1)
    Image.fromarray(pictures.scene(40, 4_000)).save(folder / "narrow.png", compress_level=1)
    cache = tmp_path_factory.mktemp("caches") / "iiif"
    with Server(folder, cache, "--tile-size", str(TILE), "--max-output-pixels", "1500000") as server, Connection(server) as connection:
        yield connection


def image(answer, kind="jpeg"):
    assert (answer.status, answer.fields["content-type"]) == (200, f"image/{kind}"), (answer.status, answer.body[:300])
    return Image.open(io.BytesIO(answer.body))


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("name", ["a.png", "narrow.png"])
def test_information(served, name, version):
    answer = served.get(f"/iiif/{version}/{name}/info.json", {"Host": "images.example:8080"})
    context = f"http://iiif.io/api/image/{version}/context.json"
    assert answer.fields["content-type"] == ("application/json" if version == 2 else f'application/ld+json;profile="{context}"')
    info = answer.json
    width, height = (WIDTH, HEIGHT) if name == "a.png" else (40, 4_000)
    assert next(iter(info)) == "@context" and info["@context"] == context
    assert info["@id" if version == 2 else "id"] == f"http://images.example:8080/iiif/{version}/{name}"
    assert info["protocol"] == "http://iiif.io/api/image"
    assert (info["width"], info["height"]) == (width, height)
    base = f"/iiif/{version}/{name}"
    assert info["sizes"]
    for size in info["sizes"]:
        for form in (f"{size['width']},{size['height']}", f"{size['width']},"):
            got = image(served.get(f"{base}/full/{form}/0/default.jpg")).size
            assert got == (size["width"], size["height"]), form
    (tiles,) = info["tiles"]
    assert sorted(tiles["scaleFactors"]) == [2**k for k in range(len(tiles["scaleFactors"]))]
    side = tiles["width"]
    assert tiles["height"] == side
    for factor in tiles["scaleFactors"]:
        for y in range(0, height, side * factor):
            for x in range(0, width, side * factor):
                w, h = min(side * factor, width - x), min(side * factor, height - y)
                size = math.ceil(w / factor), math.ceil(h / factor)
                for form in (f"{size[0]},{size[1]}", f"{size[0]},", f",{size[1]}"):
                    assert image(served.get(f"{base}/{x},{y},{w},{h}/{form}/0/default.jpg")).size == size, form
    if version == 3:
        assert (info["type"], info["profile"]) == ("ImageService3", "level2")
        formats, qualities, limits = {"jpg", "png", *info["extraFormats"]}, {"default", *info["extraQualities"]}, info
        names = {"regionByPct", "regionByPx", "regionSquare", "sizeByConfinedWh", "sizeByH", "sizeByPct", "sizeByW", "sizeByWh",
                 "rotationBy90s", *info["extraFeatures"]}
    else:
        level, description = info["profile"]
        assert level == "http://iiif.io/api/image/2/level2.json"
        formats, qualities, limits = set(description["formats"]), set(description["qualities"]), description
        names = set(description["supports"])
    for extension in formats:
        answer = served.get(f"{base}/full/30,/0/default.{extension}")
        assert answer.status == 200 and answer.fields["content-type"].startswith("image/"), extension
    assert qualities == {"default", "color", "gray", "bitonal"}
    for quality in qualities:
        assert served.get(f"{base}/full/30,/0/{quality}.jpg").status == 200, quality
    features = {
        "regionByPct": "pct:10,10,50,50/10,/0/default.jpg", "regionByPx": "10,10,50,50/max/0/default.jpg",
        "regionSquare": "square/30,/0/default.jpg", "rotationArbitrary": "full/10,/22.5/default.png",
        "rotationBy90s": "full/30,/90/default.jpg", "mirroring": "full/30,/!0/default.jpg",
        "sizeByConfinedWh": "full/!30,30/0/default.jpg", "sizeByH": "full/,300/0/default.jpg", "sizeByPct": "full/pct:3/0/default.jpg",
        "sizeByW": "full/30,/0/default.jpg", "sizeByWh": "full/30,40/0/default.jpg", "sizeUpscaling": "0,0,10,10/%5E30,/0/default.jpg",
        "sizeByDistortedWh": "full/30,40/0/default.jpg", "sizeAboveFull": "0,0,10,10/30,/0/default.jpg",
    }
    others = {"sizeAboveFull", "sizeByDistortedWh"} if version == 3 else {"sizeUpscaling"}
    assert set(features) - others <= names
    for feature in set(features) - others:
        assert served.get(f"{base}/{features[feature]}").status == 200, feature
    # The limits hold: one pixel more is refused.
    caret = "^" if version == 3 else ""
    side = math.isqrt(limits["maxArea"])
    assert image(served.get(f"{base}/0,0,40,40/{caret}{side},{side}/0/default.jpg")).size == (side, side)
    assert is_problem(served.get(f"{base}/0,0,40,40/{caret}{side + 1},{side + 1}/0/default.jpg"), 400)
    assert limits["maxWidth"] == limits["maxHeight"]
    assert image(served.get(f"{base}/0,0,40,1/{caret}{limits['maxWidth']},1/0/default.jpg")).size == (limits["maxWidth"], 1)
    assert is_problem(served.get(f"{base}/0,0,40,1/{caret}{limits['maxWidth'] + 1},1/0/default.jpg"), 400)


@pytest.mark.parametrize("path, version", [("/iiif/3/a.png", 3), ("/iiif/2/a.png", 2), ("/iiif/3/a.png/", 3), ("/iiif/2/%61.png/", 2)])
def test_the_base_leads_to_the_information(served, path, version):
    answer = served.get(path, {"Host": "images.example"})
    assert answer.status == 303
    assert answer.fields["location"] == f"http://images.example/iiif/{version}/a.png/info.json"
    assert is_problem(served.get(path.replace("a.png", "b.png").replace("%61", "b")), 404)


@pytest.mark.parametrize("region, box", [
    ("full", (0, 0, WIDTH, HEIGHT)), ("square", (201, 0, 1000, 799)), ("0,0,300,200", (0, 0, 300, 200)),
    ("100,50,301,203", (100, 50, 401, 253)), ("1100,700,300,300", (1100, 700, WIDTH, HEIGHT)), ("pct:25,50,25,25", (300, 400, 600, 600)),
    ("pct:0,0,100,100", (0, 0, WIDTH, HEIGHT)), ("pct:50,50,100,100", (600, 400, WIDTH, HEIGHT)),
    ("1200,798,1,1", (1200, 798, 1201, 799)), ("pct:12.5,12.5,50,50", (150, 100, 750, 500)),
    ("0,0,9999999999,9999999999", (0, 0, WIDTH, HEIGHT)), ("%31%30%30,50,301,203", (100, 50, 401, 253)),
])
def test_regions(served, region, box):
    got = image(served.get(f"/iiif/3/a.png/{region}/max/0/default.png"), "png")
    # A square and percentages are rounded to whole pixels; the specification does not say how.
    assert abs(got.width - (box[2] - box[0])) <= 1 and abs(got.height - (box[3] - box[1])) <= 1
    if got.size == (box[2] - box[0], box[3] - box[1]) and min(got.size) > 1:
        expected = pictures.scene(WIDTH, HEIGHT)[box[1]:box[3], box[0]:box[2]]
        assert pictures.psnr(numpy.asarray(got.convert("RGB")), expected) > 30


@pytest.mark.parametrize("size, expected", [
    ("max", (600, 400)), ("%5Emax", (1500, 1000)), ("300,", (300, 200)), (",100", (150, 100)), ("300,300", (300, 300)),
    ("!300,300", (300, 200)), ("!9999,100", (150, 100)), ("pct:50", (300, 200)), ("pct:100", (600, 400)), ("pct:0.5", (3, 2)),
    ("%5E1200,", (1200, 800)), ("%5E,800", (1200, 800)), ("%5E700,300", (700, 300)), ("%5E!900,900", (900, 600)),
    ("^pct:200", (1200, 800)), ("1,1", (1, 1)), ("!600,400", (600, 400)), ("^!300,300", (300, 200)), ("!900,900", (600, 400)),
])
def test_sizes(served, size, expected):
    got = image(served.get(f"/iiif/3/a.png/0,0,600,400/{size}/0/default.jpg")).size
    assert max(abs(got[0] - expected[0]), abs(got[1] - expected[1])) <= (1 if size == "%5Emax" else 0), got


@pytest.mark.parametrize("size, expected", [
    ("full", (600, 400)), ("max", (600, 400)), ("300,", (300, 200)), (",100", (150, 100)), ("300,300", (300, 300)), ("pct:50", (300, 200)),
    ("!300,300", (300, 200)), ("!900,900", (900, 600)), ("1200,", (1200, 800)), (",800", (1200, 800)), ("700,300", (700, 300)),
    ("pct:200", (1200, 800)), ("!9999,9999", (1500, 1000)),
])
def test_sizes_of_version_2(served, size, expected):
    assert image(served.get(f"/iiif/2/a.png/0,0,600,400/{size}/0/default.jpg")).size == expected


@pytest.mark.parametrize("parameters", [
    "full/^max/0/default.jpg", "full/^600,/0/default.jpg", "full/9999,/0/default.jpg", "full/pct:999/0/default.jpg",
    "full/0,/0/default.jpg", "full/pct:0/0/default.jpg", "full/max/361/default.jpg", "full/max/0/native.jpg",
    "full/max/0/default.jpeg", "0,0,0,9/full/0/default.jpg", "1201,0,9,9/full/0/default.jpg", "full/max/0/default.pdf",
])
def test_version_2_refuses_forms_of_version_3(served, parameters):
    assert is_problem(served.get(f"/iiif/2/a.png/{parameters}"), 400)


@pytest.mark.parametrize("parameters", [
    "full/max/0/default", "full/max/0/default.bmp", "full/max/0/sepia.jpg", "full/max/0/.jpg", "full/max/361/default.jpg",
    "full/max/-90/default.jpg", "full/max/x/default.jpg", "full/max/!/default.jpg", "full/0,/0/default.jpg", "full/,0/0/default.jpg",
    "full/,/0/default.jpg", "full/full/0/default.jpg", "full/1300,/0/default.jpg", "full/,800/0/default.jpg",
    "full/1300,800/0/default.jpg", "full/pct:101/0/default.jpg", "full/pct:0/0/default.jpg", "full/pct:-5/0/default.jpg",
    "full/^9999,/0/default.jpg", "full/%5E99999,99999/0/default.jpg", "full/!0,5/0/default.jpg", "full/a,b/0/default.jpg",
    "full/1.5,/0/default.jpg", "full/max%20/0/default.jpg", "full/%5E9999999999,9999999999/0/default.jpg",
    "full/^pct:9999999999/0/default.jpg", "0,0,0,10/max/0/default.jpg", "0,0,10,0/max/0/default.jpg", "1201,0,10,10/max/0/default.jpg",
    "0,799,10,10/max/0/default.jpg", "-1,0,10,10/max/0/default.jpg", "0,0,10/max/0/default.jpg", "0,0,10,10,10/max/0/default.jpg",
    "a,0,10,10/max/0/default.jpg", "pct:100,0,10,10/max/0/default.jpg", "pct:0,0,0,0/max/0/default.jpg",
    "pct:-1,0,10,10/max/0/default.jpg", "pct:a/max/0/default.jpg", "0,0,1e3,10/max/0/default.jpg",
    "9999999999,9999999999,9999999999,9999999999/max/0/default.jpg", "Full/max/0/default.jpg", "full/Max/0/default.jpg",
    "full/%zz/0/default.jpg", "%/max/0/default.jpg", "full/max/0/default.jpg.exe", "99999999999999999999,0,1,1/max/0/default.jpg",
    "0,0,10,10/pct:1/0/default.jpg",
])
def test_bad_parameters_are_refused(served, parameters):
    answer = served.get(f"/iiif/3/a.png/{parameters}")
    assert is_problem(answer, 400), (answer.status, answer.body[:200])


@pytest.mark.parametrize("path", [
    "/iiif/3/a.png//", "/iiif/3/a.png/info.xml", "/iiif/2/a.png/info.xml", "/iiif/2",
    "/iiif/2/a.png/full", "/iiif/3/a.png/full", "/iiif/3/a.png/full/max/0", "/iiif/4/a.png/info.json",
    "/iiif/3//info.json", "/iiif/3", "/iiif", "/iiif/", "/iiif/3/a.png/full/max/0/default.jpg/",
])
def test_other_paths_are_not_found(served, path):
    assert served.get(path).status in (400, 404)


def test_qualities(served):
    grey = image(served.get("/iiif/3/a.png/full/max/0/gray.png"), "png")
    assert grey.mode == "L"
    expected = Image.fromarray(pictures.scene(WIDTH, HEIGHT)).convert("L")
    assert pictures.psnr(numpy.asarray(grey), numpy.asarray(expected)) > 25
    bitonal = image(served.get("/iiif/3/a.png/full/max/0/bitonal.png"), "png").convert("L")
    assert set(numpy.unique(numpy.asarray(bitonal))) == {0, 255}
    default, colour = (served.get(f"/iiif/3/a.png/full/400,/0/{quality}.jpg").body for quality in ("default", "color"))
    assert pictures.psnr(pictures.decoded(default), pictures.decoded(colour)) > 40


def test_content_of_scaled_regions(served):
    whole = Image.fromarray(pictures.scene(WIDTH, HEIGHT))
    for box, size in [
        ((0, 0, WIDTH, HEIGHT), (600, 399)), ((100, 100, 900, 700), (333, 250)), ((3, 5, 700, 600), (697, 595)),
        ((500, 300, 550, 350), (50, 50)), ((0, 0, WIDTH, HEIGHT), (97, 65)), ((0, 400, 600, 799), (150, 100)),
    ]:
        target = f"/iiif/3/a.png/{box[0]},{box[1]},{box[2] - box[0]},{box[3] - box[1]}/{size[0]},{size[1]}/0/default.png"
        got = numpy.asarray(image(served.get(target), "png").convert("RGB"))
        expected = numpy.asarray(whole.resize(size, Image.Resampling.LANCZOS, box=box))
        assert pictures.psnr(got, expected) > 27, (box, size, pictures.psnr(got, expected))
