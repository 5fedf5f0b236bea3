"""A small HTTP client: it sends exactly the bytes that it is given, and checks everything that it reads."""

import json
import pathlib
import socket
import time
import urllib.parse
from dataclasses import dataclass


@dataclass
class Response:
    status: int
    # Names in lower case. A repeated name fails.
    fields: dict
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


class Connection:
    """One connection. Answers are read in the order of the requests."""

    def __init__(self, server, timeout=60):
        self.socket = socket.create_connection((server.host, server.port), timeout=timeout)
        self.buffer = b""

    def send(self, data):
        self.socket.sendall(data)

    def ask(self, *targets):
        """Sends GET requests in one piece, so that they arrive together."""
        self.send("".join(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n" for target in targets).encode("latin-1"))

    def request(self, method, target, fields=(), body=b"", version="1.1"):
        """Sends a request. `target` is sent as it is. `fields` are pairs; a given Host replaces the default one."""
        fields = list(fields.items()) if isinstance(fields, dict) else list(fields)
        if not any(name.lower() == "host" for name, _ in fields):
            fields.insert(0, ("Host", "localhost"))
        lines = [f"{method} {target} HTTP/{version}"] + [f"{name}: {value}" for name, value in fields]
        self.send("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)

    def response(self, to="GET"):
        """Reads the next answer. None if the server has closed the connection instead."""
        while b"\r\n\r\n" not in self.buffer:
            if not self._fill():
                assert not self.buffer, self.buffer
                return None
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        start, *lines = head.decode("latin-1").split("\r\n")
        version, status, _ = start.split(" ", 2)
        assert version == "HTTP/1.1", start
        fields = {}
        for line in lines:
            name, value = line.split(":", 1)
            assert name.lower() not in fields and not name[-1].isspace() and not line[0].isspace(), line
            fields[name.lower()] = value.strip()
        status = int(status)
        if to == "HEAD" or status in (204, 304):
            return Response(status, fields, b"")
        if "transfer-encoding" in fields:
            assert fields["transfer-encoding"] == "chunked" and "content-length" not in fields
            return Response(status, fields, b"".join(self.chunks()))
        length = int(fields["content-length"])
        while len(self.buffer) < length:
            assert self._fill(), f"{len(self.buffer)} of {length} bytes, and the end"
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        return Response(status, fields, body)

    def head(self):
        """Reads the status and the fields of the next answer, and leaves its body to be read."""
        answer, rest = self.response("HEAD"), self.buffer
        return Response(answer.status, answer.fields, rest)

    def chunks(self):
        """Yields the chunks of a body as they arrive."""
        while True:
            size = int(self._until(b"\r\n"), 16)
            while len(self.buffer) < size + 2:
                assert self._fill(), "the end in the middle of a chunk"
            chunk, end, self.buffer = self.buffer[:size], self.buffer[size:size + 2], self.buffer[size + 2:]
            assert end == b"\r\n"
            if not size:
                return
            yield chunk

    def _until(self, mark):
        while mark not in self.buffer:
            assert self._fill(), "the end in the middle of a line"
        line, self.buffer = self.buffer.split(mark, 1)
        return line

    def _fill(self):
        try:
            piece = self.socket.recv(1 << 18)
        except ConnectionResetError:
            return False
        self.buffer += piece
        return bool(piece)

    def get(self, target, fields=(), method="GET"):
        self.request(method, target, fields)
        return self.response(method)

    def is_closed_by_server(self):
        """Waits until the server closes. False if bytes arrive instead."""
        return not self._fill() and not self.buffer

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def get(server, target, fields=(), method="GET"):
    """Sends one request on a connection of its own, and reads the answer."""
    with Connection(server) as connection:
        return connection.get(target, fields, method)


def wait_until(condition, seconds=60):
    """Evaluates a condition until it holds. Fails if it does not hold in an evaluation that began after the deadline."""
    end = time.monotonic() + seconds
    while True:
        began = time.monotonic()
        if condition():
            return
        assert began < end, "it did not happen in time"
        time.sleep(0.02)


@dataclass
class ServerSocket:
    """The server's socket of a connection, as the kernel describes it."""

    state: str
    # Bytes that the server has sent and the client's kernel has not acknowledged.
    unacknowledged: int
    # Bytes that have arrived and the server has not read. The end of the client's data counts as one.
    unread: int


# States in /proc/net/tcp.
ESTABLISHED, CLOSE_WAIT = "01", "08"


def server_socket(connection):
    """The server's socket of a connection over IPv4; None once the server has closed it and the client has acknowledged that."""
    ports = tuple(f"{port:04X}" for port in (connection.socket.getpeername()[1], connection.socket.getsockname()[1]))
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, state, queues, *_ = line.split()
        if (local[-4:], remote[-4:]) == ports:
            unacknowledged, unread = (int(count, 16) for count in queues.split(":"))
            return ServerSocket(state, unacknowledged, unread)
    return None


def wait_until_end_is_read(connection):
    """Waits until the server has read everything that the client has sent, including the end of its data."""

    def is_read():
        end = server_socket(connection)
        return end is None or (end.state != ESTABLISHED and (end.state != CLOSE_WAIT or end.unread == 0))

    wait_until(is_read)


def wait_until_stalled(*connections):
    """Waits until no byte has moved on these connections, in either direction, for 15 looks in a row, which are 0.3 seconds."""
    seen = []

    def is_stalled():
        seen.append([server_socket(connection) for connection in connections])
        return len(seen) >= 15 and all(look == seen[-1] for look in seen[-15:])

    wait_until(is_stalled)


def wait_for_pyramid(server, identifier):
    """Waits until an image's pyramid is complete. Its tiles are available earlier."""
    wait_until(lambda: get(server, f"/images/{segment(identifier)}").json["pyramid"]["state"] == "ready")


def wait_for_builds(server):
    """Waits until no build runs. A build ends a moment after its pyramid is available."""
    wait_until(lambda: "\nazulejo_builds_running 0\n" in get(server, "/metrics").body.decode())


def segment(identifier):
    """An identifier as one path segment."""
    return urllib.parse.quote(identifier, safe=";")


def is_problem(response, status):
    """True if an answer is an error of this status in the form that every error has."""
    return (
        response.status == status
        and response.fields["content-type"] == "application/problem+json"
        and response.fields["cache-control"] == "no-store"
        and response.fields["access-control-allow-origin"] == "*"
        and response.json["status"] == status
        and bool(response.json["title"]) and bool(response.json["detail"])
    )
