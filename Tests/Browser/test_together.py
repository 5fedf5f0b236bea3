"""Looking together: one page leads, others follow it on screens of their own, and detach themselves."""

import contextlib
import itertools
import re
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from building import NAME
from conftest import DESKTOP, PHONE
from fingers import Fingers
from snippets import Elsewhere
from sources import DETAIL
from telling import RECORD, Telling, pause, settle
from viewing import VIEWER, Viewing, hide, until

WIDTH, HEIGHT = DETAIL
REGION = {"x": 900, "y": 500, "width": 800, "height": 560}  # of the shape of the desktop's view
OTHER = {"x": 300, "y": 200, "width": 1000, "height": 700}
LABELS = {"leading": "You lead · Stop", "following": "You follow · Stop", "detached": "Follow again"}
# Holds the events of a page until `speak()`.
SILENT = """
{
    const fetchNow = window.fetch;
    const turn = new Promise((done) => { window.speak = done; });
    window.fetch = (url, options = {}) => (options.method === 'POST' ? turn.then(() => fetchNow(url, options)) : fetchNow(url, options));
}
"""
numbers = itertools.count()


@pytest.fixture
def name():
    """The name of a session that no other test has."""
    return f"tour-{next(numbers)}"


@pytest.fixture
def join(open_page, server, name):
    """Opens a page of the session, and waits until it has its role."""

    def join(part, fragment="", page=None, **options):
        page = page or open_page(**{**DESKTOP, **options})
        page.add_init_script(RECORD)
        viewing = Viewing(page, server)
        page.goto(f"{server}view/detail.png?session={name}{fragment}")
        page.wait_for_function("() => seen.ready > 0")
        has(viewing, part)
        return viewing

    return join


def has(viewing, part):
    expect(viewing.page.locator("#part")).to_have_text(LABELS[part])


@contextlib.contextmanager
def leaving(leader):
    """The leader gives up its lead in this context: at its end, the server has got that event. Events of two pages come in any order."""
    def heard():
        figures = urllib.request.urlopen(f"{leader.base}metrics", timeout=60).read().decode()
        return sum(map(int, re.findall(r'requests_total\{route="viewport",[^}]*\} (\d+)', figures)))

    settle(leader)
    leader.page.evaluate("() => Promise.all(told.map(({ answer }) => answer))")
    before, end = heard(), time.monotonic() + 60
    yield
    while heard() == before:
        assert time.monotonic() < end, "nothing was said"
        time.sleep(0.02)


def region(viewing):
    return viewing.page.evaluate(f"{VIEWER}.region")


def show(viewing, region):
    viewing.page.evaluate(f"(region) => {{ {VIEWER}.region = region }}", region)


def wait_to_see(viewing, region):
    """Waits until a region is shown whole, and in the middle unless the image ends there."""
    viewing.page.wait_for_function(
        f"""({{ x, y, width, height }}) => {{
            const {{ clientWidth, clientHeight, viewport, image }} = {VIEWER};
            const zoom = Math.min(clientWidth / width, clientHeight / height);
            const place = (view, whole, start, length) => {{
                const slack = view - zoom * whole;
                return slack >= 0 ? slack / 2 : Math.min(0, Math.max(slack, view / 2 - zoom * (start + length / 2)));
            }};
            const wanted = {{ zoom, x: place(clientWidth, image.width, x, width), y: place(clientHeight, image.height, y, height) }};
            return Object.keys(wanted).every((key) => Math.abs(viewport[key] - wanted[key]) < 0.01);
        }}""",
        arg=region)


# Leading and following


def test_a_follower_sees_what_the_leader_sees(join):
    leader, follower = join("leading"), join("following", **PHONE)
    show(leader, REGION)
    wait_to_see(follower, REGION)
    leader.page.keyboard.press("ArrowRight")
    wait_to_see(follower, {**REGION, "x": 900 + 800 / 8})
    leader.page.get_by_role("button", name="Show the whole image").click()
    wait_to_see(follower, {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT})


def test_a_phone_leads_and_a_desktop_follows_while_fingers_move(join):
    leader, follower = join("leading", **PHONE), join("following")
    zoom = 0.6
    leader.viewport = {"zoom": zoom, "x": 195 - 1100 * zoom, "y": 422 - 750 * zoom}
    wait_to_see(follower, region(leader))
    fingers = Fingers(leader.page)
    fingers.down((1, 200, 400))
    for step in range(1, 8):
        fingers.move((1, 200 - 7 * step, 400 + 3 * step))
        pause(leader)
    # The finger is still down.
    wait_to_see(follower, region(leader))
    fingers.up(1)
    wait_to_see(follower, region(leader))


