"""Tiles of tiled TIFFs are sent as they are stored: byte by byte within the picture, pixel by pixel at its edges."""

import itertools
import math
import shutil
import time

import numpy
import pytest
from PIL import Image

import pictures
import tiffs
from client import Connection, get, is_problem, segment, wait_until
from server import Server

# The sides are odd: levels halved with floor end a pixel before levels halved with ceil.
SIZE = (1301, 903)
MARGIN = 3


def scene(bands=3):
    return pictures.scene(*SIZE, seed=4)[:, :, :bands]


def pyramid(halve, pixels, side):
    levels = [pixels]
    while max(levels[-1].shape[:2]) > side:
        levels.append(halve(levels[-1]))
    return levels


def write_vips(path, side, *options):
    source = path.with_suffix(".png")
    Image.fromarray(scene()).save(source, compress_level=1)
    pictures.vips("tiffsave", source, path, "--tile", "--pyramid", f"--tile-width={side}", f"--tile-height={side}", *options)
    source.unlink()


def write_own_tables(path):
    """Writes tiles that are complete JPEGs, each of another quality."""
    qualities = itertools.cycle(range(60, 95))
    tiffs.write(path, pyramid(tiffs.ceiled, scene(), 256), lambda tile: tiffs.jpeg(tile, quality=next(qualities), subsampling=0))


def write_shared_tables(path, encode, halve=tiffs.floored, **options):
    tables, _ = tiffs.split(encode(next(tiffs.padded_tiles(scene(), 256))))
    tiffs.write(path, pyramid(halve, scene(), 256), lambda tile: tiffs.split(encode(tile))[1], tables=tables, **options)


def write_slide(path):
    """Writes a slide like Aperio's: RGB in JPEG without a marker, levels of 1, 4 and 16, and a thumbnail, a label and a macro in strips."""
    levels = [scene()]
    for _ in range(2):
        levels.append(tiffs.floored(tiffs.floored(levels[-1])))
    between = [(levels[2], 0), (pictures.scene(200, 210), 1), (pictures.scene(300, 110), 9)]
    tables, _ = tiffs.split(tiffs.unmarked(tiffs.rgb_jpeg(next(tiffs.padded_tiles(scene(), 240)))))
    tiffs.write(
        path, levels, lambda tile: tiffs.split(tiffs.unmarked(tiffs.rgb_jpeg(tile)))[1], side=240, photometric="rgb", tables=tables,
        between=between)


ALL = {0, 1, 2, 3}
# How each file is written, the format of its tiles, and the grid's levels (from the full size on) that pass through.
KINDS = {
    "pages.tif": (lambda path: write_vips(path, 256, "--compression=jpeg"), "jpg", ALL),
    "subifd.tif": (lambda path: write_vips(path, 256, "--subifd", "--compression=jpeg", "--Q=95"), "jpg", ALL),
    "big.tif": (lambda path: write_vips(path, 240, "--bigtiff", "--compression=jpeg"), "jpg", ALL),
    "webp.tif": (lambda path: write_vips(path, 256, "--compression=webp", "--Q=80"), "webp", ALL),
    "own.tif": (write_own_tables, "jpg", ALL),
    "shared.tif": (lambda path: write_shared_tables(path, lambda tile: tiffs.unmarked(tiffs.jpeg(tile, subsampling=0))), "jpg", ALL),
    "swapped.tif": (lambda path: write_shared_tables(
        path, lambda tile: tiffs.unmarked(tiffs.jpeg(tile, subsampling=2)), tiffs.ceiled, subsampling=(2, 2), byteorder=">"),
        "jpg", ALL),
    "bigswapped.tif": (lambda path: write_shared_tables(
        path, lambda tile: tiffs.jpeg(tile, subsampling=0), sub=True, byteorder=">", bigtiff=True), "jpg", ALL),
    "image.ome.tif": (lambda path: write_shared_tables(
        path, lambda tile: tiffs.jpeg(tile, subsampling=0), sub=True, ome=True), "jpg", ALL),
    "grey.tif": (lambda path: tiffs.write(
        path, pyramid(tiffs.floored, scene(1), 256), lambda tile: tiffs.unmarked(tiffs.jpeg(tile)), photometric="minisblack"),
        "jpg", ALL),
    "progressive.tif": (lambda path: tiffs.write(
        path, pyramid(tiffs.ceiled, scene(), 256), lambda tile: tiffs.jpeg(tile, progressive=True, subsampling=0)), "jpg", ALL),
    "slide.svs": (write_slide, "jpg", {0, 2}),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("native")
    for name, (write, _, _) in KINDS.items():
        write(folder / name)
    return folder


@pytest.fixture(scope="module")
def served(folder, tmp_path_factory):
    with Server(folder, tmp_path_factory.mktemp("caches") / "native", "--tile-size", "256") as server:
        yield server


def native_count(connection):
    lines = connection.get("/metrics").body.decode().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("azulejo_native_tiles_total "))


