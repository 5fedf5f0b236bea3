#!/usr/bin/env python3
"""Writes gestures.json: what a picture must do under fingers, event by event. The same seed gives the same file."""
import json
import math
import pathlib
import random
from decimal import Decimal
from fractions import Fraction

from generate import Viewport
from motions import fitted, give, go_to, let_go, named, resting

SEED = 20240311
SLOP, TAP_TRAVEL, DOUBLE_TAP_TRAVEL = 3, 10, 40  # CSS px
TAP_TIME, DOUBLE_TAP_TIME, TRAIL_TIME = 300, 300, 100  # ms
VIEWS = {
    "phone": {"image": {"width": 2303, "height": 1511}, "view": {"width": 390, "height": 844}, "dpr": 3},
    "desktop": {"image": {"width": 41037, "height": 29011}, "view": {"width": 1440, "height": 900}, "dpr": 1},
        "bounded": {
        "image": {"width": 800, "height": 600}, "view": {"width": 500, "height": 500}, "dpr": 2, "min": 0.5, "max": 4, "ideal": 2},
}


class Hand:
    """Follows fingers on a picture by the rules of README.md; times in ms, places in CSS px. `shown` is [zoom, x, y]."""

    def __init__(self, case, rules):
        self.case, self.rules = case, rules
        self.scene = Viewport(case)
        self.shown = [float(value) for value in resting(self.scene)]
        self.motion = None  # (Motion, since when)
        self.last_tap = None
        self.let_all_go()

    def let_all_go(self):
        self.fingers = {}
        self.kind = self.start = self.focus = self.press = None
        self.is_second = False

    @property
    def destination(self):
        return [float(value) for value in self.motion[0].rest] if self.motion else self.shown

    def on(self, event):
        """Handles an event; gives what is then shown, and where that leads."""
        self.now = event["time"]
        if self.motion:
            elapsed = Decimal(self.now - self.motion[1]) / 1000
            self.shown_in_motion = [float(value) for value in self.motion[0].at(elapsed)]
        kind = event["type"]
        if kind == "wheel" or (event["id"] in self.fingers) == (kind != "down"):
            getattr(self, kind)(event)
        return {"shown": named(self.shown if not self.motion else self.motion[0].at(Decimal(self.now - self.motion[1]) / 1000)),
                "destination": named(self.destination)}

    def stop(self):
        if self.motion:
            self.shown, self.motion = self.shown_in_motion, None

    def begin(self, motion):
        self.motion = (motion, self.now)

    def viewport(self, shown):
        """The nearest one to what is shown."""
        viewport = Viewport(self.case)
        low, high = viewport.min * viewport.fit, viewport.max * viewport.fit
        viewport.scale = min(max(Fraction(shown[0]), low), high) / viewport.fit
        viewport.place([Fraction(place) for place in shown[1:]])
        return viewport

    def centroid(self):
        return [sum(place[axis] for place in self.fingers.values()) / len(self.fingers) for axis in (0, 1)]

    def radius(self):
        middle = self.centroid()
        return max(1, sum(math.dist(place, middle) for place in self.fingers.values()) / len(self.fingers))

    def grip(self):
        self.grip_shown, self.grip_at, self.grip_radius = self.shown, self.centroid(), self.radius()
        self.trail = [(self.now, *self.shown[1:])]

    def down(self, event):
        place = (event["x"], event["y"])
        if not self.fingers:
            self.let_all_go()
            self.start = self.destination
            tap = self.last_tap
            self.is_second = bool(tap and self.now - tap[0] <= DOUBLE_TAP_TIME and math.dist(tap[1], place) <= DOUBLE_TAP_TRAVEL)
            self.last_tap = None
            self.press, self.kind = (self.now, place), "press"
        else:
            self.press, self.kind, self.is_second = None, "pinch", False
        self.stop()
        self.fingers[event["id"]] = place
        self.grip()

    def move(self, event):
        place = (event["x"], event["y"])
        is_here = self.fingers[event["id"]] == place
        self.fingers[event["id"]] = place
        travel = math.dist(place, self.grip_at)
        if self.kind == "press" and travel >= SLOP:
            self.kind = "zoom" if self.is_second else "pan"
        if travel > TAP_TRAVEL:
            self.press = None
        if is_here or self.kind == "press":
            return
        if self.kind == "pan":
            self.pan()
        else:
            self.zoom()
        self.trail.append((self.now, *self.shown[1:]))

    def pan(self):
        zoom = self.grip_shown[0]
        places = []
        for axis in (0, 1):
            view = float(self.scene.view[axis])
            slack = view - zoom * self.scene.image[axis]
            low, high = (slack / 2, slack / 2) if slack >= 0 else (slack, 0.0)
            begin = self.grip_shown[1 + axis]
            wanted = begin + self.centroid()[axis] - self.grip_at[axis]
            # What is outside already may come nearer as the finger does.
            bound = min(max(wanted, min(low, begin)), max(high, begin))
            places.append(bound if slack > -0.5 else bound + float(give(Decimal(wanted - bound), Decimal(view))))
        self.shown = [zoom, *places]

    def zoom(self):
        before = self.grip_shown[0]
        middle = self.centroid()
        if self.kind == "zoom":
            wanted, end = before * 2 ** ((middle[1] - self.grip_at[1]) / 150), self.grip_at
        else:
            wanted, end = before * self.radius() / self.grip_radius, middle
        low, high = [float(bound * self.scene.fit) for bound in (self.scene.min, self.scene.max)]
        bound = min(max(wanted, min(low, before)), max(high, before))
        zoom = bound * math.exp(give(Decimal(math.log(wanted / bound)), Decimal(math.log(2))))
        pinned = [(self.grip_at[axis] - self.grip_shown[1 + axis]) / before for axis in (0, 1)]
        self.shown = [zoom, *(end[axis] - zoom * pinned[axis] for axis in (0, 1))]
        self.focus = pinned

    def up(self, event):
        del self.fingers[event["id"]]
        if self.fingers:
            self.kind = "pinch" if len(self.fingers) > 1 else "pan"
            self.grip()
            return
        is_tap = self.press and self.now - self.press[0] <= TAP_TIME
        if is_tap and self.is_second:
            start, point = self.viewport(self.start), [Fraction(value) for value in self.press[1]]
            fit = min(max(Fraction(1), start.min), start.max)
            if abs(start.scale / fit - 1) < Fraction(1, 10**9):  # but for rounding
                start.scale = fit
            start.double_tap(point, Fraction(self.rules.get("doubleTap", 2)))
            self.begin(go_to(self.shown, resting(start)))
        elif self.rules.get("isTemporary") and abs(self.shown[0] / self.start[0] - 1) > 1e-9:
            self.begin(go_to(self.shown, resting(self.viewport(self.start))))
        else:
            focus = self.focus or [(self.grip_at[axis] - self.shown[1 + axis]) / self.shown[0] for axis in (0, 1)]
            self.begin(let_go(self.scene, self.shown, focus, self.speed() if self.kind == "pan" else [0, 0]))
        if is_tap and not self.is_second:
            self.last_tap = (self.now, self.press[1])
        self.let_all_go()

    def speed(self):
        recent = [one for one in self.trail if one[0] >= self.now - TRAIL_TIME]
        if not recent or recent[-1][0] == recent[0][0]:
            return [0, 0]
        return [(recent[-1][1 + axis] - recent[0][1 + axis]) / (recent[-1][0] - recent[0][0]) * 1000 for axis in (0, 1)]

    def cancel(self, _):
        end = fitted(self.scene) if self.rules.get("isReset") else resting(self.viewport(self.start))
        self.begin(go_to(self.shown, end))
        self.let_all_go()

    def wheel(self, event):
        self.stop()
        zoom = float(self.viewport([self.shown[0] * event["factor"], 0, 0]).zoom)
        places = [event[axis] - (event[axis] - self.shown[number]) / self.shown[0] * zoom for number, axis in ((1, "x"), (2, "y"))]
        target = [float(value) for value in resting(self.viewport([zoom, *places]))]
        inside = [float(value) for value in resting(self.viewport(self.shown))]
        away = math.hypot(inside[1] - self.shown[1], inside[2] - self.shown[2], 100 * (inside[0] / self.shown[0] - 1))
        if away > 0.5 and not self.fingers:
            self.begin(go_to(self.shown, target))
            return
        self.shown = target
        if self.fingers:
            self.grip()