def test_one_who_comes_late_sees_it_at_once(join):
    leader = join("leading")
    show(leader, REGION)
    settle(leader)
    leader.page.evaluate("() => { window.fetch = () => new Promise(() => {}) }")  # it sends nothing more
    late = join("following", **PHONE)
    wait_to_see(late, REGION)


def test_what_the_follower_cannot_show_so_large_stays_in_the_middle(join):
    """A phone has more px per CSS px, so its greatest zoom is smaller."""
    leader, follower = join("leading"), join("following", **PHONE)
    show(leader, REGION)
    wait_to_see(follower, REGION)
    most = leader.page.evaluate(f"{VIEWER}.zooms.max")
    leader.viewport = {"zoom": most, "x": 500 - 1500 * most, "y": 350 - 900 * most}
    follower.page.wait_for_function(f"() => {VIEWER}.viewport.zoom > 0.99 * {VIEWER}.zooms.max")
    follower.page.wait_for_function(f"() => Math.abs({VIEWER}.region.x + {VIEWER}.region.width / 2 - 1500) < 1")


def test_a_follower_that_is_resized_keeps_the_region_whole(join):
    leader, follower = join("leading"), join("following", **PHONE)
    show(leader, REGION)
    wait_to_see(follower, REGION)
    follower.resize(844, 390)
    wait_to_see(follower, REGION)
    show(leader, OTHER)
    wait_to_see(follower, OTHER)


def test_a_hash_is_what_the_leader_shows(join):
    leader = join("leading", "#xywh=900,500,800,560")
    follower = join("following", "#xywh=1,2,3,4", **PHONE)
    wait_to_see(leader, REGION)
    wait_to_see(follower, REGION)
    follower.page.wait_for_function("() => /^#xywh=900,/.test(location.hash)")
    assert re.search(r"\?session=tour-\d+#xywh=900,500,800,560$", leader.page.url)


# Detaching


def tap(page):
    page.mouse.click(500, 350)


def drag(page):
    page.mouse.move(500, 350)
    page.mouse.down()
    page.mouse.move(520, 370)
    page.mouse.move(540, 390)
    page.mouse.up()


def use_wheel(page):
    page.mouse.move(500, 350)
    page.mouse.wheel(0, -100)


WAYS = {
    "a drag": drag,
    "the wheel": use_wheel,
    "a key": lambda page: page.keyboard.press("ArrowRight"),
    "a button": lambda page: page.get_by_role("button", name="Zoom in").click(),
    "the map": lambda page: page.locator("#map").click(position={"x": 30, "y": 30}),
    "the address": lambda page: page.evaluate("() => { location.hash = 'xywh=10,10,700,500' }"),
}


def test_a_follower_detaches_itself_and_follows_again(join):
    leader, follower = join("leading"), join("following")
    for number, (way, go) in enumerate(WAYS.items()):
        here = {**REGION, "x": 800 + 20 * number}
        show(leader, here)
        wait_to_see(follower, here)
        go(follower.page)
        has(follower, "detached")
        own = follower.rest()
        there = {**OTHER, "x": 300 + 20 * number}
        show(leader, there)
        settle(leader)
        assert follower.rest() == own, way
        follower.page.get_by_role("button", name="Follow again").click()
        has(follower, "following")
        wait_to_see(follower, there)


def test_a_tap_does_not_detach(join):
    leader, follower = join("leading"), join("following")
    show(leader, REGION)
    wait_to_see(follower, REGION)
    tap(follower.page)
    follower.page.mouse.move(300, 300)
    follower.page.mouse.down()
    show(leader, OTHER)
    settle(leader)
    follower.page.wait_for_timeout(300)
    wait_to_see(follower, REGION)  # it is held
    follower.page.mouse.up()
    wait_to_see(follower, OTHER)
    has(follower, "following")


def test_a_follower_says_nothing_to_the_server(join):
    leader, follower = join("leading"), join("following")
    settle(follower)
    telling = Telling(follower.page)
    show(leader, REGION)
    wait_to_see(follower, REGION)
    tap(follower.page)
    follower.rest()
    assert telling.words == []


# The lead


