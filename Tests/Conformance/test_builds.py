"""Pyramids that are served while they are built, and what interrupted builds leave behind."""

import contextlib
import functools
import io
import itertools
import os
import shutil
import signal
import subprocess
import time
import zipfile

import numpy
import pytest
from PIL import Image

import pictures
from client import Connection, get, is_problem, wait_for_pyramid, wait_until
from server import can_be_nameless

# Of 10,000 x 8,000 pixels in tiles of 512: 20 columns and 16 rows on level 5.
TOP = [f"/tiles/slow.png/5/{column}/0.jpg" for column in range(20)]
BOTTOM = "/tiles/slow.png/5/19/15.jpg"
OVERVIEW = "/tiles/slow.png/0/0/0.jpg"


def files(cache):
    """The files in a cache folder, without the locks of running processes and without unfinished files that must have a name."""
    left_out = {"lock"} if can_be_nameless() else {"lock", *(path.name for path in cache.glob("building/*/*.part"))}
    return sorted(str(path.relative_to(cache)) for path in cache.rglob("*") if path.is_file() and path.name not in left_out)


def wait_for_file(server):
    """Waits until tiles are being written. A slow test process may find the build complete."""
    wait_until(lambda: server.unfinished_files or files(server.cache))


def wait_for_build(server):
    """Waits until tiles are being written, and for the first tile."""
    wait_for_file(server)
    assert get(server, TOP[0]).status == 200


@contextlib.contextmanager
def caught_in_the_middle(start, last, first):
    """A server that `start` gives, paused during a build: a request for its last tile is waiting, and its first tile has been answered. If
    the build was over before the pause, another server is started."""
    for _ in range(20):
        server = start()
        with Connection(server) as connection:
            connection.request("GET", last)
            wait_for_file(server)
            assert get(server, first).status == 200
            server.pause()
            if server.unfinished_files:
                yield server
                return
            server.go_on()
        server.stop()
    raise AssertionError("it was always done before it was caught")


def test_tiles_come_while_the_pyramid_is_built(serve, slow_folder, tmp_path):
    caches = (tmp_path / f"cache{number}" for number in itertools.count())
    with caught_in_the_middle(lambda: serve(slow_folder, cache=next(caches)), BOTTOM, TOP[0]) as server:
        assert files(server.cache) == []
        with Connection(server) as bottom, Connection(server) as overview:
            bottom.request("GET", BOTTOM)
            overview.request("GET", OVERVIEW)
            server.go_on()
            early = {target: get(server, target) for target in TOP}
            early |= {BOTTOM: bottom.response(), OVERVIEW: overview.response()}
    assert {answer.status for answer in early.values()} == {200}
    wait_for_pyramid(server, "slow.png")
    server.stop()
    # The tiles are those of the finished pyramid.
    again = serve(slow_folder, "--memory-cache", "0", cache=server.cache)
    assert get(again, "/images/slow.png").json["pyramid"]["state"] == "ready"
    for target, answer in early.items():
        finished = get(again, target)
        assert (finished.body, finished.fields["etag"]) == (answer.body, answer.fields["etag"])


