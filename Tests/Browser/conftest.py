"""One server and one browser for all tests, and a new browser context for each. An error or warning in a page's console fails its test."""

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
        # So that no test opens an image without a pyramid: tests of builds have servers of their own.
        running.build("detail.png", "flat.png")
        yield running.address


@pytest.fixture
def starting():
    """Enters a context (`starting(Server(...))`) and ends it after the test's pages have closed, so that no page loses its server."""
    with contextlib.ExitStack() as started:
        yield started.enter_context


@pytest.fixture
def building(starting):
    """A server whose one build the test controls."""
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
    """Makes pages. The arguments are parts of console messages that the test provokes itself."""
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
        page.wait_for_timeout(1)  # for the messages that are on their way
    heard = list(complaints)
    # A handler that answers a request now would raise an error because the page is gone, and the page would report a failed request.
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
