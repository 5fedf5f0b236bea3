"""Speed side by side with other servers, in one run: figures of different runs or machines cannot be compared, ratios can.

Usage: ./run bench [--rounds N] [--seconds S]
Prints a table of medians and writes .build/bench/results.json.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / ".build/bench"
AZULEJO = ROOT / ".build/release/azulejo"
TILE = 256

NGINX = """
worker_processes 2;
daemon off;
pid {work}/nginx.pid;
error_log {work}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 100000000;
    open_file_cache max=10000 inactive=300s;
    open_file_cache_valid 300s;
    types {{ image/jpeg jpg; }}
    server {{ listen 127.0.0.1:{port}; root {work}/tiles_files; }}
}}
"""

WRK = """
local paths, i = {}, 0
function init(args)
  for line in io.lines(os.getenv("PATHS")) do paths[#paths + 1] = wrk.format("GET", line) end
end
function request() i = i % #paths + 1; return paths[i] end
"""


def run(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True, **options).stdout


def corpus():
    """A JPEG of 133 megapixels, and its tiles as files for nginx."""
    WORK.mkdir(parents=True, exist_ok=True)
    image = WORK / "images/wall.jpg"
    if not image.exists():
        image.parent.mkdir(exist_ok=True)
        run(AZULEJO, "sample", WORK / "sample.jpg")
        run("vips", "crop", WORK / "sample.jpg", f"{WORK}/part.jpg[Q=85,strip]", 2000, 2000, 15360, 8640)
        (WORK / "part.jpg").rename(image)
        (WORK / "sample.jpg").unlink()
    if not (WORK / "tiles_files").exists():
        run("vips", "dzsave", image, WORK / "tiles", "--tile-size", TILE, "--overlap", 0, "--depth", "onetile", "--suffix", ".jpg[Q=80,strip]")
    tiles = sorted((WORK / "tiles_files").glob("*/*.jpg"))
    # Neighbours are not asked for one after another, and the order is the same for all.
    tiles.sort(key=lambda path: hash((int(path.parent.name) * 7919 + int(path.stem.split("_")[0]) * 104729 + int(path.stem.split("_")[1]) * 1299709) % 65537))
    with open(WORK / "nginx.paths", "w") as nginx, open(WORK / "azulejo.paths", "w") as azulejo:
        for tile in tiles:
            level, (column, row) = tile.parent.name, tile.stem.split("_")
            nginx.write(f"/{level}/{column}_{row}.jpg\n")
            azulejo.write(f"/tiles/wall.jpg/{level}/{column}/{row}.jpg\n")
    return len(tiles)


@contextmanager
def server(command, **options):
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def wrk(url, paths, seconds):
    """Requests a second; an answer that is not 200 makes the figure worthless, so it ends the run."""
    script = WORK / "wrk.lua"
    script.write_text(WRK)
    output = run("wrk", "-t1", "-c32", f"-d{seconds}", "-s", script, url, env={**os.environ, "PATHS": str(WORK / paths)})
    if "Non-2xx" in output or "Socket errors" in output:
        sys.exit(f"bench: {url} did not answer every request:\n{output}")
    return float(next(line for line in output.splitlines() if line.startswith("Requests/sec")).split()[1])


def hot_tiles(rounds, seconds):
    count = corpus()
    port = 18311
    configuration = WORK / "nginx.conf"
    configuration.write_text(NGINX.format(work=WORK, port=port))
    serve = [AZULEJO, "serve", WORK / "images", "--port", 0, "--tile-size", TILE, "--cache-dir", WORK / "cache"]
    with server(["nginx", "-c", configuration]), server(serve) as azulejo:
        ours = azulejo.stdout.readline().split()[-1].rstrip("/")
        peer = f"http://127.0.0.1:{port}"
        for url, paths in ((peer, "nginx.paths"), (ours, "azulejo.paths")):
            wrk(url, paths, 3)  # builds the pyramid, fills the caches
        figures = {"nginx": [], "azulejo": []}
        for _ in range(rounds):
            figures["nginx"].append(wrk(peer, "nginx.paths", seconds))
            figures["azulejo"].append(wrk(ours, "azulejo.paths", seconds))
    return {
        "work": f"hot tiles: {count} JPEG tiles of {TILE} px, keep-alive, 32 connections",
        "unit": "requests/s",
        "peer": "nginx, 2 workers, sendfile, open_file_cache",
        "peer median": statistics.median(figures["nginx"]),
        "azulejo median": statistics.median(figures["azulejo"]),
        "ratio": statistics.median(a / n for a, n in zip(figures["azulejo"], figures["nginx"])),
        "figures": figures,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=4)
    options = parser.parse_args()
    rows = [hot_tiles(options.rounds, options.seconds)]
    for row in rows:
        print(f"{row['work']}\n  {row['peer']}: {row['peer median']:,.0f} {row['unit']}; azulejo: {row['azulejo median']:,.0f}; ratio {row['ratio']:.2f}")
    (WORK / "results.json").write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
