"""A viewer's page without a browser: tiles arrive over six connections, the most urgent first; gesture events precede them."""

import http.client
import json
import math
import threading
import time
from collections import deque
from dataclasses import dataclass
from urllib.parse import urlsplit

from grid import TILE
from tools import Failed

CONNECTIONS = 6
# The factor by which the speed of a released picture shrinks in a millisecond.
FRICTION = 0.998
TIMEOUT = 120


@dataclass(frozen=True)
class View:
    """A view at one image pixel for each device pixel, so that its tiles are those of the last level. Lengths are in CSS pixels."""

    image: tuple
    width: int = 390
    height: int = 844
    dpr: int = 3

    @property
    def zoom(self):
        return 1 / self.dpr

    @property
    def scale(self):
        return self.zoom / self.fit

    @property
    def fit(self):
        return min(self.width / self.image[0], self.height / self.image[1])

    @property
    def middle(self):
        """The position of the image's corner if the image is centred in the view."""
        return tuple(round((view - side * self.zoom) / 2) for view, side in zip((self.width, self.height), self.image))

    def clamp(self, place):
        """The nearest position of the image's corner that shows no gap."""
        sides = zip(place, (self.width, self.height), self.image)
        return tuple(min(0, max(view - side * self.zoom, at)) for at, view, side in sides)

    def rest(self, place, speed):
        return self.clamp(tuple(at + along / -math.log(FRICTION) / 1000 for at, along in zip(place, speed)))

    def tiles(self, place):
        """The columns and rows of visible tiles, from the middle outwards."""
        def cells(at, view, side):
            first = max(0, int(-at / self.zoom // TILE))
            return range(first, min(math.ceil((view - at) / self.zoom / TILE), math.ceil(side / TILE)))

        def middle(cell, side):
            return (cell * TILE + min(side, (cell + 1) * TILE)) / 2

        def distance(tile):
            return sum(
                (middle(cell, side) - (view / 2 - at) / self.zoom) ** 2
                for cell, side, view, at in zip(tile, self.image, (self.width, self.height), place))

        columns, rows = (cells(*of) for of in zip(place, (self.width, self.height), self.image))
        return sorted(((column, row) for row in rows for column in columns), key=lambda tile: (distance(tile), tile[::-1]))

    def event(self, place, phase, speed, sequence):
        # About the middle of the image: centred, less the movement of its corner by scaling, plus the offset.
        offset = {
            axis: at - (view - side * self.zoom) / 2
            for axis, at, view, side in zip("xy", place, (self.width, self.height), self.image)}
        return {
            "session": "flick", "client": "page", "sequence": sequence, "gesture": "pan", "phase": phase, "scale": self.scale,
            "view": {"width": self.width, "height": self.height, "dpr": self.dpr}, "anchor": {"x": 0.5, "y": 0.5}, "offset": offset,
            "velocity": {"x": speed[0], "y": speed[1], "scale": 0}}


class Page:
    """`path`: that of a tile, with placeholders for column and row. `events`: the path of gesture events."""

    def __init__(self, base, path, events):
        self.path, self.events = path, events
        self.netloc = urlsplit(base).netloc
        self.change = threading.Condition()
        self.posts, self.wanted, self.coming, self.there = deque(), [], set(), set()
        self.answer, self.failure, self.is_over = None, None, False
        self.threads = [threading.Thread(target=self.connect) for _ in range(CONNECTIONS)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        with self.change:
            self.is_over = True
            self.change.notify_all()
        for thread in self.threads:
            thread.join()

    def want(self, tiles):
        with self.change:
            self.wanted = tiles
            self.change.notify_all()

    def post(self, event):
        with self.change:
            self.posts.append(event)
            self.change.notify_all()

    def wait(self, tiles):
        """Waits until these tiles have arrived and every event is answered. Returns the time of the last answer."""
        with self.change:
            done = lambda: self.failure or (self.there.issuperset(tiles) and not self.posts and "post" not in self.coming)
            if not self.change.wait_for(done, TIMEOUT):
                raise Failed(f"{len(set(tiles) - self.there)} tiles did not come within {TIMEOUT} s")
            if self.failure:
                raise self.failure
            return self.answer

    def connect(self):
        connection = http.client.HTTPConnection(self.netloc, timeout=TIMEOUT)
        try:
            while (work := self.next()) is not None:
                self.ask(connection, work)
        except (OSError, http.client.HTTPException, Failed) as error:
            with self.change:
                self.failure = self.failure or Failed(f"{error or type(error).__name__}")
                self.change.notify_all()
        finally:
            connection.close()

    def next(self):
        """The next event or tile to request; None at the end."""
        with self.change:
            while not self.is_over:
                # Events are sent one after the other, so that they arrive in order.
                if self.posts and "post" not in self.coming:
                    self.coming.add("post")
                    return self.posts.popleft()
                tile = next((tile for tile in self.wanted if tile not in self.there and tile not in self.coming), None)
                if tile:
                    self.coming.add(tile)
                    return tile
                self.change.wait()
        return None

    def ask(self, connection, work):
        is_event = isinstance(work, dict)
        if is_event:
            connection.request("POST", self.events, json.dumps(work), {"Content-Type": "application/json"})
        else:
            connection.request("GET", self.path.format(column=work[0], row=work[1]))
        response = connection.getresponse()
        body = response.read()
        if response.status != 200:
            raise Failed(f"status {response.status}: {body[:200]!r}")
        with self.change:
            if is_event:
                self.coming.remove("post")
                self.answer = json.loads(body)
            else:
                self.coming.remove(work)
                self.there.add(work)
            self.change.notify_all()


@dataclass(frozen=True)
class Flick:
    """A finger that accelerates and lifts. The speed at the lift is in CSS pixels a second; the direction of the picture is in degrees."""

    direction: int
    speed: int
    milliseconds: int

    STEP = 16
    # The intervals of the events, and of the positions whose speed counts.
    INTERVAL, TRAIL = 67, 100

    def place(self, start, time_):
        """The position of the image's corner, this many milliseconds after the finger went down."""
        way = self.speed / 1000 * time_ ** 2 / (2 * self.milliseconds)
        angle = math.radians(self.direction)
        return start[0] + way * math.cos(angle), start[1] + way * math.sin(angle)

    def measured(self, start, time_):
        """The speed as a page measures it."""
        since = max(0, time_ - self.TRAIL)
        before, now = self.place(start, since), self.place(start, time_)
        return tuple((b - a) / (time_ - since) * 1000 if time_ > since else 0 for a, b in zip(before, now))

    def perform(self, page, view, tells):
        """Seconds from the lift to the last tile of the resting viewport."""
        start = view.middle
        page.want(view.tiles(start))
        page.wait(view.tiles(start))
        began, sequence, due = time.monotonic(), 1, 0.0
        phase = "began"
        for now in range(self.STEP, self.milliseconds + 1, self.STEP):
            time.sleep(max(0, began + now / 1000 - time.monotonic()))
            place, speed = self.place(start, now), self.measured(start, now)
            if tells and now >= due:
                page.post(view.event(place, phase, speed, sequence))
                sequence, due, phase = sequence + 1, now + self.INTERVAL, "changed"
            page.want(view.tiles(place))
        rest = view.rest(place, speed)
        lifted = time.monotonic()
        if tells:
            page.post(view.event(place, "ended", speed, sequence))
        page.want(view.tiles(rest))
        answer = page.wait(view.tiles(rest))
        seconds = time.monotonic() - lifted
        if tells and [(tile["column"], tile["row"]) for tile in answer["tiles"]] != view.tiles(rest):
            raise Failed("the server would have the picture rest somewhere else")
        return seconds
