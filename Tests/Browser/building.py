"""A server of one image whose build a test controls: it holds tiles until their rows are built, and sends events about the progress."""

import contextlib
import http.server
import io
import json
import pathlib
import re
import select
import threading
import time
import urllib.parse

from PIL import Image

PUBLIC = pathlib.Path(__file__).resolve().parents[2] / "Public"
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
WIDTH, HEIGHT, SIDE = 8000, 6000, 256
LEVELS = 6
TILE_COLOUR, THUMBNAIL_COLOUR = (200, 120, 40), (40, 80, 160)
NAME = "wall.jpg"
REASON = "The file ends in the middle of its rows."


def jpeg(width, height, colour):
    encoded = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(encoded, "JPEG", quality=95)
    return encoded.getvalue()


def level_size(level):
    step = 2 ** (LEVELS - 1 - level)
    return -(-WIDTH // step), -(-HEIGHT // step)


class Building:
    """What the server does, and which requests it has got. Change it inside `change()`."""

    def __init__(self, address):
        self.address = address
        self.changed = threading.Condition()
        self.state, self.progress, self.version = "none", 0, 1
        self.has_thumbnail = self.has_events = True
        self.is_slow = self.holds_thumbnail = False  # holds every tile; the thumbnail
        self.images = [NAME]
        self.asked = []  # tiles, in the order of their requests
        self.described = []  # the times of the requests for the image's description
        self.waiting = {}  # handler of a request that waits -> its tile
        self.dropped = []  # tiles whose requests were closed before the answer
        self.listings = []  # the names after which pages of the list began
        self.streams = self.most_streams = 0

    @contextlib.contextmanager
    def change(self):
        with self.changed:
            yield self
            self.changed.notify_all()

    @property
    def held(self):
        """The tiles whose requests wait for an answer."""
        return [tile for handler, tile in list(self.waiting.items()) if not handler.is_gone()]

    def build(self, progress):
        with self.change():
            self.state, self.progress = "building", progress

    def finish(self):
        with self.change():
            self.state, self.progress = "ready", 1

    def fail(self):
        with self.change():
            self.state = "failed"

    @property
    def pyramid(self):
        return {"state": self.state, "progress": self.progress}

    def is_built(self, tile):
        level, _, row = tile
        bottom = min(HEIGHT, (row + 1) * SIDE * 2 ** (LEVELS - 1 - level))
        return not self.is_slow and (self.state == "ready" or (self.state == "building" and bottom <= self.progress * HEIGHT))

    def wait(self, condition, seconds=60):
        """Waits until a condition is true; fails after some seconds."""
        end = time.monotonic() + seconds
        with self.changed:
            while not condition(self):
                assert time.monotonic() < end, vars(self)
                self.changed.wait(0.02)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        with contextlib.suppress(ConnectionError):
            self.answer()

    def answer(self):
        building = self.server.building
        path, _, query = self.path.partition("?")
        parts = [urllib.parse.unquote(part) for part in path.split("/")[1:]]
        match parts:
            case ["images"]:
                self.list_images(urllib.parse.parse_qs(query, keep_blank_values=True))
            case ["images", name]:
                with building.change():
                    building.described.append(time.monotonic())
                self.send_json(self.describe(name))
            case ["images", _, "events"] if building.has_events:
                self.send_events()
            case ["images", _, "thumbnail.jpg"] if building.has_thumbnail:
                with building.changed:
                    while building.holds_thumbnail and not self.is_gone():
                        building.changed.wait(0.02)
                self.send(jpeg(256, 192, THUMBNAIL_COLOUR), "image/jpeg")
            case ["tiles", _, level, column, row]:
                self.send_tile((int(level), int(column), int(row.removesuffix(".jpg"))))
            case [""]:
                self.send_file("index.html")
            case ["view", _]:
                self.send_file("viewer.html")
            case _ if (PUBLIC / path[1:]).is_file():
                self.send_file(path[1:])
            case _:
                self.send_problem(404, "There is nothing here.")

    def describe(self, name):
        sizes = [level_size(level) for level in range(LEVELS)]
        levels = [
            {"level": level, "width": width, "height": height, "columns": -(-width // SIDE), "rows": -(-height // SIDE)}
            for level, (width, height) in enumerate(sizes)
        ]
        return {
            "id": name, "width": WIDTH, "height": HEIGHT, "tileSize": SIDE, "tileFormat": "jpg", "alpha": False, "levels": levels,
            "pyramid": self.server.building.pyramid, "links": self.links(name),
        }

    def links(self, name):
        segment = urllib.parse.quote(name, safe="")
        version = self.server.building.version
        tiles = f"/tiles/{segment}/{{level}}/{{column}}/{{row}}.jpg?v={version}"
        return {"self": f"/images/{segment}", "view": f"/view/{segment}", "viewport": f"/viewport/{segment}", "tiles": tiles}

    def list_images(self, query):
        building = self.server.building
        after = query["after"][0]
        with building.change():
            building.listings.append(after)
        names = [name for name in building.images if name > after]
        page = names[: int(query["limit"][0])]
        entries = [
            {
                "id": name, "width": WIDTH, "height": HEIGHT, "links": self.links(name),
                "thumbnail": f"/images/{urllib.parse.quote(name, safe='')}/thumbnail.jpg?v=1",
                **({"pyramid": building.pyramid} if building.state == "building" and name == NAME else {}),
            }
            for name in page
        ]
        self.send_json({"images": entries, "next": page[-1] if len(page) < len(names) else None})

    def send_tile(self, tile):
        building = self.server.building
        with building.change():
            building.asked.append(tile)
            if building.state == "none":
                building.state = "building"
            building.waiting[self] = tile
            while not building.is_built(tile) and building.state != "failed" and not self.is_gone():
                building.changed.wait(0.02)
            del building.waiting[self]
            is_failed = building.state == "failed"
            if self.is_gone():
                building.dropped.append(tile)
        if is_failed:
            return self.send_problem(422, REASON)
        level, column, row = tile
        width, height = level_size(level)
        self.send(jpeg(min(SIDE, width - column * SIDE), min(SIDE, height - row * SIDE), TILE_COLOUR), "image/jpeg")

    def send_events(self):
        building = self.server.building
        self.close_connection = True
        self.send_response(200)
        for name, value in {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "Connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()
        with building.change():
            building.streams += 1
            building.most_streams = max(building.most_streams, building.streams)
        told = None
        try:
            while building.has_events and not self.is_gone():
                with building.changed:
                    news = {**building.pyramid, **({"reason": REASON} if building.state == "failed" else {})}
                    if news == told:
                        building.changed.wait(0.02)
                        continue
                name = {"building": "progress", "none": "progress"}.get(news["state"], news["state"])
                self.wfile.write(f"event: {name}\ndata: {json.dumps(news)}\n\n".encode())
                told = news
                if news["state"] != "building":
                    break
        finally:
            with building.change():
                building.streams -= 1

    def is_gone(self):
        """True when the client has closed the connection: a client sends nothing while it waits for an answer."""
        return bool(select.select([self.connection], [], [], 0)[0])

    def send_file(self, name):
        self.send((PUBLIC / name).read_bytes(), TYPES[pathlib.Path(name).suffix])

    def send_json(self, value, status=200):
        self.send(json.dumps(value).encode(), "application/json", status)

    def send_problem(self, status, detail):
        self.send_json({"title": "Problem", "status": status, "detail": detail}, status)

    def send(self, body, kind, status=200):
        self.send_response(status)
        is_lasting = re.search(r"\?v=", self.path) and status == 200
        for name, value in {
            "Content-Type": kind, "Content-Length": len(body), "Cache-Control": "max-age=31536000, immutable" if is_lasting else "no-store",
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class BuildingServer(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, handler=Handler):
        super().__init__(("127.0.0.1", 0), handler)
        self.building = Building(f"http://127.0.0.1:{self.server_port}/")

    def __enter__(self):
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.building.finish()
        self.shutdown()
        self.server_close()
