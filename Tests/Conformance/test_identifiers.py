"""Identifiers lead to files of the folder, and never to a file outside."""

import io
import os
import shutil
import socket
import unicodedata

import pytest
from PIL import Image

from client import Connection, segment
from server import Server

# Every image has a colour of its own, so that any pixel identifies it.
COLOURS = {
    "plain.png": (10, 20, 30), "two words.png": (20, 30, 40), "maps/lisboa.png": (30, 40, 50), "a/b/c/d.png": (40, 50, 60),
    unicodedata.normalize("NFC", "café.png"): (50, 60, 70), unicodedata.normalize("NFD", "café.png"): (60, 70, 80),
    "100%.png": (70, 80, 90), "a%2Fb.png": (80, 90, 100), "%41.png": (90, 100, 110), "A.png": (100, 110, 120),
    "plus+sign.png": (110, 120, 130),
    "odd;2": (120, 130, 140), "pages.tif;2": (130, 140, 150), "semi;colon.png": (140, 150, 160), "quote\"'<&>.png": (150, 160, 170),
    "日本/青.png": (160, 170, 180), "emoji😀.png": (170, 180, 190), "back\\slash.png": (180, 190, 200), "q?x#y.png": (190, 200, 210),
    "...png": None, ".hidden.png": None, ".folder/a.png": None, "deep/.hidden.png": None, "maps/.folder/a.png": None,
    # An Arabic sign that joins with the next character: Swift does not see the slash behind it as a character of its own.
    "sign\u0600/.hidden.png": None, "sign\u0600/seen.png": (200, 210, 220), "\u0301accent.png": (210, 220, 230),
    "sub/\u0301accent.png": (220, 230, 240),
    "line\nbreak.png": (230, 240, 250), "x" * 240 + ".png": (240, 250, 10),
}
SECRET = (1, 2, 3)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    root = tmp_path_factory.mktemp("identifiers")
    folder = root / unicodedata.normalize("NFC", "Imagés")
    for name, colour in COLOURS.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (8, 6), colour or SECRET).save(folder / name, format="PNG")
    pages = [Image.new("RGB", (8, 6), (0, 0, 60 * page)) for page in range(1, 4)]
    pages[0].save(folder / "pages.tif", save_all=True, append_images=pages[1:])
    pages[0].save(folder / "other.tif", save_all=True, append_images=pages[1:])
    Image.new("RGB", (80, 60), (0, 200, 0)).save(
        folder / "book.pdf", save_all=True, append_images=[Image.new("RGB", (80, 60), (200, 0, 0))])
    # Files outside the folder, and paths to them.
    for outside in (root / "outside", root / (folder.name + "-more"), root / unicodedata.normalize("NFD", folder.name)):
        outside.mkdir()
        Image.new("RGB", (8, 6), SECRET).save(outside / "secret.png")
    (folder / "link-out.png").symlink_to(root / "outside/secret.png")
    (folder / "link-more.png").symlink_to(root / (folder.name + "-more") / "secret.png")
    (folder / "link-look-alike.png").symlink_to(root / unicodedata.normalize("NFD", folder.name) / "secret.png")
    (folder / "folder-out").symlink_to(root / "outside")
    (folder / "link-in.png").symlink_to("maps/lisboa.png")
    (folder / "folder-in").symlink_to("maps")
    (folder / "dangling.png").symlink_to("nothing.png")
    (folder / "circle.png").symlink_to("circle.png")
    (folder / "to-hidden.png").symlink_to(".hidden.png")
    os.mkfifo(folder / "pipe.jpg")
    (folder / "directory.jpg").mkdir()
    with socket.socket(socket.AF_UNIX) as unix:
        here = os.getcwd()
        os.chdir(folder)
        unix.bind("socket.jpg")
        os.chdir(here)
    (folder / "text.jpg").write_text("<html>no image</html>")
    (folder / "empty.jpg").write_bytes(b"")
    shutil.copy(folder / "plain.png", os.fsencode(folder) + b"/\xff.png")
    with Server(folder, root / "cache") as server, Connection(server) as connection:
        yield connection


def colour(answer):
    assert answer.status == 200, (answer.status, answer.body[:200])
    return Image.open(io.BytesIO(answer.body)).convert("RGB").getpixel((3, 3))


def is_like(a, b):
    return max(abs(x - y) for x, y in zip(a, b)) <= 3


SEEN = {name: value for name, value in COLOURS.items() if value}


@pytest.mark.parametrize("name", SEEN, ids=ascii)
def test_every_name_leads_to_its_file(served, name):
    answer = served.get(f"/images/{segment(name)}")
    assert (answer.status, answer.json["id"]) == (200, name)
    links = answer.json["links"]
    assert is_like(colour(served.get(f"/tiles/{segment(name)}/0/0/0.png")), SEEN[name])
    # Every link of the server leads to the same image.
    assert served.get(links["self"]).json["id"] == name
    assert is_like(colour(served.get(f"{links['tiles']}/0/0/0.png" if "{" not in links["tiles"] else links["tiles"].format(
        level=0, column=0, row=0))), SEEN[name])
    assert served.get(links["dzi"]).status == 200
    assert served.get(links["view"]).status == 200
    plan = served.get(f"/viewport/{segment(name)}?width=8&height=6").json
    assert is_like(colour(served.get(plan["tiles"][0]["url"])), SEEN[name])


