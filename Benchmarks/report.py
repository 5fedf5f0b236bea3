"""The table as Markdown."""


def figure(value, unit):
    if value is None:
        return ""
    if unit == "/s":
        return f"{value:,.0f}/s"
    digits = 0 if value >= 100 or unit == "MB" else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:,.{digits}f} {unit}"


def times(ratio):
    if ratio is None:
        return ""
    return f"{ratio:.0f}×" if ratio >= 100 else f"{ratio:.1f}×" if ratio >= 10 else f"{ratio:.2f}×"


def cells(line):
    if line.error:
        return [line.row, line.work, "**failed**", line.error.replace("|", "\\|").replace("\n", " "), "", "", "", ""]
    met = {True: "yes", False: "**no**", None: ""}[line.met]
    ours, theirs = figure(line.our_median, line.unit), figure(line.their_median, line.unit)
    return [line.row, line.work, ours, line.peer, theirs, times(line.ratio), line.target, met]


def table(lines):
    header = ["", "work", "azulejo", "peer", "peer's", "ratio", "target", "met"]
    rows = [header, ["---"] * len(header), *map(cells, lines)]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"


def report(lines, facts, rounds):
    names = "; ".join(f"{name} {value}" for name, value in facts.items() if name != "machine")
    return (
        f"{table(lines)}\n"
        f"Medians of {rounds} rounds in which the contenders take turns; the ratio is azulejo's figure to the peer's, the median of "
        f"those of the rounds. Growth and flicks take three rounds at most, those in the viewer five. Measured on {facts['machine']}. "
        f"Versions: {names}.\n"
    )
