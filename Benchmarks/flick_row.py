"""The row about fingers: how soon everything is there where a flick comes to rest, with events of gestures and without.

A phone shows an image whose tiles take 80 ms each; the time passes in the reads of its file, as with storage far away, and keeps no
processor busy. Every flick finds a server whose caches are empty, and a view that is complete.
"""

import os
from contextlib import contextmanager
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
WORK = f"tiles that take {MILLISECONDS} ms: all tiles at rest"


@cache
def slow_reads():
    """The library that makes reads slow."""
    library = SCRATCH / "slow_reads.so"
    run("clang", "-shared", "-fPIC", "-O2", "-o", library, ROOT / "Benchmarks/slow_reads.c")
    return library


@contextmanager
def slow_server(bench, *options):
    source, folder = bench.corpus.path(NAME), bench.corpus.folder_with(NAME)
    slow = {"LD_PRELOAD": str(slow_reads()), "SLOW_READS_FILE": str(source), "SLOW_READS_MILLISECONDS": str(MILLISECONDS)}
    with servers.azulejo(folder, *options, environment={**os.environ, **slow}) as ours:
        yield ours


def tile_path(bench):
    """Of the last level, with places for column and row."""
    return f"/tiles/{NAME}/{bench.corpus.levels(NAME) - 1}/{{column}}/{{row}}.jpg"


def flick_line(row, words, rounds, mean):
    """`mean(tells)`: the mean of all flicks' seconds, with events of gestures or without."""
    figures = in_turns(rounds, {"with": lambda: mean(True), "without": lambda: mean(False)})
    return Line(row, words, "s", "the same without gesture events", figures["with"], figures["without"], at_most=0.9)


def flicks(bench):
    view = View(bench.corpus.pixels(NAME))

    def seconds(flick, tells, options):
        with slow_server(bench, *options) as ours, Page(ours.base, tile_path(bench), f"/viewport/{NAME}/gestures") as page:
            return flick.perform(page, view, tells)

    def line(words, *options):
        def mean(tells):
            return sum(seconds(flick, tells, options) for flick in FLICKS) / len(FLICKS)

        return flick_line("i", f"flick on a phone, {WORK}, {words}", min(bench.rounds, 3), mean)

    return [line(f"{WORKERS} workers", "--workers", WORKERS), line("a worker for each core")]
