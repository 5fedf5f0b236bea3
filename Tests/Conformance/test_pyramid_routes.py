"""Whole pyramids: their progress in events and lists, and their files."""

import io
import json
import threading
import time
import zipfile

import pytest
from PIL import Image

import pictures
from client import Connection, get, is_problem, segment, wait_for_builds, wait_until, wait_until_stalled
from server import Server

PYRAMID = "/pyramids/big.png.szi"
EVENTS = "/images/big.png/events"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with an image whose pyramid takes a second or more, a small one, one that holds its own levels, and a broken one."""
    folder = tmp_path_factory.mktemp("pyramids")
    pictures.noise_png(folder / "big.png", 9_000, 7_000)
    Image.fromarray(pictures.scene(1_500, 1_000)).save(folder / "small.png")
    pictures.vips("tiffsave", folder / "small.png", folder / "native.tif", "--tile", "--pyramid", "--compression", "jpeg")
    pictures.vips("tiffsave", folder / "small.png", folder / "flat.tif", "--tile", "--compression", "jpeg")
    (folder / "broken.png").write_bytes((folder / "small.png").read_bytes()[:100_000])
    return folder


@pytest.fixture(scope="module")
def finished(folder, tmp_path_factory):
    """A server with the finished pyramid of the small image."""
    with Server(folder, tmp_path_factory.mktemp("caches") / "finished") as server:
        wait_until(lambda: get(server, "/pyramids/small.png.szi").status == 200)
        yield server


def events(connection, target):
    """Requests a stream, and yields its events as pairs of a name and data; at the end the value of retry."""
    connection.ask(target)
    yield from heard(connection)


def heard(connection):
    """Yields the events of a stream that has been requested."""
    head = connection.head()
    assert head.status == 200 and head.fields["content-type"] == "text/event-stream", head
    assert head.fields["cache-control"] == "no-store" and head.fields["x-accel-buffering"] == "no"
    assert head.fields["access-control-allow-origin"] == "*"
    assert head.fields["transfer-encoding"] == "chunked" and "content-length" not in head.fields
    for chunk in connection.chunks():
        yield from parsed(chunk)


def parsed(text):
    """Parses a chunk, which holds whole events."""
    assert text.endswith(b"\n\n"), text
    for block in text.decode()[:-2].split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if not line.startswith(":"))
        if fields:
            yield fields["event"], json.loads(fields["data"]), fields.get("retry")


def is_same(a, b):
    """True if bytes are equal. A function, so that a failing assertion does not print megabytes."""
    return a == b


def start_build(server):
    answer = get(server, PYRAMID)
    assert answer.status == 202, answer
    return answer


# MARK: - Events

def test_events_of_a_build(serve, folder):
    server = serve(folder)
    with Connection(server) as connection:
        begin = time.monotonic()
        # In one piece: the build lasts a second.
        connection.ask(PYRAMID, EVENTS)
        assert connection.response().status == 202
        told = list(heard(connection))
        seconds = time.monotonic() - begin
        # The connection can still be used.
        assert connection.get("/images/big.png").json["pyramid"] == {"state": "ready", "progress": 1}
    assert len(told) >= 3, told
    *progress, (name, data, retry) = told
    assert (name, data) == ("ready", {"state": "ready", "progress": 1}) and int(retry) > 0
    shares = [data["progress"] for name, data, _ in progress if (name, data["state"]) == ("progress", "building")]
    assert len(shares) == len(progress) and shares == sorted(shares) and shares[0] >= 0 and shares[-1] <= 1
    assert len(shares) <= 5 * seconds + 3


def test_events_where_nothing_is_built(finished):
    for image, name, state, progress in (
        ("small.png", "ready", "ready", 1), ("native.tif", "ready", "native", 1), ("big.png", "progress", "none", 0),
    ):
        with Connection(finished) as connection:
            [(event, data, retry)] = events(connection, f"/images/{image}/events")
            assert (event, data) == (name, {"state": state, "progress": progress})
            assert 1_000 <= int(retry) <= 600_000
            assert connection.get("/healthz").status == 200


def test_events_of_a_failure(serve, folder):
    server = serve(folder)
    assert get(server, "/tiles/broken.png/2/0/0.jpg").status == 422
    for _ in range(2):
        with Connection(server) as connection:
            *_, (name, data, _) = events(connection, "/images/broken.png/events")
            assert name == "failed" and data["state"] == "failed" and data["reason"]
    assert is_problem(get(server, "/pyramids/broken.png.szi"), 422)
    assert get(server, "/images/broken.png").json["pyramid"]["state"] == "failed"


def test_events_for_http_1_0_and_head(finished):
    with Connection(finished) as connection:
        connection.request("GET", "/images/small.png/events", {"Connection": "keep-alive"}, version="1.0")
        head = connection.head()
        assert head.fields["connection"] == "close" and "transfer-encoding" not in head.fields
        while connection._fill():
            pass
        [(name, data, _)] = parsed(connection.buffer)
        assert (name, data["state"]) == ("ready", "ready")
    with Connection(finished) as connection:
        head = connection.get("/images/small.png/events", method="HEAD")
        assert head.status == 200 and head.fields["content-type"] == "text/event-stream" and head.body == b""
        assert connection.get("/healthz").status == 200
    assert is_problem(get(finished, "/images/missing.png/events"), 404)
    assert is_problem(get(finished, "/images/small.png/events", method="POST"), 405)


def test_requests_behind_a_stream_are_answered_after_it(serve, folder):
    server = serve(folder)
    start_build(server)
    with Connection(server) as connection:
        connection.send(f"GET {EVENTS} HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        assert b"event: ready" in connection.response().body
        assert connection.response().body == b"ok\n"


def test_listeners_that_leave(serve, folder):
    """Listeners that leave hold no resources, and the build continues."""
    server = serve(folder)
    start_build(server)
    # Every file of the build is open.
    wait_until(lambda: server.unfinished_files or list((server.cache / "pyramids").iterdir()))
    files = server.open_files
    for _ in range(20):
        with Connection(server) as connection:
            next(events(connection, EVENTS))
    wait_until(lambda: server.open_files <= files)
    wait_until(lambda: get(server, PYRAMID).status == 200)


def test_a_stream_ends_when_the_server_stops(serve, folder):
    server = serve(folder)
    start_build(server)
    with Connection(server) as connection:
        stream = events(connection, EVENTS)
        next(stream)
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        list(stream)
        assert connection.is_closed_by_server()
        stopping.join()


# MARK: - Lists

def test_lists_show_builds(serve, folder):
    server = serve(folder)
    entries = {entry["id"]: entry for entry in get(server, "/images").json["images"]}
    assert all("pyramid" not in entry for entry in entries.values())
    assert entries["big.png"]["links"]["pyramid"] == PYRAMID and "pyramid" not in entries["native.tif"]["links"]
    with Connection(server) as connection:
        # In one piece: the build lasts a second.
        connection.ask(PYRAMID, "/images", "/images/big.png", "/metrics")
        begun, listed, described, metrics = (connection.response() for _ in range(4))
    assert begun.status == 202
    entries = {entry["id"]: entry for entry in listed.json["images"]}
    assert entries["big.png"]["pyramid"]["state"] == "building" and 0 <= entries["big.png"]["pyramid"]["progress"] < 1
    assert "pyramid" not in entries["small.png"]
    document = described.json
    assert document["pyramid"]["state"] == "building" and document["links"]["pyramid"] == PYRAMID
    assert "\nazulejo_builds_running 1\n" in metrics.body.decode()
    wait_until(lambda: get(server, "/images/big.png").json["pyramid"]["state"] == "ready")
    # A build ends a moment after its pyramid is available.
    wait_for_builds(server)
    assert all("pyramid" not in entry for entry in get(server, "/images").json["images"])


# MARK: - Files

def test_a_file_that_is_not_built_yet(serve, folder):
    server = serve(folder)
    answer = start_build(server)
    assert answer.json["state"] == "building" and 0 <= answer.json["progress"] <= 1
    assert int(answer.fields["retry-after"]) > 0 and answer.fields["cache-control"] == "no-store"
    assert answer.fields["content-type"] == "application/json" and answer.fields["access-control-allow-origin"] == "*"
    # The pyramid is built although nobody waits.
    wait_until(lambda: get(server, PYRAMID).status == 200)
    with zipfile.ZipFile(io.BytesIO(get(server, PYRAMID).body)) as archive:
        assert archive.testzip() is None


def test_the_whole_file(finished):
    answer = get(finished, "/pyramids/small.png.szi")
    assert answer.fields["content-type"] == "application/zip" and answer.fields["accept-ranges"] == "bytes"
    assert answer.fields["content-disposition"] == 'attachment; filename="small.szi"'
    assert answer.fields["cache-control"] == "no-cache" and answer.fields["etag"].startswith('"')
    assert "last-modified" not in answer.fields
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        assert archive.testzip() is None
        tile = archive.read(next(name for name in archive.namelist() if name.endswith("_files/11/1_0.jpg")))
    assert is_same(get(finished, "/tiles/small.png/2/1/0.jpg").body, tile)
    head = get(finished, "/pyramids/small.png.szi", method="HEAD")
    assert head.fields == {**answer.fields, "date": head.fields["date"]}


def test_ranges_and_conditions(finished):
    target = "/pyramids/small.png.szi"
    whole = get(finished, target)
    size, tag = len(whole.body), whole.fields["etag"]
    with Connection(finished) as connection:
        for value, start, end in (
            ("bytes=0-0", 0, 1), ("bytes=100-99999", 100, 100_000), ("bytes=-22", size - 22, size), (f"bytes={size - 1}-", size - 1, size),
            (f"bytes=5-{10 * size}", 5, size),
        ):
            part = connection.get(target, {"Range": value})
            assert part.status == 206 and is_same(part.body, whole.body[start:end])
            assert part.fields["content-range"] == f"bytes {start}-{end - 1}/{size}" and part.fields["etag"] == tag
            assert connection.get(target, {"Range": value, "If-Range": tag}).status == 206
            assert is_same(connection.get(target, {"Range": value, "If-Range": '"other"'}).body, whole.body)
            assert connection.get(target, {"Range": value, "If-Range": "Mon, 01 Jan 2035 00:00:00 GMT"}).status == 200
            assert connection.get(target, {"Range": value}, method="HEAD").fields["content-length"] == str(size)
        for value in (f"bytes={size}-", "bytes=-0"):
            outside = connection.get(target, {"Range": value})
            assert is_problem(outside, 416) and outside.fields["content-range"] == f"bytes */{size}"
        for value in ("bytes=0-1,4-5", "lines=1-2", "bytes=5-2"):
            assert is_same(connection.get(target, {"Range": value}).body, whole.body)
        same = connection.get(target, {"If-None-Match": tag})
        assert same.status == 304 and same.body == b"" and same.fields["etag"] == tag
        assert connection.get(target, {"If-None-Match": '"other"'}).status == 200


def test_tags_tell_builds_apart(serve, folder, tmp_path):
    """Different bytes never have the same tag. The same file keeps its tag over a restart."""
    one = serve(folder, "--tile-size", "128", cache=tmp_path / "one")
    wait_until(lambda: get(one, "/pyramids/small.png.szi").status == 200)
    first = get(one, "/pyramids/small.png.szi")
    one.stop()
    again = serve(folder, "--tile-size", "128", cache=tmp_path / "one")
    assert get(again, "/pyramids/small.png.szi").fields["etag"] == first.fields["etag"]
    other = serve(folder, "--tile-size", "128", cache=tmp_path / "other")
    wait_until(lambda: get(other, "/pyramids/small.png.szi").status == 200)
    second = get(other, "/pyramids/small.png.szi")
    assert (second.fields["etag"] == first.fields["etag"]) == (second.body == first.body)


def test_images_without_a_pyramid(finished):
    for image in ("native.tif", "flat.tif"):
        answer = get(finished, f"/pyramids/{image}.szi")
        assert is_problem(answer, 404) and f"/tiles/{image}/" in answer.json["detail"] and "azulejo build" in answer.json["detail"]
        assert "pyramid" not in get(finished, f"/images/{image}").json["links"]
    assert is_problem(get(finished, "/pyramids/missing.png.szi"), 404)
    assert is_problem(get(finished, "/pyramids/small.png"), 404)


def test_a_slow_download_takes_no_memory(serve, folder):
    """Unread parts of a download take no memory, other clients are served, and the slow client gets the whole file."""
    server = serve(folder)
    start_build(server)
    wait_until(lambda: get(server, PYRAMID).status == 200)
    whole = get(server, PYRAMID).body
    before = server.resident_bytes
    slow = [Connection(server) for _ in range(20)]
    for connection in slow:
        connection.request("GET", PYRAMID)
        assert connection.head().status == 200
    wait_until_stalled(*slow)
    assert 20 * len(whole) > 500 << 20
    # The process holds a piece for each download, and one on its way. The kernel's buffers do not count.
    assert server.resident_bytes - before < 64 << 20
    assert get(server, "/healthz").status == 200
    connection = slow[0]
    while len(connection.buffer) < len(whole):
        assert connection._fill()
    assert is_same(connection.buffer, whole)
    connection.buffer = b""
    assert connection.get("/healthz").status == 200
    for connection in slow:
        connection.close()


def test_too_many_downloads(serve, folder):
    server = serve(folder)
    start_build(server)
    wait_until(lambda: get(server, PYRAMID).status == 200)
    taking = []
    while len(taking) < 200:
        connection = Connection(server)
        connection.request("GET", PYRAMID)
        taking.append(connection)
        answer = connection.head()
        if answer.status != 200:
            break
    assert len(taking) == 129 and answer.status == 503 and int(answer.fields["retry-after"]) > 0
    for connection in taking:
        connection.close()
    wait_until(lambda: get(server, PYRAMID, method="HEAD").status == 200)


def test_a_download_survives_the_removal_of_its_file(serve, folder):
    server = serve(folder)
    start_build(server)
    wait_until(lambda: get(server, PYRAMID).status == 200)
    with Connection(server) as connection:
        connection.request("GET", PYRAMID)
        length = int(connection.head().fields["content-length"])
        for file in (server.cache / "pyramids").iterdir():
            file.unlink()
        while len(connection.buffer) < length:
            assert connection._fill()
        with zipfile.ZipFile(io.BytesIO(connection.buffer)) as archive:
            assert archive.testzip() is None


def test_names_of_files(serve, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    names = {"Évora \"1\".png": "filename*=UTF-8''%C3%89vora%20%221%22.szi", "a.b.png": 'filename="a.b.szi"'}
    for name in names:
        Image.fromarray(pictures.scene(600, 400)).save(folder / name)
    server = serve(folder)
    for name, value in names.items():
        target = f"/pyramids/{segment(name)}.szi"
        wait_until(lambda: get(server, target).status == 200)
        assert value in get(server, target).fields["content-disposition"]
