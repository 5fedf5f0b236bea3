"""Rows about building a pyramid: time, processor and memory, beside `vips dzsave` and beside decoding alone, which is the limit."""

import zipfile

from line import Line
from measure import in_turns, timed
from tools import AZULEJO, SCRATCH, Failed

QUALITY = 80
MEMORY_LIMIT = 120


def ours(source):
    target = SCRATCH / "azulejo.szi"

    def build():
        target.unlink(missing_ok=True)
        return timed(AZULEJO, "build", source, "--output", target, "--tile-size", 256, "--quality", QUALITY)

    return build


def dzsave(source):
    target = SCRATCH / "dzsave.szi"

    def build():
        target.unlink(missing_ok=True)
        return timed("vips", "dzsave", source, target, "--tile-size", 256, "--overlap", 0, "--suffix", f".jpg[Q={QUALITY},strip]")

    return build


def decode(source):
    if source.suffix == ".jpg":
        return "djpeg", lambda: timed("djpeg", "-outfile", "/dev/null", source)
    return "vips avg", lambda: timed("vips", "avg", source)


def same_tiles():
    """Checks that both pyramids hold the same tiles; otherwise one program did less work."""
    names = []
    for file in ("azulejo.szi", "dzsave.szi"):
        try:
            with zipfile.ZipFile(SCRATCH / file) as archive:
                names.append({name.split("_files/")[-1] for name in archive.namelist() if name.endswith(".jpg")})
        except zipfile.BadZipFile as error:
            raise Failed(f"{file}: {error}") from error
    if names[0] != names[1]:
        odd = sorted(names[0] ^ names[1])[:3]
        raise Failed(f"azulejo's pyramid has {len(names[0])} tiles, dzsave's {len(names[1])}; one alone has {odd}")


def builds(bench, row, name, at_most_dzsave, at_most_decode):
    """The lines of one source: wall time beside both peers, processor time and memory beside dzsave."""
    source = bench.corpus.path(name)
    decoder, decoding = decode(source)
    figures = in_turns(bench.rounds, {"azulejo": ours(source), "dzsave": dzsave(source), decoder: decoding})
    same_tiles()
    work = f"pyramid of {bench.corpus.title(name)}"

    def column(contender, measure):
        return [getattr(usage, measure) for usage in figures[contender]]

    def line(what, unit, measure, peer, contender, **target):
        return Line(row, f"{work}{what}", unit, peer, column("azulejo", measure), column(contender, measure), **target)

    return [
        line("", "s", "seconds", "vips dzsave", "dzsave", at_most=at_most_dzsave, label=f"Pyramid of a {bench.corpus.title(name)}"),
        line("", "s", "seconds", f"{decoder}, decoding alone", decoder, at_most=at_most_decode),
        line(": processor time", "s", "processor", "vips dzsave", "dzsave"),
        line(": peak memory", "MB", "megabytes", "vips dzsave", "dzsave", limit=MEMORY_LIMIT if row == "d" else None),
    ]


def jpeg(row, name):
    return lambda bench: builds(bench, row, name, 0.25, 1.15)


def other(row, name):
    return lambda bench: builds(bench, row, name, 0.7, 1.25)
