"""Changes of the size, the attributes and the properties of a viewer."""

import pytest

from fingers import Fingers
from viewing import VIEWER, Viewing, image_point, view_point

WIDTH, HEIGHT = 2303, 1511


@pytest.fixture
def viewing(desktop):
    return desktop.open("detail.png")


def fitted(width, height):
    zoom = min(width / WIDTH, height / HEIGHT)
    return pytest.approx({"zoom": zoom, "x": (width - zoom * WIDTH) / 2, "y": (height - zoom * HEIGHT) / 2})


def test_opens_fitted_and_centred(viewing):
    assert viewing.viewport == fitted(1000, 700)


def test_fit_stays_fit(viewing):
    for width, height in [(500, 900), (1300, 300), (321, 568)]:
        viewing.resize(width, height)
        assert viewing.rest() == fitted(width, height)


def test_the_middle_stays_in_the_middle(viewing):
    viewing.viewport = {"zoom": 0.9, "x": -600, "y": -300}
    middle = image_point(viewing.viewport, 500, 350)
    viewing.resize(820, 900)
    now = viewing.rest()
    assert now["zoom"] == pytest.approx(0.9)
    assert view_point(now, *middle) == pytest.approx((410, 450))


def test_nothing_is_laid_out_while_fingers_are_down(phone):
    viewing = phone.open("detail.png")
    fingers = Fingers(viewing.page)
    viewing.viewport = {"zoom": 0.6, "x": -300, "y": -20}
    before = viewing.viewport
    fingers.down((1, 200, 400), (2, 250, 450))
    viewing.style(height="600px")
    viewing.page.wait_for_timeout(200)
    assert viewing.viewport == before
    fingers.up(1)
    fingers.up(2)
    now = viewing.rest()
    assert now["y"] - before["y"] == pytest.approx((600 - 844) / 2)
    assert now["x"] == before["x"]


def test_an_element_without_a_size_waits_for_one(open_page, server):
    viewing = Viewing(open_page(viewport={"width": 1000, "height": 700}), server)
    viewing.page.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => { document.querySelector('azulejo-viewer').style.display = 'none' })"
    )
    viewing.page.goto(f"{server}view/detail.png")
    viewing.page.wait_for_function("() => seen.describe > 0")
    viewing.page.wait_for_timeout(200)
    assert viewing.viewport is None
    assert viewing.page.evaluate("seen.ready ?? 0") == 0
    viewing.style(display="block", width="400px", height="300px")
    viewing.page.wait_for_function("() => seen.ready === 1")
    assert viewing.viewport == fitted(400, 300)
    # Hidden and shown again, it keeps its viewport.
    viewing.viewport = {"zoom": 0.5, "x": -200, "y": -100}
    shown = viewing.viewport
    viewing.style(display="none")
    viewing.page.wait_for_timeout(100)
    viewing.style(display="block")
    assert viewing.rest() == shown


def test_a_viewport_that_is_set_early_counts(open_page, server):
    viewing = Viewing(open_page(viewport={"width": 1000, "height": 700}), server)
    viewing.page.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => {"
        " document.querySelector('azulejo-viewer').viewport = { zoom: 0.8, x: -100, y: -90 } })"
    )
    viewing.open("detail.png")
    assert viewing.viewport == pytest.approx({"zoom": 0.8, "x": -100, "y": -90})


EARLY = """<!doctype html><title>Early</title><link rel="icon" href="data:,"><style>azulejo-viewer {{ width: 400px; height: 300px }}</style>
<azulejo-viewer src="images/detail.png"></azulejo-viewer>
<script>Object.assign(document.querySelector('azulejo-viewer'), {properties})</script>
<script type="module" src="js/azulejo-viewer.js"></script>"""


def open_early(page, server, properties):
    text = EARLY.format(properties=properties)
    page.route("**/early", lambda route: route.fulfill(content_type="text/html", body=text))
    page.goto(f"{server}early")
    page.wait_for_function("() => seen.ready > 0")
    return Viewing(page, server)


@pytest.mark.parametrize("properties, expected", [
    ("{ viewport: { zoom: 0.8, x: -100, y: -90 } }", {"zoom": 0.8, "x": -100, "y": -90}),
    ("{ region: { x: 500, y: 200, width: 500, height: 375 } }", {"zoom": 0.8, "x": -400, "y": -160}),
    # The last one counts, as it does on an element that is defined.
    ("{ region: { x: 1, y: 2, width: 3, height: 4 }, viewport: { zoom: 0.8, x: -100, y: -90 } }", {"zoom": 0.8, "x": -100, "y": -90}),
])
def test_properties_that_are_set_before_the_element_is_defined_count(open_page, server, properties, expected):
    viewing = open_early(open_page(), server, properties)
    assert viewing.viewport == pytest.approx(expected)
    assert viewing.page.evaluate(f"Object.keys({VIEWER})") == []
    viewing.viewport = {"zoom": 0.6, "x": -50, "y": -40}
    assert viewing.viewport == pytest.approx({"zoom": 0.6, "x": -50, "y": -40})


def test_a_bad_property_that_is_set_before_the_element_is_defined_is_reported_and_does_no_harm(open_page, server):
    viewing = open_early(open_page("zoom has to be above 0"), server, "{ viewport: { zoom: 0, x: 0, y: 0 } }")
    assert viewing.viewport["zoom"] == pytest.approx(min(400 / WIDTH, 300 / HEIGHT))


