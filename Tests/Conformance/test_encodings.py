"""Texts in gzip: the form that is sent, its fields for caches, and the same bytes for every client after decoding."""

import gzip
import http.client
import shutil
import subprocess
import urllib.request
import zlib

import numpy
import pytest
from PIL import Image

from client import get, is_problem, wait_for_builds, wait_until

TEXTS = ["/", "/view/a.png", "/js/azulejo-viewer.js", "/css/azulejo.css", "/favicon.svg", "/images?limit=100", "/images/a.png",
         "/iiif/3/a.png/info.json", "/dzi/a.png.dzi", "/viewport/a.png?width=900&height=700&dpr=4", "/metrics"]
LONG = ["/", "/js/azulejo-viewer.js", "/css/azulejo.css", "/images?limit=100", "/viewport/a.png?width=9000&height=7000", "/metrics"]
OTHERS = ["/tiles/a.png/0/0/0.jpg", "/tiles/a.png/0/0/0.png", "/images/a.png/thumbnail.jpg", "/iiif/3/a.png/full/max/0/default.png"]


@pytest.fixture(scope="module")
def server(serve_for_module, tmp_path_factory):
    folder = tmp_path_factory.mktemp("texts")
    Image.fromarray(numpy.zeros((6_000, 8_000, 3), "uint8")).save(folder / "a.png")
    for number in range(20):
        Image.new("RGB", (8, 6)).save(folder / f"{number}.png")
    server = serve_for_module(folder)
    # With a complete pyramid, the descriptors do not change any more.
    wait_until(lambda: get(server, "/pyramids/a.png.szi").status == 200)
    wait_for_builds(server)
    return server


@pytest.mark.parametrize("target", TEXTS)
def test_compressed_texts_name_their_coding(server, target):
    plain, zipped = get(server, target), get(server, target, {"Accept-Encoding": "gzip"})
    for answer in (plain, zipped):
        assert answer.status == 200
        # The media type of the JSON depends on Accept, too.
        assert answer.fields["vary"] == ("Accept, " if target.endswith("info.json") else "") + "Accept-Encoding"
        assert int(answer.fields["content-length"]) == len(answer.body)
    assert "content-encoding" not in plain.fields
    head = get(server, target, {"Accept-Encoding": "gzip"}, method="HEAD")
    if target != "/metrics":
        assert {**head.fields, "date": ""} == {**zipped.fields, "date": ""}
        assert plain.fields["etag"].startswith('"') and zipped.fields["etag"].startswith('"')
        assert (plain.fields["etag"] == zipped.fields["etag"]) == ("content-encoding" not in zipped.fields)


@pytest.mark.parametrize("target", LONG)
def test_the_same_bytes_for_every_client(server, target):
    plain = get(server, target).body
    answer = get(server, target, {"Accept-Encoding": "br;q=0.9, gzip;q=0.5, *;q=0"})
    assert answer.fields["content-encoding"] == "gzip" and len(answer.body) < len(plain)
    if target == "/metrics":
        return  # The metrics count their own requests.
    assert gzip.decompress(answer.body) == plain == zlib.decompress(answer.body, wbits=31)
    request = urllib.request.Request(server.address.rstrip("/") + target, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as response:
        assert gzip.decompress(response.read()) == plain
    if shutil.which("curl"):
        assert subprocess.run(["curl", "-s", "--compressed", server.address.rstrip("/") + target], capture_output=True,
                              check=True).stdout == plain
    connection = http.client.HTTPConnection(server.host, server.port)
    connection.request("GET", target, headers={"Accept-Encoding": "identity"})
    assert connection.getresponse().read() == plain
    connection.close()


@pytest.mark.parametrize("target", OTHERS)
def test_images_are_sent_as_they_are(server, target):
    plain, asked = get(server, target), get(server, target, {"Accept-Encoding": "gzip, br, identity;q=0"})
    assert (asked.status, asked.body, asked.fields["etag"]) == (200, plain.body, plain.fields["etag"])
    assert "content-encoding" not in asked.fields and "vary" not in asked.fields


def test_short_texts_are_sent_as_they_are(server):
    for target in ("/dzi/a.png.dzi", "/healthz"):
        plain = get(server, target, {"Accept-Encoding": "gzip"})
        assert "content-encoding" not in plain.fields
        # A client that accepts only gzip gets gzip.
        for refusal in ("gzip, identity;q=0", "gzip, *;q=0"):
            zipped = get(server, target, {"Accept-Encoding": refusal})
            assert zipped.fields["content-encoding"] == "gzip" and gzip.decompress(zipped.body) == plain.body
            assert "etag" not in plain.fields or zipped.fields["etag"] != plain.fields["etag"]


@pytest.mark.parametrize("asked, coding", [
    ("gzip;q=0", None), ("gzip;q=0, *", None), ("*", "gzip"), ("", None), ("identity", None), ("deflate, br", None),
    ("gzip;q=0.001", "gzip"),
    ("identity;q=1, gzip;q=0.5", None), ("identity;q=0, gzip", "gzip"), ("*;q=0, gzip", "gzip"), ("gzip;q=7", None), ("GZIP", "gzip"),
])
def test_accept_encoding_is_followed(server, asked, coding):
    assert get(server, "/css/azulejo.css", {"Accept-Encoding": asked}).fields.get("content-encoding") == coding


def test_no_acceptable_form(server):
    for asked in ("identity;q=0", "*;q=0", "br, *;q=0"):
        assert is_problem(get(server, "/images", {"Accept-Encoding": asked}), 406)


def test_conditions(server):
    for target in ("/css/azulejo.css", "/images?limit=50"):
        for fields in ({}, {"Accept-Encoding": "gzip"}):
            answer = get(server, target, fields)
            for tag in (answer.fields["etag"], "W/" + answer.fields["etag"], f'"x", {answer.fields["etag"]}'):
                again = get(server, target, {**fields, "If-None-Match": tag})
                assert again.status == 304
                for name in ("etag", "vary", "cache-control"):
                    assert again.fields[name] == answer.fields[name]
                assert not {"content-type", "content-encoding", "content-length"} & set(again.fields)
    tags = {get(server, "/css/azulejo.css", fields).fields["etag"] for fields in ({}, {"Accept-Encoding": "gzip"})}
    assert len(tags) == 2


def test_parts_of_texts_are_not_sent(server):
    """A range of one form makes no sense in the other. The whole text is sent, as the specification allows."""
    whole = get(server, "/css/azulejo.css", {"Accept-Encoding": "gzip"})
    assert "accept-ranges" not in whole.fields
    answer = get(server, "/css/azulejo.css", {"Accept-Encoding": "gzip", "Range": "bytes=0-9"})
    assert (answer.status, answer.body) == (200, whole.body)


def test_a_list_that_changed_has_another_tag(server):
    before = get(server, "/images?limit=1").fields["etag"]
    assert get(server, "/images?limit=2").fields["etag"] != before
    assert get(server, "/images?limit=1").fields["etag"] == before
