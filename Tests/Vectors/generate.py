#!/usr/bin/env python3
"""Writes viewport.json: what every implementation of the viewport's mathematics must answer.

The formulas are worked out here in exact rational arithmetic, so that the expected numbers owe nothing to an order of operations. Cases in
which the last bit of a floating-point number would decide about a level, a tile or the order of tiles are left out. Run it without
arguments; the same seed gives the same file.
"""
import itertools
import json
import math
import pathlib
import random
from fractions import Fraction

DOUBLE_TAP_SCALE = 2
SCALES = (Fraction(1e-12), Fraction(1e12))
SEED = 20240229


class Ambiguous(Exception):
    """The case depends on rounding."""


class Refused(Exception):
    """No such viewport; the argument names the parameter."""


def clamp(value, lower, upper):
    return min(max(value, lower), upper)


def grid_levels(width, height, tile):
    """Sizes of all levels, the smallest first."""
    sizes = [(width, height)]
    while max(sizes[0]) > tile:
        halvings = len(sizes)
        sizes.insert(0, tuple(-(-side // 2**halvings) for side in (width, height)))
    return sizes


class Viewport:
    """A viewport as README.md beside this file states it; pairs are [along x, along y]."""

    def __init__(self, case):
        self.image = [case["image"]["width"], case["image"]["height"]]
        self.view = [number(case["view"]["width"], "width", 0, 16384), number(case["view"]["height"], "height", 0, 16384)]
        self.dpr = number(case.get("dpr", 1), "dpr", 0, 8)
        self.tile = case.get("tileSize", 512)
        self.fit = min(self.view[axis] / self.image[axis] for axis in (0, 1))
        self.frame = [self.fit * side for side in self.image]
        self.set_scales(case)
        if "scale" in case and not case["scale"] > 0:
            raise Refused("scale")
        self.scale = clamp(Fraction(case.get("scale", self.ideal)), self.min, self.max)
        self.anchor = pair(case.get("anchor", {"x": 0.5, "y": 0.5}))
        offset = pair(case.get("offset", {"x": 0, "y": 0}))
        self.place([self.rest(axis, self.anchor) + offset[axis] for axis in (0, 1)])

    def set_scales(self, case):
        default = min(max(Fraction(3), 2 / (self.fit * self.dpr)), SCALES[1])
        self.min = Fraction(case.get("min", 1))
        self.max = Fraction(case["max"]) if "max" in case else default
        for name in ("min", "max"):
            if not SCALES[0] <= getattr(self, name) <= SCALES[1]:
                raise Refused(name)
        if self.min > self.max:
            raise Refused("min" if "min" in case else "max")
        self.ideal = clamp(Fraction(case.get("ideal", 1)), self.min, self.max)

    @property
    def zoom(self):
        return self.scale * self.fit

    def rest(self, axis, anchor):
        """o + a F (1 - s)"""
        return (self.view[axis] - self.frame[axis]) / 2 + anchor[axis] * self.frame[axis] * (1 - self.scale)

    def offset(self, anchor):
        return [self.translation[axis] - self.rest(axis, anchor) for axis in (0, 1)]

    def place(self, wanted):
        self.translation = []
        for axis in (0, 1):
            content, view = self.zoom * self.image[axis], self.view[axis]
            self.translation.append((view - content) / 2 if content <= view else clamp(wanted[axis], view - content, 0))

    def region(self):
        """First and last visible coordinate of each axis, in image pixels."""
        return [
            (max(Fraction(0), -self.translation[axis] / self.zoom),
             min(Fraction(self.image[axis]), (self.view[axis] - self.translation[axis]) / self.zoom))
            for axis in (0, 1)
        ]

    def level(self):
        levels = grid_levels(*self.image, self.tile)
        pixels = self.zoom * self.dpr
        for factor in (2**halvings for halvings in range(len(levels))):
            if factor * pixels == 1:
                # Fine where floating point is exact too, as for a view that is half of the image.
                if Fraction(float(self.scale) * min(float(self.view[a]) / self.image[a] for a in (0, 1)) * float(self.dpr)) != pixels:
                    raise Ambiguous
            elif abs(factor * pixels - 1) < Fraction(1, 10**9):
                raise Ambiguous
        for level in range(len(levels)):
            if 2 ** (len(levels) - 1 - level) * pixels <= 1:
                return level
        return len(levels) - 1

    def tiles(self):
        """(column, row) and covered image pixels of each tile, in order."""
        levels = grid_levels(*self.image, self.tile)
        level = self.level()
        side = self.tile * 2 ** (len(levels) - 1 - level)
        spans = []
        for axis, (start, end) in enumerate(self.region()):
            count = -(-levels[level][axis] // self.tile)
            for edge in (start, end):
                nearest = round(edge / side)
                if abs(edge / side - nearest) < Fraction(1, 10**8) and edge not in (0, self.image[axis]):
                    raise Ambiguous
            first = clamp(math.floor(start / side), 0, count - 1)
            spans.append(range(first, clamp(math.ceil(end / side) - 1, first, count - 1) + 1))
        if len(spans[0]) * len(spans[1]) > 60:
            raise Ambiguous
        middle = [(self.view[axis] / 2 - self.translation[axis]) / self.zoom for axis in (0, 1)]
        found = []
        for row, column in itertools.product(spans[1], spans[0]):
            covered = [(index * side, min((index + 1) * side, self.image[axis])) for axis, index in enumerate((column, row))]
            distance = sum((Fraction(sum(covered[axis]), 2) - middle[axis]) ** 2 for axis in (0, 1))
            found.append((distance, row, column, covered))
        found.sort(key=lambda tile: tile[:3])
        for near, far in itertools.pairwise(found):
            if 0 < far[0] - near[0] < Fraction(1, 10**4) * max(1, far[0]):
                raise Ambiguous
        return [([column, row], covered) for _, row, column, covered in found]

    def zoom_about(self, scale, start, end):
        pinned = [(start[axis] - self.translation[axis]) / self.zoom for axis in (0, 1)]
        self.scale = clamp(scale, self.min, self.max)
        self.place([end[axis] - self.zoom * pinned[axis] for axis in (0, 1)])

    def double_tap(self, point, target):
        fit = clamp(Fraction(1), self.min, self.max)
        if self.scale == fit:
            self.zoom_about(target, point, point)
        elif abs(self.scale / fit - 1) < Fraction(1, 10**6):
            raise Ambiguous
        else:
            self.scale = fit
            self.place([(self.view[axis] - self.zoom * self.image[axis]) / 2 for axis in (0, 1)])


def number(value, name, above, most):
    if not above < value <= most:
        raise Refused(name)
    return Fraction(value)


def pair(point):
    return [Fraction(point["x"]), Fraction(point["y"])]


def xy(values):
    return {"x": float(values[0]), "y": float(values[1])}


def rect(spans):
    return dict(xy([span[0] for span in spans]), width=float(spans[0][1] - spans[0][0]), height=float(spans[1][1] - spans[1][0]))


def state(viewport):
    return {"scale": float(viewport.scale), "zoom": float(viewport.zoom), "translation": xy(viewport.translation)}


def expected_plan(viewport):
    tiles = viewport.tiles()
    in_view = [
        [(viewport.translation[axis] + viewport.zoom * edge) for edge in span] for axis, span in enumerate(tiles[0][1])
    ]
    frame = [(t, t + viewport.zoom * side) for t, side in zip(viewport.translation, viewport.image)]
    return dict(
        state(viewport),
        offset=xy(viewport.offset(viewport.anchor)),
        scales={"min": float(viewport.min), "ideal": float(viewport.ideal), "max": float(viewport.max)},
        frame=rect(frame),
        region=rect(viewport.region()),
        level=viewport.level(),
        levels=len(grid_levels(*viewport.image, viewport.tile)),
        tiles=[address for address, _ in tiles],
        firstPlace=rect(in_view),
    )


IMAGES = [(1, 1), (1, 5000), (5000, 1), (2, 3), (511, 512), (513, 1025), (3001, 1999), (1000, 500), (12000, 8000), (8000, 12000),
          (41037, 29011), (100000, 117), (300, 2147483648), (1048576, 1048576)]
VIEWS = [(390, 844, 3), (844, 390, 3), (1440, 900, 1), (1440, 900, 2), (320, 568, 2), (500, 250, 1), (1, 1, 1), (3, 2000, 1.25),
         (1023.5, 767.25, 1.5), (2000, 1000, 0.5), (390, 844, 8)]


def cases(generator):
    """Endless: first each image in each view at rest, then random ones."""
    for image, view in itertools.product(IMAGES, VIEWS):
        yield make_case(image, view)
    while True:
        image = generator.choice(IMAGES + [(generator.randint(1, 60000), generator.randint(1, 60000)) for _ in range(len(IMAGES))])
        other = (round(generator.uniform(1, 2000), 3), generator.randint(1, 1500), generator.choice([0.5, 1, 1.75, 2, 8]))
        view = generator.choice(VIEWS + [other])
        case = make_case(image, view)
        if generator.random() < 0.4:
            case["tileSize"] = generator.choice([128, 254, 256, 1024])
        if generator.random() < 0.8:
            case["scale"] = generator.choice([1e-9, 0.3, 1, 1.0001, 2, 3, 7.77, 1e9, round(math.exp(generator.uniform(0, 5)), 6)])
        if generator.random() < 0.7:
            case["anchor"] = {"x": round(generator.uniform(-0.5, 1.5), 6), "y": round(generator.random(), 6)}
        if generator.random() < 0.7:
            reach = generator.choice([10, 500, 1e5, 1e12])
            case["offset"] = {"x": round(generator.uniform(-reach, reach), 3), "y": round(generator.uniform(-reach, reach), 3)}
        if generator.random() < 0.3:
            case["min"] = generator.choice([0.1, 0.5, 1, 1.5])
        if generator.random() < 0.3:
            case["max"] = generator.choice([1.5, 4, 40, 1000])
        if generator.random() < 0.3:
            case["ideal"] = generator.choice([-1, 0, 0.01, 1.25, 2.5, 1e6])
        yield case


def make_case(image, view):
    return {"image": {"width": image[0], "height": image[1]}, "view": {"width": view[0], "height": view[1]}, "dpr": view[2]}


def collect(count, generator, make):
    """The first cases that do not depend on rounding."""
    found = []
    for case in cases(generator):
        try:
            found.append(make(case))
        except (Ambiguous, Refused):
            continue
        if len(found) == count:
            return found


def anchor_change(generator):
    def make(case):
        viewport = Viewport(case)
        anchor = {"x": round(generator.uniform(-1, 2), 6), "y": round(generator.uniform(-1, 2), 6)}
        return {"viewport": case, "anchor": anchor, "expected": dict(state(viewport), offset=xy(viewport.offset(pair(anchor))))}
    return make


def pinch(generator):
    def make(case):
        viewport = Viewport(case)
        points = [{"x": round(generator.uniform(-0.1, 1.1) * case["view"]["width"], 3),
                   "y": round(generator.uniform(-0.1, 1.1) * case["view"]["height"], 3)} for _ in range(2)]
        ratio = generator.choice([1, 0.001, 0.5, 2, 1e4, round(math.exp(generator.uniform(-2, 2)), 6)])
        viewport.zoom_about(viewport.scale * Fraction(ratio), pair(points[0]), pair(points[1]))
        return {"viewport": case, "ratio": ratio, "from": points[0], "to": points[1], "expected": state(viewport)}
    return make


def double_tap(generator):
    def make(case):
        case = dict(case)
        if generator.random() < 0.5:
            case.pop("scale", None)
            case.pop("ideal", None)
        viewport = Viewport(case)
        point = {"x": round(generator.random() * case["view"]["width"], 3), "y": round(generator.random() * case["view"]["height"], 3)}
        vector = {"viewport": case, "point": point}
        if generator.random() < 0.3:
            vector["target"] = generator.choice([0.2, 1.5, 4, 1e6])
        viewport.double_tap(pair(point), Fraction(vector.get("target", DOUBLE_TAP_SCALE)))
        return dict(vector, expected=state(viewport))
    return make


def refusals():
    base = make_case((3001, 1999), (390, 844, 2))
    changes = [{"view": {"width": 0, "height": 10}}, {"view": {"width": 10, "height": -1}}, {"view": {"width": 16385, "height": 10}},
               {"dpr": 0}, {"dpr": -1}, {"dpr": 8.5}, {"scale": 0}, {"scale": -2}, {"min": 2, "max": 1}, {"min": 0}, {"max": -1},
               {"max": 0.5}, {"min": 1e6}]
    for change in changes:
        case = dict(base, **change)
        try:
            Viewport(case)
        except Refused as refusal:
            yield {"viewport": case, "field": refusal.args[0]}
        else:
            raise AssertionError(case)


def main():
    generator = random.Random(SEED)
    vectors = {
        "plans": collect(320, generator, lambda case: {"viewport": case, "expected": expected_plan(Viewport(case))}),
        "anchorChanges": collect(210, generator, anchor_change(generator))[110:],
        "pinches": collect(300, generator, pinch(generator))[100:],
        "doubleTaps": collect(260, generator, double_tap(generator))[100:],
        "refusals": list(refusals()),
    }
    lines = []
    for name, list_ in vectors.items():
        lines.append(f' "{name}": [\n' + ",\n".join("  " + json.dumps(vector, separators=(",", ":")) for vector in list_) + "\n ]")
    path = pathlib.Path(__file__).with_name("viewport.json")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
