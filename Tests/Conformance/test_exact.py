"""Lossless answers at full size come from the source itself. Thumbnails come from the cheapest source."""

import io
import itertools

import numpy
import pytest
from PIL import Image

import pictures
from client import get
from server import Server

WIDTH, HEIGHT = 700, 530


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """Sources, and their pixels as other decoders read them exactly."""
    folder = tmp_path_factory.mktemp("exact")
    scene = pictures.scene(WIDTH, HEIGHT)
    picture, expected = Image.fromarray(scene), {}
    for name, image in ("a.png", picture), ("grey.png", picture.getchannel(0)), ("strips.tif", picture), ("b.ppm", picture):
        image.save(folder / name)
        expected[name] = numpy.asarray(image)
    picture.save(folder / "c.webp", lossless=True)
    expected["c.webp"] = scene
    exif = Image.Exif()
    exif[0x0112] = 6
    picture.save(folder / "turned.png", exif=exif)
    expected["turned.png"] = numpy.rot90(scene, -1)
    pictures.vips("tiffsave", folder / "a.png", folder / "tiles.tif", "--tile", "--tile-width", 128, "--tile-height", 128)
    expected["tiles.tif"] = scene
    deep = scene.astype("uint16") * 251 + numpy.arange(WIDTH, dtype="uint16")[None, :, None]
    (folder / "deep.raw").write_bytes(deep.tobytes())
    pictures.vips("rawload", folder / "deep.raw", folder / "deep.v", WIDTH, HEIGHT, 3, "--format", "ushort", "--interpretation", "rgb16")
    pictures.vips("copy", folder / "deep.v", folder / "deep.png")
    pictures.vips("tiffsave", folder / "deep.v", folder / "deep.tif", "--tile", "--tile-width", 128, "--tile-height", 128)
    expected["deep.png"] = expected["deep.tif"] = deep
    Image.fromarray(deep[:, :, 1]).save(folder / "deep-grey.png")
    expected["deep-grey.png"] = deep[:, :, 1]
    with Server(folder, tmp_path_factory.mktemp("caches") / "exact") as server:
        yield server, expected


def pixels(body, tmp_path):
    """Pixels as the vips command reads them: Pillow does not read 16 bits. An opaque alpha channel is left out."""
    (tmp_path / "answer").write_bytes(body)
    pictures.vips("copy", tmp_path / "answer", tmp_path / "answer.v")
    data = (tmp_path / "answer.v").read_bytes()
    width, height, bands = (int.from_bytes(data[at:at + 4], "little") for at in (4, 8, 12))
    kind = {0: "uint8", 2: "uint16"}[int.from_bytes(data[20:24], "little")]
    count = width * height * bands * numpy.dtype(kind).itemsize
    return numpy.frombuffer(data[64:64 + count], kind).reshape(height, width, bands).squeeze()


@pytest.mark.parametrize("format", ["png", "tif"])
def test_lossless_answers_are_the_pixels_of_the_source(served, tmp_path, format):
    server, expected = served
    for name, whole in expected.items():
        for region in "full", "101,203,300,250":
            answer = get(server, f"/iiif/3/{name}/{region}/max/0/default.{format}")
            assert answer.status == 200, (name, region, answer.body)
            part = whole if region == "full" else whole[203:453, 101:401]
            assert numpy.array_equal(pixels(answer.body, tmp_path), part), (name, region)
        side = get(server, f"/images/{name}").json["tileSize"]
        level = get(server, f"/images/{name}").json["levels"][-1]["level"]
        for column, row in itertools.product(range(2), repeat=2):
            part = whole[row * side:(row + 1) * side, column * side:(column + 1) * side]
            if part.size:
                answer = get(server, f"/tiles/{name}/{level}/{column}/{row}.{format}")
                assert numpy.array_equal(pixels(answer.body, tmp_path), part), (name, column, row)


def test_turned_and_grey(served, tmp_path):
    """Turned and grey answers have 8 bits."""
    server, expected = served
    for name in "a.png", "deep.png":
        whole = expected[name] >> (8 if name == "deep.png" else 0)
        turned = pixels(get(server, f"/iiif/3/{name}/full/max/90/default.png").body, tmp_path)
        assert turned.dtype == "uint8" and numpy.array_equal(turned, numpy.rot90(whole, -1)), name
        mirrored = pixels(get(server, f"/iiif/3/{name}/full/max/!0/default.png").body, tmp_path)
        assert numpy.array_equal(mirrored, whole[:, ::-1]), name
        grey = pixels(get(server, f"/iiif/3/{name}/full/max/0/gray.png").body, tmp_path)
        assert grey.dtype == "uint8" and grey.shape == whole.shape[:2], name
        # Close to the luminance, which libvips computes by tables. Plain sums differ by more than 5.
        light = (((whole / 255 + 0.055) / 1.055) ** 2.4) @ (0.2126, 0.7152, 0.0722)
        assert abs(grey - 255 * (1.055 * light ** (1 / 2.4) - 0.055)).mean() < 2, name


def test_smaller_sizes_come_from_the_pyramid(served):
    """Smaller sizes come from the pyramid. A region that is one tile has the same bytes through every protocol."""
    server, expected = served
    smaller = pictures.decoded(get(server, "/iiif/3/a.png/full/350,265/0/default.png").body)
    exact = pictures.halved(expected["a.png"].astype("float64"))
    assert not numpy.array_equal(smaller, exact.round()) and pictures.psnr(smaller, exact) > 30
    for path, tile in ("full/350,265", "0/0/0"), ("0,0,512,512/512,512", "1/0/0"):
        assert get(server, f"/iiif/3/a.png/{path}/0/default.png").body == get(server, f"/tiles/a.png/{tile}.png").body


# Thumbnails

THIN = [(1024, 1), (1, 1024), (8000, 1), (2049, 3), (4096, 7), (3, 65500), (513, 1)]


def test_pictures_of_few_rows(serve, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    for width, height in THIN:
        for extension in ("jpg", "png", "tif", "webp", "gif"):
            if extension != "webp" or max(width, height) < 16384:
                Image.new("RGB", (width, height), (200, 30, 30)).save(folder / f"{width}x{height}.{extension}")
    Image.new("CMYK", (2000, 1)).save(folder / "ink.jpg")
    Image.new("L", (30000, 2), 90).save(folder / "scans.jpg", progressive=True)
    server = serve(folder)
    for path in sorted(folder.iterdir()):
        answer = get(server, f"/images/{path.name}/thumbnail.jpg")
        assert answer.status == 200, (path.name, answer.body)
        picture, whole = Image.open(io.BytesIO(answer.body)), Image.open(path).size
        assert max(picture.size) == 256 and min(picture.size) == max(1, round(min(whole) * 256 / max(whole))), path.name


def test_a_thumbnail_is_read_from_an_existing_pyramid(serve, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    scene = pictures.scene(1500, 1100)
    Image.fromarray(scene).save(folder / "a.png")
    server = serve(folder)
    before = get(server, "/images/a.png/thumbnail.jpg")
    assert get(server, "/images/a.png").json["pyramid"]["state"] == "none"
    server.build("a.png")
    after = get(server, "/images/a.png/thumbnail.jpg")
    assert before.fields["etag"] != after.fields["etag"]
    small = numpy.asarray(Image.fromarray(scene).resize((256, 188), Image.LANCZOS))
    for answer in before, after:
        assert pictures.psnr(pictures.decoded(answer.body), small) > 30
    assert after.body == get(server, "/images/a.png/thumbnail.jpg").body
