"""Rows about single requests to a server that is warm: tiles from memory, tiles from a tiled file, regions of it."""

import random
import shutil
import statistics
from contextlib import ExitStack

import load
import servers
from grid import TILE, iipsrv_paths, our_paths
from line import Line
from measure import in_turns
from tools import SCRATCH, Failed

REGION = (3000, 2000)
REGIONS_A_ROUND = 20


def as_files(folder, base, paths):
    """Writes a server's tiles to files with the same paths, for nginx."""
    shutil.rmtree(folder, ignore_errors=True)
    for path, body in load.look(base, paths):
        file = folder / path[1:]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)


def hot_tiles(bench):
    """Every tile of a pyramid from memory, beside nginx with the same tiles as open files."""
    name = "m133_420.jpg"
    size = bench.corpus.pixels(name)
    paths = load.write_paths("hot", our_paths(name, size))
    files = SCRATCH / "hot"
    with servers.azulejo(bench.corpus.folder_with(name)) as ours, servers.nginx_files(files) as nginx:
        as_files(files, ours.base, paths)
        contenders = {
            "azulejo": lambda: load.rate(ours.base, paths, bench.seconds),
            "nginx": lambda: load.rate(nginx, paths, bench.seconds),
        }
        load.rate(nginx, paths, bench.seconds)
        figures = in_turns(bench.rounds, contenders)
    work = f"hot tiles: {len(our_paths(name, size)):,} JPEG tiles of {TILE} px, keep-alive, {load.CONNECTIONS} connections"
    peer = "nginx, 2 workers, sendfile, open_file_cache"
    label = "Tiles from memory"
    return [Line("a", work, "/s", peer, figures["azulejo"], figures["nginx"], at_least=1.4, more_is_better=True, label=label)]


def stored_tiles(bench):
    """Every tile of a tiled TIFF without any cache, beside iipsrv and, for comparison, nginx with the same tiles as files."""
    name = "m133_pyramid.tif"
    size = bench.corpus.pixels(name)
    paths = load.write_paths("stored", our_paths(name, size))
    their_paths = load.write_paths("stored-iipsrv", iipsrv_paths(name, size))
    files, folder = SCRATCH / "stored", bench.corpus.folder_with(name)
    with ExitStack() as stack:
        ours = stack.enter_context(servers.azulejo(folder, *servers.KEEP_NOTHING))
        as_files(files, ours.base, paths)
        iipsrv = stack.enter_context(servers.iipsrv(folder))
        for _ in load.look(iipsrv, their_paths):
            pass
        nginx = stack.enter_context(servers.nginx_files(files))
        contenders = {
            "azulejo": lambda: load.rate(ours.base, paths, bench.seconds),
            "iipsrv": lambda: load.rate(iipsrv, their_paths, bench.seconds),
            "nginx": lambda: load.rate(nginx, paths, bench.seconds),
        }
        load.rate(nginx, paths, bench.seconds)
        figures = in_turns(bench.rounds, contenders)
    work = f"uncached tile of a JPEG pyramidal TIFF, {TILE} px, {load.CONNECTIONS} connections"

    def line(peer, name, **target):
        label = "Tiles of a pyramidal TIFF, uncached"
        return Line("b", work, "/s", peer, figures["azulejo"], figures[name], more_is_better=True, label=label, **target)

    return [line("iipsrv, 2 processes behind nginx", "iipsrv", at_least=20), line("nginx, the same tiles as files", "nginx")]


def jpeg_size(body):
    """The width and height in the frame header of a JPEG."""
    place = 2
    while place + 9 < len(body):
        marker, length = body[place + 1], int.from_bytes(body[place + 2 : place + 4])
        if 0xC0 <= marker <= 0xC2:
            return int.from_bytes(body[place + 7 : place + 9]), int.from_bytes(body[place + 5 : place + 7])
        place += 2 + length
    raise Failed("a JPEG without a frame")


def regions(bench):
    """Regions that were not requested before, one after another: the median time of an answer. From a tiled file, and from our
    pyramid of the same picture, for which iipsrv has no counterpart."""
    name, untiled = "m133_pyramid.tif", "m133_420.jpg"
    width, height = bench.corpus.pixels(name)
    folder = bench.corpus.folder_with(name, untiled)

    def contender(client, prefix, name):
        # Both have random generators with the same seed, so the regions are new in every round and the same for both.
        dice = random.Random(7)

        def median():
            seconds = []
            for _ in range(REGIONS_A_ROUND):
                x, y = dice.randrange(width - REGION[0]), dice.randrange(height - REGION[1])
                path = f"{prefix}{name}/{x},{y},{REGION[0]},{REGION[1]}/1200,/0/default.jpg"
                body, took = client.get(path)
                if jpeg_size(body) != (1200, 800):
                    raise Failed(f"{path} is {jpeg_size(body)}, not 1200x800")
                seconds.append(took)
            return statistics.median(seconds) * 1000

        return median

    with servers.azulejo(folder) as ours, servers.iipsrv(folder) as iipsrv:
        # The smallest tile is available when all others are.
        load.Client(ours.base).get(our_paths(untiled, (width, height))[0])
        contenders = {
            "tiled": contender(load.Client(ours.base), "/iiif/3/", name),
            "built": contender(load.Client(ours.base), "/iiif/3/", untiled),
            "iipsrv": contender(load.Client(iipsrv), "/?IIIF=", name),
        }
        figures = in_turns(bench.rounds, contenders)

    def line(ours, what, peer):
        work = f"region {REGION[0]}x{REGION[1]} to 1200 px from {what}, one at a time"
        label = f"Region of 3000x2000 pixels at 1200x800, {what}"
        return Line("g", work, "ms", f"iipsrv, {peer}", figures[ours], figures["iipsrv"], at_most=0.5, label=label)

    return [
        line("tiled", "a JPEG pyramidal TIFF", "behind nginx"),
        line("built", "a pyramid built before", "behind nginx, from the pyramidal TIFF"),
    ]
