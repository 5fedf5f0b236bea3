"""Rows about the growth of cost: with the pixels of an image, the number of images, and the number of requests."""

import os
import random
from contextlib import ExitStack
from functools import partial

import load
import servers
from build_rows import dzsave, ours
from grid import our_paths
from line import Line
from measure import in_turns
from tools import SCRATCH

PIXELS = ["m10_444.jpg", "m133_444.jpg", "m400_444.jpg", "m1194_444.jpg"]
PATHS_AT_MOST = 20_000
KINDS = {"tiles from memory": [], "uncached tiles": servers.KEEP_NOTHING}


def pixels(name):
    def lines(bench):
        source = bench.corpus.path(name)
        figures = in_turns(min(bench.rounds, 3), {"azulejo": ours(source), "dzsave": dzsave(source)})
        work = f"growth: pyramid of {bench.corpus.title(name)}"

        def line(what, unit, measure):
            ours, theirs = ([getattr(usage, measure) for usage in figures[name]] for name in ("azulejo", "dzsave"))
            return Line("h", work + what, unit, "vips dzsave", ours, theirs)

        return [line("", "s", "seconds"), line(": peak memory", "MB", "megabytes")]

    return lines


def images(bench):
    """Tiles a second for requests to more and more images. These are links to one small tiled TIFF, so that the disk does not matter.

    One line is from memory, and depends on the table of images. The other is without a cache, and depends on opening files.
    """
    source = bench.corpus.path("m10_pyramid.tif")
    tiles = our_paths("{name}", bench.corpus.pixels("m10_pyramid.tif"))
    counts = [1, 10, 100] if bench.quick else [1, 100, 10_000]
    contenders = {}
    with ExitStack() as stack:
        for count in counts:
            folder = SCRATCH / f"images-{count}"
            folder.mkdir()
            for number in range(count):
                os.link(source, folder / f"{number}.tif")
            paths = load.write_paths(folder.name, spread(tiles, count))
            for kind, options in KINDS.items():
                server = stack.enter_context(servers.azulejo(folder, *options))
                load.each_once(server.base, paths)
                contenders[kind, count] = partial(load.rate, server.base, paths, bench.seconds)
        figures = in_turns(min(bench.rounds, 3), contenders)

    def line(kind, count):
        work = f"growth: {kind} of {count:,} images"
        return Line("h", work, "/s", "azulejo, 1 image", figures[kind, count], figures[kind, 1], more_is_better=True)

    return [line(kind, count) for kind in KINDS for count in counts[1:]]


def spread(tiles, count):
    """Paths to tiles of this many images: all tiles, or some of each image."""
    if count * len(tiles) <= PATHS_AT_MOST:
        return [tile.format(name=f"{number}.tif") for number in range(count) for tile in tiles]
    dice = random.Random(5)
    return [dice.choice(tiles).format(name=f"{number % count}.tif") for number in range(PATHS_AT_MOST)]


def memory(bench):
    """Memory after a million requests for tiles, beside memory after one request for each. The cache is small, so it keeps changing."""
    names = ["m133_420.jpg", "m133_pyramid.tif"]
    paths = load.write_paths("memory", [path for name in names for path in our_paths(name, bench.corpus.pixels(name))])
    wanted, done = (50_000 if bench.quick else 1_000_000), 0
    with servers.azulejo(bench.corpus.folder_with(*names), "--memory-cache", "16MiB") as ours:
        load.each_once(ours.base, paths)
        before = ours.resident()
        while done < wanted:
            done += load.requests(ours.base, paths, bench.seconds)[0]
        after = ours.resident()
    work = f"growth: memory after {wanted:,} requests, cache of 16 MiB"
    return [Line("h", work, "MB", "azulejo, each tile once", [after], [before], at_most=1.1)]
