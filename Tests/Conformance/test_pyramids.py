"""Finished pyramids: other programs can read them, and the quality of their tiles is that of `vips dzsave`."""

import io
import math
import subprocess
import zipfile

import numpy as np
import pytest
from PIL import Image

from server import BINARY

TILE = 256
SIZE = (1501, 1103)


def photograph(mode):
    """A picture with edges, textures, gradients and strong colours, the same in every run."""
    width, height = SIZE
    random = np.random.default_rng(3)
    x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    picture = np.stack([120 + 90 * np.sin(9 * x + 4 * y * y), 120 + 80 * np.cos(7 * y - 3 * x), 130 + 100 * np.sin(5 * (x - y))], 2)
    for _ in range(60):
        left, top, size = random.integers(0, width), random.integers(0, height), random.integers(20, 220)
        picture[top:top + size, left:left + size] = 0.3 * picture[top:top + size, left:left + size] + 0.7 * random.integers(0, 256, 3)
    picture += random.normal(0, 6, (height, width, 1))
    return Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8)).convert(mode)


SOURCES = {
    "whole-chroma.jpg": lambda path: photograph("RGB").save(path, quality=92, subsampling=0),
    "half-chroma.jpg": lambda path: photograph("RGB").save(path, quality=92, subsampling=2),
    "wide-chroma.jpg": lambda path: photograph("RGB").save(path, quality=92, subsampling=1),
    "progressive.jpg": lambda path: photograph("RGB").save(path, quality=92, progressive=True),
    "grey.jpg": lambda path: photograph("L").save(path, quality=92),
    "colours.png": lambda path: photograph("RGB").save(path),
}


def build(source, target, *options):
    subprocess.run([BINARY, "build", source, "--output", target, "--tile-size", str(TILE), *options], check=True, capture_output=True)


def read(path):
    """The tiles of an SZI file by DeepZoom's (level, column, row), and its other entries."""
    tiles, others = {}, {}
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        for entry in archive.infolist():
            assert entry.compress_type == zipfile.ZIP_STORED
            name = entry.filename
            if "_files/" in name and not name.endswith(("/", ".xml")):
                level, tile = name.split("/")[-2:]
                column, row = tile.split(".")[0].split("_")
                tiles[int(level), int(column), int(row)] = archive.read(entry)
            else:
                others[name] = archive.read(entry)
    return tiles, others


def halved(picture):
    """Each pixel is the exact mean of two by two pixels; at odd edges, of the existing ones."""
    padded = np.pad(picture, [(0, picture.shape[0] % 2), (0, picture.shape[1] % 2)] + [(0, 0)] * (picture.ndim - 2), mode="edge")
    return (padded[0::2, 0::2] + padded[1::2, 0::2] + padded[0::2, 1::2] + padded[1::2, 1::2]) / 4


def level_of(tiles, level, shape):
    result = np.zeros(shape)
    for (own, column, row), data in tiles.items():
        if own == level:
            tile = np.asarray(Image.open(io.BytesIO(data)))
            result[row * TILE:row * TILE + tile.shape[0], column * TILE:column * TILE + tile.shape[1]] = tile
    return result


def decibels(picture, reference):
    error = ((picture - reference) ** 2).mean()
    return 99 if error == 0 else 10 * math.log10(255 ** 2 / error)


@pytest.mark.parametrize("quality", [80, 95])
@pytest.mark.parametrize("name", SOURCES)
def test_tiles_are_as_good_as_those_of_vips(tmp_path, name, quality):
    source = tmp_path / name
    SOURCES[name](source)
    build(source, tmp_path / "ours.szi", "--quality", str(quality))
    subprocess.run(
        ["vips", "dzsave", source, tmp_path / "theirs.szi", "--tile-size", str(TILE), "--overlap", "0", "--suffix", f".jpg[Q={quality}]"],
        check=True, capture_output=True)
    ours, theirs = read(tmp_path / "ours.szi")[0], read(tmp_path / "theirs.szi")[0]
    assert ours.keys() == theirs.keys()
    exact = np.asarray(Image.open(source), dtype=float)
    for level in range(math.ceil(math.log2(max(SIZE))), -1, -1):
        mine, peer = (decibels(level_of(tiles, level, exact.shape), exact) for tiles in (ours, theirs))
        # With only a few pixels the comparison depends on chance.
        allowed = 0.3 if max(exact.shape) > 16 else 4
        assert mine > peer - allowed, f"level {level}: {mine:.2f} dB, theirs has {peer:.2f}"
        exact = halved(exact)
    assert sum(map(len, ours.values())) < 1.02 * sum(map(len, theirs.values()))


def test_other_programs_read_the_file(tmp_path):
    source = tmp_path / "Azulejos à moda.jpg"
    SOURCES["half-chroma.jpg"](source)
    build(source, tmp_path / "a.szi")
    subprocess.run(["unzip", "-tq", tmp_path / "a.szi"], check=True, capture_output=True)
    tiles, others = read(tmp_path / "a.szi")
    assert {name.split("/")[-1].rsplit(".")[-1] for name in others} == {"dzi", "xml"}
    descriptor = next(data.decode() for name, data in others.items() if name.endswith(".dzi"))
    assert f'TileSize="{TILE}"' in descriptor and 'Overlap="0"' in descriptor and f'Width="{SIZE[0]}"' in descriptor
    assert tiles[0, 0, 0] and tiles[11, 5, 4]


def test_transparent_pictures_keep_their_alpha(tmp_path):
    picture = photograph("RGB")
    picture.putalpha(Image.linear_gradient("L").resize(SIZE))
    picture.save(tmp_path / "a.png")
    build(tmp_path / "a.png", tmp_path / "a.szi")
    tiles, _ = read(tmp_path / "a.szi")
    exact = np.asarray(picture, dtype=float)
    assert decibels(level_of(tiles, 11, exact.shape), exact) == 99
    # Colours are weighted by their alpha.
    weighted = exact.copy()
    weighted[..., :3] *= exact[..., 3:] / 255
    weighted = halved(weighted)
    half = level_of(tiles, 10, weighted.shape)
    half[..., :3] *= half[..., 3:] / 255
    assert decibels(half, weighted) > 48
