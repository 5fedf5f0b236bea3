"""The page's address holds the region that is shown."""

import pytest

from viewing import VIEWER, Viewing, asks_for_the_image

WIDTH, HEIGHT = 2303, 1511
SCREEN = {"viewport": {"width": 1000, "height": 700}}


@pytest.fixture
def open_view(open_page, server):
    def open_view(fragment, **options):
        viewing = Viewing(open_page(**{**SCREEN, **options}), server)
        viewing.page.goto(f"{server}view/detail.png{fragment}")
        viewing.page.wait_for_function("() => seen.ready > 0")
        return viewing

    return open_view


def region(viewing):
    return viewing.page.evaluate(f"{VIEWER}.region")


def wait_for_address(viewing, *numbers):
    viewing.page.wait_for_function("(hash) => location.hash === hash", arg=f"#xywh={','.join(map(str, numbers))}")


@pytest.mark.parametrize("prefix", ["", "pixel:"])
def test_an_address_opens_its_region_whole_and_centred(open_view, prefix):
    viewing = open_view(f"#xywh={prefix}900,500,500,200")
    assert viewing.viewport == pytest.approx({"zoom": 2, "x": 500 - 2 * 1150, "y": 350 - 2 * 600})
    wait_for_address(viewing, 900, 425, 500, 350)


@pytest.mark.parametrize("size", [(390, 844), (1600, 300)])
def test_another_screen_shows_at_least_that(open_view, size):
    viewing = open_view("#xywh=900,500,500,400", viewport={"width": size[0], "height": size[1]})
    seen = region(viewing)
    assert seen["x"] <= 900.001 and seen["x"] + seen["width"] >= 1399.999
    assert seen["y"] <= 500.001 and seen["y"] + seen["height"] >= 899.999


def test_the_address_follows_the_view_and_a_reload_keeps_it(open_view):
    viewing = open_view("")
    wait_for_address(viewing, 0, 0, WIDTH, HEIGHT)
    length = viewing.page.evaluate("history.length")
    viewing.viewport = {"zoom": 0.8, "x": -400, "y": -240}
    wait_for_address(viewing, 500, 300, 1250, 875)
    assert viewing.page.evaluate("history.length") == length
    viewing.page.reload()
    viewing.page.wait_for_function("() => seen.ready > 0")
    assert viewing.viewport == pytest.approx({"zoom": 0.8, "x": -400, "y": -240})


def test_a_retry_keeps_the_address(open_page, server):
    viewing = Viewing(open_page("Failed to load resource", **SCREEN), server)
    asks_for_the_image(viewing.page)
    viewing.page.route("**/images/detail.png", lambda route: route.fulfill(status=500, json={"detail": "The disk is gone."}))
    viewing.page.goto(f"{server}view/detail.png#xywh=900,500,500,350")
    viewing.page.get_by_text("The disk is gone.").wait_for()
    viewing.page.unroute_all()
    viewing.page.get_by_role("button", name="Try again").click()
    viewing.page.wait_for_function("() => seen.ready > 0")
    assert viewing.viewport == pytest.approx({"zoom": 2, "x": -1800, "y": -1000})


@pytest.mark.parametrize("fragment", ["#xywh=0,0,0,0", "#xywh=-5,0,NaN,1e9", "#%", "#xywh=0,0," + "9" * 310 + ",5"])
def test_a_bad_address_means_fit(open_view, fragment):
    zoom = min(1000 / WIDTH, 700 / HEIGHT)
    viewing = open_view(fragment)
    assert viewing.viewport["zoom"] == pytest.approx(zoom)
    wait_for_address(viewing, 0, 0, WIDTH, HEIGHT)


def test_an_address_that_is_changed_by_hand(open_view):
    viewing = open_view("")
    viewing.page.evaluate("() => { location.hash = 'xywh=900,500,500,350' }")
    viewing.page.wait_for_function(f"() => {VIEWER}.viewport.zoom > 1.9")
    assert viewing.viewport == pytest.approx({"zoom": 2, "x": -1800, "y": -1000})
    viewing.page.evaluate("() => { location.hash = '' }")
    viewing.page.wait_for_function(f"() => {VIEWER}.viewport.zoom < 0.5")
    assert viewing.rest()["zoom"] == pytest.approx(min(1000 / WIDTH, 700 / HEIGHT))


def test_an_address_that_is_changed_just_before_the_page_writes_its_own(open_view):
    viewing = open_view("")
    viewing.page.evaluate(
        f"() => {{ location.hash = 'xywh=900,500,500,350'; history.replaceState(null, '', '#xywh=0,0,{WIDTH},{HEIGHT}') }}")
    wait_for_address(viewing, 900, 500, 500, 350)
    assert viewing.viewport == pytest.approx({"zoom": 2, "x": -1800, "y": -1000})


def test_a_region_far_outside_is_the_nearest_one(open_view):
    viewing = open_view("#xywh=99999,99999,500,350")
    seen = region(viewing)
    assert (seen["x"] + seen["width"], seen["y"] + seen["height"]) == pytest.approx((WIDTH, HEIGHT))


@pytest.mark.parametrize("bad", ["{ x: 0, y: 0, width: 0, height: 1 }", "{ x: NaN, y: 0, width: 1, height: 1 }", "{}"])
def test_a_region_that_cannot_be_is_refused(open_view, bad):
    viewing = open_view("")
    before = viewing.viewport
    attempt = f"() => {{ try {{ {VIEWER}.region = {bad} }} catch (error) {{ return error.name }} }}"
    assert viewing.page.evaluate(attempt) == "RangeError"
    assert viewing.viewport == before
