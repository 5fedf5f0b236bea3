"""The viewer while a pyramid is being built: its requests, its picture, its messages. The tests control the build."""

import time

import numpy
import pytest

from building import NAME, REASON, THUMBNAIL_COLOUR, TILE_COLOUR
from fingers import Fingers
from viewing import VIEWER, Viewing, hide

# At 1000 x 700 the image is 933 x 700 in the middle, and level 2 (4 x 3 tiles) is the sharp one.
DESKTOP = {"viewport": {"width": 1000, "height": 700}}
MIDDLE = 500
SHARP = 2
BAR = ".glass, .notice, #map"
# Records requests for tiles, in order, and how many wait for an answer. The server would learn of both later.
COUNT = """
const fetchNow = fetch;
window.waiting = { now: 0, most: 0, asked: [] };
window.fetch = (url, options) => {
    const answer = fetchNow(url, options);
    if (`${url}`.includes('/tiles/')) {
        waiting.most = Math.max(waiting.most, ++waiting.now);
        waiting.asked.push(`${url}`.match(/\\d+/g).slice(-4, -1).map(Number));
        const end = () => { waiting.now -= 1 };
        answer.then(end, end);
    }
    return answer;
};
"""


@pytest.fixture
def view(open_page, building):
    """Opens the image in a page of its own. Waits for the description and the viewport only."""
    context = None

    def open_view(**options):
        nonlocal context
        page = context.new_page() if context and not options else open_page("Failed to load resource", **{**DESKTOP, **options})
        context = page.context
        page.add_init_script(COUNT)
        viewing = Viewing(page, building.address)
        page.goto(f"{building.address}view/{NAME}")
        page.locator("#size", has_text="8,000").wait_for()
        page.wait_for_function(f"() => {VIEWER}.viewport")  # the size of the view may come later
        return viewing

    return open_view


def colours(viewing, *rows):
    """Which picture is shown in the middle column, for each row."""
    viewing.page.evaluate(f"() => document.querySelectorAll('{BAR}').forEach((part) => {{ part.style.visibility = 'hidden' }})")
    shown = viewing.pixels()
    names = {"tile": TILE_COLOUR, "thumbnail": THUMBNAIL_COLOUR}
    return [
        next((name for name, colour in names.items() if numpy.abs(shown[row, MIDDLE] - colour).max() <= 6), tuple(shown[row, MIDDLE]))
        for row in rows
    ]


def until(viewing, rows, wanted):
    """Waits until these rows show these pictures."""
    end = time.monotonic() + 60
    while (shown := colours(viewing, *rows)) != wanted:
        assert time.monotonic() < end, shown
        viewing.page.wait_for_timeout(50)


def bar(viewing):
    return viewing.page.get_by_role("progressbar", name="Preparing the image")


# Requests


def test_three_requests_wait_and_no_more(view, building):
    viewing = view()
    building.wait(lambda b: len(b.held) == 3)
    for zoom, x, y in [(0.5, -100, -50), (0.5, -2000, -1500), (1, -4000, -3000), (0.2, 0, 0), (0.1, 0, 0)]:
        viewing.viewport = {"zoom": zoom, "x": x, "y": y}
        viewing.page.wait_for_timeout(150)
    for progress in (0.2, 0.35, 0.6, 0.8):
        building.build(progress)
        viewing.page.wait_for_timeout(150)
    assert viewing.page.evaluate("waiting.most") == 3
    building.finish()
    viewing.page.wait_for_function("() => seen.ready > 0")


def test_when_it_is_ready_six_requests_run(view, building):
    building.is_slow = True
    viewing = view(viewport={"width": 1600, "height": 1200})
    building.wait(lambda b: len(b.held) == 3)
    building.finish()
    building.wait(lambda b: len(b.held) == 6)
    viewing.page.wait_for_timeout(300)
    assert viewing.page.evaluate("waiting.most") == 6
    building.is_slow = False
    viewing.page.wait_for_function("() => seen.ready > 0")


def test_the_overview_comes_first_then_the_middle(view, building):
    building.build(1)
    viewing = view()
    viewing.page.wait_for_function("() => seen.ready > 0 && waiting.asked.length > 12 && waiting.now === 0")
    viewing.page.wait_for_timeout(300)
    asked = [tuple(tile) for tile in viewing.page.evaluate("waiting.asked")]
    sharp = [tile for tile in asked if tile[0] == SHARP]
    assert asked == [(0, 0, 0), *sharp]  # nothing finer, as all can be had
    assert set(sharp[:2]) == {(SHARP, 1, 1), (SHARP, 2, 1)}
    assert sorted(sharp) == [(SHARP, column, row) for column in range(4) for row in range(3)]


