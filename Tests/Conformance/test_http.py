"""HTTP/1.1 on raw sockets: the answer to each kind of request."""

import email.utils
import time

import pytest

from client import Connection, get, is_problem

HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
TILE = "/tiles/a.png/0/0/0.jpg"


# MARK: - Connections

def test_one_connection_carries_many_requests(connection):
    for _ in range(50):
        assert connection.get("/healthz").body == b"ok\n"


def test_requests_in_one_segment_are_answered_in_order(connection):
    targets = [TILE, "/healthz", "/nothing", "/images", "/tiles/b.jpg/0/0/0.png", "/readyz"] * 20
    connection.send(b"".join(f"GET {target} HTTP/1.1\r\nHost: h\r\n\r\n".encode() for target in targets))
    answers = [connection.response() for _ in targets]
    assert [answer.status for answer in answers] == [200, 200, 404, 200, 200, 200] * 20
    assert {answer.body for answer in answers[1::6]} == {b"ok\n"}
    assert len({answer.body for answer in answers[0::6]}) == 1


def test_requests_byte_by_byte(connection):
    for byte in (HEAD + f"HEAD {TILE} HTTP/1.1\r\nhost:localhost\r\n\r\n".encode() + b"\r\n" + HEAD):
        connection.send(bytes([byte]))
    assert connection.response().body == b"ok\n"
    assert connection.response("HEAD").fields["content-type"] == "image/jpeg"
    assert connection.response().body == b"ok\n"


@pytest.mark.parametrize("version, fields, stays", [
    ("1.1", {}, True),
    ("1.1", {"Connection": "close"}, False),
    ("1.1", {"Connection": "keep-alive, Close"}, False),
    ("1.0", {}, False),
    ("1.0", {"Connection": "keep-alive"}, True),
])
def test_the_connection_stays_open_unless_it_is_told_to_close(connection, version, fields, stays):
    connection.request("GET", "/healthz", fields, version=version)
    answer = connection.response()
    assert answer.body == b"ok\n"
    assert answer.fields.get("connection", "").lower() == {("1.1", True): "", ("1.0", True): "keep-alive"}.get((version, stays), "close")
    if stays:
        assert connection.get("/readyz").status == 200
    else:
        assert connection.is_closed_by_server()


def test_http_1_0_needs_no_host(connection):
    connection.send(b"GET /healthz HTTP/1.0\r\n\r\n")
    assert connection.response().body == b"ok\n"


# MARK: - Methods

@pytest.mark.parametrize("target", [TILE, "/images", "/images/a.png", "/iiif/3/a.png/info.json", "/dzi/a.png.dzi", "/", "/healthz",
    "/nothing",
                                    "/images/a.png/thumbnail.jpg", "/viewport/a.png?width=9&height=9", "/tiles/a.png/9/9/9.jpg"])
def test_head_is_get_without_its_body(connection, target):
    whole = connection.get(target)
    head = connection.get(target, method="HEAD")
    for answer in (whole, head):
        email.utils.parsedate_to_datetime(answer.fields.pop("date"))
    assert (head.status, head.fields) == (whole.status, whole.fields)
    assert len(whole.body) == int(head.fields["content-length"])


@pytest.mark.parametrize("target", [TILE, "/images", "/viewport/a.png/gestures", "/", "*", "/nothing/at/all", "/tiles/a.png/x"])
def test_preflight(connection, target):
    answer = connection.get(target, {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET",
                                     "Access-Control-Request-Headers": "range"}, method="OPTIONS")
    assert answer.status == 204
    assert answer.fields["access-control-allow-origin"] == "*"
    methods = {"POST", "OPTIONS"} if target.endswith("/gestures") else {"GET", "HEAD", "OPTIONS"}
    assert set(answer.fields["access-control-allow-methods"].split(", ")) == methods
    assert answer.fields["access-control-allow-headers"]
    assert "content-length" not in answer.fields


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"])
def test_other_methods(connection, method):
    answer = connection.get(TILE, {"Content-Length": "0"}, method=method)
    assert is_problem(answer, 405)
    assert {"GET", "HEAD", "OPTIONS"} <= set(answer.fields["allow"].split(", "))
    assert connection.get("/healthz").status == 200


# MARK: - Fields of every answer

@pytest.mark.parametrize("target, status", [
    ("/nothing", 404), ("/tiles/none.png/0/0/0.jpg", 404), ("/tiles/a.png/9/0/0.jpg", 404), ("/tiles/a.png/0/5/0.jpg", 404),
    ("/tiles/notes.txt/0/0/0.jpg", 404), ("/tiles/a.png/0/0/0.bmp", 415), ("/tiles/a.png/zero/0/0.jpg", 400), ("/images/none", 404),
    ("/images?limit=0", 400), ("/iiif/3/a.png/full/max/0/default.xyz", 400), ("/viewport/a.png", 400),
    ("/tiles/broken.jpg/0/0/0.jpg", 422), ("/images/a.png/thumbnail.gif", 404),
])
def test_errors_are_problems(connection, target, status):
    assert is_problem(connection.get(target), status)
    assert connection.get("/healthz").status == 200


