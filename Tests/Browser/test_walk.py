"""A long random walk over a large image: the memory of decoded tiles stays bounded, and the viewer goes on to work."""

import random

import pytest
from PIL import Image

from fingers import Fingers
from server import Server
from viewing import VIEWER, Viewing

# Counts the bytes of bitmaps that are decoded and not closed.
COUNT = """
window.decoded = { now: 0, most: 0, all: 0 };
const decode = createImageBitmap;
window.createImageBitmap = async (source) => {
    const bitmap = await decode(source);
    const bytes = 4 * bitmap.width * bitmap.height;
    decoded.all += bytes;
    decoded.now += bytes;
    decoded.most = Math.max(decoded.most, decoded.now);
    const close = bitmap.close.bind(bitmap);
    bitmap.close = () => { decoded.now -= bytes; close(); };
    return bitmap;
};
"""
MOST = 128 * 2**20


@pytest.fixture
def viewing(open_page, starting, tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    Image.new("RGB", (8000, 6000), (90, 120, 150)).save(folder / "wall.jpg")
    running = starting(Server(folder, tmp_path / "cache"))
    page = open_page(viewport={"width": 1200, "height": 900}, device_scale_factor=2, has_touch=True)
    page.add_init_script(COUNT)
    return Viewing(page, running.address).open("wall.jpg")


def test_memory_stays_bounded_on_a_random_walk(viewing):
    walk = random.Random(5)
    # The image has twice as many bytes as may be kept.
    while viewing.page.evaluate("decoded.all") < 1.5 * MOST:
        zoom = walk.choice([0.25, 0.5, 0.5, 1])
        viewing.viewport = {"zoom": zoom, "x": -walk.random() * 8000 * zoom, "y": -walk.random() * 6000 * zoom}
        viewing.page.wait_for_timeout(walk.choice([20, 100, 100]))
    viewing.sharp()
    decoded = viewing.page.evaluate("decoded")
    # What comes between two frames makes nothing superfluous yet, however late the second: all that the first wants (6 x 5 tiles, 3 x 3 of
    # a coarser level, the overview), and what nobody wants any more: six tiles that were decoded, and six that came meanwhile.
    assert decoded["most"] <= MOST + (30 + 9 + 1 + 12) * 4 * 512 * 512
    viewing.page.evaluate(f"{VIEWER}.remove()")
    assert viewing.page.evaluate("decoded.now") == 0


def test_fingers_at_random_leave_nothing_stuck(viewing):
    walk = random.Random(6)
    fingers = Fingers(viewing.page)
    for _ in range(60):
        free = [id_ for id_ in range(4) if id_ not in fingers.at]
        action = walk.random()
        if free and (action < 0.3 or not fingers.at):
            fingers.down((free[0], walk.randint(10, 1190), walk.randint(10, 890)))
        elif action < 0.8:
            fingers.move(*((id_, x + walk.randint(-60, 60), y + walk.randint(-60, 60)) for id_, (x, y) in fingers.at.items()))
        elif action < 0.97:
            fingers.up(walk.choice(list(fingers.at)))
        else:
            fingers.cancel()
        shown = viewing.viewport
        assert 0.05 < shown["zoom"] < 5 and all(abs(shown[axis]) < 1e5 for axis in "xy")
    if fingers.at:
        fingers.up(*fingers.at)
    rest = viewing.rest()
    viewing.viewport = rest
    assert viewing.viewport == pytest.approx(rest), "it rests where no viewport may"