def test_requests_wait_for_the_tiles_that_are_built_next(view, building):
    """The first row of the sharp level needs a third of the image; the same rows are complete earlier in finer tiles."""
    viewing = view()
    building.wait(lambda b: (0, 0, 0) in b.dropped)  # which is the last to come
    for built, level, row in [(0, 2, 0), (0.09, 1, 0), (0.18, 2, 2), (0.3, 0, 0), (0.35, 2, 4), (0.45, 1, 2), (0.55, 2, 6), (0.65, 0, 1)]:
        building.build(built)
        building.wait(lambda b: len(b.held) == 3 and all(tile[::2] == (SHARP + level, row) for tile in b.held))
    building.finish()
    viewing.page.wait_for_function("() => seen.ready > 0")
    asked = viewing.page.evaluate("waiting.asked.slice(3).map(String)")  # without those before the build was known
    assert len(asked) == len(set(asked))


def test_a_tile_that_left_the_view_is_dropped_and_asked_for_again(view, building):
    building.build(0.1)
    viewing = view()
    here, there = {"zoom": 1, "x": -2000, "y": -2000}, {"zoom": 1, "x": -6000, "y": -4000}
    viewing.viewport = here
    building.wait(lambda b: len(b.held) == 3 and all(level == 5 for level, *_ in b.held))
    left = set(building.held)
    viewing.viewport = there
    building.wait(lambda b: left <= set(b.dropped) and len(b.held) == 3)
    assert not left & set(building.held)
    viewing.viewport = here
    building.wait(lambda b: left <= set(b.held))
    building.build(0.6)
    until(viewing, [100, 350, 600], ["tile"] * 3)


