#!/usr/bin/env python3
"""Writes motion.json: how a picture that was let go moves, and where it rests. Worked out with 50 digits; the same seed, the same file."""
import json
import math
import pathlib
import random
from decimal import Decimal, getcontext
from fractions import Fraction

from generate import Ambiguous, Refused, Viewport, cases, clamp

getcontext().prec = 50
STIFFNESS = Decimal(20)
DECAY = 1000 * Decimal("0.998").ln()
PULL = Decimal("0.55")
SEED = 20240307
TIMES = [0, 0.016, 0.05, 0.2, 0.7, 2.5]


def decimal(value):
    return Decimal(value.numerator) / Decimal(value.denominator) if isinstance(value, Fraction) else Decimal(value)


def give(distance, extent):
    """The rubber band."""
    given = (1 - 1 / (abs(distance) * PULL / extent + 1)) * extent
    return given if distance > 0 else -given


def spring(start, speed, end, time):
    return end + ((start - end) + (speed + STIFFNESS * (start - end)) * time) * (-STIFFNESS * time).exp()


def decay(start, speed, time):
    return start + speed * ((DECAY * time).exp() - 1) / DECAY


class Slide:
    """One coordinate: a list of (when, law), the last of which leads to `rest`."""

    def __init__(self, start, speed, low, high):
        self.laws = []
        time = Decimal(0)
        while True:
            bound = clamp(start, low, high)
            if start != bound:
                self.laws.append((time, lambda t, a=start, v=speed, b=bound: spring(a, v, b, t)))
                pull = speed + STIFFNESS * (start - bound)
                self.rest = bound
                if pull == 0 or (bound - start) / pull <= 0:
                    return
                comes_in = (bound - start) / pull
                time += comes_in
                start, speed = bound, pull * (-STIFFNESS * comes_in).exp()
            self.laws.append((time, lambda t, a=start, v=speed: decay(a, v, t)))
            self.rest = start - speed / DECAY
            wall = clamp(self.rest, low, high)
            if wall == self.rest:
                return
            hits = (1 + DECAY * (wall - start) / speed).ln() / DECAY
            at_wall = speed * (DECAY * hits).exp()
            self.laws.append((time + hits, lambda t, b=wall, v=at_wall: spring(b, v, b, t)))
            self.rest = wall
            return

    def at(self, time):
        time = Decimal(time)
        begin, law = [law for law in self.laws if law[0] <= time][-1]
        return law(time - begin)


class Motion:
    """A viewport, [zoom, x, y], that comes to rest: at `to`, or where what is let go rests."""

    def __init__(self, shown, zoom, focus, speed, ranges):
        self.shown, self.zoom, self.focus = [decimal(value) for value in shown], decimal(zoom), [decimal(value) for value in focus]
        first = self.shown[0]
        self.slides = [
            Slide(self.shown[1 + axis] + (first - self.zoom) * self.focus[axis], decimal(speed[axis]), *map(decimal, ranges[axis]))
            for axis in (0, 1)
        ]
        self.rest = [self.zoom, *(slide.rest for slide in self.slides)]

    def at(self, time):
        zoom = (spring(self.shown[0].ln(), Decimal(0), self.zoom.ln(), Decimal(time))).exp()
        return [zoom, *(slide.at(time) + (self.zoom - zoom) * point for slide, point in zip(self.slides, self.focus))]


def ranges(viewport, zoom):
    """Where the image may begin along each axis."""
    slacks = [viewport.view[axis] - zoom * viewport.image[axis] for axis in (0, 1)]
    return [(slack / 2, slack / 2) if slack >= 0 else (slack, Fraction(0)) for slack in slacks]


def let_go(viewport, shown, focus, speed):
    zoom = clamp(Fraction(shown[0]), viewport.min * viewport.fit, viewport.max * viewport.fit)
    return Motion(shown, zoom, focus, speed, ranges(viewport, zoom))


def go_to(shown, to):
    """Between two viewports, about the point that both show in the same place."""
    change = decimal(shown[0]) - decimal(to[0])
    ends = [[decimal(place)] * 2 for place in to[1:]]
    is_still = abs(change) <= Decimal("1e-6") * decimal(to[0])
    focus = [0, 0] if is_still else [(decimal(to[axis]) - decimal(shown[axis])) / change for axis in (1, 2)]
    return Motion(shown, decimal(to[0]), focus, [0, 0], ends)


def resting(viewport):
    return [viewport.zoom, *viewport.translation]


