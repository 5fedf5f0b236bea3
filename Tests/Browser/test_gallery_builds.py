"""The gallery while an image is being built, and its scroll position on the way back."""

import re
import time

import pytest
from playwright.sync_api import expect

from building import NAME
from viewing import hide

SIZE = "8,000 × 6,000"
# Records long delays and shortens them fifty times. Counts the requests that wait for an answer.
HURRY = """
const [wait, ask] = [setTimeout, fetch];
window.delays = [];
window.asking = 0;
window.fetch = (...question) => {
    asking += 1;
    return ask(...question).finally(() => { asking -= 1 });
};
window.setTimeout = (action, ms, ...more) => {
    if (ms < 1000) return wait(action, ms, ...more);
    delays.push(ms);
    return wait(action, ms / 50, ...more);
};
"""


@pytest.fixture
def gallery(open_page, building):
    building.images = ["azulejo.jpg", NAME]
    page = open_page("Failed to load resource", viewport={"width": 1000, "height": 700})
    page.add_init_script(HURRY)

    def open_gallery():
        page.goto(building.address)
        page.get_by_text("2 images").wait_for()
        return page

    return open_gallery


def scroll_to_the_end(page, count):
    """Scrolls until the whole list has come: then its count is shown without a plus."""
    end = time.monotonic() + 60
    while not page.get_by_text(count).is_visible():
        assert time.monotonic() < end
        page.mouse.wheel(0, 20_000)
        page.wait_for_timeout(50)


def card(page, name=NAME):
    return page.locator("li", has_text=name)


def test_a_card_shows_the_progress_of_its_build(gallery, building):
    building.build(0.425)
    page = gallery()
    bar = card(page).locator("i")
    expect(card(page).locator(".size")).to_have_text("Preparing, 42%")
    picture, shown = card(page).locator("img").bounding_box(), bar.bounding_box()
    assert shown["width"] == pytest.approx(0.42 * picture["width"], abs=1)
    assert (shown["x"], shown["y"] + shown["height"]) == pytest.approx((picture["x"], picture["y"] + picture["height"]), abs=1)
    place = card(page).bounding_box()
    expect(card(page, "azulejo.jpg").locator(".size")).to_have_text(SIZE)
    assert card(page, "azulejo.jpg").locator("i").is_hidden()
    building.build(0.6)
    expect(card(page).locator(".size")).to_have_text("Preparing, 60%")
    assert bar.bounding_box()["width"] == pytest.approx(0.6 * picture["width"], abs=1)
    building.finish()
    expect(card(page).locator(".size")).to_have_text(SIZE)
    assert bar.is_hidden()
    assert card(page).bounding_box() == place
    assert building.most_streams == 0


def test_looks_end_soon_after_the_last_build(gallery, building):
    building.build(0.5)
    page = gallery()
    building.wait(lambda b: len(b.listings) >= 3)
    building.finish()
    expect(card(page).locator(".size")).to_have_text(SIZE)
    looks = page.evaluate("delays.length")
    page.wait_for_timeout(500)
    assert page.evaluate("delays.length") == looks


def test_looks_become_rare_while_nothing_changes_and_frequent_again_when_it_does(gallery, building):
    building.build(0.3)
    page = gallery()
    page.wait_for_function("() => delays.length >= 6")
    assert page.evaluate("delays.slice(0, 6)") == [2000, 4000, 8000, 16_000, 30_000, 30_000]
    page.evaluate("() => { delays.length = 0 }")
    building.build(0.4)
    expect(card(page).locator(".size")).to_have_text("Preparing, 40%")
    page.wait_for_function("() => delays.includes(4000)")
    rare = page.evaluate("delays")
    assert [ms for ms in rare if ms != 30_000][:2] == [2000, 4000]
    hide(page)
    page.wait_for_function("() => asking === 0")
    page.evaluate("() => { delays.length = 0 }")
    hide(page, False)
    page.wait_for_function("() => delays.length > 0")
    assert page.evaluate("delays[0]") <= 4000  # the first look has no news


def test_nothing_is_asked_where_nothing_is_built(gallery, building):
    page = gallery()
    page.wait_for_timeout(300)
    assert building.listings == [""]
    assert page.evaluate("delays") == []


def test_a_list_that_fails_is_asked_again_and_leaves_the_cards(gallery, building):
    building.build(0.3)
    page = gallery()
    page.route("**/images?*", lambda route: route.fulfill(status=503, json={"title": "Busy"}))
    page.wait_for_function("() => delays.length >= 3")
    assert page.locator("#notice").is_hidden()
    expect(card(page).locator(".size")).to_have_text("Preparing, 30%")
    building.build(0.4)
    page.unroute_all()
    expect(card(page).locator(".size")).to_have_text("Preparing, 40%")


def test_nobody_looks_while_the_page_is_hidden(gallery, building):
    building.build(0.3)
    page = gallery()
    hide(page)
    page.wait_for_function("() => asking === 0")
    listings = len(building.listings)
    building.build(0.7)
    page.wait_for_timeout(300)
    assert len(building.listings) == listings
    hide(page, False)
    expect(card(page).locator(".size")).to_have_text("Preparing, 70%")


