"""Every tile of every level: its size, its content against an independent downscale, and the same bytes through every protocol.

Content is compared in decibels (PSNR) with levels of exact halving (`pictures.levels`), and must be within MARGIN of Pillow's JPEG of
the exact tile. Lossless tiles that are cut from the file itself are held to LOSSLESS. A level that libvips halved with floor is up
to a pixel too small, and is stretched to the grid's size.
"""

import math
import xml.etree.ElementTree

import pytest
from PIL import Image

import pictures
from client import Connection
from server import Server

TILE = 256
MARGIN, FLOOR_MARGIN, LOSSLESS = 3, 8, 46
SIZES = [(1, 1), (1, 5000), (5000, 1), (2, 3), (256, 256), (257, 255), (513, 512)]
LARGE = (3001, 1999)
KINDS = {"jpg": ("jpg", 3), "png": ("png", 3), "alpha": ("png", 4), "grey": ("png", 1)}


def source(size, kind):
    bands = KINDS[kind][1]
    pixels = pictures.scene(*size, alpha=bands == 4)
    return pixels[:, :, :1] if bands == 1 else pixels


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A server over all images, and the pixels of each as they are read back from the file."""
    folder = tmp_path_factory.mktemp("grid")
    known = {}
    for width, height in SIZES + [LARGE]:
        for kind, (extension, _) in KINDS.items():
            name = f"{kind}-{width}x{height}.{extension}"
            if name not in NAMES:
                continue
            Image.fromarray(source((width, height), kind).squeeze(2) if kind == "grey" else source((width, height), kind)).save(
                folder / name, **({"quality": 97, "subsampling": 0} if extension == "jpg" else {"compress_level": 1}))
            known[name] = pictures.decoded((folder / name).read_bytes())
    plain = folder / "plain.png"
    Image.fromarray(pictures.scene(3001, 1999, seed=2)).save(plain, compress_level=1)
    pixels = pictures.decoded(plain.read_bytes())
    # libvips halves with floor in its pyramids. The sides of "ceil" can be halved without a rest at every level.
    pictures.vips("tiffsave", plain, folder / "floor.tif", "--tile", "--pyramid", f"--tile-width={TILE}", f"--tile-height={TILE}",
                  "--compression=deflate")
    pictures.vips("tiffsave", plain, folder / "tiled.tif", "--tile", f"--tile-width={TILE}", f"--tile-height={TILE}",
        "--compression=deflate")
    pictures.vips("tiffsave", plain, folder / "subifd.tif", "--tile", "--pyramid", "--subifd", f"--tile-width={TILE}",
        f"--tile-height={TILE}",
                  "--compression=jpeg", "--Q=95")
    known.update({"floor.tif": pixels, "tiled.tif": pixels, "subifd.tif": pixels})
    plain.unlink()
    even = folder / "even.png"
    Image.fromarray(pictures.scene(3072, 2048, seed=3)).save(even, compress_level=1)
    pictures.vips("tiffsave", even, folder / "ceil.tif", "--tile", "--pyramid", f"--tile-width={TILE}", f"--tile-height={TILE}",
                  "--compression=deflate")
    known["ceil.tif"] = pictures.decoded(even.read_bytes())
    even.unlink()
    with Server(folder, tmp_path_factory.mktemp("caches") / "grid", "--tile-size", str(TILE)) as server, Connection(server) as connection:
        yield connection, known


def tiles_of(shape):
    """Yields (column, row, box in numpy's order) of each tile of a level of that shape."""
    height, width = shape[:2]
    for row in range(math.ceil(height / TILE)):
        for column in range(math.ceil(width / TILE)):
            yield column, row, (slice(row * TILE, min((row + 1) * TILE, height)), slice(column * TILE, min((column + 1) * TILE, width)))


NAMES = [f"{kind}-{width}x{height}.{KINDS[kind][0]}" for width, height in SIZES for kind in KINDS] + [
    "jpg-3001x1999.jpg", "png-3001x1999.png", "floor.tif", "ceil.tif", "tiled.tif", "subifd.tif"]


@pytest.mark.parametrize("name", NAMES)
def test_tiles(served, name):
    connection, known = served
    pixels = known[name]
    height, width = pixels.shape[:2]
    levels = pictures.levels(pixels, TILE)
    document = connection.get(f"/images/{name}").json
    assert (document["id"], document["width"], document["height"], document["tileSize"]) == (name, width, height, TILE)
    assert document["levels"] == [
        {"level": k, "width": level.shape[1], "height": level.shape[0],
         "columns": math.ceil(level.shape[1] / TILE), "rows": math.ceil(level.shape[0] / TILE)} for k, level in enumerate(levels)]
    has_alpha = pixels.shape[2] in (2, 4)
    extra = math.ceil(math.log2(max(width, height))) - (len(levels) - 1) if max(width, height) > 1 else 0
    for k, level in enumerate(levels):
        factor = 2 ** (len(levels) - 1 - k)
        for column, row, box in tiles_of(level.shape):
            expected = level[box]
            size = expected.shape[1], expected.shape[0]
            lossy = connection.get(f"/tiles/{name}/{k}/{column}/{row}.jpg")
            assert (lossy.status, lossy.fields["content-type"]) == (200, "image/jpeg")
            image = pictures.decoded(lossy.body)
            assert (image.shape[1], image.shape[0]) == size
            opaque = pictures.flattened(expected) if has_alpha else expected
            margin = FLOOR_MARGIN if name in ("floor.tif", "subifd.tif") else MARGIN
            assert pictures.psnr(image, opaque) > pictures.jpeg_psnr(opaque) - margin or min(size) < 4, (k, column, row)

            # Deep Zoom, Zoomify and IIIF give the same bytes, for every spelling of the tile's address.
            assert connection.get(f"/dzi/{name}_files/{k + extra}/{column}_{row}.jpg").body == lossy.body
            assert connection.get(f"/zoomify/{name}/TileGroup0/{k}-{column}-{row}.jpg").body == lossy.body
            x, y = column * TILE * factor, row * TILE * factor
            region = f"{x},{y},{min(size[0] * factor, width - x)},{min(size[1] * factor, height - y)}"
            # A region of an image that is one pixel wide may be a cell of several levels; "1," means any of them.
            for form in (f"{size[0]},{size[1]}", f"{size[0]}," if width > 1 else f",{size[1]}"):
                answer = connection.get(f"/iiif/3/{name}/{region}/{form}/0/default.jpg")
                assert (answer.status, answer.body) == (200, lossy.body), (region, form)


@pytest.mark.parametrize("name", ["png-513x512.png", "alpha-513x512.png", "grey-257x255.png", "floor.tif", "ceil.tif", "tiled.tif"])
@pytest.mark.parametrize("extension", ["png", "webp"])
def test_tiles_in_other_formats(served, name, extension):
    connection, known = served
    pixels = known[name]
    levels = pictures.levels(pixels, TILE)
    for k, level in enumerate(levels):
        # From a JPEG pyramid a PNG tile is no better than the JPEG tile. Only a tile that is cut from the file itself is.
        is_exact = extension == "png" and (name == "ceil.tif" or pixels.shape[2] == 4 or (name.endswith(".tif") and k == len(levels) - 1))
        for column, row, box in list(tiles_of(level.shape))[:6]:
            answer = connection.get(f"/tiles/{name}/{k}/{column}/{row}.{extension}")
            assert (answer.status, answer.fields["content-type"]) == (200, f"image/{extension}")
            image = pictures.decoded(answer.body, "RGBA" if pixels.shape[2] == 4 else None)
            expected = level[box]
            assert image.shape[:2] == expected.shape[:2]
            if pixels.shape[2] == 4:
                assert pictures.psnr(image[:, :, 3:], expected[:, :, 3:]) > LOSSLESS
                image, expected = pictures.flattened(image), pictures.flattened(expected)
            margin = FLOOR_MARGIN if name == "floor.tif" else 2 * MARGIN if extension == "webp" else MARGIN
            bound = LOSSLESS if is_exact else pictures.jpeg_psnr(expected) - margin
            assert pictures.psnr(image[:, :, :expected.shape[2]], expected) > bound, (k, column, row)


@pytest.mark.parametrize("name", ["png-3001x1999.png", "jpg-1x5000.jpg", "alpha-513x512.png", "png-1x1.png", "floor.tif", "grey-2x3.png"])
def test_deep_zoom_below_one_tile(served, name):
    connection, known = served
    descriptor = xml.etree.ElementTree.fromstring(connection.get(f"/dzi/{name}.dzi").body)
    namespace = "{http://schemas.microsoft.com/deepzoom/2008}"
    assert descriptor.tag == namespace + "Image"
    assert (descriptor.get("TileSize"), descriptor.get("Overlap")) == (str(TILE), "0")
    extension = descriptor.get("Format")
    size = descriptor.find(namespace + "Size")
    height, width = known[name].shape[:2]
    assert (size.get("Width"), size.get("Height")) == (str(width), str(height))
    level = pictures.levels(known[name], TILE)[0]
    top = math.ceil(math.log2(max(width, height))) if max(width, height) > 1 else 0
    for k in range(top - (len(pictures.levels(known[name], TILE)) - 1), -1, -1):
        answer = connection.get(f"/dzi/{name}_files/{k}/0_0.{extension}")
        image = pictures.decoded(answer.body)
        assert image.shape[:2] == level.shape[:2] and answer.status == 200, k
        if min(level.shape[:2]) >= 32:
            image, opaque = (pictures.flattened(one) if one.shape[2] == 4 else one for one in (image, level))
            # The level is reduced by a sharper kernel than a box: similar, not equal.
            assert pictures.psnr(image, opaque) > pictures.jpeg_psnr(opaque) - (FLOOR_MARGIN if name == "floor.tif" else 3 * MARGIN), k
        assert connection.get(f"/dzi/{name}_files/{k}/1_0.{extension}").status == (404 if level.shape[1] <= TILE else 200)
        level = pictures.halved(level)
    assert level.shape[:2] == (1, 1)
    assert connection.get(f"/dzi/{name}_files/{top + 1}/0_0.{extension}").status == 404


def test_tiles_outside_the_grid_are_not_found(served):
    connection, _ = served
    for address in ("4/12/0", "4/0/8", "5/0/0", "0/1/0", "0/0/1", "4/9999999999/0", "9999999999/0/0", "255/0/0", "256/0/0"):
        assert connection.get(f"/tiles/png-3001x1999.png/{address}.jpg").status == 404, address
    assert connection.get("/tiles/png-3001x1999.png/4/11/7.jpg").status == 200
    for address in ("-1/0/0", "4/+1/0", "4/0x1/0", "4/1.0/0", "99999999999/0/0", "4//0", "4/0/"):
        assert connection.get(f"/tiles/png-3001x1999.png/{address}.jpg").status in (400, 404), address
    # A leading zero does not change the number.
    assert connection.get("/tiles/png-3001x1999.png/04/00/0.jpg").status in (200, 400, 404)