def fitted(viewport):
    zoom = clamp(Fraction(1), viewport.min, viewport.max) * viewport.fit
    return [zoom, *((viewport.view[axis] - zoom * viewport.image[axis]) / 2 for axis in (0, 1))]


def named(values):
    return dict(zip(("zoom", "x", "y"), map(float, values)))


def pair(values):
    return {"x": float(values[0]), "y": float(values[1])}


def rubber_bands(generator):
    for _ in range(100):
        distance = generator.choice([-1, 1]) * round(math.exp(generator.uniform(-6, 12)), 4)
        extent = generator.choice([math.log(2), 390, 844, round(generator.uniform(1, 3000), 2)])
        yield {"distance": distance, "extent": extent, "expected": float(give(Decimal(distance), Decimal(extent)))}


def slides(generator):
    for number in range(300):
        low = -round(generator.choice([0, generator.uniform(0, 1500), generator.uniform(0, 1e5)]), 3)
        high = generator.choice([low, low + round(generator.uniform(0, 900), 3), low + 1e5])
        start = generator.choice([low, high, round(generator.uniform(low, high), 3), low - round(generator.uniform(0, 400), 3)])
        speed = generator.choice([0, round(generator.uniform(-4000, 4000), 3), round(generator.uniform(-100, 100), 3)])
        if number == 0:
            low, high, start, speed = -500, 0, -520, 400  # the spring stops just at the bound
        slide = Slide(*map(Decimal, (start, speed, low, high)))
        places = [float(slide.at(time)) for time in TIMES]
        yield {"from": start, "speed": speed, "low": low, "high": high, "expected": {"rest": float(slide.rest), "places": places}}


def shown_near(generator, viewport):
    """Something that fingers may have made of the viewport: [zoom, x, y]."""
    zoom = float(viewport.zoom) * generator.choice([1, 1, 0.6, 1.3, round(math.exp(generator.uniform(-1, 1)), 4)])
    places = []
    for axis in (0, 1):
        middle = viewport.view[axis] / 2
        kept = float(middle - (middle - viewport.translation[axis]) * Fraction(zoom) / viewport.zoom)
        places.append(kept + generator.choice([0, round(generator.uniform(-1, 1) * float(viewport.view[axis]), 3)]))
    return [zoom, *places]


def viewports(generator, count):
    """Each with what is shown, a focus (an image point) and a speed."""
    for case in cases(generator):
        try:
            viewport = Viewport(case)
        except (Ambiguous, Refused):
            continue
        if viewport.scale > 10**7 or max(viewport.image) > 10**7:
            continue
        focus = [round(generator.random() * side, 2) for side in viewport.image]
        speed = [generator.choice([0, round(generator.uniform(-3000, 3000), 2)]) for _ in (0, 1)]
        yield case, viewport, shown_near(generator, viewport), focus, speed
        count -= 1
        if count == 0:
            return


def releases(generator):
    for case, viewport, shown, focus, speed in viewports(generator, 250):
        motion = let_go(viewport, shown, focus, speed)
        yield {"viewport": case, "shown": named(shown), "focus": pair(focus), "speed": pair(speed),
               "expected": {"rest": named(motion.rest), "places": [named(motion.at(time)) for time in TIMES]}}


def journeys(generator):
    for case, viewport, shown, _, _ in viewports(generator, 150):
        motion = go_to(shown, resting(viewport))
        yield {"viewport": case, "shown": named(shown),
               "expected": {"rest": named(motion.rest), "places": [named(motion.at(time)) for time in TIMES]}}


def endings(generator):
    """`viewport` is the one at the gesture's start."""
    for case, viewport, shown, focus, _ in viewports(generator, 120):
        ending = generator.choice(["persistent", "temporary", "restore", "reset"])
        if ending == "persistent" or (ending == "temporary" and abs(Fraction(shown[0]) / viewport.zoom - 1) < 1e-9):
            rest = let_go(viewport, shown, focus, [0, 0]).rest
        else:
            rest = fitted(viewport) if ending == "reset" else resting(viewport)
        yield {"viewport": case, "shown": named(shown), "focus": pair(focus), "ending": ending, "expected": {"rest": named(rest)}}


def write(name, lists):
    lines = [f' "{key}": [\n' + ",\n".join("  " + json.dumps(one, separators=(",", ":")) for one in found) + "\n ]"
             for key, found in lists.items()]
    pathlib.Path(__file__).with_name(name).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main():
    generator = random.Random(SEED)
    write("motion.json", {make.__name__.replace("_b", "B"): list(make(generator))
                          for make in (rubber_bands, slides, releases, journeys, endings)})


if __name__ == "__main__":
    main()