def grid_levels(document):
    """Yields (number from the full size on, level) of an image's document."""
    return list(enumerate(reversed(document["levels"])))


def matching(levels, wanted):
    """The level of the file that is this level of the grid."""
    for level in levels:
        if level.width in (wanted["width"], wanted["width"] - 1) and level.height in (wanted["height"], wanted["height"] - 1):
            return level
    return None


@pytest.mark.parametrize("name", KINDS)
def test_tiles_are_those_of_the_file(folder, served, name):
    _, extension, passing = KINDS[name]
    levels = tiffs.stored_levels(folder / name)
    with Connection(served) as connection:
        document = connection.get(f"/images/{segment(name)}").json
        assert (document["width"], document["height"], document["tileSize"]) == (*SIZE, levels[0].side)
        assert document["pyramid"]["state"] == "native"
        assert f".{extension}" in document["links"]["tiles"], "a viewer asks for the format that costs nothing"
        before, sent = native_count(connection), 0
        seen = set()
        for number, wanted in grid_levels(document):
            stored = matching(levels, wanted)
            if number not in passing:
                continue
            seen.add(number)
            for row in range(wanted["rows"]):
                for column in range(wanted["columns"]):
                    answer = connection.get(f"/tiles/{segment(name)}/{wanted['level']}/{column}/{row}.{extension}")
                    assert answer.status == 200, answer.body
                    width = min(stored.side, wanted["width"] - column * stored.side)
                    height = min(stored.side, wanted["height"] - row * stored.side)
                    pixels = pictures.decoded(answer.body)
                    assert pixels.shape[:2] == (height, width)
                    inside = min(stored.side, stored.width - column * stored.side), min(stored.side, stored.height - row * stored.side)
                    if (width, height) == (stored.side, stored.side) == inside:
                        assert answer.body.endswith(stored.stored(column, row)[2:])
                        assert numpy.array_equal(pixels, stored.decoded(column, row)), (number, column, row)
                        sent += 1
                    elif extension == "jpg" and (stored.width, stored.height) == (wanted["width"], wanted["height"]):
                        # Edge tiles are cut, not encoded again. In the last row and column, halved chroma is blended with the removed part.
                        expected = stored.decoded(column, row)[:height, :width]
                        assert numpy.array_equal(pixels[:-1, :-1], expected[:-1, :-1]), (number, column, row)
                        sent += 1
        assert seen == passing
        assert native_count(connection) - before == sent > 0


@pytest.mark.parametrize("name", [name for name in KINDS if name not in ("grey.tif",)])
def test_every_level_shows_the_picture(served, name):
    """Every level shows the picture: tiles that pass through, tiles that are cut, and tiles rendered from levels of other scales."""
    with Connection(served) as connection:
        document = connection.get(f"/images/{segment(name)}").json
        exact = pictures.levels(scene(), document["tileSize"])
        side = document["tileSize"]
        for wanted in document["levels"]:
            level = exact[wanted["level"]]
            for row in range(wanted["rows"]):
                for column in range(wanted["columns"]):
                    image = pictures.decoded(connection.get(f"/tiles/{segment(name)}/{wanted['level']}/{column}/{row}.jpg").body)
                    expected = level[row * side:(row + 1) * side, column * side:(column + 1) * side]
                    if min(expected.shape[:2]) >= 32:
                        assert pictures.psnr(image, expected) > 27, (wanted["level"], column, row)


