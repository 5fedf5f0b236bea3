"""The row about an image that is new to a running server: the time to its first view, and to all of its tiles."""

import load
import servers
from grid import our_paths
from line import Line
from measure import in_turns, timed
from tools import SCRATCH

VIEW = "/viewport/{name}/image.jpg?width=1024&height=576"
WHOLE = "/iiif/3/{name}/full/1024,/0/default.jpg"


def unseen(name):
    def lines(bench):
        source, folder = bench.corpus.path(name), bench.corpus.folder_with(name)
        paths = load.write_paths("unseen", our_paths(name, bench.corpus.pixels(name)))

        def first(path):
            with servers.azulejo(folder) as ours:
                return load.Client(ours.base).get(path.format(name=name))[1]

        def everything():
            with servers.azulejo(folder) as ours:
                return load.each_once(ours.base, paths)

        contenders = {
            "view": lambda: first(VIEW),
            "whole": lambda: first(WHOLE),
            "tiles": everything,
            "djpeg": lambda: timed("djpeg", "-outfile", "/dev/null", source).seconds,
            "vipsthumbnail": lambda: timed("vipsthumbnail", "-s", "1024x", "-o", SCRATCH / "thumbnail.jpg", source).seconds,
        }
        figures = in_turns(bench.rounds, contenders)
        work = f"unseen {bench.corpus.title(name)}: "

        def line(what, ours, peer, theirs, target=None, label=""):
            return Line("f", work + what, "s", peer, figures[ours], figures[theirs], at_most=target, label=label)

        limit, title = "djpeg, decoding alone", bench.corpus.title(name)
        return [
            line("first full view, 1024 px", "view", limit, "djpeg", 1.5, f"First view of an unseen {title}"),
            line("first full view, 1024 px", "view", "vipsthumbnail, 1024 px", "vipsthumbnail"),
            line("IIIF full/1024,", "whole", limit, "djpeg", 1.5),
            line(f"every tile, {load.CONNECTIONS} connections", "tiles", limit, "djpeg", 1.6, f"Every tile of an unseen {title}"),
        ]

    return lines
