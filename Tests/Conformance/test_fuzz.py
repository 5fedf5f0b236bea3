"""Eighty thousand requests of pieces that break parsers: each gets an answer, none a 500, and the server continues."""

import random
import threading
import time
from collections import Counter

from client import Connection, get

PIECES = [
    "tiles", "iiif", "3", "2", "dzi", "images", "viewport", "view", "thumbnail.jpg", "info.json", "a.png", "b.jpg", "broken.jpg",
    "a.png.dzi", "a.png_files", "_files", ".dzi", "full", "max", "0", "1", "-1", "00", "0.jpg", "1_1.png", "0_0.jpg", "_", "_.jpg",
    "default.jpg", "gray.png", ".jpg", "jpg", "..", ".", "%2e%2e", "%2F", "%00", "%", "%zz", "%ff", "%C3%A9", ";", ";1", "a.png;2",
    "a.png%3B1", "9999999999", "99999999999999999999", "2147483648", "4294967296.png", "255", "256", "pct:0,0,1,1", "pct:100,100,1,1",
    "0,0,1,1", "0,0,9999999999,9999999999", "9999999999,0,1,1", "^max", "%5Emax", "!1,1", "^!9999999999,1", "pct:1e9", "pct:.1", "pct:1.",
    "1,", ",1", ",", "square", "!0", "360", "22.5", "image.png", "image.jp2", "gestures", "events", "tile.json", "metrics", "healthz",
    "index.html", "js", "", "", "cache", "a~b.png", "~", "%7E", "%257E", "x" * 200, "~", "'", "|", "\\", "{", "[", "<", "\"", "*",
    "+", "&", "=", ":", "@", "$",
]
NAMES = ["width", "height", "dpr", "scale", "anchor", "offset", "min", "max", "ideal", "background", "after", "limit", "v", "", "x"]
VALUES = [
    "1", "0", "-1", "100", "16384", "1e308", "1e-308", "-0", "nan", "inf", "1,1", "1e308,-1e308", ",", "", "FF0000", "FF000080",
    "transparent", "%", "%00", "0x1", "1.5", "+2", "9" * 30, "a.png", "é".encode().decode("latin-1"), "0.0000001", "8",
]
FIELDS = [
    "Range: bytes=0-0", "Range: bytes=-1", "Range: bytes=9-", "If-None-Match: *", "If-None-Match: \"", "If-Modified-Since: x",
    "If-Range: \"x\"", "Accept: */*", "Accept-Encoding: gzip", "Forwarded: for=\"[::1]\"", "X-Forwarded-Host: evil", "Content-Length: 0",
    "TE: trailers", "Origin: null", "Accept-Encoding: identity;q=0", "Accept-Encoding: gzip;q=0.5, *;q=0", "Authorization: Bearer x",
    "Forwarded: host=a, for=127.0.0.1;host=\"b", "X-Forwarded-Prefix: /p", "X-Forwarded-For: 1.2.3.4, 127.0.0.1", "X-Forwarded-Port: 9",
]


def targets(seed, count):
    fuzz = random.Random(seed)
    for _ in range(count):
        # Half of them begin like an existing route, so that they get past the first check.
        start = fuzz.choice([
            [], ["tiles", "a.png"], ["iiif", "3", "a.png"], ["dzi", "a.png_files"], ["viewport", "a.png"], ["images", "b.jpg"],
            ["viewport", "a.png", "image.png"],
        ])
        path = "/" + "/".join(start + fuzz.choices(PIECES, k=fuzz.randrange(0, 6)))
        if fuzz.random() < 0.2:
            at = fuzz.randrange(len(path))
            path = path[:at] + chr(fuzz.randrange(0x21, 0x7F)) + path[at + fuzz.randrange(2):]
        path = "/" + path.lstrip("/") if not path.startswith("/") else path
        if fuzz.random() < 0.5:
            path += "?" + "&".join(f"{fuzz.choice(NAMES)}={fuzz.choice(VALUES)}" for _ in range(fuzz.randrange(0, 7)))
        fields = fuzz.choices(FIELDS, k=fuzz.randrange(0, 2))
        yield path, fields, fuzz.choice(["GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "DELETE"])


def test_targets(serve, small_server):
    """Answers come in order, one for each request, or an error that closes the connection."""
    server = serve(
        small_server.folder, "--max-output-pixels", "1000000", "--trust-proxy", "loopback", "--slash-substitute", "~", "--admin-token",
        "a-secret-of-the-operator")
    statuses = Counter()
    bad = []

    def run(seed):
        requests = list(targets(seed, 20_000))
        # Not earlier: a silent connection is closed after ten seconds.
        connection = Connection(server)
        while requests:
            pending, requests = requests[:50], requests[50:]
            connection.send(b"".join(
                "\r\n".join([f"{method} {path} HTTP/1.1", "Host: h", *fields, "", ""]).encode("latin-1") for path, fields,
                method in pending))
            while pending:
                path, fields, method = pending.pop(0)
                answer = connection.response(method)
                if answer is None:
                    bad.append(("closed without a word", path, fields))
                    break
                statuses[answer.status] += 1
                if answer.status >= 500 and answer.status not in (501, 503):
                    bad.append((answer.status, path, fields, answer.body[:200]))
                if answer.fields.get("connection") == "close":
                    break
            if answer is None or answer.fields.get("connection") == "close":
                # Requests behind one that closed the connection were not read. They are sent again on another connection.
                requests = pending + requests
                connection.close()
                connection = Connection(server)
        connection.close()

    start = time.monotonic()
    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{dict(statuses)} in {time.monotonic() - start:.1f} s, {server.resident_bytes >> 20} MiB resident")
    assert bad == []
    assert sum(statuses.values()) == 80_000
    assert statuses[200] > 1_000 and statuses[404] > 1_000 and statuses[400] > 1_000
    assert get(server, "/healthz").status == 200


def test_bytes(small_server):
    """Requests with changed bytes, in pieces of any size, get an answer or the end of the connection, and soon."""
    fuzz = random.Random(3)
    whole = (b"GET /tiles/a.png/0/0/0.jpg HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-9\r\nContent-Length: 4\r\n\r\nbody"
             b"POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\nT: x\r\n\r\n")
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(fuzz.randrange(1, 5)):
            at = fuzz.randrange(len(data))
            choice = fuzz.randrange(3)
            if choice == 0:
                data[at] = fuzz.randrange(256)
            elif choice == 1:
                del data[at:at + fuzz.randrange(1, 20)]
            else:
                data[at:at] = fuzz.choice([b"\r\n", b"\n", b"\r", b" ", b":", b"\x00", b"\xff", b"\t", b"GET ", b"0", b"Host: a\r\n"])
        with Connection(small_server) as connection:
            try:
                while data:
                    size = fuzz.randrange(1, 60)
                    connection.send(bytes(data[:size]))
                    del data[:size]
                # An incomplete request is completed by the end of the data.
                connection.socket.shutdown(1)
                answers = b""
                while piece := connection.socket.recv(1 << 16):
                    answers += piece
                # A timeout would answer 408.
                assert b"HTTP/1.1 408" not in answers, bytes(data)
            except (BrokenPipeError, ConnectionResetError, OSError) as error:
                assert not isinstance(error, TimeoutError), bytes(data)
    assert get(small_server, "/healthz").status == 200
