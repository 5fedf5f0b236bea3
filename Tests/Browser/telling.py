"""The gesture events that a page sends to the server, in order, with the answers."""

import pytest

from viewing import VIEWER

# The page records them itself: an event is in the record as soon as the gesture has happened.
RECORD = """
window.told = [];
{
    const fetchNow = window.fetch;
    window.fetch = (url, options = {}) => {
        const answer = fetchNow(url, options);
        if (options.method === 'POST') {
            const read = answer.then((response) => response.clone().json()).catch(() => null);
            const { viewport } = document.querySelector('azulejo-viewer');
            told.push({ url, options: { ...options }, event: JSON.parse(options.body), viewport, answer: read });
        }
        return answer;
    };
}
document.addEventListener('settle', ({ detail }) => { window.settledAt = detail; }, true);
"""


class Telling:
    """The events that a page sends from now on; `RECORD` must be among its first scripts."""

    def __init__(self, page):
        self.page = page
        self.begin = page.evaluate("told.length")

    @property
    def events(self):
        return self.page.evaluate("(begin) => told.slice(begin).map(({ event }) => event)", self.begin)

    @property
    def gestures(self):
        """All events but `settle`, which may come at any time after the last one."""
        return [event for event in self.events if event["gesture"] != "settle"]

    @property
    def viewports(self):
        """The viewport that was shown when each event was sent."""
        return self.page.evaluate("(begin) => told.slice(begin).map(({ viewport }) => viewport)", self.begin)

    @property
    def words(self):
        """The gesture and phase of each event."""
        return words(self.events)

    @property
    def answers(self):
        return self.page.evaluate("(begin) => Promise.all(told.slice(begin).map(({ answer }) => answer))", self.begin)

    def wait(self, words, count=1):
        """Waits until an event with this gesture and phase has been sent so many times."""
        self.page.wait_for_function(
            "([begin, words, count]) => told.slice(begin).filter(({ event: { gesture, phase } }) => `${gesture} ${phase}` === words).length"
            " >= count",
            arg=[self.begin, words, count])


def words(events):
    return [f"{event['gesture']} {event['phase']}" for event in events]


def settle(viewing):
    """Waits until the picture rests and the page has sent its `settle` event."""
    viewing.draw()
    viewing.page.wait_for_function(
        f"() => ['zoom', 'x', 'y'].every((name) => window.settledAt?.[name] === {VIEWER}.destination[name])"
        " && told.at(-1).event.gesture === 'settle'")
    return viewing.viewport


def pause(viewing):
    """Waits until the page may send another change: until its last event has been answered, and a fifteenth of a second."""
    viewing.page.evaluate("async () => { await told.at(-1).answer; await new Promise((done) => setTimeout(done, 70)); }")


def shown(event, image):
    """The viewport that an event describes, as {zoom, x, y}."""
    view, scale, anchor, offset = event["view"], event["scale"], event["anchor"], event["offset"]
    fit = min(view["width"] / image[0], view["height"] / image[1])
    along = {}
    for axis, side, length in (("x", "width", image[0]), ("y", "height", image[1])):
        frame = fit * length
        along[axis] = (view[side] - frame) / 2 + anchor[axis] * frame * (1 - scale) + offset[axis]
    return {"zoom": scale * fit, **along}


def rests_at(answer):
    """The resting place in an answer, as {zoom, x, y}."""
    return {"zoom": answer["zoom"], "x": answer["frame"]["x"], "y": answer["frame"]["y"]}


def near(viewport):
    """Compares viewports, but for rounding on both sides."""
    return pytest.approx(viewport, rel=1e-9, abs=1e-6)
