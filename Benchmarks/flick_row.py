"""The row about fingers: how soon everything is there where a flick comes to rest, with events of gestures and without.

A phone shows an image whose tiles take 80 ms each; the time passes in the reads of its file, as with storage far away, and keeps no
processor busy. Every flick finds a server whose caches are empty, and a view that is complete.
"""

import os
from functools import cache

import servers
from line import Line
from measure import in_turns
from page import Flick, Page, View
from tools import ROOT, SCRATCH, run

NAME = "m133_tiles.tif"
MILLISECONDS = 80
# The picture's direction, in degrees, the finger's last speed in CSS px/s, and how long it is down.
FLICKS = [Flick(90, 1800, 192), Flick(180, 1200, 160), Flick(-90, 2600, 240), Flick(215, 1600, 208)]
# More than a browser has connections, as a server of eight processors has by itself.
WORKERS = 8


@cache
def slow_reads():
    """The library that makes reads slow."""
    library = SCRATCH / "slow_reads.so"
    run("clang", "-shared", "-fPIC", "-O2", "-o", library, ROOT / "Benchmarks/slow_reads.c")
    return library


def flicks(bench):
    source, folder = bench.corpus.path(NAME), bench.corpus.folder_with(NAME)
    view = View(bench.corpus.pixels(NAME))
    start = tuple(round((length - side * view.zoom) / 2) for length, side in zip((view.width, view.height), view.image))
    slow = {"LD_PRELOAD": str(slow_reads()), "SLOW_READS_FILE": str(source), "SLOW_READS_MILLISECONDS": str(MILLISECONDS)}

    def seconds(flick, tells, options):
        with servers.azulejo(folder, *options, environment={**os.environ, **slow}) as ours:
            path = f"/tiles/{NAME}/{bench.corpus.levels(NAME) - 1}/{{column}}/{{row}}.jpg"
            with Page(ours.base, path, f"/viewport/{NAME}/gestures") as page:
                return flick.perform(page, view, start, tells)

    def line(words, *options):
        def mean(tells):
            return lambda: sum(seconds(flick, tells, options) for flick in FLICKS) / len(FLICKS)

        figures = in_turns(min(bench.rounds, 3), {"with": mean(True), "without": mean(False)})
        return Line(
            "i", f"flick on a phone, tiles that take {MILLISECONDS} ms: all tiles at rest, {words}", "s", "the same without gesture events",
            figures["with"], figures["without"], at_most=0.9)

    return [line(f"{WORKERS} workers", "--workers", WORKERS), line("a worker for each core")]
