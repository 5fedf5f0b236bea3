"""IIIF's rotation: quarter turns move pixels, other angles interpolate, and the order is region, size, mirror, rotation, quality."""

import io
import math

import numpy
import pytest
from PIL import Image

import pictures
from client import Connection, is_problem
from server import Server

WIDTH, HEIGHT = 301, 199


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("turns")
    Image.fromarray(pictures.scene(WIDTH, HEIGHT)).save(folder / "a.png")
    Image.fromarray(pictures.scene(WIDTH, HEIGHT, alpha=True)).save(folder / "alpha.png")
    Image.fromarray(pictures.scene(WIDTH, HEIGHT)[:, :, 0]).save(folder / "grey.png")
    Image.fromarray(pictures.scene(900, 12)).save(folder / "narrow.png")
    cache = tmp_path_factory.mktemp("caches") / "turns"
    with Server(folder, cache, "--max-output-pixels", "490000", "--background", "2040C0") as server, Connection(server) as connection:
        yield connection


def pixels(served, target, kind="png"):
    answer = served.get(f"/iiif/3/{target}")
    assert (answer.status, answer.fields["content-type"]) == (200, f"image/{kind}"), (answer.status, answer.body[:300])
    return pictures.decoded(answer.body)


@pytest.mark.parametrize("name", ["a.png", "alpha.png", "grey.png"])
@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
@pytest.mark.parametrize("mirror", ["", "!"])
def test_quarters_are_exact(served, name, quarters, mirror):
    for place in ("full/max", "17,30,100,60/max", "full/90,50"):
        plain = pixels(served, f"{name}/{place}/0/default.png")
        expected = numpy.rot90(plain[:, ::-1] if mirror else plain, -quarters)
        got = pixels(served, f"{name}/{place}/{mirror}{quarters * 90}/default.png")
        assert numpy.array_equal(got, expected)


def turned(plain, degrees, size):
    """The picture turned clockwise about its middle by Pillow's cubic interpolation, and masks of the canvas: certainly inside the picture,
    certainly outside, and far outside."""
    width, height = size
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    y, x = numpy.mgrid[0:height, 0:width] + 0.5
    u = (x - width / 2) * cosine + (y - height / 2) * sine + plain.shape[1] / 2
    v = -(x - width / 2) * sine + (y - height / 2) * cosine + plain.shape[0] / 2
    inside = numpy.minimum.reduce([u, v, plain.shape[1] - u, plain.shape[0] - v])
    # Pillow maps the canvas back to the picture, from pixel centres to pixel centres.
    origin = [plain.shape[1] / 2 - cosine * width / 2 - sine * height / 2, plain.shape[0] / 2 + sine * width / 2 - cosine * height / 2]
    matrix = (cosine, sine, origin[0], -sine, cosine, origin[1])
    picture = Image.fromarray(plain).transform(size, Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC)
    return numpy.asarray(picture), inside > 2, inside < -1, inside < -17


@pytest.mark.parametrize("degrees", [1, 22.5, 45, 117.3, 180.5, 200, 315, 359])
@pytest.mark.parametrize("mirror", ["", "!"])
def test_free_angles(served, degrees, mirror):
    plain = pictures.scene(WIDTH, HEIGHT)
    plain = plain[:, ::-1].copy() if mirror else plain
    got = pixels(served, f"a.png/full/max/{mirror}{degrees}/default.png")
    cosine, sine = abs(math.cos(math.radians(degrees))), abs(math.sin(math.radians(degrees)))
    box = WIDTH * cosine + HEIGHT * sine, WIDTH * sine + HEIGHT * cosine
    assert 0 <= got.shape[1] - box[0] < 1 and 0 <= got.shape[0] - box[1] < 1, "no less and no more than the bounding box"
    expected, inside, outside, beyond = turned(plain, degrees, (got.shape[1], got.shape[0]))
    assert got.shape[2] == 4 and (got[inside, 3] == 255).all() and (got[outside, 3] == 0).all()
    # Each of the four corners touches its edge of the canvas: the visible part spans the canvas.
    seen = got[:, :, 3] > 0
    assert seen.any(axis=0).mean() > 0.99 and seen.any(axis=1).mean() > 0.99
    # The source is served from JPEG tiles.
    assert pictures.psnr(got[inside][:, :3], expected[inside]) > 35
    flat = pixels(served, f"a.png/full/max/{mirror}{degrees}/default.jpg", "jpeg")
    assert flat.shape[:2] == got.shape[:2]
    assert pictures.psnr(flat[inside], expected[inside]) > 30
    # JPEG blocks blend both sides of the picture's edge.
    assert not beyond.any() or numpy.abs(flat[beyond].astype("int") - (0x20, 0x40, 0xC0)).mean() < 2, "the background"


def test_transparency(served):
    plain = pictures.scene(WIDTH, HEIGHT, alpha=True)
    got = pixels(served, "alpha.png/full/max/30/default.png")
    expected, inside, outside, _ = turned(plain, 30, (got.shape[1], got.shape[0]))
    assert (got[outside, 3] == 0).all()
    assert pictures.psnr(got[inside][:, 3], expected[inside][:, 3]) > 35
    for kind in ("webp", "avif", "tif"):
        answer = served.get(f"/iiif/3/alpha.png/full/60,/30/default.{kind}")
        assert answer.status == 200
        if kind != "avif":
            assert Image.open(io.BytesIO(answer.body)).mode == "RGBA", kind


def test_qualities_are_of_one_channel(served):
    for rotation in ("0", "90", "!33"):
        for name, quality, modes in [
            ("a.png", "gray", ("L", "LA")), ("a.png", "bitonal", ("L", "1")), ("alpha.png", "bitonal", ("L", "1")),
            ("grey.png", "color", ("L", "LA", "RGB", "RGBA")), ("grey.png", "gray", ("L", "LA")), ("alpha.png", "gray", ("LA",)),
        ]:
            answer = served.get(f"/iiif/3/{name}/full/max/{rotation}/{quality}.png")
            picture = Image.open(io.BytesIO(answer.body))
            assert answer.status == 200 and picture.mode in modes, (name, quality, rotation, picture.mode)
            if quality == "bitonal":
                assert set(numpy.unique(numpy.asarray(picture.convert("L")))) == {0, 255}
            jpeg = Image.open(io.BytesIO(served.get(f"/iiif/3/{name}/full/max/{rotation}/{quality}.jpg").body))
            assert jpeg.mode == "L" or quality == "color", (name, quality, rotation, jpeg.mode)


def test_the_canvas_is_bounded(served):
    """The limits apply before a turn. The canvas of a turned image may have twice as many pixels, and no more."""
    assert pixels(served, "a.png/square/^max/45/default.jpg", "jpeg").shape[:2] == (990, 990)
    assert pixels(served, "narrow.png/full/max/45/default.jpg", "jpeg").shape[:2] == (645, 645)
    assert is_problem(served.get("/iiif/3/narrow.png/full/^6000,/45/default.jpg"), 400)
    assert is_problem(served.get("/iiif/3/narrow.png/0,0,900,1/^60000,1/45/default.png"), 400)
    assert pixels(served, "narrow.png/0,0,900,1/^60000,1/90/default.jpg", "jpeg").shape[:2] == (60_000, 1)
    assert is_problem(served.get("/iiif/3/narrow.png/0,0,900,1/^20000,1/90/default.webp"), 400), "more than the format has"
