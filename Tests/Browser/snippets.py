"""The pages of docs/protocols.md, as a reader would copy them. Libraries that they load from the net come from this machine."""

import http.server
import pathlib
import re
import sys
import threading
from urllib.parse import quote

from server import ROOT

DOCUMENT = (ROOT / "docs" / "protocols.md").read_text()
ADDRESS = "http://127.0.0.1:8080/"
NAME = "azulejos.jpg"
INSTALLED = pathlib.Path(sys.prefix)
DEBIAN = pathlib.Path("/usr/share/javascript")

# The end of a library's URL, the file, and a line that puts the viewer which the page makes into a global variable.
LIBRARIES = [
    ("openseadragon.min.js", INSTALLED / "openseadragon.js",
     "OpenSeadragon = Object.assign(((make) => (options) => (window.shown = make(options)))(OpenSeadragon), OpenSeadragon);"),
    ("leaflet.js", DEBIAN / "leaflet/leaflet.js", "L.Map.addInitHook(function () { window.shown = this; });"),
    ("leaflet.css", DEBIAN / "leaflet/leaflet.css", ""),
    ("ol.js", INSTALLED / "ol.js", "ol.Map = class extends ol.Map { constructor(options) { super(options); window.shown = this; } };"),
    ("ol.css", INSTALLED / "ol.css", ""),
    ("OpenLayers.js", DEBIAN / "openlayers/OpenLayers.js", ""),
    ("mirador.min.js", INSTALLED / "mirador.min.js", ""),
]
BUTTON = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
TYPES = {".js": "text/javascript", ".css": "text/css"}


def pages():
    """The pages of the document, by title."""
    found = re.findall(r"```html\n(.*?)```", DOCUMENT, re.DOTALL)
    return {re.search("<title>(.*?)</title>", text)[1]: text for text in found}


def urls():
    """All URLs of the server in the document."""
    return sorted(set(re.findall(r"<(" + re.escape(ADDRESS) + r"[^>\s]*)>", DOCUMENT)))


class Elsewhere:
    """Another origin that serves the pages of the document. It is a real server, since a browser checks the origin of a page before that
    may send requests to a server of this machine."""

    def __init__(self, server, texts=None):
        """`texts`: other pages than the document's, by their titles."""
        texts = {quote(f"/{title}"): text.replace(ADDRESS, server) for title, text in (texts or pages()).items()}

        class Pages(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200 if self.path in texts else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(texts.get(self.path, "").encode())

            def log_message(self, *_):
                pass

        self.host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
        threading.Thread(target=self.host.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.host.server_address[1]}"

    def open(self, page, title):
        """Opens a page of the document. Its libraries come from this machine."""
        page.route(lambda url: not url.startswith("http://127.0.0.1:"), self._fulfil)
        page.goto(self.address + quote(f"/{title}"))

    @staticmethod
    def _fulfil(route):
        url = route.request.url
        for ending, file, line in LIBRARIES:
            if url.endswith("/" + ending):
                return route.fulfill(body=f"{file.read_text()}\n{line}", content_type=TYPES[file.suffix])
        # The images of OpenSeadragon's buttons.
        return route.fulfill(body=BUTTON, content_type="image/svg+xml") if url.endswith(".png") else route.abort()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.host.shutdown()
        self.host.server_close()
