"""DELETE /cache/{id} removes what the server keeps of an image. It is made again with the same bytes."""

import os
import urllib.parse

import pytest
from PIL import Image

import pictures
from client import get, is_problem, wait_for_builds, wait_for_pyramid, wait_until

TOKEN = "a-secret-of-the-operator"
RIGHT = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def server(serve, tmp_path):
    folder = tmp_path / "images"
    (folder / "maps").mkdir(parents=True)
    for name in ("maps/a.png", "b.png"):
        Image.fromarray(pictures.scene(700, 500)).save(folder / name)
    return serve(folder, environment={"AZULEJO_ADMIN_TOKEN": TOKEN})


def files(server, kind):
    return sorted(str(path.relative_to(server.cache)) for path in (server.cache / kind).rglob("*") if path.is_file())


def metric(server, name):
    lines = get(server, "/metrics").body.decode().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(name)))


def test_everything_of_one_image_is_forgotten(server):
    targets = [f"/{kind}" for name in ("maps%2Fa.png", "b.png") for kind in (
        f"tiles/{name}/0/0/0.jpg", f"tiles/{name}/0/0/0.png", f"iiif/3/{name}/0,0,300,200/150,/0/default.webp",
        f"images/{name}/thumbnail.jpg")]
    before = {target: get(server, target) for target in targets}
    assert {answer.status for answer in before.values()} == {200}
    for name in ("maps/a.png", "b.png"):
        wait_for_pyramid(server, name)
    # A build that is running is not forgotten.
    wait_for_builds(server)
    wait_until(lambda: len(files(server, "derivatives")) == 6, 60)
    assert len(files(server, "pyramids")) == 2
    answer = get(server, "/cache/maps%2Fa.png", RIGHT, "DELETE")
    assert (answer.status, answer.body) == (204, b"")
    assert len(files(server, "derivatives")) == 3 and len(files(server, "pyramids")) == 1
    assert get(server, "/images/maps%2Fa.png").json["pyramid"]["state"] == "none"
    assert get(server, "/images/b.png").json["pyramid"]["state"] == "ready"
    for target, answer in before.items():
        again = get(server, target)
        assert again.status == 200, target
        # A thumbnail from an existing pyramid has another name.
        if "thumbnail" not in target:
            assert (again.body, again.fields["etag"]) == (answer.body, answer.fields["etag"]), target


def test_tiles_in_memory_are_forgotten(server):
    """If a file is replaced by one with the same size and time, its tiles change only after DELETE."""
    source = server.folder / "b.png"
    old = get(server, "/tiles/b.png/0/0/0.jpg").body
    wait_for_pyramid(server, "b.png")
    wait_for_builds(server)
    before = source.stat()
    with open(source, "r+b") as file:
        # The same size and time: a change that the server cannot see.
        size = before.st_size
        other = pictures.scene(700, 500)[::-1]
        Image.fromarray(other).save(file)
        assert file.tell() <= size + 4_096
        file.truncate(size) if file.tell() > size else file.write(bytes(size - file.tell()))
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert get(server, "/tiles/b.png/0/0/0.jpg").body == old
    assert get(server, "/cache/b.png", RIGHT, "DELETE").status == 204
    assert get(server, "/tiles/b.png/0/0/0.jpg").body != old


@pytest.mark.parametrize("fields", [
    {}, {"Authorization": f"Bearer {TOKEN}x"}, {"Authorization": f"Bearer {TOKEN[:-1]}"}, {"Authorization": f"Basic {TOKEN}"},
    {"Authorization": TOKEN}, {"Authorization": "Bearer"}, {"Authorization": f"Bearer {TOKEN.upper()}"},
])
def test_without_the_right_token_there_is_no_such_route(server, fields):
    """Without the right token the answer is that of an unknown route, whether the image exists or not."""
    get(server, "/tiles/b.png/0/0/0.png")
    wait_until(lambda: files(server, "derivatives"), 60)
    nothing = get(server, "/nothing", fields)
    for target in ("/cache/b.png", "/cache/none.png", "/cache/%2E%2E"):
        answer = get(server, target, fields, "DELETE")
        assert is_problem(answer, 404) and answer.body == nothing.body
        assert is_problem(get(server, target, fields), 404)
    assert files(server, "derivatives")


def test_the_right_token_is_accepted(server):
    for target in ("/cache/none.png", "/cache/..", "/cache/%2E%2E%2Fb.png", "/cache/b.png%00", "/cache/maps"):
        assert is_problem(get(server, target, RIGHT, "DELETE"), 404), target
    assert is_problem(get(server, "/cache/b.png", RIGHT), 404)
    for target in ("/images/b.png", "/cache/maps/a.png", "/cache/", "/", "/tiles/b.png/0/0/0.jpg", "/nothing"):
        answer = get(server, target, RIGHT, "DELETE")
        assert is_problem(answer, 405) and "DELETE" not in answer.fields["allow"]
    for method, status in (("OPTIONS", 204), ("PUT", 405)):
        answer = get(server, "/cache/b.png", RIGHT, method)
        assert answer.status == status and answer.fields["allow"] == "GET, HEAD, OPTIONS, DELETE"


def test_without_a_token(serve, server):
    other = serve(server.folder)
    assert is_problem(get(other, "/cache/b.png", {"Authorization": "Bearer "}, "DELETE"), 404)
    assert is_problem(get(other, "/cache/b.png", RIGHT, "DELETE"), 404)
    assert get(other, "/cache/b.png", method="OPTIONS").fields["allow"] == "GET, HEAD, OPTIONS"


def test_a_failure_is_forgotten(server):
    """A failure to read an image is remembered. After DELETE the image is read again, since the disk may have been at fault."""
    source = server.folder / "cut.png"
    whole = (server.folder / "b.png").read_bytes()
    source.write_bytes(whole[:-2_000] + bytes(2_000))
    time = source.stat().st_mtime_ns
    assert get(server, "/tiles/cut.png/0/0/0.jpg").status == 422
    source.write_bytes(whole)
    os.utime(source, ns=(time, time))
    assert get(server, "/tiles/cut.png/0/0/0.jpg").status == 422
    assert get(server, f"/cache/{urllib.parse.quote('cut.png')}", RIGHT, "DELETE").status == 204
    assert get(server, "/tiles/cut.png/0/0/0.jpg").status == 200