def test_a_build_that_began_meanwhile_is_seen_on_return(gallery, building):
    page = gallery()
    hide(page)
    building.build(0.2)
    hide(page, False)
    expect(card(page).locator(".size")).to_have_text("Preparing, 20%")


def test_only_pages_of_the_list_that_matter_are_asked_again(open_page, building):
    building.images = [f"{number:03}.jpg" for number in range(250)] + [NAME]
    page = open_page(viewport={"width": 1000, "height": 700})
    page.add_init_script(HURRY)
    page.goto(building.address)
    scroll_to_the_end(page, "251 images")
    assert building.listings == ["", "099.jpg", "199.jpg"]
    card(page).scroll_into_view_if_needed()
    hide(page)
    building.build(0.5)
    hide(page, False)
    expect(card(page).locator(".size")).to_have_text("Preparing, 50%")
    assert set(building.listings[3:]) == {"199.jpg"}
    page.evaluate("scrollTo(0, 0)")
    building.wait(lambda b: b.listings[-4:] == ["", "199.jpg"] * 2)
    building.finish()
    expect(card(page).locator(".size")).to_have_text(SIZE)


# The way back


@pytest.fixture
def long_gallery(open_page, building):
    building.images = [f"{number:03}.jpg" for number in range(250)] + [f"maps/{number:03}.jpg" for number in range(60)]
    building.finish()
    page = open_page("Failed to load resource", viewport={"width": 1000, "height": 700})
    page.goto(building.address)
    scroll_to_the_end(page, "310 images")
    return page


# A busy browser reports the changes of several frames together.
TOLD_TOGETHER = """
    window.IntersectionObserver = class extends IntersectionObserver {
        constructor(tell, options) {
            const held = [];
            super((changes) => {
                held.push(...changes);
                if (held.length === changes.length) setTimeout(() => tell(held.splice(0)), 300);
            }, options);
        }
    };
"""


def test_changes_that_are_told_together_do_not_stop_the_list(open_page, building):
    building.images = [f"{number:03}.jpg" for number in range(310)]
    building.finish()
    page = open_page(viewport={"width": 1000, "height": 700})
    page.add_init_script(TOLD_TOGETHER)
    page.goto(building.address)
    scroll_to_the_end(page, "310 images")


def test_back_from_an_image_is_where_one_was(long_gallery):
    page = long_gallery
    link = page.get_by_role("link", name="240.jpg")
    link.scroll_into_view_if_needed()
    top, place = page.evaluate("scrollY"), link.bounding_box()
    assert top > 5000
    link.click()
    page.wait_for_function("() => seen.ready > 0")
    page.go_back()
    page.wait_for_function(f"() => scrollY === {top}")
    assert link.bounding_box() == place


def test_the_viewers_own_way_back_as_well(long_gallery):
    page = long_gallery
    page.get_by_role("link", name="240.jpg").scroll_into_view_if_needed()
    top = page.evaluate("scrollY")
    page.get_by_role("link", name="240.jpg").click()
    page.wait_for_function("() => seen.ready > 0")
    page.get_by_role("link", name="Back to the gallery").click()
    page.wait_for_function(f"() => scrollY === {top}")


def test_the_page_scrolls_back_only_once(long_gallery):
    page = long_gallery
    page.get_by_role("link", name="090.jpg").click()
    page.wait_for_function("() => seen.ready > 0")
    page.go_back()
    page.wait_for_function("() => scrollY > 500")
    page.get_by_role("searchbox").click()  # which keeps this place
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    top = page.evaluate("scrollY")
    page.get_by_text(re.compile(r"[23]\d\d\+? images")).wait_for()
    page.wait_for_timeout(100)
    assert page.evaluate("scrollY") == top


def test_a_list_that_fails_on_the_way_back_says_so(long_gallery, building):
    page = long_gallery
    page.get_by_role("link", name="240.jpg").click()
    page.wait_for_function("() => seen.ready > 0")
    asked = []
    page.route("**/images?*", lambda route: (asked.append(1), route.fulfill(status=503, json={"title": "Busy"})))
    page.go_back()
    page.get_by_text("The images cannot be listed").wait_for()
    page.wait_for_timeout(300)
    assert len(asked) <= 2  # not again and again
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    page.get_by_text("100+ images").wait_for()


def test_back_from_a_folder_is_where_one_was(long_gallery):
    page = long_gallery
    page.get_by_role("link", name="maps", exact=True).scroll_into_view_if_needed()
    top = page.evaluate("scrollY")
    page.get_by_role("link", name="maps", exact=True).click()
    page.get_by_text("60 images").wait_for()
    page.wait_for_function("() => scrollY === 0")
    page.go_back()
    page.get_by_text("310 images").wait_for()
    page.wait_for_function(f"() => scrollY === {top}")
    assert top > 5000


def test_back_to_what_was_searched_for(long_gallery):
    page = long_gallery
    page.get_by_role("searchbox").fill("maps")
    page.get_by_text("60 images").wait_for()
    page.get_by_role("link", name="050.jpg").click()
    page.wait_for_function("() => seen.ready > 0")
    page.go_back()
    page.get_by_role("link", name="050.jpg").wait_for()
    assert page.get_by_role("searchbox").input_value() == "maps"
    page.get_by_text("60 images").wait_for()
