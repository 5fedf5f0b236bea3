"""A line of the table: the work, our figures beside a peer's, and the target."""

import statistics
from dataclasses import dataclass, field


@dataclass
class Line:
    """`ours` and `theirs` hold one figure for each round. A target is for the ratio of ours to theirs, or for our figure alone (`limit`).

    A line with a `label` appears in the chart under that name."""

    row: str
    work: str
    unit: str = ""
    peer: str = ""
    ours: list = field(default_factory=list)
    theirs: list = field(default_factory=list)
    at_least: float | None = None
    at_most: float | None = None
    limit: float | None = None
    more_is_better: bool = False
    label: str = ""
    error: str = ""

    @property
    def our_median(self):
        return statistics.median(self.ours) if self.ours else None

    @property
    def their_median(self):
        return statistics.median(self.theirs) if self.theirs else None

    @property
    def ratio(self):
        """The median of the rounds' ratios. A disturbance that slows both in one round has no effect."""
        return statistics.median(a / b for a, b in zip(self.ours, self.theirs)) if self.theirs else None

    @property
    def target(self):
        if self.at_least is not None:
            return f"≥ {self.at_least:g}×"
        if self.at_most is not None:
            return f"≤ {self.at_most:g}×"
        if self.limit is not None:
            return f"≤ {self.limit:g} {self.unit}"
        return ""

    @property
    def met(self):
        """Whether the target is met; None without a target or a figure."""
        if self.error or not self.target:
            return None
        if self.at_least is not None:
            return self.ratio >= self.at_least
        if self.at_most is not None:
            return self.ratio <= self.at_most
        return self.our_median <= self.limit

    def as_json(self):
        return {
            "row": self.row,
            "work": self.work,
            "unit": self.unit,
            "peer": self.peer,
            "azulejo": self.our_median,
            "peer's": self.their_median,
            "ratio": self.ratio,
            "target": self.target,
            "met": self.met,
            "error": self.error,
            "azulejo's figures": self.ours,
            "peer's figures": self.theirs,
        }
