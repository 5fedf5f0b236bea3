"""Files that are truncated, broken, too large, or change while they are read give errors, and never wrong pictures."""

import io
import os
import shutil
import struct
import threading
import time
import zlib

import numpy
import pytest
from PIL import Image

import pictures
from client import Connection, get, is_problem, wait_until

SIZE = (900, 700)


def whole_files(folder):
    """One image in every format that Pillow and libvips can write here."""
    image = Image.fromarray(pictures.scene(*SIZE))
    image.save(folder / "plain.jpg", quality=90)
    image.save(folder / "progressive.jpg", quality=90, progressive=True)
    image.save(folder / "plain.png")
    image.save(folder / "strips.tif")
    image.save(folder / "deflate.tif", compression="tiff_adobe_deflate")
    image.save(folder / "plain.webp", quality=90)
    image.save(folder / "lossless.webp", lossless=True)
    image.quantize(128).save(folder / "plain.gif")
    image.save(folder / "plain.ppm")
    image.save(folder / "plain.jp2")
    image.save(folder / "plain.avif", quality=80)
    for name, options in {"tiled.tif": ["--compression=deflate"], "tiled-jpeg.tif": ["--compression=jpeg"],
                          "pyramid.tif": ["--compression=jpeg", "--pyramid"], "tiled-raw.tif": []}.items():
        pictures.vips("tiffsave", folder / "plain.png", folder / name, "--tile", "--tile-width=256", "--tile-height=256", *options)
    return sorted(path.name for path in folder.iterdir())


def every_tile(connection, name, levels=(0, 1, 2)):
    """The answers for every tile of a grid of 256-pixel tiles over SIZE."""
    for level, (columns, rows) in zip(levels, [(1, 1), (2, 2), (4, 3)]):
        for row in range(rows):
            for column in range(columns):
                yield level, column, row, connection.get(f"/tiles/{name}/{level}/{column}/{row}.jpg")


# MARK: - Damaged files

