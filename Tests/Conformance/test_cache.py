"""The cache folder: kept between runs, bounded, and checked when it is read."""

import os
import shutil
import threading

import numpy
import pytest
from PIL import Image

import pictures
from client import Connection, get, is_problem, wait_for_builds, wait_for_pyramid, wait_until

TILE = "/tiles/a.png/1/1/0.jpg"
DERIVED = "/tiles/a.png/1/1/0.webp"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    Image.fromarray(pictures.scene(900, 700)).save(folder / "a.png")
    return folder


def files(cache, below, ending):
    return sorted(path for path in (cache / below).rglob("*" + ending) if path.is_file())


def size(cache):
    total = 0
    for path in cache.rglob("*"):
        try:
            # In whole blocks of the disk.
            total += -(-path.stat().st_size // 4096) * 4096 if path.is_file() else 0
        except FileNotFoundError:
            pass
    return total


def metric(server, name):
    line = [line for line in get(server, "/metrics").body.decode().splitlines() if line.startswith(name + " ")]
    return float(line[0].split()[1])


def test_a_second_run_uses_what_the_first_one_made(serve, folder, tmp_path):
    cache = tmp_path / "cache"
    first = serve(folder, cache=cache)
    answers = {target: get(first, target) for target in (TILE, DERIVED)}
    wait_for_pyramid(first, "a.png")
    # The derivative is written after its answer.
    wait_until(lambda: files(cache, "derivatives", ".img"))
    first.stop()
    assert list((cache / "building").iterdir()) == []
    made = {path: path.stat().st_mtime_ns for path in files(cache, "", "")}
    assert len(files(cache, "pyramids", ".szi")) == 1 and len(files(cache, "derivatives", ".img")) == 1
    second = serve(folder, cache=cache)
    assert get(second, "/images/a.png").json["pyramid"]["state"] == "ready"
    for target, answer in answers.items():
        again = get(second, target)
        assert (again.body, again.fields["etag"]) == (answer.body, answer.fields["etag"])
    assert made == {path: path.stat().st_mtime_ns for path in files(cache, "derivatives", "") + files(cache, "pyramids", "")}


def test_other_parameters_are_other_pyramids(serve, folder, tmp_path):
    cache = tmp_path / "cache"
    tags = set()
    for options in ([], ["--quality", "50"], ["--tile-size", "256"], ["--background", "000000"]):
        server = serve(folder, *options, cache=cache)
        tags.add(get(server, "/tiles/a.png/0/0/0.jpg").fields["etag"])
        wait_for_pyramid(server, "a.png")
        server.stop()
    assert len(tags) == 4 and len(files(cache, "pyramids", ".szi")) == 4


def test_damaged_derivatives_are_made_again(serve, folder, tmp_path):
    cache = tmp_path / "cache"
    server = serve(folder, "--memory-cache", "0", cache=cache)
    good = get(server, DERIVED).body
    wait_until(lambda: files(cache, "derivatives", ".img"))
    (path,) = files(cache, "derivatives", ".img")
    whole = path.read_bytes()
    flipped = bytearray(whole)
    flipped[len(flipped) // 3] ^= 0x10
    for damaged in (bytes(flipped), whole[:-1], whole[:10], b"", whole + b"x", bytes(len(whole))):
        path.write_bytes(damaged)
        assert get(server, DERIVED).body == good
        wait_until(lambda: path.exists() and path.read_bytes() == whole)
    path.unlink()
    assert get(server, DERIVED).body == good


@pytest.mark.parametrize("damage", ["cut", "empty", "directory", "zeros", "no zip"])
def test_a_damaged_pyramid_is_built_again(serve, folder, tmp_path, damage):
    cache = tmp_path / "cache"
    server = serve(folder, cache=cache)
    good = get(server, TILE).body
    wait_for_pyramid(server, "a.png")
    server.stop()
    (path,) = files(cache, "pyramids", ".szi")
    data = bytearray(path.read_bytes())
    if damage == "cut":
        del data[len(data) * 2 // 3:]
    elif damage == "empty":
        data.clear()
    elif damage == "directory":
        at = data.index(b"PK\x01\x02")
        data[at:at + 46] = bytes(46)
    elif damage == "zeros":
        data[:] = bytes(len(data))
    else:
        data[:] = b"no zip at all" * 1_000
    path.write_bytes(data)
    server = serve(folder, cache=cache)
    assert get(server, TILE).body == good
    wait_for_pyramid(server, "a.png")
    (path,) = files(cache, "pyramids", ".szi")
    assert path.stat().st_size > 10_000


def test_a_pyramid_that_is_damaged_under_a_running_server(serve, folder, tmp_path):
    """The damage may be noticed late. Then the pyramid is built again; damaged tiles are never served."""
    server = serve(folder, "--memory-cache", "0", cache=tmp_path / "cache")
    good = get(server, TILE).body
    wait_for_pyramid(server, "a.png")
    (path,) = files(tmp_path / "cache", "pyramids", ".szi")
    os.truncate(path, 100)
    answers = [get(server, TILE) for _ in range(3)]
    assert all(answer.status != 200 or answer.body == good for answer in answers)
    wait_until(lambda: get(server, TILE).body == good)


def test_a_flipped_bit_in_a_pyramid_is_not_served(serve, folder, tmp_path):
    server = serve(folder, "--memory-cache", "0", cache=tmp_path / "cache")
    good = get(server, TILE).body
    wait_for_pyramid(server, "a.png")
    (path,) = files(tmp_path / "cache", "pyramids", ".szi")
    data = path.read_bytes()
    at = data.index(good) + len(good) // 2
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(bytes([data[at] ^ 1]))
    assert all(answer.status != 200 or answer.body == good for answer in [get(server, TILE) for _ in range(3)])
    wait_until(lambda: get(server, TILE).body == good)


def test_the_folder_may_be_removed_under_a_running_server(serve, folder, tmp_path):
    cache = tmp_path / "cache"
    server = serve(folder, "--memory-cache", "0", cache=cache)
    good = {target: get(server, target).body for target in (TILE, DERIVED)}
    wait_until(lambda: files(cache, "derivatives", ".img"))
    wait_for_pyramid(server, "a.png")
    shutil.rmtree(cache)
    for target, body in good.items():
        assert get(server, target).body == body
    Image.fromarray(pictures.scene(800, 600, seed=4)).save(folder / "new.png")
    assert get(server, "/tiles/new.png/0/0/0.jpg").status == 200
    wait_for_pyramid(server, "new.png")
    assert len(files(cache, "pyramids", ".szi")) == 1
    # Files that are written after an answer are complete by now: nothing enters the folder while it is removed.
    wait_until(lambda: files(cache, "derivatives", ".img"))
    # A failure to make the folder again is not the image's fault, and not remembered for good.
    shutil.rmtree(cache)
    cache.write_text("in the way")
    Image.fromarray(pictures.scene(800, 600, seed=5)).save(folder / "newer.png")
    answer = get(server, "/tiles/newer.png/0/0/0.jpg")
    assert is_problem(answer, 503) and int(answer.fields["retry-after"]) > 0
    assert "cache folder" in answer.json["detail"] and str(cache) not in answer.json["detail"] and str(cache) in server.log.read_text()
    cache.unlink()
    wait_until(lambda: get(server, "/tiles/newer.png/0/0/0.jpg").status == 200)


def test_two_servers_share_one_folder(serve, folder, tmp_path):
    cache = tmp_path / "cache"
    for index in range(6):
        Image.fromarray(pictures.scene(700, 500, seed=index)).save(folder / f"{index}.png")
    servers = [serve(folder, cache=cache) for _ in range(2)]
    results = {0: {}, 1: {}}

    def ask(which):
        for index in range(6):
            for kind in ("jpg", "webp"):
                results[which][index, kind] = get(servers[which], f"/tiles/{index}.png/1/0/0.{kind}").body

    threads = [threading.Thread(target=ask, args=(which,)) for which in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results[0] == results[1] and all(results[0].values())
    # A server that starts while another one builds leaves the temporary directory of the other alone.
    assert len(list((cache / "building").iterdir())) == 2
    servers[0].stop()
    assert len(list((cache / "building").iterdir())) == 1
    assert get(servers[1], "/tiles/0.png/0/0/0.jpg").status == 200


def test_the_folder_stays_bounded(serve, folder, tmp_path):
    limit = 600_000
    for index in range(12):
        Image.fromarray(pictures.scene(900, 700, seed=index)).save(folder / f"{index}.png")
    server = serve(folder, "--cache-size", str(limit), "--memory-cache", "0", cache=tmp_path / "cache")
    reference = serve(folder, cache=tmp_path / "reference")
    for index in range(12):
        for target in (f"/tiles/{index}.png/1/0/0.jpg", f"/tiles/{index}.png/1/0/0.png", f"/iiif/3/{index}.png/full/300,/0/default.webp"):
            assert get(server, target).body == get(reference, target).body
    # Pyramids in use stay, so only the other files are removed to meet the limit.
    for index in range(12):
        # Some builds may have given way to others. A request for the whole pyramid starts its build again.
        assert get(reference, f"/pyramids/{index}.png.szi").status in {200, 202}
        wait_for_pyramid(reference, f"{index}.png")
    wait_for_builds(server)
    assert size(tmp_path / "reference") > 3 * limit
    in_use = sum(path.stat().st_size for path in files(tmp_path / "cache", "pyramids", ".szi"))
    wait_until(lambda: size(tmp_path / "cache") <= max(limit, in_use + limit // 10))
    wait_until(lambda: abs(metric(server, 'azulejo_cache_bytes{tier="disk"}') - size(tmp_path / "cache")) < 10_000)
    # A smaller limit takes effect at the next start.
    server.stop()
    server = serve(folder, "--cache-size", str(limit // 4), cache=tmp_path / "cache")
    assert size(tmp_path / "cache") <= limit // 4
    assert get(server, "/tiles/3.png/1/0/0.jpg").body == get(reference, "/tiles/3.png/1/0/0.jpg").body


def test_a_cache_size_of_zero(serve, folder, tmp_path):
    server = serve(folder, "--cache-size", "0", "--memory-cache", "0", cache=tmp_path / "cache")
    assert get(server, TILE).body == get(server, TILE).body != b""
    assert get(server, DERIVED).status == 200


def test_foreign_files_are_left_alone(serve, folder, tmp_path):
    """The cache folder may contain foreign files."""
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "letter.txt").write_text("mine")
    (cache / "pictures").mkdir()
    (cache / "pictures/a.szi").write_text("mine, too")
    server = serve(folder, "--cache-size", "1", cache=cache)
    assert get(server, TILE).status == 200
    server.stop()
    assert (cache / "letter.txt").read_text() == "mine" and (cache / "pictures/a.szi").read_text() == "mine, too"


def test_memory_stays_bounded(serve, folder, tmp_path):
    """Some thousands of different answers pass through a small memory cache. Observed: 40 MB before, 60 MB after; the limit is generous."""
    Image.fromarray(numpy.tile(pictures.scene(1_000, 1_000), (3, 4, 1))).save(folder / "large.jpg", quality=90)
    server = serve(folder, "--tile-size", "128", "--memory-cache", "1MiB", cache=tmp_path / "cache")
    with Connection(server) as connection:
        for level, columns, rows in [(5, 32, 24), (4, 16, 12)]:
            for _ in range(3):
                for row in range(rows):
                    for column in range(columns):
                        assert connection.get(f"/tiles/large.jpg/{level}/{column}/{row}.jpg").status == 200
    after = server.resident_bytes
    print(f"resident after 2,880 tiles: {after >> 20} MiB")
    assert after < 512 << 20
    assert metric(server, 'azulejo_cache_bytes{tier="memory"}') <= 1 << 20
    assert server.open_files < 64
