"""Gesture events over HTTP: the resting viewport, stale events, leaders and followers, and prefetched tiles."""

import json
import math

import numpy
import pytest
import tifffile

import pictures
from client import Connection, get, is_problem, wait_until

WIDTH, HEIGHT = 1201, 799
PATH = "/viewport/a.tif/gestures"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with an image that holds all its levels, in a compression that has to be decoded for each tile."""
    folder = tmp_path_factory.mktemp("gestures")
    pixels = pictures.scene(WIDTH, HEIGHT)
    with tifffile.TiffWriter(folder / "a.tif") as tiff:
        for level in range(5):
            tiff.write(
                numpy.ascontiguousarray(pixels[::2 ** level, ::2 ** level]), tile=(128, 128), photometric="rgb", compression="zlib",
                subfiletype=1 if level else 0)
    return folder


@pytest.fixture(scope="module")
def server(folder, serve_for_module):
    return serve_for_module(folder)


def event(**changes):
    """The body of a pan that ends at twice the fitted size, in the middle of a view of 600 by 400."""
    members = {
        "gesture": "pan", "phase": "ended", "view": {"width": 600, "height": 400, "dpr": 1}, "scale": 2, "anchor": {"x": 0.5, "y": 0.5},
        "offset": {"x": 0, "y": 0},
    } | changes
    return {name: value for name, value in members.items() if value is not None}


def post(server, body, connection=None):
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    with Connection(server) as own:
        connection = connection or own
        connection.request("POST", PATH, {"Content-Type": "application/json", "Content-Length": len(body)}, body)
        return connection.response()


def plan_at(server, plan):
    """The plan that the server gives for the viewport of an event's answer."""
    query = "&".join(
        f"{name}={value!r}" if isinstance(value, float) else f"{name}={value}" for name, value in {
            "width": plan["view"]["width"], "height": plan["view"]["height"], "scale": plan["scale"],
            "anchor": f"{plan['anchor']['x']!r},{plan['anchor']['y']!r}",
            "offset": f"{plan['offset']['x']!r},{plan['offset']['y']!r}"}.items())
    return get(server, f"/viewport/a.tif?{query}").json


def metric(server, name):
    for line in get(server, "/metrics").body.decode().splitlines():
        if line.startswith(name + " "):
            return float(line.split()[1])
    raise AssertionError(name)


def test_the_answer_is_the_plan_at_rest(server):
    answer = post(server, event(sequence=7, velocity={"x": -300, "y": 40, "scale": 0}))
    assert answer.status == 200 and answer.fields["content-type"] == "application/json"
    assert answer.fields["cache-control"] == "no-store" and answer.fields["access-control-allow-origin"] == "*"
    plan = answer.json
    assert plan.pop("sequence") == 7 and "stale" not in plan
    # A flick moves on by speed / -ln(0.998) milliseconds.
    still = post(server, event()).json
    travel = 300 / 1000 / -math.log(0.998)
    assert plan["frame"]["x"] == pytest.approx(still["frame"]["x"] - travel, abs=1e-6)
    asked = plan_at(server, plan)
    assert asked["tiles"] == plan["tiles"] and asked["region"] == pytest.approx(plan["region"])


def test_a_double_tap(server):
    plan = post(server, event(gesture="doubleTap", scale=1, anchor={"x": 0.25, "y": 0.5}, scales={"doubleTap": 2.5})).json
    assert plan["scale"] == pytest.approx(2.5)
    assert post(server, event(gesture="doubleTap", scale=2.5)).json["scale"] == 1


def test_sessions_drop_late_events_and_remember_where_a_gesture_began(server):
    start = {"session": "late", "client": "page", "mode": "temporary"}
    assert post(server, event(**start, sequence=1, phase="began", scale=1.5)).status == 200
    assert post(server, event(**start, sequence=3, phase="changed", scale=3)).json["sequence"] == 3
    late = post(server, event(**start, sequence=2, phase="changed", scale=2)).json
    assert late["stale"] is True and late["sequence"] == 2
    assert post(server, event(**start, sequence=4, scale=3)).json["scale"] == pytest.approx(1.5)
    # A reloaded page starts counting anew.
    assert "stale" not in post(server, event(session="late", client="other", sequence=1)).json


def test_only_post_is_allowed(server):
    for method in ("GET", "HEAD", "DELETE", "PUT"):
        answer = get(server, PATH, method=method)
        assert answer.status == 405 and answer.fields["allow"] == "POST, OPTIONS"
    answer = get(server, PATH, method="OPTIONS")
    assert answer.status == 204 and answer.fields["access-control-allow-methods"] == "POST, OPTIONS"
    with Connection(server) as connection:
        connection.request("POST", "/viewport/a.tif", {"Content-Length": 2}, b"{}")
        answer = connection.response()
    assert is_problem(answer, 405) and answer.fields["allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("body, word", [
    (b"", "body"), (b"[]", "body"), (b"{", "body"), (b'{"scale":NaN}', "body"), (b"\xff", "body"), (b"[" * 4_000, "body"),
    (event(scale=None), "scale"), (event(scale=0), "scale"), (event(scale=-1), "scale"), (event(gesture="wave"), "gesture"),
    (event(view={"width": 0, "height": 4}), "width"), (event(view={"width": 1e9, "height": 4}), "width"), (event(phase=3), "phase"),
    (event(anchor={"x": 1e300, "y": 0}), "anchor"), (event(offset=[0, 0]), "offset"), (event(session="a/b"), "session"),
    (event(sequence=-1), "sequence"), (event(scales={"min": 3, "max": 2}), "min"),
])
def test_bad_events_are_refused(server, body, word):
    answer = post(server, body)
    assert is_problem(answer, 400) and word in answer.json["detail"]


