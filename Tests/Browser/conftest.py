"""One server and one browser for all tests, a fresh browser context for each; a page that complains fails its test."""

import contextlib

import pytest
from playwright.sync_api import expect, sync_playwright

import sources
from building import BuildingServer
from server import Server
from viewing import WATCH, Viewing

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}
PATIENCE = 60_000  # ms
DESKTOP = {"viewport": {"width": 1000, "height": 700}, "device_scale_factor": 1}


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("images")
    sources.write(folder)
    with Server(folder, tmp_path_factory.mktemp("cache") / "browser") as running:
        # Whichever test comes first: how a viewer goes about an image that is being built is for tests with servers of their own.
        running.build("detail.png", "flat.png")
        yield running.address


@pytest.fixture
def starting():
    """Enters what a test starts (`starting(Server(...))`) and ends it when its pages have closed: none is to see its server go."""
    with contextlib.ExitStack() as started:
        yield started.enter_context


@pytest.fixture
def building(starting):
    """A server whose one pyramid is built as the test says."""
    return starting(BuildingServer()).building


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"], timeout=2 * PATIENCE)
        expect.set_options(timeout=PATIENCE)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser, starting):
    """Makes pages. `complaints`: parts of console messages that the test provokes itself."""
    contexts, complaints, expected = [], [], []

    def hear(message):
        if message.type in ("error", "warning") and sources.DAMAGED not in message.location["url"]:
            complaints.append(message.text)

    def make(*expected_complaints, **options):
        context = browser.new_context(**{"reduced_motion": "reduce", "locale": "en-US", **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        expected.extend(expected_complaints)
        page = context.new_page()
        page.add_init_script(WATCH)
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield make
    pages = [page for context in contexts for page in context.pages]
    for page in pages:
        page.wait_for_timeout(1)  # in which it says what it has to say
    heard = list(complaints)
    # Whoever answers a request at this moment is not to complain that the page has gone, nor the page of what comes instead.
    for page in pages:
        page.unroute_all(behavior="ignoreErrors")
    for context in contexts:
        context.close()
    assert [text for text in heard if not any(part in text for part in expected)] == []


@pytest.fixture
def phone(open_page, server):
    return Viewing(open_page(**PHONE), server)


@pytest.fixture
def desktop(open_page, server):
    return Viewing(open_page(**DESKTOP), server)
