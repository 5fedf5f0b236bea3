"""Real multi-touch through the DevTools protocol: fingers go down, move and lift, 16 ms apart by the clock of the events."""

import math
import time

FRAME = 0.016


class Fingers:
    """Fingers on a page. Positions are in CSS px of the page's viewport."""

    def __init__(self, page, ahead=60):
        self._page = page
        self._protocol = page.context.new_cdp_session(page)
        # Ahead of the page's clock: a motion begins at the time of its event, or when the page gets the event if that is earlier. So time
        # that passes between events on a slow machine does not count. Where the browser itself scrolls, it would wait for that time.
        self._clock = time.time() + ahead
        self.at = {}

    def wait(self, seconds: float) -> None:
        """Advances the clock of the events; the page's clock does not change."""
        self._clock += seconds

    def down(self, *fingers: tuple[int, float, float]) -> None:
        self._send("touchStart", fingers)

    def move(self, *fingers: tuple[int, float, float]) -> None:
        self._send("touchMove", fingers)

    def up(self, *ids: int) -> None:
        fingers = [(id_, *self.at.pop(id_)) for id_ in ids]
        self._send("touchEnd", fingers)
        for id_ in ids:
            del self.at[id_]

    def cancel(self) -> None:
        self.at.clear()
        self._send("touchCancel", [])

    def tap(self, x: float, y: float) -> None:
        self.down((9, x, y))
        self.up(9)

    @property
    def midpoint(self) -> tuple[float, float]:
        xs, ys = zip(*self.at.values())
        return sum(xs) / len(xs), sum(ys) / len(ys)

    @property
    def distance(self) -> float:
        (ax, ay), (bx, by) = self.at.values()
        return math.hypot(ax - bx, ay - by)

    def _send(self, kind, fingers) -> None:
        self._clock += FRAME
        self.at.update({id_: (x, y) for id_, x, y in fingers})
        points = [{"id": id_, "x": x, "y": y} for id_, x, y in fingers]
        self._protocol.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": self._clock})
        # The browser dispatches moves with its next frame.
        self._page.evaluate("() => new Promise(requestAnimationFrame)")
