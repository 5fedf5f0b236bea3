"""Servers and clients for the tests of this folder. A server must end with 0, and must not have said anything on the way."""

import contextlib

import numpy
import pytest
from PIL import Image

import pictures
from client import Connection, get, wait_for_builds, wait_until
from server import Server


@pytest.fixture
def serve(tmp_path):
    """Starts servers; each is stopped at the end, or was by the test."""
    servers = []

    def start(folder, *options, cache=None, **others):
        servers.append(Server(folder, cache or tmp_path / f"cache{len(servers)}", *options, **others))
        return servers[-1]

    yield start
    try:
        for server in servers:
            if server.process.returncode is None:
                server.stop()
    finally:
        for server in servers:
            server.kill()


@pytest.fixture(scope="module")
def serve_for_module(tmp_path_factory):
    """Starts servers that last as long as the tests of a module."""
    with contextlib.ExitStack() as servers:
        yield lambda folder, *options: servers.enter_context(Server(folder, tmp_path_factory.mktemp("caches") / "cache", *options))


@pytest.fixture(scope="session")
def small_server(tmp_path_factory):
    """A server over a few small images, for tests that look at how it speaks rather than at what it shows."""
    folder = tmp_path_factory.mktemp("small")
    Image.fromarray(pictures.scene(700, 500)).save(folder / "a.png")
    Image.fromarray(pictures.scene(300, 200)).save(folder / "b.jpg", quality=95)
    (folder / "broken.jpg").write_bytes((folder / "b.jpg").read_bytes()[:3_000])
    (folder / "notes.txt").write_text("no image")
    with Server(folder, tmp_path_factory.mktemp("caches") / "small") as server:
        # What is said of images is the same from now on.
        for name in ("a.png", "b.jpg"):
            wait_until(lambda: get(server, f"/pyramids/{name}.szi").status == 200)
        wait_for_builds(server)
        yield server


@pytest.fixture
def connection(small_server):
    with Connection(small_server) as connection:
        yield connection


@pytest.fixture(scope="session")
def large_folder(tmp_path_factory):
    """A folder with one image that takes a while: a pyramid of 30 megapixels."""
    folder = tmp_path_factory.mktemp("large")
    Image.fromarray(numpy.tile(pictures.scene(1_000, 1_000), (5, 6, 1))).save(folder / "big.jpg", quality=90)
    return folder


@pytest.fixture(scope="session")
def slow_folder(tmp_path_factory):
    """A folder with one image that takes long to decode: a PNG of 80 megapixels."""
    folder = tmp_path_factory.mktemp("slow")
    Image.fromarray(numpy.tile(pictures.scene(1_000, 1_000), (8, 10, 1))).save(folder / "slow.png", compress_level=1)
    return folder