def test_the_list_holds_each_image_once_and_nothing_else(served):
    listed = []
    cursor = ""
    while cursor is not None:
        page = served.get(f"/images?limit=7{cursor}").json
        assert len(page["images"]) <= 7
        listed += [image["id"] for image in page["images"]]
        for image in page["images"]:
            assert served.get(image["thumbnail"]).status == 200
        cursor = None if page["next"] is None else f"&after={segment(page['next'])}"
    assert len(set(listed)) == len(listed)
    assert set(listed) == set(SEEN) | {"pages.tif", "other.tif", "book.pdf", "link-in.png", "to-hidden.png"}


@pytest.mark.parametrize("spelling, name", [
    ("maps%2Flisboa.png", "maps/lisboa.png"), ("maps%2flisboa.png", "maps/lisboa.png"), ("%70lain.png", "plain.png"),
    ("link-in.png", "maps/lisboa.png"), ("folder-in%2Flisboa.png", "maps/lisboa.png"), ("two%20words.png", "two words.png"),
    ("plus+sign.png", "plus+sign.png"), ("odd%3B2", "odd;2"), ("%2541.png", "%41.png"), ("%41.png", "A.png"),
    ("a%252Fb.png", "a%2Fb.png"), ("pages.tif%3b2", "pages.tif;2"), ("plain.png;1", "plain.png"),
])
def test_every_spelling_of_an_identifier_is_read(served, spelling, name):
    assert is_like(colour(served.get(f"/tiles/{spelling}/0/0/0.png")), SEEN[name])


def test_pages(served):
    for page in (1, 2, 3):
        for mark in (";", "%3B", "%3b"):
            assert is_like(colour(served.get(f"/tiles/other.tif{mark}{page}/0/0/0.png")), (0, 0, 60 * page))
    assert served.get("/images/other.tif").json["pages"] == 3
    # The name of a file takes precedence over a page of another file.
    assert is_like(colour(served.get("/tiles/pages.tif;2/0/0/0.png")), COLOURS["pages.tif;2"])
    assert is_like(colour(served.get("/tiles/pages.tif;3/0/0/0.png")), (0, 0, 180))
    assert is_like(colour(served.get("/tiles/book.pdf/0/0/0.png")), (0, 200, 0))
    assert is_like(colour(served.get("/tiles/book.pdf;2/0/0/0.png")), (200, 0, 0))
    assert served.get("/images/book.pdf").json["pages"] == 2
    for missing in ("other.tif;4", "other.tif;0", "other.tif;01", "other.tif;-1", "other.tif;", "other.tif;1;2",
        "other.tif;9999999999999999999999",
                    "plain.png;2", "book.pdf;3", "other.tif;1.5", "missing.tif;1", ";1", "other.tif;999999"):
        assert served.get(f"/images/{missing}").status == 404, missing


@pytest.mark.parametrize("identifier", [
    "missing.png", ".hidden.png", "...png", ".folder%2Fa.png", "deep%2F.hidden.png", "maps%2F.folder%2Fa.png", "sign%D8%80%2F.hidden.png",
    "link-out.png", "link-more.png", "link-look-alike.png", "folder-out%2Fsecret.png", "dangling.png", "circle.png", "pipe.jpg",
    "directory.jpg", "socket.jpg", "text.jpg", "empty.jpg", "maps", "maps%2F", "%2Fmaps%2Flisboa.png", "maps%2F%2Flisboa.png",
    "maps%2F.%2Flisboa.png", ".%2Fplain.png", "..", "..%2Foutside%2Fsecret.png", "%2E%2E%2Foutside%2Fsecret.png",
    "%2e%2e%2foutside%2fsecret.png", "maps%2F..%2F..%2Foutside%2Fsecret.png", "maps%2F..%2Fplain.png", "..%5Coutside%5Csecret.png",
    "%252E%252E%252Foutside%252Fsecret.png", "..%c0%afoutside%c0%afsecret.png", "%2Fetc%2Fpasswd", "%2F%2Fetc%2Fpasswd", "plain.png%00",
    "plain.png%00.jpg", "%00", "plain.png%2F", "plain.png%2F..%2Fplain.png", "PLAIN.PNG", "plain.png%20", "%FF.png", "%C3.png", "%zz.png",
    "%", "%2", "two+words.png", "x" * 300 + ".png", "%2F", "a%2Fb.png", "sign%D8%80%2F..%2Fplain.png", "proc%2Fself%2Fenviron",
])
def test_files_outside_the_folder_are_not_found(served, identifier):
    for target in (f"/images/{identifier}", f"/tiles/{identifier}/0/0/0.png", f"/dzi/{identifier}.dzi", f"/iiif/3/{identifier}/info.json",
                   f"/images/{identifier}/thumbnail.jpg", f"/viewport/{identifier}?width=9&height=9", f"/view/{identifier}"):
        assert served.get(target).status == 404, target


@pytest.mark.parametrize("target", [
    "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/js/../index.html", "/js/..%2Findex.html", "/js/%2e%2e/index.html", "//etc/passwd",
    "/js", "/js/", "/.git/config", "/index.html%00", "/css/../../Package.swift", "/images/../healthz", "/tiles/../healthz",
    "/js\\..\\index.html",
])
def test_the_public_folder_cannot_be_left(served, target):
    assert served.get(target).status == 404


def test_a_link_to_a_hidden_file(served):
    """The link itself is not hidden, so its target is served."""
    assert is_like(colour(served.get("/tiles/to-hidden.png/0/0/0.png")), SECRET)