def test_the_leader_stops_and_another_leads(join):
    leader, follower = join("leading"), join("following")
    show(leader, REGION)
    wait_to_see(follower, REGION)
    with leaving(leader):
        leader.page.locator("#part").click()
    expect(leader.page.locator("#part")).to_be_hidden()
    assert "session" not in leader.page.url and "#xywh=900" in leader.page.url
    third = join("leading", "#xywh=300,200,1000,700")
    wait_to_see(follower, OTHER)
    third.page.close()


def test_a_page_that_is_closed_leads_no_longer(join):
    """A page that is busy when it is closed may have no time for its last event. Then it leads until it has been silent for 15 s."""
    leader, follower = join("leading"), join("following")
    settle(leader)
    url, event = leader.page.evaluate("[told.at(-1).url, told.at(-1).event]")
    leader.page.close()

    def leads(does_lead):
        """Whether another client that wants to lead does so. It shows the region that the last leader has shown."""
        words = {**event, "client": "another", "sequence": next(numbers), "leader": does_lead}
        return follower.page.request.post(url, data=words).json().get("leader")

    until(follower.page, lambda: leads(True))
    leads(False)
    join("leading", "#xywh=300,200,1000,700")
    wait_to_see(follower, OTHER)


def test_a_leader_that_reloads_leads_again(join):
    leader, follower = join("leading"), join("following")
    show(leader, REGION)
    wait_to_see(follower, REGION)
    leader.page.wait_for_function("() => /^#xywh=900,/.test(location.hash)")
    leader.page.add_init_script(SILENT)
    with leaving(leader):
        leader.page.reload()
    leader.page.evaluate("speak()")
    leader.page.wait_for_function("() => seen.ready > 0")
    has(leader, "leading")
    show(leader, OTHER)
    wait_to_see(follower, OTHER)
    has(follower, "following")


def test_a_follower_whose_leader_has_gone_may_lead(join):
    leader, follower = join("leading"), join("following")
    with leaving(leader):
        leader.page.locator("#part").click()
    follower.page.keyboard.press("+")
    has(follower, "detached")
    follower.page.get_by_role("button", name="Follow again").click()
    has(follower, "leading")


def test_a_leader_who_only_looks_goes_on_leading(join):
    leader = join("leading")
    settle(leader)
    leader.page.wait_for_function("(begin) => performance.now() - begin > 15_500", arg=leader.page.evaluate("performance.now()"))
    follower = join("following")
    has(leader, "leading")
    show(leader, REGION)
    wait_to_see(follower, REGION)


def test_an_answer_that_is_late_does_not_end_leading(join):
    leader, follower = join("leading"), join("following")
    held = []
    leader.page.route("**/gestures", lambda route: held.append(route) if not held else route.continue_())
    show(leader, REGION)
    leader.page.wait_for_function("() => told.length > 0")
    while not held:
        leader.page.wait_for_timeout(20)
    show(leader, OTHER)
    wait_to_see(follower, OTHER)
    with leader.page.expect_response(lambda response: response.url.endswith("/gestures") and response.json().get("stale") is True):
        held[0].continue_()
    settle(leader)
    has(leader, "leading")
    show(leader, REGION)
    wait_to_see(follower, REGION)


def test_a_hidden_follower_hears_nothing_until_it_is_seen(join):
    leader, follower = join("leading"), join("following")
    show(leader, REGION)
    wait_to_see(follower, REGION)
    hide(follower.page)
    show(leader, OTHER)
    settle(leader)
    follower.page.wait_for_timeout(300)
    wait_to_see(follower, REGION)
    with follower.page.expect_request("**/events?session=*"):
        hide(follower.page, False)
    wait_to_see(follower, OTHER)


def test_a_stream_that_cannot_be_had_is_asked_for_again(join, open_page):
    leader = join("leading", "#xywh=900,500,800,560")
    page = open_page("Failed to load resource", **PHONE)
    refused = []
    page.route("**/events?*", lambda route: route.continue_() if refused else (refused.append(route), route.abort()))
    follower = join("following", page=page)
    wait_to_see(follower, REGION)
    assert refused and region(leader) == pytest.approx(REGION)


# Names and pages


@pytest.mark.parametrize("bad", ["a/b", "x" * 100, "%F0%9F%90%9F"])
def test_a_session_name_that_the_server_refuses(open_page, server, bad):
    page = open_page("Failed to load resource", **DESKTOP)
    page.add_init_script(RECORD)
    page.add_init_script("document.addEventListener('session', ({ detail }) => { window.part = detail; }, true);")
    viewing = Viewing(page, server)
    page.goto(f"{server}view/detail.png?session={bad}#xywh=900,500,800,560")
    page.wait_for_function("() => seen.ready > 0 && window.part === null")
    told = Telling(page)
    page.keyboard.press("+")
    page.keyboard.press("ArrowLeft")
    viewing.rest()
    assert viewing.viewport["zoom"] == pytest.approx(1.25 * 1.5)
    # The server has refused an event: the page sends no more.
    assert told.events == []
    expect(page.locator("#part")).to_be_hidden()
    # A new session can be started.
    page.get_by_role("button", name="Share").click()
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Look together").click()
    has(viewing, "leading")