def test_files_cut_short(serve, tmp_path):
    """A tile of a truncated file is right or an error. If a pyramid has to be built from the file, every tile is an error."""
    originals, folder = tmp_path / "originals", tmp_path / "images"
    originals.mkdir()
    folder.mkdir()
    names = whole_files(originals)
    cuts = {}
    for name in names:
        data = (originals / name).read_bytes()
        (folder / f"whole-{name}").write_bytes(data)
        for label, count in [("half", len(data) // 2), ("most", len(data) * 9 // 10), ("nearly", len(data) - 20), ("head", 200)]:
            cuts[f"{label}-{name}"] = name
            (folder / f"{label}-{name}").write_bytes(data[:count])
    server = serve(folder, "--tile-size", "256")
    wrong = []
    with Connection(server) as connection:
        whole = {name: {at[:3]: at[3].body for at in every_tile(connection, f"whole-{name}")} for name in names}
        for cut, name in cuts.items():
            answers = list(every_tile(connection, cut))
            statuses = {answer.status for *_, answer in answers}
            if not statuses <= {200, 404, 422}:
                wrong.append((cut, statuses))
            for level, column, row, answer in answers:
                if answer.status == 200 and answer.body != whole[name][level, column, row]:
                    # If a file's smaller levels are lost, its full size still has all pixels to make them again.
                    quality = pictures.psnr(pictures.decoded(answer.body), pictures.decoded(whole[name][level, column, row]))
                    if name != "pyramid.tif" or quality < 30:
                        wrong.append((cut, (level, column, row), quality))
                if answer.status != 200 and not is_problem(answer, answer.status):
                    wrong.append((cut, answer))
            # These files are read from end to end.
            if not name.startswith(("tiled", "pyramid")) and statuses - {404, 422}:
                if not (cut.startswith("nearly") and name in HARMLESS_TAILS):
                    wrong.append((cut, statuses))
            thumbnail = connection.get(f"/images/{cut}/thumbnail.jpg")
            if thumbnail.status not in (200, 404, 422):
                wrong.append((cut, "thumbnail", thumbnail.status))
        listed = [image["id"] for image in connection.get("/images?limit=1000").json["images"]]
        for name in names:
            assert f"whole-{name}" in listed
            assert connection.get(f"/images/whole-{name}/thumbnail.jpg").status == 200
    assert wrong == []


# The last 20 bytes hold no pixels: PNG's end mark and checksum, the end mark of a JPEG and the padding of others.
HARMLESS_TAILS = {"plain.png", "strips.tif", "deflate.tif"}


def test_an_error_names_its_reason(serve, tmp_path):
    image = Image.fromarray(pictures.scene(*SIZE))
    folder = tmp_path / "images"
    folder.mkdir()
    image.save(folder / "a.jpg")
    (folder / "a.jpg").write_bytes((folder / "a.jpg").read_bytes()[:20_000])
    server = serve(folder)
    for _ in range(2):
        answer = get(server, "/tiles/a.jpg/0/0/0.jpg")
        assert is_problem(answer, 422)
        # The decoder's own words do not help clients; they are for the log.
        assert answer.json["detail"] == "The image is damaged or cut short."
    assert "a.jpg is damaged or cut short: " in server.log.read_text()
    assert get(server, "/images/a.jpg").json["pyramid"]["state"] == "failed"
    assert get(server, "/view/a.jpg").status == 200


@pytest.mark.parametrize("extension", ["jpg", "png"])
def test_lenient_shows_what_can_be_read(serve, tmp_path, extension):
    folder = tmp_path / "images"
    folder.mkdir()
    path = folder / f"a.{extension}"
    pixels = pictures.scene(*SIZE)
    Image.fromarray(pixels).save(path, **({"quality": 95} if extension == "jpg" else {}))
    path.write_bytes(path.read_bytes()[:path.stat().st_size * 6 // 10])
    strict = serve(folder)
    assert get(strict, f"/iiif/3/{path.name}/0,0,200,200/max/0/default.jpg").status == 422
    # Regions before the damage can be read from the source itself.
    for place, status in ("0,0,200,200", 200), (f"0,{SIZE[1] - 200},200,200", 422):
        assert get(strict, f"/iiif/3/{path.name}/{place}/max/0/default.png").status == status
    server = serve(folder, "--lenient", "--tile-size", "256")
    with Connection(server) as connection:
        document = connection.get(f"/images/{path.name}").json
        last = document["levels"][-1]
        for row in range(last["rows"]):
            answer = connection.get(f"/tiles/{path.name}/{last['level']}/0/{row}.png")
            assert answer.status == 200
            if row == 0:
                assert pictures.psnr(pictures.decoded(answer.body), pixels[:256, :256]) > 27
        assert connection.get(f"/images/{path.name}/thumbnail.jpg").status == 200


def test_a_file_that_is_no_image_is_not_found(serve, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    junk = numpy.random.default_rng(5).bytes(5_000)
    contents = {
        "text.jpg": b"This is no image.\n" * 100, "page.png": b"<!DOCTYPE html><html></html>", "empty.tif": b"", "junk.webp": junk,
        "table.csv": b"1,2,3\n4,5,6\n", "matrix.mat": b"2 2\n1 2\n3 4\n", "script.svg": b"<?xml version='1.0'?><!-- <svg --><html/>",
        "zip.szi": b"PK\x05\x06" + bytes(18), "one.jpg": b"\xff", "null.png": bytes(1_000), "raw.v": b"\xb6\xa6\xf2\x08" + bytes(60),
    }
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    server = serve(folder)
    for name in contents:
        assert is_problem(get(server, f"/tiles/{name}/0/0/0.jpg"), 404), name
        assert is_problem(get(server, f"/images/{name}"), 404), name
    assert get(server, "/images").json == {"images": [], "next": None}


def test_headers_without_a_picture(serve, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    headers = {
        "a.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00", "b.png": b"\x89PNG\r\n\x1a\n", "c.gif": b"GIF89a",
        "d.tif": b"II*\x00\x08\x00\x00\x00\x00\x00", "e.webp": b"RIFF\x00\x10\x00\x00WEBPVP8 ", "f.ppm": b"P6\n100 100\n255\n",
        "g.tif": b"II*\x00\xff\xff\xff\xff", "h.tif": b"MM\x00+\x00\x08\x00\x00" + b"\xff" * 8, "i.pdf": b"%PDF-1.4\n",
        "j.tif": b"II*\x00\x08\x00\x00\x00",
        # A directory that names itself as the next one.
        "k.tif": b"II*\x00\x08\x00\x00\x00" + struct.pack("<HHHII", 1, 256, 3, 1, 5) + struct.pack("<I", 8),
        "l.avif": b"\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1miaf", "m.jp2": b"\x00\x00\x00\x0cjP  \r\n\x87\n",
        "n.ppm": b"P6\n0 0\n255\n", "o.ppm": b"P6\n-5 5\n255\n", "p.ppm": b"P6\n99999999999 5\n255\n",
    }
    for name, data in headers.items():
        (folder / name).write_bytes(data)
    Image.fromarray(pictures.scene(30, 20)).save(folder / "good.png")
    server = serve(folder)
    for name in headers:
        for target in (f"/tiles/{name}/0/0/0.jpg", f"/images/{name}/thumbnail.jpg"):
            assert get(server, target).status in (404, 413, 422), (target, get(server, target).body)
    assert "good.png" in [image["id"] for image in get(server, "/images").json["images"]]


def png_header(width, height):
    """A PNG whose header claims a large size and that holds one row of zeros."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes(1 + 3 * min(width, 1_000)))) + chunk(b"IEND", b""))


def test_more_pixels_than_allowed(serve, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    (folder / "bomb.png").write_bytes(png_header(30_000, 30_000))
    (folder / "just.png").write_bytes(png_header(1_000, 1_001))
    Image.new("RGB", (1_000, 1_000)).save(folder / "most.png")
    server = serve(folder, "--max-source-pixels", "1000000")
    before = server.resident_bytes
    for name in ("bomb.png", "just.png"):
        for target in (f"/tiles/{name}/0/0/0.jpg", f"/images/{name}", f"/dzi/{name}.dzi", f"/viewport/{name}?width=9&height=9"):
            answer = get(server, target)
            assert is_problem(answer, 413), target
            assert "1000000" in answer.json["detail"]
        # IIIF answers 400 for sizes above a limit.
        for target in ("3/{}/info.json", "2/{}/info.json", "3/{}/full/max/0/default.jpg", "2/{}/0,0,9,9/full/0/default.png",
                       "3/{}/manifest.json"):
            answer = get(server, f"/iiif/{target.format(name)}")
            assert is_problem(answer, 400) and "1000000" in answer.json["detail"], target
    assert get(server, "/tiles/most.png/0/0/0.jpg").status == 200
    assert [image["id"] for image in get(server, "/images").json["images"]] == ["most.png"]
    assert server.resident_bytes - before < 64 << 20


def test_false_sizes_take_no_memory(serve, tmp_path):
    """The headers pass the limit. Building from them must neither take the memory that they claim nor end the server."""
    folder = tmp_path / "images"
    folder.mkdir()
    (folder / "tall.png").write_bytes(png_header(1_000, 90_000_000))
    (folder / "wide.png").write_bytes(png_header(9_000_000, 1_000))
    (folder / "square.png").write_bytes(png_header(300_000, 300_000))
    (folder / "beyond.png").write_bytes(png_header(2**31 - 1, 2**31 - 1))
    (folder / "square.ppm").write_bytes(b"P6\n300000 300000\n255\n" + bytes(1_000))
    server = serve(folder)
    for name in ("tall.png", "wide.png", "square.png", "beyond.png", "square.ppm"):
        assert get(server, f"/tiles/{name}/0/0/0.jpg").status in (413, 422), name
    assert server.resident_bytes < 1 << 30


def tiff_header(width, height, tile, *, count=1, offset=8, length=100, extra=()):
    """A TIFF of JPEG tiles with only zeros behind its directory."""
    tags = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 7), (262, 3, 1, 1), (277, 3, 1, 1), (322, 4, 1, tile),
            (323, 4, 1, tile), (324, 4, count, offset), (325, 4, count, length), *extra]
    entries = b"".join(struct.pack("<HHII", *tag) for tag in sorted(tags))
    return b"II*\x00" + struct.pack("<IH", 8, len(tags)) + entries + bytes(204)


def test_false_sizes_of_tiled_files_take_no_memory(serve, tmp_path):
    """More tiles than the file can hold, tiles larger than memory, and endless arrays are errors that take no memory."""
    folder = tmp_path / "images"
    folder.mkdir()
    files = {
        "pixels.tif": (tiff_header(2**31 - 1, 2**31 - 1, 16), 0), "tiles.tif": (tiff_header(2**18, 2**18, 16, count=2**28), 0),
        "room.tif": (tiff_header(2**18, 2**18, 16, count=2**28), 4 << 30),
        "tile.tif": (tiff_header(2**31 - 1, 2**31 - 1, 2**30, count=4), 0),
        "bytes.tif": (tiff_header(60_000, 60_000, 60_000, length=0xffffffff), 5 << 30),
        "outside.tif": (tiff_header(256, 256, 256, offset=0xfffffff0, length=0xffffffff), 0),
        "children.tif": (tiff_header(256, 256, 256, extra=[(330, 4, 0xffffff, 8)]), 1 << 28),
        "tables.tif": (tiff_header(256, 256, 256, extra=[(347, 7, 0xfffffff, 8)]), 1 << 29),
        "own child.tif": (tiff_header(256, 256, 256, extra=[(330, 4, 1, 8)]), 0),
    }
    for name, (data, size) in files.items():
        (folder / name).write_bytes(data)
        if size:
            os.truncate(folder / name, size)
    server = serve(folder)
    for name in files:
        name = name.replace(" ", "%20")
        for target in (f"/tiles/{name}/0/0/0.jpg", f"/images/{name}/thumbnail.jpg"):
            assert get(server, target).status in (413, 422, 404), (target, get(server, target).body)
    assert server.resident_bytes < 1 << 30


# MARK: - Files that change

def big(path, seed):
    """Writes an image whose build takes a good part of a second."""
    pixels = numpy.tile(pictures.scene(1_000, 1_000, seed=seed), (4, 5, 1))
    Image.fromarray(pixels).save(path)
    return pixels


MOMENTS = (0.005, 0.02, 0.04, 0.08, 0.15)


@pytest.mark.parametrize("extension", ["ppm", "tif", "png", "jpg"])
def test_sources_cut_short_while_they_are_read(serve, tmp_path, extension):
    """A file that is truncated at several moments of its build gives an error, or the picture if it had been read already. No SIGBUS."""
    folder = tmp_path / "images"
    folder.mkdir()
    original = folder / f"whole.{extension}"
    big(original, 1)
    server = serve(folder)
    good = get(server, f"/tiles/{original.name}/0/0/0.jpg").body
    names = [f"{moment}.{extension}" for moment in MOMENTS]
    for name, moment in zip(names, MOMENTS):
        shutil.copy(original, folder / name)
        with Connection(server) as connection:
            connection.request("GET", f"/tiles/{name}/0/0/0.jpg")
            time.sleep(moment)
            os.truncate(folder / name, original.stat().st_size // 3)
            answer = connection.response()
        assert answer.status in (200, 422, 503), answer.body
        assert answer.status != 200 or answer.body == good
    for name in names:
        wait_until(lambda: get(server, f"/tiles/{name}/0/0/0.jpg").status == 422)
    assert get(server, f"/tiles/{original.name}/0/0/0.jpg").body == good


@pytest.mark.parametrize("is_in_place", [True, False])
def test_sources_replaced_while_they_are_read(serve, tmp_path, is_in_place):
    """A file is replaced by a picture of the same size. The answer is either picture or an error, and in the end the new picture."""
    folder = tmp_path / "images"
    folder.mkdir()
    for seed in (1, 2):
        big(folder / f"whole{seed}.ppm", seed)
    server = serve(folder)
    good = {seed: get(server, f"/tiles/whole{seed}.ppm/0/0/0.jpg").body for seed in (1, 2)}
    names = [f"{moment}.ppm" for moment in MOMENTS]
    for name, moment in zip(names, MOMENTS):
        shutil.copy(folder / "whole1.ppm", folder / name)
        with Connection(server) as connection:
            connection.request("GET", f"/tiles/{name}/0/0/0.jpg")
            time.sleep(moment)
            if is_in_place:
                shutil.copy(folder / "whole2.ppm", folder / name)
            else:
                shutil.copy(folder / "whole2.ppm", folder / ".new.ppm")
                os.replace(folder / ".new.ppm", folder / name)
            answer = connection.response()
        # A copy starts as an empty file, which is not an image.
        assert answer.status in (200, 404, 422, 503) if is_in_place else answer.status in (200, 422, 503), answer.body
        assert answer.status != 200 or answer.body in good.values()
    for name in names:
        wait_until(lambda: get(server, f"/tiles/{name}/0/0/0.jpg").body == good[2])


def repeat_for_two_seconds(look):
    """Calls `look` for two seconds. After two seconds no answer may show the old state; the new state may be slow to appear."""
    end = time.monotonic() + 2
    while time.monotonic() < end:
        look()


def test_a_changed_source_shows_within_two_seconds(serve, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    path = folder / "a.png"
    Image.new("RGB", (300, 200), (200, 0, 0)).save(path)
    server = serve(folder, "--tile-size", "256")

    def red():
        answer = get(server, "/tiles/a.png/0/0/0.png")
        return answer.status == 200 and Image.open(io.BytesIO(answer.body)).getpixel((5, 5))[0] > 150

    first = get(server, "/tiles/a.png/0/0/0.jpg")
    listed = get(server, "/images").json["images"][0]["thumbnail"]
    assert red() and first.status == 200
    Image.new("RGB", (500, 300), (0, 0, 200)).save(folder / ".new.png")
    os.replace(folder / ".new.png", path)
    repeat_for_two_seconds(red)
    assert not red()
    second = get(server, "/tiles/a.png/0/0/0.jpg", {"If-None-Match": first.fields["etag"]})
    assert second.status == 200 and second.fields["etag"] != first.fields["etag"]
    assert get(server, "/images/a.png").json["width"] == 500
    assert get(server, "/images").json["images"][0]["thumbnail"] != listed
    # A URL of the old version must not be cached for good with the new bytes.
    version = listed.split("v=")[1]
    assert "immutable" not in get(server, f"/tiles/a.png/0/0/0.jpg?v={version}").fields["cache-control"]
    path.unlink()
    repeat_for_two_seconds(lambda: get(server, "/images"))
    assert get(server, "/tiles/a.png/0/0/0.jpg").status == 404
    assert get(server, "/images").json["images"] == []
    Image.new("RGB", (300, 200), (200, 0, 0)).save(path)
    repeat_for_two_seconds(red)
    assert red()


def test_a_damaged_source_that_is_mended(serve, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    Image.fromarray(pictures.scene(*SIZE)).save(tmp_path / "good.jpg")
    data = (tmp_path / "good.jpg").read_bytes()
    (folder / "a.jpg").write_bytes(data[:len(data) // 2])
    server = serve(folder)
    assert get(server, "/tiles/a.jpg/0/0/0.jpg").status == 422
    (folder / "a.jpg").write_bytes(data)
    repeat_for_two_seconds(lambda: get(server, "/tiles/a.jpg/0/0/0.jpg"))
    assert get(server, "/tiles/a.jpg/0/0/0.jpg").status == 200


def test_a_file_that_grows_while_it_is_uploaded(serve, tmp_path):
    """Requests for a file that is still arriving get errors until it is complete, then the picture."""
    folder = tmp_path / "images"
    folder.mkdir()
    Image.fromarray(pictures.scene(*SIZE)).save(tmp_path / "good.png")
    data = (tmp_path / "good.png").read_bytes()
    server = serve(folder)
    seen = []

    def upload():
        with open(folder / "a.png", "wb") as file:
            for start in range(0, len(data), len(data) // 20):
                file.write(data[start:start + len(data) // 20])
                file.flush()
                time.sleep(0.05)

    thread = threading.Thread(target=upload)
    thread.start()
    while thread.is_alive():
        seen.append(get(server, "/tiles/a.png/0/0/0.jpg"))
    thread.join()
    repeat_for_two_seconds(lambda: get(server, "/tiles/a.png/0/0/0.jpg"))
    whole = get(server, "/tiles/a.png/0/0/0.jpg")
    assert whole.status == 200
    assert seen and all(answer.status in (404, 422, 503) or answer.body == whole.body for answer in seen)