def test_the_progress_of_a_build_is_reported(serve, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    pictures.endless(folder / "a.ppm")
    server = serve(folder, "--tile-size", "512")
    with Connection(server) as connection:
        # In one piece, so that the build is not abandoned in between. Once the tile of the second row has come, the first row is known.
        connection.ask(*(f"/tiles/a.ppm/10/0/{row}.jpg" for row in range(2)), "/images/a.ppm")
        assert [connection.response().status for _ in range(2)] == [200, 200]
        state = connection.response().json["pyramid"]
    assert state["state"] == "building" and 0 < state["progress"] < 1


def test_a_thumbnail_does_not_wait_for_the_build(serve, slow_folder):
    server = serve(slow_folder, "--workers", "2")
    with Connection(server) as bottom:
        bottom.request("GET", BOTTOM)
        wait_for_build(server)
        assert get(server, "/images/slow.png/thumbnail.jpg").status == 200
        assert bottom.response().status == 200


def test_killed_in_the_middle_of_a_build(serve, slow_folder):
    """A killed build leaves nothing behind, and nothing blocks the next one."""
    with caught_in_the_middle(lambda: serve(slow_folder), BOTTOM, TOP[0]) as victim:
        victim.process.send_signal(signal.SIGKILL)
        victim.process.wait()
    cache = victim.cache
    assert files(cache) == []
    # The files of a dead process are removed when they are old.
    (temporary,) = (cache / "building").iterdir()
    past = time.time() - 60
    os.utime(temporary / "lock", (past, past))
    server = serve(slow_folder, cache=cache)
    assert not temporary.exists()
    assert get(server, BOTTOM).status == 200
    wait_for_pyramid(server, "slow.png")
    assert len(files(cache)) == 1


def test_killed_at_any_moment(serve, large_folder, tmp_path):
    """A server that is killed at any moment leaves a complete pyramid or none."""
    cache = tmp_path / "cache"
    reference = get(serve(large_folder, cache=tmp_path / "reference"), "/tiles/big.jpg/4/11/9.jpg").body
    for delay in (0.01, 0.04, 0.08, 0.12, 0.2, 0.3, 0.5):
        victim = serve(large_folder, cache=cache)
        with Connection(victim) as connection:
            connection.request("GET", "/tiles/big.jpg/4/11/9.jpg")
            time.sleep(delay)
            victim.process.send_signal(signal.SIGKILL)
            victim.process.wait()
        assert len(files(cache)) <= 1
        for name in files(cache):
            assert zipfile.ZipFile(cache / name).testzip() is None
            (cache / name).unlink()
    assert get(serve(large_folder, cache=cache), "/tiles/big.jpg/4/11/9.jpg").body == reference


def test_two_processes_build_the_same(serve, slow_folder, tmp_path):
    """Two servers build the same pyramid. One is killed, another starts, and the remaining one completes its build."""
    cache = tmp_path / "cache"
    first, second = serve(slow_folder, cache=cache), serve(slow_folder, cache=cache)
    with Connection(first) as a, Connection(second) as b:
        a.request("GET", BOTTOM)
        b.request("GET", BOTTOM)
        wait_for_build(first)
        wait_for_build(second)
        second.process.send_signal(signal.SIGKILL)
        second.process.wait()
        third = serve(slow_folder, cache=cache)
        answer = a.response()
    assert answer.status == 200 and get(third, BOTTOM).body == answer.body
    for server in (first, third):
        wait_for_pyramid(server, "slow.png")
    assert len(files(cache)) == 1


def test_a_server_stops_in_the_middle_of_a_build(serve, slow_folder):
    # The build's steps are so small that each ends long before the shutdown timeout.
    def start():
        return serve(slow_folder, "--shutdown-timeout", "0", "--tile-size", "64")

    with caught_in_the_middle(start, "/tiles/slow.png/8/156/124.jpg", "/tiles/slow.png/8/0/0.jpg") as server:
        server.process.send_signal(signal.SIGTERM)
        server.go_on()
        server.wait_for_end()
    assert files(server.cache) == [] and list((server.cache / "building").iterdir()) == []


def test_a_disk_that_is_full(serve, slow_folder, tmp_path):
    """With a full disk the build fails with a reason. Tiles in memory are served, and so is everything that still fits."""
    folder = tmp_path / "images"
    folder.mkdir()
    os.link(slow_folder / "slow.png", folder / "slow.png")
    Image.fromarray(pictures.scene(600, 500)).save(folder / "small.png")
    server = serve(folder, cache=tmp_path / "cache", prefix=["prlimit", "--fsize=3000000"])
    early = get(server, TOP[0])
    with Connection(server) as connection:
        # In one piece: the failure is remembered for some seconds.
        connection.ask(BOTTOM, "/images/slow.png")
        answer, document = connection.response(), connection.response()
    assert early.status == 200 and is_problem(answer, 503) and int(answer.fields["retry-after"]) > 0
    # The log has the system's message and the path; the answer has neither.
    assert "cache folder" in answer.json["detail"] and str(server.cache) not in answer.json["detail"]
    assert str(server.cache) in server.log.read_text() and "File too large" in server.log.read_text()
    assert document.json["pyramid"]["state"] == "failed"
    assert files(server.cache) == []
    # The building thread closes the file after it has answered the waiting requests.
    wait_until(lambda: server.unfinished_files == [])
    assert get(server, TOP[0]).body == early.body
    assert get(server, "/tiles/small.png/1/1/0.jpg").status == 200
    wait_for_pyramid(server, "small.png")
    # The build is tried again after some seconds.
    wait_until(lambda: get(server, "/images/slow.png").json["pyramid"]["state"] == "none")


@functools.cache
def changing_source(kind):
    """The pixels of an image of 24 megapixels, its file, and a file with another image of the same size."""
    pixels = numpy.tile(pictures.scene(2_000, 4_000), (1, 3, 1))
    file, other = io.BytesIO(), io.BytesIO()
    options = {"png": {"compress_level": 1}, "webp": {"quality": 50, "method": 0}, "jpg": {"format": "jpeg"}, "tif": {"format": "tiff"}}
    Image.fromarray(pixels).save(file, **{"format": kind, **options.get(kind, {})})
    Image.fromarray(255 - pixels[:, :4_000]).save(other, "JPEG")
    return pixels, file.getvalue(), other.getvalue()


@pytest.mark.parametrize("change", ["shrinks", "grows", "vanishes", "becomes another"])
@pytest.mark.parametrize("kind", ["jpg", "png", "tif", "webp", "ppm"])
def test_a_source_that_changes_while_it_is_built(serve, slow_folder, tmp_path, kind, change):
    """The old state is neither kept nor mixed with the new one. The new state is served completely."""
    folder = tmp_path / "images"
    folder.mkdir()
    path = folder / f"a.{kind}"
    pixels, whole, other = changing_source(kind)
    path.write_bytes(whole)
    server = serve(folder, "--memory-cache", "0", cache=tmp_path / "cache")
    with Connection(server) as connection:
        connection.request("GET", f"/tiles/a.{kind}/4/11/7.jpg")
        wait_for_file(server)
        if change == "shrinks":
            os.truncate(path, len(whole) // 2)
        elif change == "grows":
            with open(path, "ab") as file:
                file.write(bytes(1_000))
        elif change == "vanishes":
            path.unlink()
        else:
            (folder / ".new").write_bytes(other)
            (folder / ".new").rename(path)
        answer = connection.response()
    # The tile is of the old state if its file was not touched, or an error.
    assert answer.status in {"vanishes": (200, 404, 503), "becomes another": (200, 503)}.get(change, (200, 404, 422, 503))
    if answer.status == 200:
        tile = pictures.decoded(answer.body)
        assert pictures.psnr(tile, pixels[7 * 512:4_000, 11 * 512:6_000]) > 25
    wait_until(lambda: server.unfinished_files == [])
    if change == "vanishes":
        wait_until(lambda: get(server, f"/tiles/a.{kind}/0/0/0.jpg").status == 404)
        path.write_bytes(whole)
    elif change != "becomes another":
        path.write_bytes(whole)
    # The level above the smallest has an eighth, or a quarter, of the size.
    overviews = [Image.fromarray(pixels).reduce(8)]
    if change == "becomes another":
        overviews.append(Image.fromarray(255 - pixels[:, :4_000]).reduce(4))
    tiles = [numpy.asarray(overview)[:512, :512] for overview in overviews]

    def shown():
        """The number of the picture that the answer shows, if any. For two seconds it may be the previous one, and never a third."""
        answer = get(server, f"/tiles/a.{kind}/1/0/0.jpg")
        if answer.status != 200:
            return None
        tile = pictures.decoded(answer.body)
        [number] = [number for number, like in enumerate(tiles) if like.shape == tile.shape and pictures.psnr(tile, like) > 25]
        return number

    wait_until(lambda: shown() == len(tiles) - 1)
    wait_for_pyramid(server, f"a.{kind}")


def test_other_programs_can_read_the_file(serve, tmp_path):
    """Other programs can read the file: unzip, Python's zipfile, and programs that expect the names of vips dzsave."""
    folder = tmp_path / "images"
    folder.mkdir()
    Image.fromarray(pictures.scene(1_500, 1_100)).save(folder / "a.png")
    Image.fromarray(pictures.scene(700, 900, alpha=True)).save(folder / "alpha.png")
    server = serve(folder, "--tile-size", "256", cache=tmp_path / "cache")
    seen = set()
    for image, ending in (("a.png", "jpg"), ("alpha.png", "png")):
        answer = get(server, f"/tiles/{image}/0/0/0.{ending}")
        wait_for_pyramid(server, image)
        (path,) = set((server.cache / "pyramids").iterdir()) - seen
        seen.add(path)
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            names = set(archive.namelist())
            tile = archive.read(f"pyramid/pyramid_files/8/0_0.{ending}")
            assert b'Overlap="0"' in archive.read("pyramid/pyramid.dzi")
        assert tile == answer.body
        subprocess.run(["unzip", "-tq", path], check=True, capture_output=True)
        pictures.vips("dzsave", folder / image, tmp_path / "pyramid.szi", "--container", "szi", "--tile-size", "256", "--overlap", "0",
                      "--suffix", f".{ending}")
        theirs = set(zipfile.ZipFile(tmp_path / "pyramid.szi").namelist())
        assert names == {name for name in theirs if not name.endswith("vips-properties.xml")}
        (tmp_path / "pyramid.szi").unlink()


def test_memory_that_grows_with_the_image_is_bounded(serve, tmp_path):
    """A progressive JPEG is decoded as a whole. It is refused if that exceeds the limit; a baseline JPEG of its size is not."""
    folder = tmp_path / "images"
    folder.mkdir()
    image = Image.fromarray(pictures.scene(1_200, 900))
    for name, options in (("plain.jpg", {}), ("progressive.jpg", {"progressive": True}), ("a.webp", {}), ("a.gif", {})):
        image.save(folder / name, **options)
    server = serve(folder, "--decode-memory", "2MiB")
    for name in ("progressive.jpg", "a.webp", "a.gif"):
        for target in (f"/tiles/{name}/0/0/0.jpg", f"/images/{name}/thumbnail.jpg", f"/viewport/{name}/image.jpg?width=100&height=100"):
            answer = get(server, target)
            assert is_problem(answer, 413) and "--decode-memory" in answer.json["detail"], (target, answer)
        # IIIF has 400 for what is over a limit.
        answer = get(server, f"/iiif/3/{name}/0,0,500,500/400,/0/default.jpg")
        assert is_problem(answer, 400) and "--decode-memory" in answer.json["detail"], (name, answer)
        assert get(server, f"/images/{name}").status == 200
    assert get(server, "/tiles/plain.jpg/0/0/0.jpg").status == 200
    # If there is room for one image at a time, many take turns.
    server = serve(folder, "--decode-memory", "8MiB", "--workers", "4")
    for index in range(6):
        shutil.copy(folder / "a.webp", folder / f"{index}.webp")
    connections = [Connection(server) for _ in range(6)]
    for index, waiting in enumerate(connections):
        waiting.request("GET", f"/images/{index}.webp/thumbnail.jpg" if index % 2 else f"/tiles/{index}.webp/0/0/0.jpg")
    assert {waiting.response().status for waiting in connections} == {200}
    for waiting in connections:
        waiting.close()
    assert get(server, "/healthz").status == 200


def test_the_folder_stays_bounded_while_pyramids_grow(serve, slow_folder, tmp_path):
    """Old files are removed before tiles are written. A pyramid that is too large alone stays, and the log says so once."""
    folder = tmp_path / "images"
    folder.mkdir()
    os.link(slow_folder / "slow.png", folder / "slow.png")
    Image.fromarray(pictures.scene(900, 700)).save(folder / "a.png")
    server = serve(folder, "--cache-size", "4MB", cache=tmp_path / "cache")
    for width in range(200, 260):
        assert get(server, f"/iiif/3/a.png/full/{width},/0/default.png").status == 200
    wait_until(lambda: len(files(server.cache)) > 20)
    assert get(server, OVERVIEW).status == 200
    wait_for_pyramid(server, "slow.png")
    left = files(server.cache)
    assert [name for name in left if name.startswith("derivatives")] == []
    assert sum((server.cache / name).stat().st_size for name in left) > 4_000_000
    assert server.log.read_text().count("--cache-size") == 1