def test_levels_halved_with_floor_are_not_stretched(served):
    """If the file's level does not reach the grid's edge, the last column or row of an edge tile is repeated."""
    with Connection(served) as connection:
        for name in ("pages.tif", "shared.tif", "big.tif"):
            document = connection.get(f"/images/{name}").json
            side = document["tileSize"]
            level = document["levels"][-2]
            exact = pictures.levels(scene(), side)[-2]
            column = level["columns"] - 1
            image = pictures.decoded(connection.get(f"/tiles/{name}/{level['level']}/{column}/0.jpg").body)
            expected = exact[:side, column * side:]
            assert image.shape == expected.shape
            assert pictures.psnr(image[:, :-1], expected[:, :-1]) > pictures.jpeg_psnr(expected) - MARGIN


@pytest.mark.parametrize("name", ["pages.tif", "slide.svs", "grey.tif"])
def test_markers_say_what_the_colours_are(folder, served, name):
    """Without a marker, Safari takes YCbCr for RGB, and every decoder takes RGB for YCbCr."""
    answer = get(served, f"/tiles/{segment(name)}/{get(served, f'/images/{segment(name)}').json['levels'][-1]['level']}/0/0.jpg")
    adobe = [data[4:] for marker, data in tiffs.segments(answer.body) if marker == 0xee]
    if name == "grey.tif":
        assert adobe == []
    else:
        assert len(adobe) == 1 and adobe[0][:5] == b"Adobe" and adobe[0][-1] == (0 if name == "slide.svs" else 1)


def test_pictures_that_are_no_levels_are_pages(served):
    """A slide's thumbnail lies between its levels. The thumbnail, and everything that is not a reduced copy, is a page."""
    document = get(served, "/images/slide.svs").json
    assert document["pages"] == 2
    assert get(served, "/images/slide.svs;2").json["width"] == SIZE[0] // 4 // 4