class Script:
    """Events with a clock: `at` sets fingers, each call lets time pass."""

    def __init__(self):
        self.events, self.time = [], 1000

    def send(self, kind, id_, x=None, y=None, after=16):
        self.time += after
        self.events.append({"type": kind, "id": id_, "time": self.time, **({} if x is None else {"x": x, "y": y})})
        return self

    def down(self, id_, x, y, after=16):
        return self.send("down", id_, x, y, after)

    def move(self, id_, x, y, after=16):
        return self.send("move", id_, x, y, after)

    def up(self, id_, after=16):
        return self.send("up", id_, after=after)

    def drag(self, id_, start, end, steps, after=16):
        for step in range(1, steps + 1):
            self.move(id_, *(a + (b - a) * step / steps for a, b in zip(start, end)), after=after)
        return self

    def tap(self, x, y, after=16):
        return self.down(5, x, y, after).up(5, 60)

    def wheel(self, factor, x, y, after=16):
        self.send("wheel", 0, x, y, after)
        self.events[-1]["factor"] = factor
        return self


def zoomed(script):
    """Twice as large, by a double tap, and at rest."""
    script.tap(150, 300).tap(151, 301, 100)
    script.time += 2000
    return script


def scripts():
    pinch = lambda script: script.down(1, 150, 300).down(2, 250, 400)
    yield "pinch about a point off the middle", "phone", {}, (
        pinch(Script()).drag(1, (150, 300), (90, 250), 8).drag(2, (250, 400), (330, 460), 8).up(1).up(2, 0))
    yield "pinch beyond the greatest scale and spring back", "bounded", {}, (
        pinch(Script()).drag(2, (250, 400), (900, 1500), 9).up(2).up(1).tap(100, 100, 90))
    yield "pinch below the least scale, and again on the way back", "bounded", {}, (
        pinch(Script()).drag(2, (250, 400), (160, 310), 6).up(2).up(1, 0).down(3, 200, 200, 50).down(4, 300, 300)
        .drag(4, (300, 300), (220, 220), 4).up(3).up(4))
    yield "sequential pinches accumulate", "phone", {}, (
        pinch(pinch(Script()).drag(2, (250, 400), (300, 450), 4).up(1).up(2)).drag(2, (250, 400), (290, 440), 4).up(1).up(2))
    yield "from two fingers to one, which goes on", "phone", {}, (
        pinch(zoomed(Script())).drag(2, (250, 400), (290, 440), 5).up(1).drag(2, (290, 440), (250, 470), 5).up(2, 8))
    yield "three and four fingers", "desktop", {}, (
        pinch(zoomed(Script())).down(3, 700, 500).move(3, 720, 530).down(4, 20, 800).move(1, 130, 290).up(2).move(4, 40, 790)
        .up(1).move(3, 700, 500).up(3).move(4, 60, 780).up(4))
    yield "a pan loses nothing of its slop", "phone", {}, (
        zoomed(Script()).down(1, 200, 400).move(1, 202, 400).move(1, 203, 401).move(1, 207, 404).up(1, 200))
    yield "a flick", "phone", {}, zoomed(Script()).down(1, 200, 400).drag(1, (200, 400), (120, 380), 8).up(1).tap(100, 100, 120)
    yield "a flick into a bound", "phone", {}, (
        zoomed(Script()).down(1, 100, 400).drag(1, (100, 400), (300, 380), 8).up(1).tap(100, 100, 90))
    yield "a finger that rests before it lifts does not flick", "phone", {}, (
        zoomed(Script()).down(1, 200, 400).drag(1, (200, 400), (120, 380), 8).up(1, 120))
    yield "a speed is of the last 100 ms", "phone", {}, (
        zoomed(Script()).down(1, 200, 400).drag(1, (200, 400), (300, 400), 5, 30).drag(1, (300, 400), (290, 401), 12, 8).up(1, 8))
    yield "beyond a bound and back", "desktop", {}, (
        zoomed(Script()).down(1, 100, 100).drag(1, (100, 100), (1400, 800), 12).drag(1, (1400, 800), (1000, 500), 4).up(1, 200))
    yield "caught on the way back", "desktop", {}, (
        zoomed(Script()).down(1, 100, 100).drag(1, (100, 100), (1400, 800), 12).up(1, 150).down(2, 500, 500, 40)
        .drag(2, (500, 500), (530, 480), 3).up(2, 150))
    yield "one finger moves no axis that is smaller", "phone", {}, Script().down(1, 200, 400).drag(1, (200, 400), (320, 600), 6).up(1)
    yield "a pinch moves it, and it comes back", "phone", {}, (
        pinch(Script()).drag(1, (150, 300), (150, 100), 5).drag(2, (250, 400), (250, 200), 5).up(1)
        .drag(2, (250, 200), (250, 260), 3).up(2))
    yield "double tap: in, and back to fit", "phone", {"doubleTap": 3}, (
        Script().tap(130, 400).tap(131, 401, 100).tap(200, 300, 1500).tap(200, 300, 50))
    yield "double tap while it moves", "phone", {}, Script().tap(130, 400).tap(131, 401, 100).tap(200, 300, 350).tap(200, 300, 50)
    yield "no double tap: late, far, with two fingers", "phone", {}, (
        Script().tap(130, 400).tap(130, 400, 400).tap(180, 400, 100).down(1, 180, 400).down(2, 184, 400).up(1).up(2).tap(180, 400))
    yield "a drag after a tap", "phone", {}, (
        Script().tap(130, 400).down(1, 130, 402, 100).drag(1, (130, 402), (140, 552), 9).up(1, 50).tap(100, 100, 900))
    yield "a drag after a tap beyond both bounds", "bounded", {}, (
        Script().tap(130, 200).down(1, 130, 200, 100).drag(1, (130, 200), (130, 900), 9).drag(1, (130, 900), (130, -400), 9).up(1)
        .tap(9, 9, 90))
    yield "a second tap that slips is a double tap", "phone", {}, Script().tap(130, 400).down(1, 130, 402, 100).move(1, 131, 408).up(1)
    yield "a drag after a tap becomes a pinch", "phone", {}, (
        Script().tap(130, 400).down(1, 130, 402, 100).drag(1, (130, 402), (130, 500), 5).down(2, 230, 500)
        .drag(2, (230, 500), (300, 500), 4).up(1).up(2))
    for rules in ({}, {"isReset": True}):
        yield f"cancelled {rules}", "phone", rules, (
            pinch(zoomed(Script())).drag(2, (250, 400), (330, 500), 5).send("cancel", 1).move(2, 100, 100).down(3, 200, 400, 900)
            .drag(3, (200, 400), (180, 400), 2).send("cancel", 3))
    yield "temporary", "phone", {"isTemporary": True}, (
        pinch(Script()).drag(2, (250, 400), (330, 500), 5).up(1).drag(2, (330, 500), (300, 500), 3).up(2, 0))
    yield "temporary, caught on the way back", "phone", {"isTemporary": True}, (
        pinch(pinch(Script()).drag(2, (250, 400), (330, 500), 5).up(1).up(2, 0)).drag(2, (250, 400), (280, 430), 2).up(1).up(2)
        .tap(100, 100, 60))
    yield "temporary: a pan stays", "phone", {"isTemporary": True}, (
        zoomed(Script()).down(1, 200, 400).drag(1, (200, 400), (160, 380), 5).up(1, 200))
    yield "wheel", "desktop", {}, Script().wheel(2, 300, 200).wheel(1.3, 1000, 700).wheel(0.01, 5, 5).wheel(1e6, 700, 450)
    yield "wheel under a finger", "desktop", {}, zoomed(Script()).down(1, 600, 400).wheel(1.5, 640, 420).move(1, 650, 430).up(1, 150)
    yield "wheel while it springs back", "desktop", {}, (
        zoomed(Script()).down(1, 600, 400).drag(1, (600, 400), (1300, 400), 5).up(1, 150).wheel(1.5, 640, 420, 60).wheel(1.2, 640, 420, 40))
    yield "wheel in a motion", "desktop", {}, (
        zoomed(Script()).down(1, 600, 400).drag(1, (600, 400), (500, 300), 5).up(1).wheel(1.5, 640, 420, 100))


