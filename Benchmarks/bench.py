"""Measures speed beside other servers, in one run. Figures of different runs or machines cannot be compared; ratios can.

Prints a table of medians, and writes it with all figures and a chart to .build/bench (results.md, results.json, speed.svg).
"""

import argparse
import json
import shutil
import signal
import sys
from dataclasses import dataclass

from chart import chart
from corpus import Corpus
from line import Line
from machine import facts
from report import report
from rows import ROWS
from tools import ROOT, SCRATCH, WORK, Failed, unpack_peers

PAGE = """# Speed

Written by `./run bench --publish`; `./run bench` measures the same on your machine.

{report}"""


@dataclass
class Bench:
    corpus: Corpus
    rounds: int
    seconds: int
    quick: bool


def arguments():
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default="".join(ROWS), help="letters of the rows to measure, such as a,c (all)")
    parser.add_argument("--rounds", type=int, default=7, help="how often the contenders take turns (7)")
    parser.add_argument("--seconds", type=int, default=4, help="how long one measurement of requests takes (4)")
    parser.add_argument("--quick", action="store_true", help="small images, one round, one second: whether it works, not how fast")
    parser.add_argument("--publish", action="store_true", help="write docs/speed.md and docs/speed.svg, too")
    options = parser.parse_args()
    options.rows = [row for row in options.rows if row != ","]
    if unknown := set(options.rows) - set(ROWS):
        parser.error(f"there is no row {', '.join(sorted(unknown))}: the rows are {', '.join(ROWS)}")
    if options.rounds < 1 or options.seconds < 1:
        parser.error("--rounds and --seconds are at least 1")
    if options.quick:
        if options.publish:
            parser.error("figures of a quick run mean nothing: not to be published")
        options.rounds = options.seconds = 1
    return options


def measure(bench, rows):
    for row in rows:
        for work, measurement in ROWS[row].items():
            print(f"bench: {row}, {work}", file=sys.stderr)
            try:
                yield from measurement(bench)
            except (Failed, OSError) as failure:
                yield Line(row, work, error=str(failure))


def main():
    options = arguments()
    # On SIGTERM the benchmark ends the servers that it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    unpack_peers()
    bench = Bench(Corpus(options.quick), options.rounds, options.seconds, options.quick)
    shutil.rmtree(SCRATCH, ignore_errors=True)
    SCRATCH.mkdir()
    try:
        lines = list(measure(bench, options.rows))
    finally:
        shutil.rmtree(SCRATCH)
    known = facts()
    words = report(lines, known, options.rounds)
    print(words)
    (WORK / "results.md").write_text(words)
    (WORK / "results.json").write_text(json.dumps({"facts": known, "lines": [line.as_json() for line in lines]}, indent=1))
    (WORK / "speed.svg").write_text(chart(lines, known))
    if options.publish:
        (ROOT / "docs/speed.md").write_text(PAGE.format(report=words))
        (ROOT / "docs/speed.svg").write_text(chart(lines, known))
    if any(line.error for line in lines):
        sys.exit("bench: not every row could be measured")


if __name__ == "__main__":
    main()
