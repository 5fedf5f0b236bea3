"""azulejo inspect: the facts that the server reads from a file."""

import json

import pytest
from PIL import Image

import pictures
from client import get
from test_commands import is_one_line, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("images")
    picture = Image.fromarray(pictures.scene(1_300, 900))
    picture.save(folder / "plain.jpg", quality=95)
    picture.save(folder / "progressive.jpg", progressive=True)
    exif = Image.Exif()
    exif[0x0112] = 6
    picture.save(folder / "turned.jpg", exif=exif)
    picture.convert("CMYK").save(folder / "cmyk.jpg")
    Image.fromarray(pictures.scene(700, 500, alpha=True)).save(folder / "alpha.png")
    picture.save(folder / "pages.tif", save_all=True, append_images=[picture.resize((400, 300))])
    pictures.vips("tiffsave", folder / "plain.jpg", folder / "native.tif", "--tile", "--pyramid", "--compression", "jpeg",
                  "--tile-width", 256, "--tile-height", 256)
    (folder / "notes.txt").write_text("no image")
    (folder / "header.png").write_bytes((folder / "alpha.png").read_bytes()[:20])
    return folder


def facts(path, *options):
    result = run("inspect", path, "--json", *options)
    assert (result.returncode, result.stderr) == (0, "") and result.stdout.count("\n") == 1
    return json.loads(result.stdout)


def test_facts(folder):
    plain = facts(folder / "plain.jpg")
    assert {key: plain[key] for key in plain if key not in ("image", "bytes", "levels")} == {
        "format": "jpeg", "width": 1300, "height": 900, "megapixels": 1.2, "pages": 1, "page": 1, "bands": 3, "bitsPerBand": 8,
        "interpretation": "srgb", "hasProfile": False, "hasAlpha": False, "isInStandardColour": True, "orientation": 1,
        "isProgressive": False, "decodeBytes": 0, "tileSize": 512, "storedTileSize": None, "isNative": False,
    }
    assert plain["bytes"] == (folder / "plain.jpg").stat().st_size
    progressive = facts(folder / "progressive.jpg")
    assert progressive["isProgressive"] and 1300 * 900 * 2 < progressive["decodeBytes"] < 1300 * 900 * 7
    turned = facts(folder / "turned.jpg")
    assert (turned["orientation"], turned["width"], turned["height"]) == (6, 900, 1300) and turned["decodeBytes"] > 0
    assert not facts(folder / "cmyk.jpg")["isInStandardColour"] and facts(folder / "alpha.png")["hasAlpha"]
    page = facts(f"{folder}/pages.tif;2")
    assert (page["pages"], page["page"], page["width"]) == (2, 2, 400)


def test_levels_are_those_that_the_server_serves(folder, serve):
    server = serve(folder, "--tile-size", "256")
    for name in ("plain.jpg", "native.tif"):
        levels = facts(folder / name, "--tile-size", "256")["levels"]
        keys = ("level", "width", "height", "columns", "rows")
        assert [{key: level[key] for key in keys} for level in reversed(levels)] == get(server, f"/images/{name}").json["levels"]
    assert all(level["storedLevel"] is None and not level["passesThrough"] for level in facts(folder / "plain.jpg")["levels"])
    native = facts(folder / "native.tif")
    assert native["isNative"] and native["storedTileSize"] == {"width": 256, "height": 256} and native["tileSize"] == 256
    for level in native["levels"]:
        stored = level["storedLevel"]
        assert level["passesThrough"] and "reason" not in level
        assert level["width"] - stored["width"] in (0, 1) and level["height"] - stored["height"] in (0, 1)


def test_tiles_that_do_not_pass(folder):
    """The output names levels whose tiles have to be decoded, with the reason, and levels that the file lacks."""
    pictures.vips("tiffsave", folder / "plain.jpg", folder / "deflate.tif", "--tile", "--pyramid", "--compression", "deflate")
    for level in facts(folder / "deflate.tif")["levels"]:
        assert level["storedLevel"] and not level["passesThrough"] and "JPEG" in level["reason"]
    pictures.vips("tiffsave", folder / "plain.jpg", folder / "flat.tif", "--tile", "--compression", "jpeg")
    flat = facts(folder / "flat.tif")
    assert not flat["isNative"] and [level["passesThrough"] for level in flat["levels"]] == [True, False, False, False, False]
    assert flat["levels"][-1]["storedLevel"] is None and "reason" in flat["levels"][1]
    shown = run("inspect", folder / "flat.tif").stdout
    assert "sent as they are stored" in shown and "decoded: " in shown and "from the pyramid" in shown


def test_the_output_for_people(folder):
    """The output for people has facts in two columns, and levels in a table."""
    result = run("inspect", folder / "native.tif")
    assert (result.returncode, result.stderr) == (0, "")
    head, table = result.stdout.split("\n\n")
    assert head.splitlines()[0] == str(folder / "native.tif")
    names = [line.split()[0] for line in head.splitlines()[1:]]
    assert names == ["format", "size", "colour", "orientation", "decoding", "tiles", "pyramid"]
    assert len({len(line) - len(line[2:].split(maxsplit=1)[1]) for line in head.splitlines()[1:]}) == 1, "aligned"
    assert "1300 x 900 pixels, 1.2 megapixels" in head and "256 x 256" in head
    header, *rows = table.rstrip("\n").splitlines()
    assert header.split()[:5] == ["level", "width", "height", "columns", "rows"] and len(rows) == 4
    assert rows[0].split()[:5] == ["3", "1300", "900", "6", "4"]
    assert "progressive" in run("inspect", folder / "progressive.jpg").stdout
    assert "--decode-memory" in run("inspect", folder / "progressive.jpg", "--decode-memory", "1MB").stdout


@pytest.mark.parametrize("name", ["missing.jpg", "notes.txt", "header.png", "pages.tif;3", "", "."])
def test_what_cannot_be_inspected(folder, name):
    result = run("inspect", f"{folder}/{name}")
    assert result.returncode == 1 and result.stdout == "" and is_one_line(result.stderr) and name in result.stderr
    limited = run("inspect", folder / "plain.jpg", "--max-source-pixels", "1000")
    assert limited.returncode == 1 and "1170000" in limited.stderr
