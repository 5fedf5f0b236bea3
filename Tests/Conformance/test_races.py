"""Many clients at once."""

import random
import select
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest
from PIL import Image

import pictures
from client import Connection, get, wait_for_builds, wait_for_pyramid, wait_until


def together(count, work):
    """Runs work(index) on threads that start together, and returns their results in order."""
    barrier = threading.Barrier(count)

    def run(index):
        barrier.wait()
        return work(index)

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(run, range(count)))


@pytest.fixture
def gallery(tmp_path):
    folder = tmp_path / "images"
    folder.mkdir()
    tile = pictures.scene(500, 400)
    for index in range(12):
        Image.fromarray(numpy.tile(numpy.roll(tile, 17 * index, axis=1), (3, 3, 1))).save(folder / f"{index}.jpg", quality=85)
    Image.fromarray(pictures.scene(300, 200, alpha=True)).save(folder / "alpha.png")
    (folder / "broken.jpg").write_bytes((folder / "0.jpg").read_bytes()[:20_000])
    return folder


def builds(server):
    return sorted(path.name for path in (server.cache / "pyramids").iterdir())


def test_one_unseen_tile_for_fifty_clients(serve, tmp_path):
    (tmp_path / "images").mkdir()
    pictures.endless(tmp_path / "images/a.ppm")
    server = serve(tmp_path / "images")
    connections = [Connection(server) for _ in range(50)]
    answers = together(50, lambda index: connections[index].get("/tiles/a.ppm/10/0/0.jpg"))
    assert {answer.status for answer in answers} == {200}
    assert len({answer.body for answer in answers}) == 1
    # The build continues, and is far from its end.
    assert len(set(server.unfinished_files)) == 1 and builds(server) == []
    assert "\nazulejo_builds_running 1\n" in get(server, "/metrics").body.decode()
    for connection in connections:
        connection.close()


def test_clients_that_vanish_in_the_middle(serve, large_folder):
    """Half of the clients that wait for one tile leave; the others are served. Then all leave, and a later client is served."""
    server = serve(large_folder)

    def ask(index):
        with Connection(server) as connection:
            connection.request("GET", "/tiles/big.jpg/2/1/1.jpg")
            if index % 2:
                time.sleep(0.001 * index)
                return None
            return connection.response()

    answers = together(30, ask)[::2]
    assert {answer.status for answer in answers} == {200} and len({answer.body for answer in answers}) == 1
    for target in ("/iiif/3/big.jpg/full/1500,/0/default.webp", "/viewport/big.jpg/image.png?width=1200&height=1200"):
        def leave(index):
            with Connection(server) as connection:
                connection.request("GET", target)
                time.sleep(0.002 * index)

        together(20, leave)
        assert get(server, target).status == 200
    wait_until(lambda: 'azulejo_queue_depth{lane="viewport"} 0' in get(server, "/metrics").body.decode())
    wait_for_builds(server)


def test_many_images_at_once(serve, gallery):
    server = serve(gallery, "--tile-size", "256")
    answers = together(48, lambda index: get(server, f"/tiles/{index % 12}.jpg/{index // 12}/0/0.jpg"))
    assert {answer.status for answer in answers} == {200}
    for index in range(12):
        # An abandoned build may have given way to another one. A request for the whole pyramid starts it again.
        assert get(server, f"/pyramids/{index}.jpg.szi").status in {200, 202}
        wait_for_pyramid(server, f"{index}.jpg")
    assert len(builds(server)) == 12
    for index in range(12):
        for level in range(4):
            assert get(server, f"/tiles/{index}.jpg/{level}/0/0.jpg").body == answers[level * 12 + index].body


def test_a_build_can_be_watched(serve, large_folder):
    server = serve(large_folder, "--tile-size", "64")
    assert get(server, "/images/big.jpg").json["pyramid"] == {"state": "none", "progress": 0}
    # In one piece, each behind a tile of every sixth row: the server answers when the build has come so far, however late this is read.
    rows = range(0, 79, 6)
    with Connection(server) as watching:
        watching.ask(*(target for row in rows for target in (f"/tiles/big.jpg/7/0/{row}.jpg", "/images/big.jpg")))
        seen = []
        for _ in rows:
            assert watching.response().status == 200
            seen.append(watching.response().json["pyramid"])
            assert seen[-1]["state"] in ("building", "ready")
    wait_for_pyramid(server, "big.jpg")
    seen.append(get(server, "/images/big.jpg").json["pyramid"])
    progress = [pyramid["progress"] for pyramid in seen]
    assert progress == sorted(progress) and seen[-1] == {"state": "ready", "progress": 1}
    assert len(set(progress)) > 3


