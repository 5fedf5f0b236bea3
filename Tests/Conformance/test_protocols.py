"""Zoomify, DeepZoom, TileJSON and the links between them: descriptors lead a client to the whole image, and nowhere else."""

import math
import random
import xml.etree.ElementTree

import numpy
import pytest
from PIL import Image

import pictures
from client import Connection, is_problem, segment
from server import Server


def dzi(connection, name):
    """Reads an image as a DeepZoom client: tile size, size, number of levels, and the URL of each tile. The finest level is 0."""
    root = xml.etree.ElementTree.fromstring(connection.get(f"/dzi/{name}.dzi").body)
    namespace = "{http://schemas.microsoft.com/deepzoom/2008}"
    size = root.find(namespace + "Size")
    size = int(size.get("Width")), int(size.get("Height"))
    assert root.get("Overlap") == "0"
    top = math.ceil(math.log2(max(size)))
    return int(root.get("TileSize")), size, top + 1, lambda halvings, column, row: (
        f"/dzi/{name}_files/{top - halvings}/{column}_{row}.{root.get('Format')}")


def zoomify(connection, name):
    root = xml.etree.ElementTree.fromstring(connection.get(f"/zoomify/{name}/ImageProperties.xml").body)
    assert root.tag == "IMAGE_PROPERTIES" and root.get("NUMIMAGES") == "1"
    size, tile = (int(root.get("WIDTH")), int(root.get("HEIGHT"))), int(root.get("TILESIZE"))
    # Tiers as the specification counts them, and groups of 256 tiles, from the smallest tier on.
    tiers = [(math.ceil(size[0] / tile), math.ceil(size[1] / tile))]
    while tiers[0] != (1, 1):
        side = tile << len(tiers)
        tiers.insert(0, (math.ceil(size[0] / side), math.ceil(size[1] / side)))
    assert int(root.get("NUMTILES")) == sum(columns * rows for columns, rows in tiers)

    def url(halvings, column, row):
        tier = len(tiers) - 1 - halvings
        number = sum(columns * rows for columns, rows in tiers[:tier]) + row * tiers[tier][0] + column
        return f"/zoomify/{name}/TileGroup{number // 256}/{tier}-{column}-{row}.jpg"

    return tile, size, len(tiers), url


def tile_json(connection, name):
    document = connection.get(f"/tiles/{name}/tile.json", {"Host": "tiles.example"}).json
    prefix, [template] = "http://tiles.example", document["tiles"]
    assert template.startswith(prefix)

    def url(halvings, column, row):
        level = document["maxzoom"] - halvings
        return template.removeprefix(prefix).replace("{z}", f"{level}").replace("{x}", f"{column}").replace("{y}", f"{row}")

    return document["tileSize"], (document["width"], document["height"]), document["maxzoom"] + 1, url


def iiif(connection, name):
    info = connection.get(f"/iiif/3/{name}/info.json").json
    [tiles] = info["tiles"]
    (width, height), side = (info["width"], info["height"]), tiles["width"]
    assert tiles["height"] == side and tiles["scaleFactors"] == [2**k for k in range(len(tiles["scaleFactors"]))]

    def url(halvings, column, row):
        factor = tiles["scaleFactors"][halvings]
        x, y = column * side * factor, row * side * factor
        w, h = min(side * factor, width - x), min(side * factor, height - y)
        return f"/iiif/3/{name}/{x},{y},{w},{h}/{math.ceil(w / factor)},{math.ceil(h / factor)}/0/default.jpg"

    return side, (width, height), len(tiles["scaleFactors"]), url


CLIENTS = {"dzi": dzi, "zoomify": zoomify, "tiles": tile_json, "iiif": iiif}


@pytest.fixture(scope="module", params=[64, 150, 512])
def served(request, tmp_path_factory):
    """Servers over images of random sizes, one server for each tile size."""
    folder = tmp_path_factory.mktemp("random")
    generator = random.Random(request.param)
    known = {}
    for number in range(6):
        width, height = (max(1, generator.randint(1, 1_400) >> generator.randint(0, 4)) for _ in range(2))
        name = f"{number}.png"
        Image.fromarray(pictures.scene(width, height, seed=number)).save(folder / name, compress_level=1)
        known[name] = pictures.decoded((folder / name).read_bytes())
    cache = tmp_path_factory.mktemp("caches") / "random"
    with Server(folder, cache, "--tile-size", f"{request.param}") as server, Connection(server) as connection:
        yield connection, known, request.param


