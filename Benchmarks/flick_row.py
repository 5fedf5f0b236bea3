"""The row about flicks: the time until all tiles of the resting viewport have arrived, with and without gesture events.

A phone shows an image whose tiles take 80 ms each. The time passes in reads of its file, as with remote storage, and uses no processor.
Every flick starts with empty caches in the server, and with a complete view.
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
# The direction of the picture in degrees, the last speed of the finger in CSS px/s, and the duration of the touch.
FLICKS = [Flick(90, 1800, 192), Flick(180, 1200, 160), Flick(-90, 2600, 240), Flick(215, 1600, 208)]
# More threads than a browser has connections: the default of a server with eight processors.
WORKERS = 8
WORK = f"tiles that take {MILLISECONDS} ms: all tiles at rest"


@cache
def slow_reads():
    """Compiles the library that makes reads slow."""
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
    """The path of a tile of the last level, with placeholders for column and row."""
    return f"/tiles/{NAME}/{bench.corpus.levels(NAME) - 1}/{{column}}/{{row}}.jpg"


def flick_line(row, words, rounds, mean):
    """`mean(tells)`: the mean of all flicks' seconds, with or without gesture events."""
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