def test_a_set_viewport_is_normalised(viewing):
    viewing.viewport = {"zoom": 1000, "x": 500, "y": 1e9}
    assert viewing.viewport == pytest.approx({"zoom": 2, "x": 0, "y": 0})
    viewing.viewport = {"zoom": 1e-6, "x": 0, "y": 0}
    assert viewing.viewport == fitted(1000, 700)
    for bad in ("{ zoom: 0, x: 0, y: 0 }", "{ zoom: 1, x: NaN, y: 0 }", "{ zoom: Infinity, x: 0, y: 0 }"):
        attempt = f"() => {{ try {{ {VIEWER}.viewport = {bad} }} catch (error) {{ return error.name }} }}"
        assert viewing.page.evaluate(attempt) == "RangeError"
    assert viewing.viewport == fitted(1000, 700)


def test_scales_are_observed_live(viewing):
    fit = min(1000 / WIDTH, 700 / HEIGHT)
    viewing.set_attribute("max-scale", "1.5")
    viewing.viewport = {"zoom": 10, "x": 0, "y": 0}
    assert viewing.viewport["zoom"] == pytest.approx(1.5 * fit)
    viewing.set_attribute("max-scale", "1.2")
    assert viewing.viewport["zoom"] == pytest.approx(1.2 * fit)
    viewing.set_attribute("max-scale", "nonsense")
    viewing.set_attribute("min-scale", "0.5")
    viewing.viewport = {"zoom": 1e-6, "x": 0, "y": 0}
    assert viewing.viewport["zoom"] == pytest.approx(0.5 * fit)
    viewing.set_attribute("min-scale", "1")
    viewing.set_attribute("double-tap-scale", "2.5")
    viewing.rest()
    viewing.page.mouse.dblclick(500, 350)
    assert viewing.rest()["zoom"] == pytest.approx(2.5 * fit)


def test_the_ideal_scale_is_what_an_image_opens_with(open_page, server):
    viewing = Viewing(open_page(viewport={"width": 1000, "height": 700}), server)
    viewing.page.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => {"
        " document.querySelector('azulejo-viewer').setAttribute('ideal-scale', '1.7') })"
    )
    viewing.open("detail.png")
    assert viewing.viewport["zoom"] == pytest.approx(1.7 * min(1000 / WIDTH, 700 / HEIGHT))


def test_another_source_starts_anew(viewing):
    viewing.viewport = {"zoom": 0.9, "x": -600, "y": -300}
    viewing.rest()
    viewing.page.evaluate("() => { seen.ready = 0 }")
    viewing.set_attribute("src", f"{viewing.base}images/flat.png")
    viewing.page.wait_for_function("() => seen.ready === 1")
    assert viewing.viewport["zoom"] == pytest.approx(min(1000 / 3001, 700 / 1999))
    assert viewing.page.evaluate(f"{VIEWER}.image.id") == "flat.png"


def test_a_viewport_that_was_set_for_another_source_does_not_count(viewing):
    viewing.page.evaluate(
        f"""() => {{
            const viewer = {VIEWER};
            seen.ready = 0;
            viewer.setAttribute('src', '../images/flat.png');
            viewer.viewport = {{ zoom: 0.9, x: -600, y: -300 }};
            viewer.setAttribute('src', '../images/detail.png');
        }}"""
    )
    viewing.page.wait_for_function("() => seen.ready === 1")
    assert viewing.viewport == fitted(1000, 700)


def test_a_viewport_that_is_set_before_the_source_counts(open_page, server):
    page = open_page(viewport={"width": 1000, "height": 700})
    page.goto(f"{server}view/detail.png")
    page.wait_for_function("() => seen.ready > 0")
    page.evaluate(
        """() => {
            const viewer = document.createElement('azulejo-viewer');
            viewer.viewport = { zoom: 0.9, x: -600, y: -300 };
            viewer.setAttribute('src', '../images/detail.png');
            seen.ready = 0;
            document.querySelector('azulejo-viewer').replaceWith(viewer);
        }"""
    )
    page.wait_for_function("() => seen.ready === 1")
    assert page.evaluate(f"{VIEWER}.viewport") == pytest.approx({"zoom": 0.9, "x": -600, "y": -300})


@pytest.mark.parametrize("source", ["http://", "https://["])
def test_a_source_that_is_no_address_is_an_error_event(viewing, source):
    viewing.set_attribute("src", source)
    viewing.page.wait_for_function("() => seen.errors.length === 1")
    error = viewing.page.evaluate("seen.errors[0]")
    assert error["fatal"] and error["status"] == 0 and error["message"]
    assert viewing.viewport is None
    viewing.page.evaluate("() => { seen.ready = 0 }")
    viewing.set_attribute("src", f"{viewing.base}images/detail.png")
    viewing.page.wait_for_function("() => seen.ready === 1")
    assert viewing.viewport == fitted(1000, 700)


def test_leaves_and_comes_back(viewing):
    viewing.page.evaluate("() => { seen.ready = 0 }")
    viewing.page.evaluate(f"() => {{ const viewer = {VIEWER}; viewer.remove(); document.querySelector('main').append(viewer) }}")
    viewing.page.wait_for_function("() => seen.ready === 1")
    assert viewing.viewport == fitted(1000, 700)


def test_an_attribute_that_changes_under_fingers_counts_when_they_lift(phone):
    viewing = phone.open("detail.png")
    fingers = Fingers(viewing.page)
    fit = viewing.viewport
    fingers.down((1, 100, 400), (2, 200, 400))
    fingers.move((1, 50, 400), (2, 250, 400))
    viewing.set_attribute("max-scale", "1.5")
    assert viewing.viewport["zoom"] == pytest.approx(2 * fit["zoom"])
    fingers.up(1, 2)
    assert viewing.rest()["zoom"] == pytest.approx(1.5 * fit["zoom"])
