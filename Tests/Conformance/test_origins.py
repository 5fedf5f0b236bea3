"""The base URL: from the request's Host, from --base-url, or from trusted proxies. And the substitute for slashes."""

import io

import pytest
from PIL import Image

from client import Connection, get, is_problem, segment

SAID = {"Host": "inner:1", "Forwarded": 'for=1.2.3.4;host="outer.example:8443";proto=https', "X-Forwarded-Prefix": "/p"}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "images/maps").mkdir(parents=True)
    Image.new("RGB", (600, 400), (200, 10, 20)).save(tmp_path / "images/maps/a.png")
    Image.new("RGB", (600, 400), (20, 10, 200)).save(tmp_path / "images/maps~a.png")
    return tmp_path / "images"


def identifier(server, fields):
    return get(server, "/iiif/3/maps%2Fa.png/info.json", fields).json["id"].removesuffix("/iiif/3/maps%2Fa.png")


def thumbnail(server, fields):
    return get(server, "/images", fields).json["images"][0]["thumbnail"].split("/images/")[0]


def test_without_options(serve, folder):
    server = serve(folder)
    assert identifier(server, SAID) == "http://inner:1"
    assert thumbnail(server, SAID) == ""


@pytest.mark.parametrize("trusted, is_believed", [
    ("loopback", True), ("127.0.0.1", True), ("10.0.0.0/8,127.0.0.0/30", True), ("private", False), ("127.0.0.2", False), ("::1", False),
])
def test_trusted_proxies(serve, folder, trusted, is_believed):
    server = serve(folder, "--trust-proxy", trusted)
    assert identifier(server, SAID) == ("https://outer.example:8443/p" if is_believed else "http://inner:1")
    assert thumbnail(server, SAID) == ("/p" if is_believed else "")
    location = get(server, "/iiif/3/maps%2Fa.png", SAID).fields["location"]
    assert location.startswith("https://outer.example:8443/p/iiif/3/" if is_believed else "http://inner:1/iiif/3/")


def test_ipv6(serve, folder):
    server = serve(folder, "--trust-proxy", "::1", "--host", "::1")
    server.host = "::1"
    assert identifier(server, SAID) == "https://outer.example:8443/p"


def test_base_url_wins_over_the_request(serve, folder):
    server = serve(folder, "--base-url", "https://images.example.org/slides/", "--trust-proxy", "loopback")
    assert identifier(server, SAID) == "https://images.example.org/slides"
    assert thumbnail(server, SAID) == "https://images.example.org/slides"
    assert "https://images.example.org;" in get(server, "/").fields["content-security-policy"].replace(" blob: data:", ";")


@pytest.mark.parametrize("fields", [
    {"X-Forwarded-Host": 'a"><script>'}, {"X-Forwarded-Host": "a/b"}, {"X-Forwarded-Proto": "javascript"}, {"X-Forwarded-Prefix": '/"'},
    {"X-Forwarded-Prefix": "//evil.example"}, {"Forwarded": 'host="evil.example/x"'}, {"Forwarded": "host=a;host=b"},
    {"X-Forwarded-Prefix": "/" + "a" * 5_000}, {"X-Forwarded-Prefix": "/../.."}, {"Forwarded": '"'}, {"Forwarded": "," * 1_000},
])
def test_malformed_values_are_ignored(serve, folder, fields):
    server = serve(folder, "--trust-proxy", "loopback")
    assert identifier(server, {"Host": "inner:1", **fields}) == "http://inner:1"


@pytest.mark.parametrize("option, value", [
    ("--base-url", "images.example.org"), ("--base-url", "http://a?b"), ("--base-url", "http://a;b"), ("--trust-proxy", "proxy.example"),
    ("--trust-proxy", "10.0.0.0/64"), ("--slash-substitute", "/"), ("--slash-substitute", "x"), ("--admin-token", "guess"),
])
def test_malformed_options_are_refused(serve, folder, option, value):
    with pytest.raises(AssertionError, match="did not start"):
        serve(folder, option, value)


def test_a_request_without_host(serve, folder):
    """Without Host there is no base URL: clients may not be able to use the address on which the server listens."""
    server = serve(folder)
    with Connection(server) as connection:
        connection.send(b"GET /iiif/3/maps%2Fa.png/info.json HTTP/1.0\r\n\r\n")
        answer = connection.response()
        assert is_problem(answer, 400) and b"Host" in answer.body
        assert b"127.0.0.1" not in answer.body
    with Connection(server) as connection:
        connection.send(b"GET /images HTTP/1.0\r\n\r\n")
        assert {image["links"]["self"] for image in connection.response().json["images"]} == {"/images/maps%2Fa.png", "/images/maps~a.png"}


@pytest.mark.parametrize("substitute", ["~", "--", "_SLASH_"])
def test_slash_substitute(serve, folder, substitute):
    server = serve(folder, "--slash-substitute", substitute)
    images = {image["id"]: image for image in get(server, "/images").json["images"]}
    for name, colour in (("maps/a.png", (200, 10, 20)), ("maps~a.png", (20, 10, 200))):
        links = images[name]["links"]
        assert "%2F" not in str(links)
        assert get(server, links["self"]).json["id"] == name
        tile = get(server, links["tiles"].format(level=0, column=0, row=0))
        assert tile.status == 200
        shown = Image.open(io.BytesIO(tile.body)).getpixel((9, 9))
        assert max(abs(a - b) for a, b in zip(shown, colour)) < 8
    assert f"maps{substitute}a.png" in images["maps/a.png"]["links"]["self"]
    for spelling in (f"maps{substitute}a.png", "maps%2Fa.png", "".join(f"%{ord(c):02X}" for c in f"maps{substitute}a.png")):
        assert get(server, f"/images/{spelling}").json["id"] == "maps/a.png"
    base = f"/iiif/3/maps{substitute}a.png"
    assert get(server, base + "/info.json").json["id"].endswith(base)
    for out in (f"..{substitute}..{substitute}etc{substitute}passwd", f"maps{substitute}..{substitute}maps~a.png", f"{substitute}etc",
                f"maps{substitute}", f"maps{substitute}{substitute}a.png", "%252E%252E%252Fetc"):
        assert get(server, f"/images/{out}").status == 404, out


def test_identifiers_with_plain_slashes(serve, folder):
    """A path with slashes is not an identifier. The answer says how slashes are written."""
    server = serve(folder)
    for target in ("/view/maps/a.png", "/images/maps/a.png", "/iiif/3/maps/a.png/info.json", "/tiles/maps/a.png/0/0/0.jpg"):
        answer = get(server, target)
        assert is_problem(answer, 404), target
    assert "%2F" in get(server, "/view/maps/a.png").json["detail"]
    assert segment("maps/a.png") == "maps%2Fa.png"