def test_every_client_puts_the_same_image_together(served):
    connection, known, tile_size = served
    for name, pixels in known.items():
        height, width = pixels.shape[:2]
        levels = pictures.levels(pixels, tile_size)[::-1]
        made = {}
        for client, describe in CLIENTS.items():
            side, size, count, url = describe(connection, name)
            assert (side, size) == (tile_size, (width, height)), client
            # Deep Zoom continues below one tile, down to a single pixel.
            assert count == (math.ceil(math.log2(max(size))) + 1 if client == "dzi" else len(levels)), (client, size)
            for halvings, level in enumerate(levels):
                canvas = numpy.full(level.shape, -1000.0)
                for row in range(math.ceil(level.shape[0] / side)):
                    for column in range(math.ceil(level.shape[1] / side)):
                        answer = connection.get(url(halvings, column, row))
                        assert answer.status == 200, (client, url(halvings, column, row))
                        tile = pictures.decoded(answer.body)
                        assert tile.size > 0 and tile.shape[0] <= side and tile.shape[1] <= side
                        # A tile has the same bytes and the same entity tag through every protocol.
                        key = made.setdefault((halvings, column, row), (answer.body, answer.fields["etag"]))
                        assert key == (answer.body, answer.fields["etag"]), (client, size, halvings, column, row)
                        place = canvas[row * side:(row + 1) * side, column * side:(column + 1) * side]
                        assert place.shape == tile.shape, (client, size, halvings, column, row)
                        place[:] = tile
                assert canvas.min() >= 0, "every pixel is in a tile"
                assert pictures.psnr(canvas, level) > pictures.jpeg_psnr(level) - 4 or min(level.shape[:2]) < 4, (client, halvings)
                # There are no tiles behind the last column and row.
                columns, rows = math.ceil(level.shape[1] / side), math.ceil(level.shape[0] / side)
                if client != "iiif":
                    for column, row in ((columns, 0), (0, rows), (columns, rows)):
                        assert is_problem(connection.get(url(halvings, column, row)), 404), (client, halvings)


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """A server over files whose names have to be escaped, and an image with alpha."""
    folder = tmp_path_factory.mktemp("few")
    (folder / "maps & more").mkdir()
    Image.fromarray(pictures.scene(700, 500)).save(folder / "maps & more" / "a {z};1é.png")
    Image.fromarray(pictures.scene(700, 500, alpha=True)).save(folder / "alpha.png")
    with Server(folder, tmp_path_factory.mktemp("caches") / "few") as server, Connection(server) as connection:
        yield connection


@pytest.mark.parametrize("name", ["maps & more/a {z};1é.png", "alpha.png"])
def test_every_link_has_a_target(few, name):
    links = few.get(f"/images/{segment(name)}").json["links"]
    assert set(links) == {"self", "view", "iiif2", "iiif3", "manifest", "dzi", "zoomify", "tiles", "viewport", "pyramid"}
    for key, link in links.items():
        if key == "tiles":
            assert "?v=" in link
            link = link.replace("{level}", "0").replace("{column}", "0").replace("{row}", "0")
        if key == "viewport":
            link += "?width=100&height=100"
        answer = few.get(link)
        assert answer.status in ((200, 202) if key == "pyramid" else (200,)), (key, answer.status)
        if key == "tiles":
            assert answer.fields["cache-control"] == "public, max-age=31536000, immutable"
    for client in CLIENTS.values():
        tile, size, _, url = client(few, segment(name))
        assert (tile, size) == (512, (700, 500)) and few.get(url(0, 1, 0)).status == 200


def test_descriptors_are_for_any_origin_and_not_cached(few):
    for path, kind in (("/zoomify/alpha.png/ImageProperties.xml", "application/xml"), ("/tiles/alpha.png/tile.json", "application/json"),
                       ("/dzi/alpha.png.dzi", "application/xml")):
        answer = few.get(path)
        assert (answer.status, answer.fields["content-type"], answer.fields["cache-control"]) == (200, kind, "no-cache")
        assert answer.fields["access-control-allow-origin"] == "*"
        head = few.get(path, method="HEAD")
        assert (head.status, head.fields["content-length"], head.fields["content-type"]) == (200, f"{len(answer.body)}", kind)
        assert is_problem(few.get(path.replace("alpha", "beta")), 404)


def test_transparent_images_have_png_tiles(few):
    """The .dzi and the TileJSON name the format of the pyramid's tiles. Zoomify has only JPEG."""
    for client in (dzi, tile_json):
        _, _, _, url = client(few, "alpha.png")
        tile = pictures.decoded(few.get(url(0, 0, 0)).body)
        assert ".png" in url(0, 0, 0) and tile.shape == (500, 512, 4) and tile[:, :, 3].min() < 20
        assert pictures.decoded(few.get(url(1, 0, 0)).body).shape == (250, 350, 4)
    below = pictures.decoded(few.get("/dzi/alpha.png_files/3/0_0.png").body)
    assert below.shape[2] == 4 and below[:, :, 3].min() < 250
    _, _, _, url = zoomify(few, "alpha.png")
    assert pictures.decoded(few.get(url(0, 0, 0)).body).shape == (500, 512, 3)
    assert pictures.decoded(few.get(url(0, 0, 0).replace(".jpg", ".png")).body).shape == (500, 512, 4)


def test_the_number_of_a_tile_group_is_ignored(few):
    tile = few.get("/tiles/alpha.png/1/1/0.jpg")
    for group in ("0", "7", "0000000001", "9999999999"):
        answer = few.get(f"/zoomify/alpha.png/TileGroup{group}/1-1-0.jpg")
        assert (answer.status, answer.body, answer.fields["etag"]) == (200, tile.body, tile.fields["etag"])
    for path, status in (("TileGroup/1-1-0.jpg", 400), ("TileGroup-1/1-1-0.jpg", 400), ("TileGroup0/1-1.jpg", 400),
                         ("TileGroup0/2-0-0.jpg", 404), ("TileGroup0/1-1-0.bmp", 415), ("Group0/1-1-0.jpg", 404), ("", 404)):
        assert is_problem(few.get(f"/zoomify/alpha.png/{path}"), status), path