@pytest.mark.parametrize("body, detail", [
    (b"", 'body is missing; allowed: one JSON object; '), (b"[]", 'body is "an array"; allowed: one JSON object'),
    (b"7", 'body is "7"; allowed: one JSON object'), (b"{,}", 'body is "{,}"; allowed: one JSON object; '),
    (event(scale="1"), 'scale is "1"; allowed: a number, and no text'), (event(scale=[1]), 'scale is "an array"; allowed: a number'),
    (event(view={"width": "5", "height": 4}), 'view.width is "5"; allowed: a number, and no text'),
    (event(leader="true"), 'leader is "true"; allowed: true or false, and no text'),
    (event(scale=None), "scale is missing; allowed: a number"),
    (event(anchor="0.5"), 'anchor is "0.5"; allowed: an object, and no text'),
    (event(gesture="wave"), 'gesture is "wave"; allowed: pinch, '),
])
def test_refusals_name_the_wrong_member(server, body, detail):
    said = post(server, body).json["detail"]
    assert said.startswith(detail) if detail.endswith(" ") else said == detail


def test_extreme_numbers_are_answered(server):
    for scale in (1e-300, 1e300):
        for speed in (1e300, -1e300):
            plan = post(server, event(scale=scale, velocity={"x": speed, "y": speed, "scale": speed})).json
            assert plan["scales"]["min"] <= plan["scale"] <= plan["scales"]["max"] and plan["tiles"]
    assert is_problem(post(server, json.dumps(event() | {"more": "x" * 5_000}).encode()), 413)
    assert is_problem(get(server, "/viewport/a.tif/events"), 400) and is_problem(get(server, "/viewport/none.tif/events?session=a"), 404)


def test_a_flood_is_answered_cheaply(server):
    body = json.dumps(event(session="flood")).encode()
    request = f"POST {PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
    with Connection(server) as connection:
        connection.send(request * 1_500)
        answers = [connection.response() for _ in range(1_500)]
    assert answers[0].status == 200 and {answer.status for answer in answers} == {200, 429}
    refused = next(answer for answer in answers if answer.status == 429)
    assert is_problem(refused, 429) and refused.fields["retry-after"] == "1"
    assert post(server, event(session="another", sequence=1)).status == 200


def told(connection, chunks):
    """Reads the next event of a stream as (name, data)."""
    text = ""
    while "\n\n" not in text.lstrip(":\n"):
        text += next(chunks).decode()
    lines = dict(line.split(": ", 1) for line in text.strip().splitlines() if ": " in line)
    return lines["event"], json.loads(lines["data"])


def test_followers_see_where_the_leader_looks(server):
    with Connection(server) as follower:
        follower.request("GET", "/viewport/a.tif/events?session=tour")
        head = follower.head()
        assert head.status == 200 and head.fields["content-type"] == "text/event-stream" and head.fields["x-accel-buffering"] == "no"
        chunks = follower.chunks()
        leading = post(server, event(session="tour", client="a", sequence=1, leader=True, gesture="settle")).json
        assert leading["leader"] is True
        assert told(follower, chunks) == ("viewport", {"sequence": 1, "region": leading["region"]})
        # A second client that wants to lead follows. Its events are sent to nobody.
        assert post(server, event(session="tour", client="b", sequence=1, leader=True, scale=3)).json["leader"] is False
        moved = post(server, event(session="tour", client="a", sequence=2, leader=True, scale=3)).json
        assert told(follower, chunks) == ("viewport", {"sequence": 2, "region": moved["region"]})
        with Connection(server) as late:
            late.request("GET", "/viewport/a.tif/events?session=tour")
            late.head()
            assert told(late, late.chunks())[1]["region"] == moved["region"]
        # The leader stops leading, and the other one may lead.
        post(server, event(session="tour", client="a", sequence=3, leader=False))
        assert post(server, event(session="tour", client="b", sequence=2, leader=True, scale=2.5)).json["leader"] is True
        assert told(follower, chunks)[1]["sequence"] == 3


def test_tiles_of_the_resting_viewport_are_prefetched(serve, folder):
    server = serve(folder)
    used, wasted = (f'azulejo_prefetched_tiles_total{{outcome="{outcome}"}}' for outcome in ("used", "wasted"))
    made = 'azulejo_cache_misses_total{tier="disk"}'
    before, made_before = metric(server, used), metric(server, made)
    # The resting viewport shows a part of the image at its full size, which has not been requested yet.
    view = {"width": 500, "height": 300, "dpr": 1}
    plan = post(server, event(session="ahead", sequence=1, scale=1e9, view=view)).json
    assert plan["level"] == 4 and plan["tiles"]
    wait_until(lambda: metric(server, made) == made_before + len(plan["tiles"]))
    # A second event that needs the same tiles renders none again.
    assert post(server, event(session="ahead", sequence=2, scale=1e9, view=view)).json["tiles"] == plan["tiles"]
    for tile in plan["tiles"]:
        assert get(server, tile["url"]).status == 200
    assert metric(server, used) == before + len(plan["tiles"]) and metric(server, made) == made_before + len(plan["tiles"])
    assert metric(server, wasted) == 0
