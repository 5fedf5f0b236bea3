"""One host for several tabs: the test controls the build of one image, everything else comes from a real server. It counts followers."""

import contextlib
import http.client
import select
import socket
import threading
import urllib.parse

import building


class Handler(building.Handler):
    def do_POST(self):
        self.do_GET()

    def answer(self):
        if building.NAME not in self.path:
            self.relay()
        elif self.command == "POST":
            self.rfile.read(int(self.headers["Content-Length"]))
            with self.server.building.change():
                self.server.told += 1
            self.send_json({})
        else:
            super().answer()

    def relay(self):
        real = http.client.HTTPConnection(*self.server.real, timeout=60)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        real.request(self.command, self.path, body or None, dict(self.headers))
        answer = real.getresponse()
        is_stream = answer.getheader("Content-Type") == "text/event-stream"
        content = None if is_stream else answer.read()
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                self.send_header(name, value)
        if is_stream:
            self.close_connection = True
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", len(content))
        self.end_headers()
        if is_stream:
            self.pass_on(real, answer)
        else:
            self.wfile.write(content)
            real.close()

    def pass_on(self, real, answer):
        """Forwards until one of both ends has closed."""
        def copy():
            with contextlib.suppress(OSError, http.client.HTTPException):
                while piece := answer.read1():
                    self.wfile.write(piece)
                self.connection.shutdown(socket.SHUT_RDWR)

        self.server.count_followers(self.path, 1)
        copier = threading.Thread(target=copy)
        copier.start()
        select.select([self.connection], [], [])
        self.server.count_followers(self.path, -1)
        real.sock.shutdown(socket.SHUT_RDWR)
        copier.join()
        real.close()


class Tabs(building.BuildingServer):
    """`told`: events of gestures of the image that is built."""

    def __init__(self, real):
        super().__init__(Handler)
        address = urllib.parse.urlsplit(real)
        self.real = address.hostname, address.port
        self.told = self.followers = 0

    def count_followers(self, path, change):
        """Streams of builds are not counted."""
        with self.building.change():
            self.followers += change * path.startswith("/viewport/")
