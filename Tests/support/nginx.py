"""Starts nginx for tests, with a configuration from the documentation."""

import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time

from server import ROOT

# `./run test` unpacks nginx here; installing it would start it.
UNPACKED = ROOT / ".build/nginx/usr/sbin/nginx"
PROGRAM = UNPACKED if UNPACKED.exists() else pathlib.Path(shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") or UNPACKED)

# nginx writes everything to a folder of its own. If it is started as root, it stays root.
CONFIGURATION = """
%(user)s
worker_processes 1;
daemon off;
pid "%(folder)s/pid";
events { worker_connections 256; }
http {
    access_log off;
    client_body_temp_path "%(folder)s/body";
    proxy_temp_path "%(folder)s/proxy";
    fastcgi_temp_path "%(folder)s/fastcgi";
    uwsgi_temp_path "%(folder)s/uwsgi";
    scgi_temp_path "%(folder)s/scgi";
    %(more)s
    %(block)s
}
"""


def documented(heading, document="docs/proxies.md"):
    """The nginx configuration in the section of a document with this heading."""
    text = (ROOT / document).read_text()
    section = re.split(r"^#+ ", text, flags=re.M)
    found = [part for part in section if part.startswith(heading)]
    assert len(found) == 1, heading
    blocks = re.findall(r"^```nginx\n(.*?)^```", found[0], flags=re.M | re.S)
    assert len(blocks) == 1, heading
    return blocks[0]


class Nginx:
    """nginx in front of a server, for as long as the context lasts."""

    def __init__(self, block, server, more="", listener=None):
        """`block`: servers and maps that name `listen 80` and 127.0.0.1:8080. `more`: text before it. `listener`: from `listen`."""
        listener = listener or listen()
        self.host, self.port = listener.getsockname()
        # Links name the port that clients see. This is the only difference from port 80.
        self.name = f"images.example.org:{self.port}"
        block, count = re.subn(r"listen 80;", f"listen 127.0.0.1:{self.port};", block)
        assert count == 1
        block, count = re.subn(r"127\.0\.0\.1:8080", f"{server.host}:{server.port}", block)
        assert count == 1
        self.folder = tempfile.TemporaryDirectory(prefix="nginx-")
        configuration = pathlib.Path(self.folder.name) / "conf"
        user = "user root;" if os.geteuid() == 0 else ""
        configuration.write_text(CONFIGURATION % {"user": user, "folder": self.folder.name, "more": more, "block": block})
        self.log = pathlib.Path(self.folder.name) / "log"
        # nginx inherits the socket, as when one nginx replaces another.
        with listener:
            self.process = subprocess.Popen(
                [PROGRAM, "-e", self.log, "-p", self.folder.name, "-c", configuration], pass_fds=[listener.fileno()],
                env={**os.environ, "NGINX": f"{listener.fileno()};"})
        end = time.monotonic() + 60
        while not (pathlib.Path(self.folder.name) / "pid").exists():
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()
            time.sleep(0.02)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)
        self.folder.cleanup()


def listen():
    """A socket for nginx at a free port, which no other program can take before nginx starts."""
    return socket.create_server(("127.0.0.1", 0), backlog=64)
