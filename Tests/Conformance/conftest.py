"""Servers and clients for the tests of this folder. Each server must exit with 0 and print only its first line."""

import contextlib

import numpy
import pytest
from PIL import Image

import pictures
from client import Connection, get, wait_for_builds, wait_until
from server import Server


@pytest.fixture
def serve(tmp_path):
    """Starts servers. Those that a test has not stopped are stopped at its end."""
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
    """Starts servers that run until the end of a module's tests."""
    with contextlib.ExitStack() as servers:
        yield lambda folder, *options: servers.enter_context(Server(folder, tmp_path_factory.mktemp("caches") / "cache", *options))


@pytest.fixture(scope="session")
def small_server(tmp_path_factory):
    """A server over a few small images, for tests of HTTP rather than of pixels."""
    folder = tmp_path_factory.mktemp("small")
    Image.fromarray(pictures.scene(700, 500)).save(folder / "a.png")
    Image.fromarray(pictures.scene(300, 200)).save(folder / "b.jpg", quality=95)
    (folder / "broken.jpg").write_bytes((folder / "b.jpg").read_bytes()[:3_000])
    (folder / "notes.txt").write_text("no image")
    with Server(folder, tmp_path_factory.mktemp("caches") / "small") as server:
        # With complete pyramids, descriptors do not change any more.
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
    """A folder with one image of 30 megapixels, whose pyramid takes a while to build."""
    folder = tmp_path_factory.mktemp("large")
    Image.fromarray(numpy.tile(pictures.scene(1_000, 1_000), (5, 6, 1))).save(folder / "big.jpg", quality=90)
    return folder


@pytest.fixture(scope="session")
def slow_folder(tmp_path_factory):
    """A folder with one PNG of 80 megapixels, which takes long to decode."""
    folder = tmp_path_factory.mktemp("slow")
    Image.fromarray(numpy.tile(pictures.scene(1_000, 1_000), (8, 10, 1))).save(folder / "slow.png", compress_level=1)
    return folder
