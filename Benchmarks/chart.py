"""The chart of the README, as SVG: ratios of speed on a logarithmic scale. It follows the reader's colour scheme."""

import math
from html import escape

WIDTH, LEFT, RIGHT, TOP, STEP, BAR = 880, 430, 60, 66, 40, 16

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.title { font-size: 16px; font-weight: 600; }
.small { font-size: 11px; fill: #59636e; }
.bar { fill: #1f5fa8; }
.grid { stroke: #d1d9e0; }
.even { stroke: #59636e; }
.target { stroke: #d1741c; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; }
  .small { fill: #9198a1; }
  .bar { fill: #6cb0f5; }
  .grid { stroke: #3d444d; }
  .even { stroke: #9198a1; }
  .target { stroke: #f0a65e; }
}
"""


def speed(line, ratio):
    return ratio if line.more_is_better else 1 / ratio


def target(line):
    ratio = line.at_least or line.at_most
    return speed(line, ratio) if ratio else None


def text(x, y, words, kind="", anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def upright(x, top, bottom, kind):
    return f'<path d="M{x:.1f} {top:.1f}V{bottom:.1f}" class="{kind}"/>'


def chart(lines, facts):
    lines = [line for line in lines if line.label and not line.error]
    speeds = [speed(line, line.ratio) for line in lines]
    wanted = [target(line) for line in lines]
    low = math.floor(math.log2(min([1, *speeds])))
    high = math.ceil(math.log2(max([2, *speeds, *filter(None, wanted)])))
    bottom = TOP + STEP * len(lines)
    height = bottom + 62

    def place(value):
        return LEFT + (math.log2(value) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    parts = [text(16, 26, "Times as fast as a peer, side by side", "title")]
    for power in range(low, high + 1):
        x = place(2.0**power)
        parts.append(upright(x, TOP - 8, bottom, "even" if power == 0 else "grid"))
        parts.append(text(x, TOP - 14, f"{2.0**power:g}×", "small", "middle"))
    for number, line in enumerate(lines):
        y = TOP + STEP * number
        parts.append(text(16, y + 13, line.label))
        peer = f"beside {line.peer}"
        parts.append(text(16, y + 28, peer, "small"))
        start, end = sorted((place(1), place(speeds[number])))
        parts.append(f'<rect x="{start:.1f}" y="{y + 4}" width="{max(end - start, 1):.1f}" height="{BAR}" class="bar"/>')
        if wanted[number]:
            parts.append(upright(place(wanted[number]), y, y + BAR + 8, "target"))
        words = f"{speeds[number]:.2f}×" if speeds[number] < 10 else f"{speeds[number]:.1f}×"
        parts.append(text(max(end, place(wanted[number] or 1)) + 8, y + 17, words))
    versions = ", ".join(f"{name} {facts[name]}" for name in ("nginx", "iipsrv", "libvips"))
    parts.append(upright(20, bottom + 8, bottom + 22, "target"))
    parts.append(text(28, bottom + 20, "what we want to reach", "small"))
    parts.append(text(16, bottom + 38, f"{facts['machine']}", "small"))
    parts.append(text(16, bottom + 53, f"azulejo {facts['azulejo']}, {versions}", "small"))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">'
    summary = "; ".join(f"{line.label}: {value:.2f} times {line.peer}" for line, value in zip(lines, speeds))
    return "\n".join([head, f"<title>{escape(summary)}</title>", f"<style>{STYLE}</style>", *parts, "</svg>"]) + "\n"