@pytest.mark.parametrize("target", [TILE, "/images", "/images/a.png", "/iiif/3/a.png/info.json", "/", "/js/azulejo-viewer.js"])
def test_pages_of_any_origin_may_read_answers(connection, target):
    fields = connection.get(target).fields
    assert fields["access-control-allow-origin"] == "*"
    assert fields["access-control-expose-headers"] == "ETag, Link, Retry-After"


def test_cache_control_of_answers(connection):
    document = connection.get("/images/a.png")
    assert document.fields["cache-control"] == "no-cache"
    listed = connection.get("/images").json["images"][0]["thumbnail"]
    assert "v=" in listed
    version = listed.split("v=")[1].split("&")[0]
    for target in (TILE, "/iiif/3/a.png/full/max/0/default.jpg", "/viewport/a.png/image.jpg?width=9&height=9", "/dzi/a.png_files/0/0_0.jpg",
                   "/images/a.png/thumbnail.jpg"):
        joint = "&" if "?" in target else "?"
        assert connection.get(target).fields["cache-control"] == "public, max-age=300"
        assert connection.get(f"{target}{joint}v={version}").fields["cache-control"] == "public, max-age=31536000, immutable"
        assert connection.get(f"{target}{joint}v={version[:-1]}").fields["cache-control"] == "public, max-age=300"
    for target in ("/", "/iiif/3/a.png/info.json", "/dzi/a.png.dzi", "/images"):
        assert connection.get(target).fields["cache-control"] == "no-cache"


# MARK: - Conditions and ranges

def test_entity_tags(connection):
    fresh = connection.get(TILE)
    tag = fresh.fields["etag"]
    assert tag.startswith('"') and tag.endswith('"') and len(tag) > 2
    for condition, status in [(tag, 304), (f'"other", W/{tag}', 304), ("*", 304), ('"other"', 200), (tag.strip('"'), 200)]:
        answer = connection.get(TILE, {"If-None-Match": condition})
        assert (answer.status, answer.fields["etag"]) == (status, tag), condition
    assert connection.get(TILE, [("If-None-Match", '"x"'), ("If-None-Match", tag)]).status == 304
    not_modified = connection.get(TILE, {"If-None-Match": tag})
    assert not_modified.fields["cache-control"] == fresh.fields["cache-control"]
    assert not_modified.fields["access-control-allow-origin"] == "*"
    assert not_modified.fields["last-modified"] == fresh.fields["last-modified"]
    other = [connection.get(f"/tiles/{name}/0/0/0.{kind}").fields["etag"] for name in ("a.png", "b.jpg") for kind in ("jpg", "png", "webp")]
    assert len(set(other)) == len(other)


def test_dates(connection):
    date = connection.get(TILE).fields["last-modified"]
    later = email.utils.formatdate(time.time() + 3_600, usegmt=True)
    earlier = "Sun, 06 Nov 1994 08:49:37 GMT"
    for condition, status in [(date, 304), (later, 304), (earlier, 200), ("yesterday", 200)]:
        assert connection.get(TILE, {"If-Modified-Since": condition}).status == status, condition
    # Obsolete forms of dates (RFC 9110, 5.6.7).
    moment = email.utils.parsedate_to_datetime(date)
    for condition in (moment.strftime("%A, %d-%b-%y %H:%M:%S GMT"), time.asctime(moment.timetuple())):
        assert connection.get(TILE, {"If-Modified-Since": condition}).status == 304, condition
        assert connection.get(TILE, {"If-Range": condition, "Range": "bytes=0-9"}).status == 206, condition
    # A tag takes precedence over a date.
    assert connection.get(TILE, {"If-Modified-Since": date, "If-None-Match": '"other"'}).status == 200


def test_ranges(connection):
    whole = connection.get(TILE).body
    size = len(whole)
    for value, start, end in [("bytes=0-9", 0, 10), ("bytes=100-", 100, size), ("bytes=-7", size - 7, size), ("bytes=5-999999999", 5, size),
                              ("bytes=-999999999", 0, size), (f"bytes={size - 1}-{size - 1}", size - 1, size)]:
        part = connection.get(TILE, {"Range": value})
        assert (part.status, part.fields["content-range"]) == (206, f"bytes {start}-{end - 1}/{size}"), value
        assert part.body == whole[start:end]
    for value in (f"bytes={size}-", "bytes=999999999-", "bytes=-0"):
        answer = connection.get(TILE, {"Range": value})
        assert is_problem(answer, 416)
        assert answer.fields["content-range"] == f"bytes */{size}"
    for value in ("bytes=0-1,5-6", "bytes=9-5", "lines=1-2", "bytes=", "bytes=a-b", "bytes=1-2-3", "bytes=99999999999999999999-"):
        answer = connection.get(TILE, {"Range": value})
        assert (answer.status, answer.body) == (200, whole), value