def at_random(generator):
    """Up to four fingers that do anything, also what they cannot."""
    script, down = Script(), set()
    places = lambda: (generator.randint(0, 800), generator.randint(0, 800))
    last = {}
    for _ in range(40):
        after = generator.choice([0, 4, 8, 16, 16, 40, 130, 400])
        kind = generator.choices(["down", "move", "up", "cancel", "wheel"], [4, 14, 4, 0.5, 0.5])[0]
        id_ = generator.randint(1, 4)
        if kind == "wheel":
            script.wheel(round(math.exp(generator.uniform(-1, 1)), 3), *places(), after)
        elif kind == "down":
            last[id_] = places()
            script.down(id_, *last[id_], after)
            down.add(id_)
        elif kind == "move":
            id_ = generator.choice(sorted(down)) if down else id_
            x, y = last.get(id_, (5, 5))
            last[id_] = (x + generator.randint(-30, 30), y + generator.randint(-30, 30))
            script.move(id_, *last[id_], after)
        else:
            script.send(kind, id_, after=after)
            down = down - {id_} if kind == "up" else set()
    return script


def main():
    generator = random.Random(SEED)
    found = list(scripts())
    for number in range(40):
        rules = generator.choice([{}, {}, {"isTemporary": True}, {"isReset": True}, {"doubleTap": 1.5}])
        found.append((f"at random, {number}", generator.choice(sorted(VIEWS)), rules, at_random(generator)))
    lines = []
    for name, view, rules, script in found:
        hand = Hand(VIEWS[view], rules)
        steps = [{"event": event, **hand.on(event)} for event in script.events]
        head = json.dumps({"name": name, "viewport": VIEWS[view], "rules": rules}, separators=(",", ":"))
        lines.append(f" {head[:-1]},\"steps\":[\n" + ",\n".join("  " + json.dumps(step, separators=(",", ":")) for step in steps) + "\n ]}")
    path = pathlib.Path(__file__).with_name("gestures.json")
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