def test_abandoned_builds_give_way(serve, gallery):
    """Abandoned builds give way: none of them is finished when another image is served."""
    abandoned = ["a.ppm", "b.ppm"]
    for name in abandoned:
        pictures.endless(gallery / name)
    server = serve(gallery, "--workers", "1", "--threads", "1")
    with Connection(server) as first, Connection(server) as second:
        for name, connection in zip(abandoned, (first, second)):
            connection.request("GET", f"/tiles/{name}/0/0/0.jpg")
        wait_until(lambda: "azulejo_builds_running 2" in get(server, "/metrics").body.decode())
    with Connection(server) as connection:
        connection.ask("/tiles/11.jpg/0/0/0.jpg", *(f"/images/{name}" for name in abandoned))
        assert connection.response().status == 200
        assert "ready" not in [connection.response().json["pyramid"]["state"] for _ in abandoned]


def test_long_work_does_not_keep_tiles_waiting(serve, large_folder):
    """Two images that take seconds to encode occupy two workers. A tile that was not requested before is answered meanwhile."""
    server = serve(large_folder, "--workers", "2")
    assert get(server, "/tiles/big.jpg/0/0/0.jpg").status == 200
    with Connection(server) as first, Connection(server) as second:
        for index, connection in enumerate((first, second)):
            # Once the first of two requests is answered, the server has the second, which came in one piece with it.
            connection.ask("/healthz", f"/iiif/3/big.jpg/0,0,{6_000 - index},5000/max/0/default.avif")
            assert connection.response().body == b"ok\n"
        # Both have been taken from their queue.
        wait_until(lambda: 'azulejo_queue_depth{lane="viewport"} 0' in get(server, "/metrics").body.decode())
        assert get(server, "/tiles/big.jpg/3/1/1.jpg").status == 200
        assert get(server, "/images").status == 200
        assert select.select([first.socket, second.socket], [], [], 0)[0] == [], "they were done too soon to show anything"


ROUTES = [
    "/tiles/{n}.jpg/{l}/{c}/{r}.{f}", "/dzi/{n}.jpg_files/{l}/{c}_{r}.{f}", "/dzi/{n}.jpg.dzi", "/iiif/3/{n}.jpg/info.json", "/images",
    "/images/{n}.jpg", "/images/{n}.jpg/thumbnail.jpg", "/iiif/3/{n}.jpg/{x},{x},{s},{s}/{w},/0/{q}.{f}",
    "/iiif/3/{n}.jpg/full/!{w},{w}/0/default.{f}", "/viewport/{n}.jpg?width={w}&height={s}&scale={l}",
    "/viewport/{n}.jpg/image.{f}?width={w}&height={w}&scale={l}&offset={x},-{x}", "/", "/metrics", "/view/{n}.jpg",
    "/tiles/alpha.png/0/0/0.{f}", "/tiles/broken.jpg/0/0/0.jpg", "/images/none", "/healthz", "/nothing",
]


def test_a_random_walk(serve, gallery):
    """Ten clients request random routes and sometimes disconnect. An eleventh thread replaces images meanwhile."""
    server = serve(gallery, "--tile-size", "256", "--cache-size", "3MB", "--memory-cache", "1MB")
    statuses = {}
    lock = threading.Lock()
    # A number of steps, not a time, in which a busy machine would do too few.
    steps, finished = 150, []

    def walk(seed):
        try:
            wander(seed)
        finally:
            finished.append(seed)

    def wander(seed):
        random_walk = random.Random(seed)
        connection = Connection(server)
        for _ in range(steps):
            target = random_walk.choice(ROUTES).format(
                n=random_walk.randrange(13), l=random_walk.randrange(12), c=random_walk.randrange(6), r=random_walk.randrange(6),
                f=random_walk.choice(["jpg", "jpg", "png", "webp"]), x=random_walk.randrange(1_000), s=random_walk.randrange(1, 600),
                w=random_walk.randrange(1, 400), q=random_walk.choice(["default", "gray", "bitonal"]))
            if random_walk.random() < 0.05:
                connection.request("GET", target)
                connection.close()
                connection = Connection(server)
                continue
            answer = connection.get(target)
            with lock:
                statuses.setdefault(answer.status, []).append(target)
        connection.close()

    def replace(seed):
        random_walk = random.Random(seed)
        while len(finished) < 10:
            name = f"{random_walk.randrange(12)}.jpg"
            (gallery / ".new.jpg").write_bytes((gallery / f"{random_walk.randrange(12)}.jpg").read_bytes())
            (gallery / ".new.jpg").rename(gallery / name)
            time.sleep(0.2)

    together(11, lambda index: walk(index) if index < 10 else replace(index))
    bad = {status: targets[:5] for status, targets in statuses.items() if status >= 500 and status != 503}
    assert bad == {} and set(statuses) <= {200, 400, 404, 422, 503}, {status: targets[:3] for status, targets in statuses.items()}
    assert len(statuses[200]) > 400
    print(f"{sum(map(len, statuses.values()))} answers, {server.resident_bytes >> 20} MiB resident")
    wait_for_builds(server)
