"""Servers as context managers: ours, nginx over a folder, and iipsrv behind nginx. Each yields its base URL."""

import os
import socket
import subprocess
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tools import AZULEJO, IIPSRV, LIBRARIES, NGINX, SCRATCH, WORK, Failed

# Without the second option, a tile that was encoded once would come from the disk afterwards.
KEEP_NOTHING = ["--memory-cache", 0, "--cache-size", 0]

# nginx writes everything to our folder. If it is started as root, it stays root; otherwise it could not read below a home folder.
CONFIGURATION = """
{user}
worker_processes 2;
daemon off;
pid "{folder}/pid";
error_log "{log}";
events {{ worker_connections 1024; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 100000000;
    open_file_cache max=10000 inactive=300s;
    open_file_cache_valid 300s;
    types {{ image/jpeg jpg; }}
    client_body_temp_path "{folder}/body";
    proxy_temp_path "{folder}/proxy";
    fastcgi_temp_path "{folder}/fastcgi";
    uwsgi_temp_path "{folder}/uwsgi";
    scgi_temp_path "{folder}/scgi";
    server {{ listen 127.0.0.1:{port}; {location} }}
}}
"""

# The buffers hold a region, so that nginx never writes an answer of iipsrv to the disk.
FASTCGI = """
location / {{
    fastcgi_pass 127.0.0.1:{port};
    fastcgi_buffers 64 32k;
    fastcgi_param QUERY_STRING $query_string;
    fastcgi_param REQUEST_METHOD $request_method;
    fastcgi_param REQUEST_URI $request_uri;
    fastcgi_param SERVER_PROTOCOL $server_protocol;
    fastcgi_param HTTP_HOST $http_host;
}}
"""


@contextmanager
def running(command, **options):
    process = subprocess.Popen([str(part) for part in command], **options)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def nginx(location):
    port, log = free_port(), WORK / "nginx.log"
    user = "user root;" if os.geteuid() == 0 else ""
    with tempfile.TemporaryDirectory(dir=SCRATCH, prefix="nginx-") as folder:
        configuration = Path(folder) / "conf"
        configuration.write_text(CONFIGURATION.format(folder=folder, log=log, port=port, location=location, user=user))
        with running([NGINX, "-e", log, "-p", folder, "-c", configuration]) as process:
            wait_for(port, process)
            yield f"http://127.0.0.1:{port}"


def wait_for(port, process):
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise Failed(f"nginx does not accept connections; it {'runs' if process.poll() is None else 'has ended'}: see {WORK}/nginx.log")


def nginx_files(folder):
    return nginx(f'root "{folder}";')


@contextmanager
def iipsrv(folder):
    """Two processes without a tile cache, behind nginx. They accept connections from one socket, as under spawn-fcgi."""
    settings = {"FILESYSTEM_PREFIX": f"{folder}/", "MAX_IMAGE_CACHE_SIZE": "0", "JPEG_QUALITY": "80"}
    with ExitStack() as stack:
        log = stack.enter_context(open(WORK / "iipsrv.log", "w"))
        listener = stack.enter_context(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(2048)
        options = {"stdin": listener, "stdout": log, "stderr": log, "env": {**LIBRARIES, **settings}}
        processes = [stack.enter_context(running([IIPSRV], **options)) for _ in range(2)]
        base = stack.enter_context(nginx(FASTCGI.format(port=listener.getsockname()[1])))
        # Connections wait at the socket even if no process accepts them. This look tells a failed start from a slow one.
        time.sleep(0.2)
        if any(process.poll() is not None for process in processes):
            raise Failed(f"iipsrv does not start: {(WORK / 'iipsrv.log').read_text().strip()[-300:]}")
        yield base


class Azulejo:
    def __init__(self, process, base):
        self.process = process
        self.base = base

    def resident(self):
        """The resident memory of a process in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


@contextmanager
def azulejo(folder, *options, environment=None):
    """Our server, with an empty cache of its own."""
    with tempfile.TemporaryDirectory(dir=SCRATCH, prefix="cache-") as cache, open(WORK / "azulejo.log", "w") as log:
        command = [AZULEJO, "serve", folder, "--port", 0, "--tile-size", 256, "--cache-dir", cache, *options]
        with running(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment) as process:
            first = process.stdout.readline()
            if not first:
                raise Failed(f"azulejo does not start: {(WORK / 'azulejo.log').read_text().strip()[-300:]}")
            yield Azulejo(process, first.split()[-1].rstrip("/"))