def test_fingers_pan_and_pinch_while_tiles_are_waited_for(view, building):
    building.build(0.3)
    viewing = view(viewport={"width": 390, "height": 844}, device_scale_factor=3, has_touch=True, is_mobile=True)
    fit = viewing.viewport
    fingers = Fingers(viewing.page)
    fingers.down((1, 150, 400), (2, 240, 440))
    for step in range(1, 16):
        fingers.move((1, 150 - 5 * step, 400 - 5 * step), (2, 240 + 5 * step, 440 + 5 * step))
    fingers.up(2)
    for step in range(1, 16):
        fingers.move((1, 75 + 4 * step, 325 + 4 * step))
    fingers.up(1)
    assert viewing.rest()["zoom"] > 2 * fit["zoom"]
    assert viewing.page.evaluate("waiting.most") == 3
    building.finish()
    viewing.page.wait_for_timeout(300)
    until(viewing, [844 * 3 // 2], ["tile"])


# The picture


def test_the_thumbnail_then_rows_from_the_top(view, building):
    viewing = view()
    rows = [50, 300, 650]  # of 700
    until(viewing, rows, ["thumbnail"] * 3)
    building.build(0.2)
    until(viewing, rows, ["tile", "thumbnail", "thumbnail"])
    building.build(0.55)
    until(viewing, rows, ["tile", "tile", "thumbnail"])
    assert viewing.page.evaluate("seen.ready ?? 0") == 0
    building.finish()
    until(viewing, rows, ["tile"] * 3)
    viewing.page.wait_for_function("() => seen.ready === 1")


def test_the_thumbnail_is_the_one_that_the_gallery_has(view, building):
    with_version = []
    viewing = view()
    viewing.page.on("request", lambda request: with_version.append("?v=1" in request.url) if "thumbnail" in request.url else None)
    viewing.page.reload()
    until(viewing, [300], ["thumbnail"])
    assert with_version and all(with_version)


def test_progress_is_shown_said_and_taken_away(view, building):
    building.has_thumbnail = False
    viewing = view()
    building.build(0.425)
    progress = bar(viewing)
    progress.wait_for()
    viewing.page.wait_for_function(f"() => {VIEWER}.shadowRoot.querySelector('[role=progressbar]').ariaValueNow === '42'")
    assert progress.bounding_box() == pytest.approx({"x": 0, "y": 0, "width": 420, "height": 4}, abs=1)
    building.wait(lambda b: b.streams == 1)  # which begins when the progress is known
    status = viewing.page.locator("azulejo-viewer").get_by_role("status")
    assert status.inner_text() == "Preparing the image"
    viewing.page.evaluate(
        f"""() => new MutationObserver(() => {{ seen.said = (seen.said ?? 0) + 1 }}).observe(
            {VIEWER}.shadowRoot.querySelector('[role=status]'), {{ childList: true, characterData: true, subtree: true }})"""
    )
    building.build(0.9)
    viewing.page.wait_for_function(f"() => {VIEWER}.shadowRoot.querySelector('[role=progressbar]').ariaValueNow === '90'")
    assert viewing.page.evaluate("seen.said ?? 0") == 0  # a screen reader does not hear each percent
    building.finish()
    progress.wait_for(state="hidden")
    assert status.inner_text() == "The image is ready"
    building.wait(lambda b: b.streams == 0)
    assert building.most_streams == 1


def test_a_text_says_that_the_image_is_being_opened_until_something_can_be_seen(view, building):
    building.has_thumbnail = False
    building.build(0.05)
    viewing = view()
    text = viewing.page.get_by_text("Opening the image")
    text.wait_for()
    bar(viewing).wait_for()
    building.build(0.2)
    text.wait_for(state="hidden")
    assert bar(viewing).is_visible()


def test_an_image_with_levels_of_its_own_has_no_stream_and_no_bar(view, building):
    building.finish()
    viewing = view()
    viewing.page.wait_for_function("() => seen.ready > 0")
    viewing.page.wait_for_timeout(300)
    assert bar(viewing).is_hidden()
    assert building.most_streams == 0 and len(building.described) == 1


# Connections


def test_a_hidden_page_holds_no_connection(view, building):
    building.build(0.05)
    viewing = view()
    building.wait(lambda b: b.streams == 1 and len(b.held) == 3)
    hide(viewing.page)
    building.wait(lambda b: b.streams == 0 and not b.held)
    before = len(building.asked), len(building.described)
    building.build(0.5)
    viewing.page.wait_for_timeout(700)
    assert (len(building.asked), len(building.described)) == before
    assert building.streams == 0
    hide(viewing.page, False)
    building.wait(lambda b: b.streams == 1 and len(b.held) == 3)
    building.finish()
    viewing.page.wait_for_function("() => seen.ready > 0")


def test_three_tabs_do_not_freeze_each_other(view, building):
    """All of them share the browser's six connections."""
    building.build(0.05)
    first, second = view(), view()
    hide(first.page)
    third = view()
    hide(second.page)
    building.wait(lambda b: b.streams == 1 and len(b.held) == 3)
    gallery = first.page.context.new_page()
    gallery.goto(building.address)
    gallery.get_by_text("1 image").wait_for()
    building.build(0.6)
    until(third, [50, 300], ["tile", "tile"])
    hide(third.page)
    hide(first.page, False)
    until(first, [50, 300], ["tile", "tile"])


def test_one_stream_a_page(view, building):
    building.build(0.05)
    viewing = view()
    building.wait(lambda b: b.streams == 1)
    viewing.page.evaluate(f"() => {{ document.querySelector('main').append({VIEWER}.cloneNode()) }}")
    building.wait(lambda b: len(b.described) >= 4)  # the second one asks instead
    assert building.most_streams == 1


def test_leaving_the_page_closes_the_stream(view, building):
    building.build(0.05)
    viewing = view()
    building.wait(lambda b: b.streams == 1)
    viewing.page.evaluate(f"() => {VIEWER}.remove()")
    building.wait(lambda b: b.streams == 0 and not b.held)


def test_repeated_requests_take_the_place_of_a_stream_that_breaks(view, building):
    building.build(0.05)
    viewing = view()
    building.wait(lambda b: b.streams == 1)
    viewing.page.evaluate(
        "() => { const wait = setTimeout; window.delays = [];"
        " window.setTimeout = (action, ms, ...more) => (delays.push(ms), wait(action, ms, ...more)) }"
    )
    with building.change():
        building.has_events = False
        del building.described[:]
    building.wait(lambda b: len(b.described) >= 4)
    # Each pause is twice as long as the one before. Shorter timers, and that of 300 ms which stops requests, belong to other code.
    pauses = [ms for ms in viewing.page.evaluate("delays") if ms >= 250 and ms != 300]
    assert pauses[:4] == [250, 500, 1000, 2000]
    assert building.streams == 0
    building.build(0.3)
    viewing.page.wait_for_function(f"() => {VIEWER}.shadowRoot.querySelector('[role=progressbar]').ariaValueNow === '30'")
    building.finish()
    bar(viewing).wait_for(state="hidden")
    asked = len(building.described)
    viewing.page.wait_for_timeout(600)
    assert len(building.described) == asked
    assert building.most_streams == 1


# A build that fails


def test_a_failed_build_says_why_and_can_be_tried_again(view, building):
    building.build(0.55)
    viewing = view()
    rows = [50, 300, 650]
    until(viewing, rows, ["tile", "tile", "thumbnail"])
    building.fail()
    note = viewing.page.get_by_role("alert")
    note.get_by_text(REASON).wait_for()
    bar(viewing).wait_for(state="hidden")
    assert colours(viewing, *rows) == ["tile", "tile", "thumbnail"]
    assert viewing.page.evaluate("seen.errors") == [{"message": REASON, "status": 0, "fatal": False}]
    building.wait(lambda b: not b.held)
    asked = len(building.asked)
    viewing.viewport = {"zoom": 0.3, "x": 0, "y": -1000}
    viewing.page.wait_for_timeout(400)
    assert len(building.asked) == asked  # nothing starts another build by itself
    viewport = viewing.rest()
    with building.change():
        building.state = "none"
    note.get_by_role("button", name="Try again").click()
    building.wait(lambda b: len(b.held) == 3)
    building.finish()
    viewing.page.wait_for_function("() => seen.ready > 0")
    assert note.is_hidden()
    assert viewing.viewport == viewport


def test_a_build_that_fails_before_anything_is_seen_fills_the_page(view, building):
    building.has_thumbnail = False
    building.build(0.05)
    viewing = view()
    building.wait(lambda b: len(b.held) == 3)
    building.fail()
    page = viewing.page
    page.get_by_role("heading", name="This image cannot be shown").wait_for()
    assert page.locator("#notice p").inner_text() == REASON
    with building.change():
        building.state = "none"
    page.locator("#notice").get_by_role("button", name="Try again").click()
    page.locator("#notice").wait_for(state="hidden")
    building.finish()
    page.wait_for_function("() => seen.ready > 0")


def test_without_events_the_error_of_one_tile_gives_the_reason_and_ends_the_requests(view, building):
    building.has_events = False
    building.build(0.05)
    viewing = view()
    until(viewing, [300], ["thumbnail"])
    building.wait(lambda b: len(b.held) == 3)
    # The image's description tells of the failure, but not of its reason. From now on, requests for it get no answer.
    viewing.page.route(f"**/images/{NAME}", lambda _: None)
    with viewing.page.expect_request(f"**/images/{NAME}"):
        pass
    asked = len(building.asked)
    building.fail()
    note = viewing.page.get_by_role("alert").get_by_text(REASON)
    note.wait_for()
    viewing.page.wait_for_timeout(500)
    assert note.is_visible()
    assert len(viewing.page.evaluate("seen.errors")) == 1
    assert len(building.asked) == asked


def test_a_thumbnail_that_comes_after_the_failure_is_not_covered(view, building):
    building.holds_thumbnail = True
    building.build(0.05)
    viewing = view()
    building.wait(lambda b: len(b.held) == 3)
    building.fail()
    viewing.page.get_by_role("heading", name="This image cannot be shown").wait_for()
    building.holds_thumbnail = False
    viewing.page.locator("#notice").wait_for(state="hidden")
    viewing.page.get_by_role("alert").get_by_text(REASON).wait_for()
    until(viewing, [300], ["thumbnail"])


def test_another_file_with_the_same_name_is_opened_anew(view, building):
    building.build(0.5)
    viewing = view()
    until(viewing, [50], ["tile"])
    building.fail()
    viewing.page.get_by_role("alert").get_by_text(REASON).wait_for()
    with building.change():
        building.state, building.version = "ready", 2
    asked = []
    viewing.page.on("request", lambda request: asked.append(request.url) if "/tiles/" in request.url else None)
    viewing.page.get_by_role("button", name="Try again").click()
    viewing.page.wait_for_function("() => seen.ready > 0")
    assert asked and all(url.endswith("?v=2") for url in asked)
