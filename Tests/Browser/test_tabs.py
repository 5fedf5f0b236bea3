"""Several tabs share the browser's six connections to one server: no tab blocks another one, and a hidden tab holds none."""

import pytest
from playwright.sync_api import expect

from building import NAME
from fingers import Fingers
from tabs import Tabs
from viewing import VIEWER, WATCH, Viewing, hide

# Small, since there are many of them.
TOUCH = {"viewport": {"width": 320, "height": 480}, "has_touch": True, "is_mobile": True}
CONNECTIONS = 6
HELD = 3  # tiles that a page waits for
# Counts the most event streams that a page had at once. The page knows it itself; a server learns later that one is closed.
STREAMS = """
window.mostStreams = 0;
const streams = new Set();
window.EventSource = class extends EventSource {
    constructor(url) {
        super(url);
        streams.add(this);
        mostStreams = Math.max(mostStreams, streams.size);
    }
    close() {
        streams.delete(this);
        super.close();
    }
};
"""
REGION = {"x": 900, "y": 300, "width": 400, "height": 600}


@pytest.fixture
def host(server, starting):
    return starting(Tabs(server))


@pytest.fixture
def tab(open_page, host):
    """Opens tabs of one browser."""
    context = None

    def open_tab(path):
        nonlocal context
        page = context.new_page() if context else open_page(**TOUCH)
        context = page.context
        page.add_init_script(WATCH)
        page.add_init_script(STREAMS)
        page.goto(host.building.address + path)
        return Viewing(page, host.building.address)

    return open_tab


@pytest.fixture
def join(tab, host):
    """Opens a tab of a session that no other test has, and waits until it has its role."""

    def join(label=None):
        viewing = tab(f"view/detail.png?session=tabs-{host.server_port}")
        if label:
            expect(viewing.page.locator("#part")).to_have_text(label)
        return viewing

    return join


def three(tab, join, host):
    """A leader, a follower, and a page that waits for a build."""
    leader, follower = join("You lead · Stop"), join("You follow · Stop")
    host.building.build(0)
    waiting = tab(f"view/{NAME}")
    host.building.wait(lambda b: len(b.held) == HELD and b.streams == 1 and host.followers == 1)
    return leader, follower, waiting


def show(viewing, **change):
    viewing.page.evaluate(f"(region) => {{ {VIEWER}.region = region }}", {**REGION, **change})


def wait_to_see(viewing, leader):
    """Waits until the page shows the leader's middle with all its tiles."""
    viewing.page.bring_to_front()  # or it gets a frame a second, and no touches
    middle = "(({ x, width }) => x + width / 2)"
    wanted = leader.page.evaluate(f"{middle}({VIEWER}.region)")
    viewing.page.wait_for_function(f"(wanted) => Math.abs({middle}({VIEWER}.region) - wanted) < 1", arg=wanted)
    viewing.sharp()


def drag(viewing):
    """Moves the picture by a finger; it must follow."""
    viewing.page.bring_to_front()
    before = viewing.viewport
    fingers = Fingers(viewing.page)
    fingers.down((1, 200, 240))
    fingers.move((1, 170, 240))
    fingers.move((1, 140, 240))
    fingers.wait(0.2)
    fingers.up(1)
    assert viewing.rest()["x"] < before["x"] - 20


def test_a_leader_a_follower_and_one_who_waits_for_a_build_go_on(tab, join, host):
    leader, follower, waiting = three(tab, join, host)
    building = host.building
    tabs = [leader, follower, waiting]
    assert [viewing.page.evaluate("document.visibilityState") for viewing in tabs] == ["visible"] * 3
    # One connection is left for everything else.
    show(leader)
    wait_to_see(follower, leader)
    drag(leader)
    leader.sharp()
    wait_to_see(follower, leader)
    drag(follower)
    expect(follower.page.locator("#part")).to_have_text("Follow again")
    follower.sharp()
    building.wait(lambda _: host.followers == 0)
    follower.page.locator("#part").click()
    wait_to_see(follower, leader)
    told = host.told
    waiting.viewport = {"zoom": 0.2, "x": -300, "y": -100}
    drag(waiting)
    building.wait(lambda _: host.told > told)
    gallery = tab("").page
    gallery.wait_for_function("() => document.querySelector('img[src*=detail]')?.naturalWidth > 0")
    building.finish()
    waiting.sharp()
    assert [viewing.page.evaluate("mostStreams") for viewing in tabs] == [0, 1, 1]


def test_three_followers_of_one_browser_see_every_tile(join, host):
    leader = join("You lead · Stop")
    followers = [join("You follow · Stop") for _ in range(3)]
    for x in (300, 1500):
        show(leader, x=x)
        for follower in followers:
            wait_to_see(follower, leader)
    assert host.followers == 3


def test_tabs_that_nobody_sees_hold_no_connection(tab, join, host):
    leader, follower, waiting = three(tab, join, host)
    building = host.building
    for viewing in (follower, waiting):
        hide(viewing.page)
    building.wait(lambda b: not b.held and b.streams == 0 and host.followers == 0)
    show(leader)
    leader.sharp()
    for viewing in (follower, waiting):
        hide(viewing.page, False)
    building.wait(lambda b: len(b.held) == HELD and b.streams == 1 and host.followers == 1)
    wait_to_see(follower, leader)


def test_followers_in_all_connections_go_on_when_one_is_no_longer_seen(join, host):
    leader = join("You lead · Stop")
    followers = [join("You follow · Stop") for _ in range(CONNECTIONS - 1)]
    last = join()
    host.building.wait(lambda _: host.followers == CONNECTIONS)
    show(leader)
    leader.draw()
    hide(last.page)
    for follower in followers:
        wait_to_see(follower, leader)
