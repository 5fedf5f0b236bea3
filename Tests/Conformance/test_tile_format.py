"""Pyramids of WebP tiles: `--tile-format webp`."""

import io
import json
import subprocess
import zipfile

import numpy
import pytest
from PIL import Image

import pictures
from client import get
from server import BINARY, Server

WIDTH, HEIGHT, SIDE = 1100, 730, 256


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("webp")
    scene = pictures.scene(WIDTH, HEIGHT)
    Image.fromarray(scene).save(folder / "a.jpg", quality=97, subsampling=0)
    Image.fromarray(scene).save(folder / "b.png")
    Image.fromarray(scene[:, :, 0]).save(folder / "grey.png")
    alpha = numpy.tile(numpy.linspace(0, 255, WIDTH).astype("uint8"), (HEIGHT, 1))
    Image.fromarray(numpy.dstack([scene, alpha]), "RGBA").save(folder / "alpha.png")
    with Server(folder, tmp_path_factory.mktemp("caches") / "webp", "--tile-format", "webp", "--tile-size", str(SIDE)) as server:
        server.build("a.jpg", "b.png", "grey.png", "alpha.png")
        yield server, scene, alpha


@pytest.mark.parametrize("name", ["a.jpg", "b.png", "grey.png", "alpha.png"])
def test_descriptions_name_the_format(served, name):
    server, *_ = served
    image = json.loads(get(server, f"/images/{name}").body)
    assert (image["tileFormat"], image["alpha"]) == ("webp", name == "alpha.png")
    assert b'Format="webp"' in get(server, f"/dzi/{name}.dzi").body
    archive = zipfile.ZipFile(io.BytesIO(get(server, f"/pyramids/{name}.szi").body))
    names = [entry for entry in archive.namelist() if "_files/" in entry]
    assert names and all(entry.endswith(".webp") for entry in names)


@pytest.mark.parametrize("name", ["a.jpg", "b.png"])
def test_tiles_show_the_source(served, name):
    server, scene, _ = served
    for column, row in [(0, 0), (1, 1), (4, 2)]:
        answer = get(server, f"/tiles/{name}/3/{column}/{row}.webp")
        assert answer.fields["content-type"] == "image/webp"
        part = scene[row * SIDE:(row + 1) * SIDE, column * SIDE:(column + 1) * SIDE]
        tile = Image.open(io.BytesIO(answer.body))
        assert tile.size == (part.shape[1], part.shape[0]) and tile.mode == "RGB"
        assert pictures.psnr(numpy.asarray(tile), part) > 26
        assert answer.body == get(server, f"/dzi/{name}_files/11/{column}_{row}.webp").body


def test_alpha_is_kept(served):
    server, _, alpha = served
    tile = Image.open(io.BytesIO(get(server, "/tiles/alpha.png/3/2/1.webp").body))
    assert tile.mode == "RGBA"
    difference = numpy.asarray(tile)[:, :, 3].astype(int) - alpha[SIDE:2 * SIDE, 2 * SIDE:3 * SIDE]
    assert abs(difference).max() <= 2


def test_other_formats_are_made_from_the_pyramid(served):
    server, scene, _ = served
    for path in "/tiles/a.jpg/3/1/1.jpg", "/iiif/3/a.jpg/256,256,256,256/256,/0/default.jpg":
        tile = Image.open(io.BytesIO(get(server, path).body))
        assert tile.format == "JPEG" and tile.size == (SIDE, SIDE)
        assert pictures.psnr(numpy.asarray(tile), scene[SIDE:2 * SIDE, SIDE:2 * SIDE]) > 25
    view = Image.open(io.BytesIO(get(server, "/viewport/b.png/image.jpg?width=400&height=300").body))
    assert view.size == (400, 300)


def test_other_formats_of_tiles_are_refused(tmp_path):
    result = subprocess.run([BINARY, "serve", tmp_path, "--tile-format", "avif"], capture_output=True, text=True, timeout=60)
    assert result.returncode == 64 and "--tile-format" in result.stderr and "jpg or webp" in result.stderr