def test_an_empty_session_name_is_no_session(open_page, server):
    page = open_page(**DESKTOP)
    page.add_init_script(RECORD)
    viewing = Viewing(page, server)
    page.goto(f"{server}view/detail.png?session=")
    page.wait_for_function("() => seen.ready > 0")
    told = Telling(page)
    page.keyboard.press("+")
    settle(viewing)
    assert all(re.fullmatch(r"\w+", event["session"]) and "leader" not in event for event in told.events)
    expect(page.locator("#part")).to_be_hidden()


EMBEDDED = """<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">
<script type="module" src="{server}js/azulejo-viewer.js"></script>
<style>azulejo-viewer {{ width: 400px; height: 300px }}</style>
<azulejo-viewer id="one" src="{server}images/detail.png" session="{name}"></azulejo-viewer>"""


def test_a_page_from_elsewhere_joins(open_page, join, server, name, starting):
    leader = join("leading", "#xywh=900,500,800,560")
    elsewhere = starting(Elsewhere(server, {"here": EMBEDDED.format(server=server, name=name)}))
    page = open_page(**DESKTOP)
    page.add_init_script(RECORD)
    page.goto(f"{elsewhere.address}/here")
    page.wait_for_function("() => seen.ready > 0")
    embedded = Viewing(page, server)
    wait_to_see(embedded, REGION)
    show(leader, OTHER)
    wait_to_see(embedded, OTHER)
    # It leads when no other viewer does.
    with leaving(leader):
        leader.page.locator("#part").click()
    page.evaluate(f"() => {VIEWER}.removeAttribute('session')")
    page.evaluate(f"(name) => {VIEWER}.setAttribute('session', name)", name)
    page.wait_for_function("async () => (await told.at(-1).answer).leader === true")
    show(embedded, REGION)
    follower = join("following", **PHONE)
    wait_to_see(follower, region(embedded))


def test_two_viewers_of_one_page(open_page, server, starting, name):
    """One of the session, which leads, and one that follows it, beside each other."""
    text = EMBEDDED.format(server=server, name=name)
    second = f'<azulejo-viewer id="two" src="{server}images/detail.png"></azulejo-viewer>'
    elsewhere = starting(Elsewhere(server, {"here": text + second}))
    page = open_page(**DESKTOP)
    page.add_init_script(RECORD)
    page.goto(f"{elsewhere.address}/here")
    page.wait_for_function("() => seen.ready > 1")
    page.wait_for_function("async () => (await Promise.all(told.map(({ answer }) => answer))).some(({ leader }) => leader)")
    page.evaluate("(name) => two.setAttribute('session', name)", name)
    page.evaluate("() => { one.region = { x: 900, y: 500, width: 400, height: 300 } }")
    page.wait_for_function("() => Math.abs(two.region.x - 900) < 0.01 && Math.abs(two.region.width - 400) < 0.01")


def test_a_follower_asks_how_far_the_build_is(open_page, building):
    """The follower uses the page's one event stream, so it sends requests about the build."""
    building.build(0.2)
    page = open_page(**DESKTOP)
    viewport = "**/viewport/**"
    page.route(viewport, lambda route: route.fulfill(
        content_type="text/event-stream",
        body='event: viewport\ndata: {"sequence":1,"region":{"x":1000,"y":1000,"width":2000,"height":1400}}\n\n',
    ) if "/events" in route.request.url else route.fulfill(json={"leader": False}))
    page.goto(f"{building.address}view/{NAME}?session=tour")
    viewing = Viewing(page, building.address)
    has(viewing, "following")
    wait_to_see(viewing, {"x": 1000, "y": 1000, "width": 2000, "height": 1400})
    bar = page.get_by_role("progressbar", name="Preparing the image")
    expect(bar).to_have_attribute("aria-valuenow", "20")
    building.build(0.5)
    expect(bar).to_have_attribute("aria-valuenow", "50")
    building.finish()
    page.wait_for_function("() => seen.ready > 0")
    expect(bar).to_be_hidden()