def test_if_range(connection):
    whole = connection.get(TILE)
    for condition, status in [(whole.fields["etag"], 206), (whole.fields["last-modified"], 206), ('"other"', 200),
                              ("W/" + whole.fields["etag"], 200), ("Sun, 06 Nov 1994 08:49:37 GMT", 200)]:
        assert connection.get(TILE, {"Range": "bytes=0-9", "If-Range": condition}).status == status, condition
    assert connection.get(TILE, {"Range": "bytes=0-9"}, method="HEAD").status in (200, 206)


# MARK: - Malformed and refused requests

@pytest.mark.parametrize("request_bytes, status", [
    (b"GET / HTTP/1.1\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: a\r\n\tX: 1\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: a\r\nX: a\x07b\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: a\r\nX : 1\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: a\r\nX\x01: 1\r\n\r\n", 400),
    (b"GET /\xc3\xa9 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /\x80 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /\x7f HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /a\x01 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET healthz HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    (b"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
    (b"GET / HTTP/9.9\r\nHost: a\r\n\r\n", 505),
    (b"GET /\r\n\r\n", 505),
    (b"GET / HTTP/1.1\nHost: a\n\n", 400),
    (b"GET / HTTP/1.1\r\nHost: a\r\nX: a\nY: b\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n", 400),
    (b"get / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
    (b"BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
    (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(64)), 400),
    (b"SSH-2.0-OpenSSH_9.2\r\n", 501),
    (b"\x00" * 64, 400),
    (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400),
    (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400),
    (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n", 400),
    (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n" + b"x" * 65_537, 413),
    (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n8000\r\n" + b"x" * 0x8000 + b"\r\n9000\r\n" + b"x" * 0x9000, 413),
    (b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414),
    (b"GET /" + b"a" * 1_000_000, 414),
    (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 20_000 + b"\r\n\r\n", 431),
    (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"a" * 1_000_000, 431),
    (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: 1\r\n" * 200 + b"\r\n", 431),
    (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: 1\r\n" * 100_000, 431),
], ids=lambda value: str(value)[:48] if isinstance(value, bytes) else "")
def test_malformed_requests_are_refused(small_server, request_bytes, status):
    with Connection(small_server) as connection:
        try:
            connection.send(request_bytes)
        except (BrokenPipeError, ConnectionResetError):
            # The server need not read a megabyte of nonsense. Its answer is read anyway.
            pass
        answer = connection.response()
        assert is_problem(answer, status), answer
        assert answer.fields["connection"] == "close"
        assert connection.is_closed_by_server()
    assert get(small_server, "/healthz").status == 200


@pytest.mark.parametrize("request_bytes, status", [
    (b"GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
    (b"GET http://localhost/healthz?a=b HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
    (b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", 204),
    (b"GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
    (b"GET /healthz HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
    (b"GET /healthz HTTP/1.1\r\nHost: a\"b\r\n\r\n", 400),
    (b"\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
    (b"GET /healthz HTTP/1.1\r\nHOST: [::1]:8080\r\n\r\n", 200),
    (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: caf\xe9\r\nEmpty:\r\n\r\n", 200),
    (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"X: 1\r\n" * 90 + b"\r\n", 200),
    (b"GET /healthz?" + b"a" * 8_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
    (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 16_000 + b"\r\n\r\n", 200),
    (b"GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n", 200),
    (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 200),
    (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello", 200),
    (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nTrailer: x\r\n\r\n", 200),
    (b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\n\r\n", 405),
    (b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65536\r\n\r\n" + b"x" * 65_536, 405),
], ids=lambda value: str(value)[:48] if isinstance(value, bytes) else "")
def test_unusual_requests_leave_the_connection_in_order(connection, request_bytes, status):
    connection.send(request_bytes + HEAD)
    assert connection.response("OPTIONS" if status == 204 else "GET").status == status
    assert connection.response().body == b"ok\n"


def test_a_body_is_not_waited_for_when_the_client_waits(connection):
    connection.request("POST", "/healthz", {"Content-Length": "5", "Expect": "100-continue"})
    assert connection.socket.recv(1 << 16) == b"HTTP/1.1 100 Continue\r\n\r\n"
    connection.send(b"hello")
    assert connection.response().status == 405
    # If the body comes without being asked for, there is nothing to wait for.
    connection.request("POST", "/healthz", {"Content-Length": "5", "Expect": "100-continue"}, body=b"hello")
    assert connection.response().status == 405