def test_slides_that_openslide_reads(serve, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    pixels = pictures.scene(1024, 768)
    tiffs.write_ndpi(folder / "a.ndpi", [pixels, tiffs.floored(tiffs.floored(pixels))])
    data = (folder / "a.ndpi").read_bytes()
    (folder / "cut.ndpi").write_bytes(data[:len(data) // 2])
    # A part of the full size is not a JPEG.
    (folder / "broken.ndpi").write_bytes(data[:len(data) // 3] + bytes(400) + data[len(data) // 3 + 400:])
    server = serve(folder, "--tile-size", "256")
    with Connection(server) as connection:
        document = connection.get("/images/a.ndpi").json
        assert (document["width"], document["height"], document["format"], document["pages"]) == (1024, 768, "ndpi", 1)
        assert document["pyramid"]["state"] == "native"
        for wanted, level in zip(document["levels"], pictures.levels(pixels, 256)):
            for row in range(wanted["rows"]):
                for column in range(wanted["columns"]):
                    image = pictures.decoded(connection.get(f"/tiles/a.ndpi/{wanted['level']}/{column}/{row}.jpg").body)
                    expected = level[row * 256:(row + 1) * 256, column * 256:(column + 1) * 256]
                    assert pictures.psnr(image, expected) > 30, (wanted["level"], column, row)
        assert native_count(connection) == 0
        assert connection.get("/images/a.ndpi/thumbnail.jpg").status == 200
        assert connection.get("/images/a.ndpi;2").status == 404
        assert is_problem(connection.get("/tiles/cut.ndpi/2/0/0.jpg"), 422)
        for _ in range(2):
            statuses = {connection.get(f"/tiles/broken.ndpi/2/{column}/{row}.jpg").status for column in range(4) for row in range(3)}
            assert statuses == {200, 422}


# MARK: - Damage

def test_many_files_leave_descriptors(serve, tmp_path):
    """Each level that is rendered from has a decoder with a descriptor. The number of idle decoders is bounded for all files together."""
    images = tmp_path / "images"
    images.mkdir()
    write_vips(images / "0.tif", 128, "--compression=deflate")
    for number in range(1, 60):
        shutil.copy(images / "0.tif", images / f"{number}.tif")
    # The smallest possible limit of open files: 64.
    server = serve(images, prefix=["prlimit", "--nofile=1024:1024"])
    levels = len(pyramid(tiffs.floored, scene(), 128))
    with Connection(server) as connection:
        for number in range(60):
            top = math.ceil(math.log2(max(SIZE) / 128))
            for level in range(top + 1):
                assert connection.get(f"/tiles/{number}.tif/{level}/0/0.webp").status == 200
    assert levels >= 5 and server.open_files < 60 * 2 + 64 + 40


def damaged(level, column, row):
    """Ways to break a tile: a name, and a function that breaks a tile of an open file."""
    offset, count = level.place(column, row)

    def overwrite(at, data):
        def change(file):
            file.seek(offset + at)
            file.write(data)
        return change

    return {
        "a marker in the codes": overwrite(count // 2, b"\xff\xd9"),
        "no start": overwrite(0, b"\0\0"),
        "no end": overwrite(count - 2, b"\0\0"),
        "zeros": overwrite(0, bytes(count)),
        "another size": overwrite(level.stored(column, row).find(b"\xff\xc0") + 5, b"\x00\x80\x00\x80"),
    }


@pytest.mark.parametrize("way", ["a marker in the codes", "no start", "no end", "zeros", "another size"])
def test_a_damaged_tile_is_an_error_for_that_tile_alone(folder, serve, tmp_path, way):
    images = tmp_path / "images"
    images.mkdir()
    path = images / "a.tif"
    shutil.copy(folder / "own.tif", path)
    levels = tiffs.stored_levels(path)
    with open(path, "r+b") as file:
        damaged(levels[0], 1, 1)[way](file)
    server = serve(images, "--memory-cache", "0")
    with Connection(server) as connection:
        last = connection.get("/images/a.tif").json["levels"][-1]
        for _ in range(2):
            for column in range(last["columns"]):
                answer = connection.get(f"/tiles/a.tif/{last['level']}/{column}/1.jpg")
                if column == 1:
                    assert is_problem(answer, 422)
                else:
                    assert answer.status == 200
            # Other requests for the same pixels, and for others.
            assert is_problem(connection.get(f"/tiles/a.tif/{last['level']}/1/1.png"), 422)
            for rotation in ("0", "90", "!7"):
                assert is_problem(connection.get(f"/iiif/3/a.tif/300,300,100,100/max/{rotation}/default.jpg"), 422)
            assert connection.get("/iiif/3/a.tif/0,0,200,200/max/0/default.jpg").status == 200
            assert connection.get(f"/tiles/a.tif/{last['level']}/1/1.png").status == 422
            assert connection.get(f"/tiles/a.tif/{last['level'] - 1}/0/0.jpg").status == 200


@pytest.mark.parametrize("name", ["own.tif", "shared.tif", "webp.tif"])
def test_what_can_be_read_is_shown_where_that_is_wanted(folder, serve, tmp_path, name):
    images = tmp_path / "images"
    images.mkdir()
    path = images / "a.tif"
    shutil.copy(folder / name, path)
    level = tiffs.stored_levels(path)[0]
    with open(path, "r+b") as file:
        offset, count = level.place(1, 1)
        file.seek(offset + (count // 2 if name == "own.tif" else 0))
        file.write(bytes(count // 2))
    extension = KINDS[name][1]
    server = serve(images, "--lenient", "--memory-cache", "0")
    with Connection(server) as connection:
        last = connection.get("/images/a.tif").json["levels"][-1]["level"]
        for column in (0, 1):
            answer = connection.get(f"/tiles/a.tif/{last}/{column}/1.{extension}")
            assert answer.status == 200
            if column == 0:
                assert numpy.array_equal(pictures.decoded(answer.body), level.decoded(column, 1))
        # The region covers the broken tile and whole tiles beside it.
        image = pictures.decoded(connection.get("/iiif/3/a.tif/200,200,400,400/max/0/default.png").body)
        assert pictures.psnr(image[:56], scene()[200:256, 200:600]) > 27
        assert pictures.psnr(image[:, 312:], scene()[200:600, 512:600]) > 27


def test_tiles_outside_the_file(folder, serve, tmp_path):
    """A file is truncated behind its directories, which libvips writes first. Missing tiles are errors, the others are not."""
    images = tmp_path / "images"
    images.mkdir()
    path = images / "a.tif"
    shutil.copy(folder / "shared.tif", path)
    # The tiles of the full size come first in the file. The position of one tile is set beyond the end of the file.
    level = tiffs.stored_levels(path)[0]
    with open(path, "r+b") as file:
        file.seek(level.offsets_at + 4 * 1)
        file.write((path.stat().st_size - 10).to_bytes(4, "little"))
    server = serve(images)
    with Connection(server) as connection:
        last = connection.get("/images/a.tif").json["levels"][-1]["level"]
        assert [connection.get(f"/tiles/a.tif/{last}/{column}/0.jpg").status for column in range(3)] == [200, 422, 200]


@pytest.mark.parametrize("compression", ["jpeg", "deflate", None])
def test_tiles_without_a_place_are_black(serve, tmp_path, compression):
    images = tmp_path / "images"
    images.mkdir()
    pixels = pictures.scene(768, 512)
    tiles = list(tiffs.padded_tiles(pixels, 256))
    with tiffs.tifffile.TiffWriter(images / "a.tif") as writer:
        writer.write(
            (None if index in (1, 4) else tile for index, tile in enumerate(tiles)), shape=pixels.shape, dtype="uint8", tile=(256, 256),
            photometric="rgb", compression=compression, metadata=None)
    server = serve(images)
    with Connection(server) as connection:
        last = connection.get("/images/a.tif").json["levels"][-1]["level"]
        for column in range(3):
            for row in range(2):
                answer = connection.get(f"/tiles/a.tif/{last}/{column}/{row}.png")
                assert answer.status == 200, answer.body
                image = pictures.decoded(answer.body)
                if column == 1:
                    assert not image.any()
                else:
                    assert pictures.psnr(image, pixels[row * 256:row * 256 + 256, column * 256:column * 256 + 256]) > 30
        # Levels that the file lacks are built from all its pixels, including the missing tiles.
        image = pictures.decoded(connection.get("/iiif/3/a.tif/full/96,64/0/default.png").body)
        assert image[:, 40:56].max() < 30 and image[:, :24].max() > 60
        assert connection.get("/images/a.tif/thumbnail.jpg").status == 200


def test_a_file_overwritten_in_place(folder, serve, tmp_path):
    """A file is overwritten after its tiles were found whole. Answers never mix both pictures, and show the new one within two seconds."""
    images = tmp_path / "images"
    images.mkdir()
    path = images / "a.tif"
    shutil.copy(folder / "own.tif", path)
    data = path.read_bytes()
    level = tiffs.stored_levels(path)[0]
    server = serve(images, "--memory-cache", "0")
    with Connection(server) as connection:
        last = connection.get("/images/a.tif").json["levels"][-1]["level"]
        target = f"/tiles/a.tif/{last}/1/1.jpg"
        good = connection.get(target)
        assert good.status == 200
        offset, count = level.place(1, 1)
        with open(path, "r+b") as file:
            file.seek(offset + count // 2)
            file.write(bytes(count // 3))
        end = time.monotonic() + 2
        while time.monotonic() < end:
            answer = connection.get(target)
            assert answer.status in (422, 503) or answer.body == good.body
        assert connection.get(target).status == 422
        path.write_bytes(data)
        wait_until(lambda: connection.get(target).body == good.body)
