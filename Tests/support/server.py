"""Starts azulejo for tests, and stops it in a way that must succeed."""

import os
import pathlib
import signal
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("AZULEJO_BINARY", ROOT / ".build/release/azulejo"))
# Variables of the developer's own servers do not reach the tests, except the folder of pages for a program that was built elsewhere.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("AZULEJO_") or name == "AZULEJO_PUBLIC_DIR"}
# Answers are slow on a busy machine. A test of timeouts sets its own.
PATIENT = {"AZULEJO_REQUEST_TIMEOUT": "120"}


def can_be_nameless():
    """True if the file system of the tests' folders has files without names (O_TMPFILE), which disappear with their process."""
    try:
        os.close(os.open(tempfile.gettempdir(), os.O_TMPFILE | os.O_RDWR))
    except OSError:
        return False
    return True


class Server:
    """A running `azulejo serve`, which has printed its first line."""

    def __init__(self, folder, cache, *options, prefix=(), environment=None):
        """`prefix`: a command that runs the server, such as prlimit. Standard error goes to a file beside the cache."""
        self.log = pathlib.Path(f"{cache}.log")
        self.folder, self.cache = pathlib.Path(folder), pathlib.Path(cache)
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*prefix, BINARY, "serve", folder, "--port", "0", "--cache-dir", cache, *options],
                stdout=subprocess.PIPE, stderr=log, text=True, env={**ENVIRONMENT, **PATIENT, **(environment or {})})
        self.first_line = self.process.stdout.readline()
        if " listening on http://" not in self.first_line:
            raise AssertionError(f"it did not start: {self.first_line}{self.log.read_text()}")
        self.address = self.first_line.split()[-1]
        self.host, self.port = urllib.parse.urlsplit(self.address).hostname, urllib.parse.urlsplit(self.address).port

    def stop(self, timeout=60):
        """Sends SIGTERM. The server must exit within the time, with 0, and without further output on standard output."""
        self.process.send_signal(signal.SIGTERM)
        self.wait_for_end(timeout)

    def wait_for_end(self, timeout=60):
        """As `stop`, if the server has been told to end already."""
        try:
            code = self.process.wait(timeout)
        finally:
            self.kill()
        assert (code, self.process.stdout.read()) == (0, ""), self.log.read_text()

    def build(self, *names):
        """Waits until the pyramids of these images are built. Their descriptors do not change afterwards."""
        for name in names:
            url = f"{self.address}pyramids/{urllib.parse.quote(name, safe='')}.szi"
            request = urllib.request.Request(url, headers={"Range": "bytes=0-0"})
            while True:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    if answer.status == 206:
                        break
                time.sleep(0.02)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def pause(self):
        """Stops the process until `go_on`, so that an observation still holds when the test acts on it."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    @property
    def resident_bytes(self):
        pages = pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    @property
    def unfinished_files(self):
        """The files of running builds: open in the cache folder, and not yet visible to others."""
        links = []
        for descriptor in pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir():
            try:
                links.append(os.readlink(descriptor))
            except FileNotFoundError:
                pass
        # Without a name, or with one in the temporary directory.
        starts = (f"{self.cache}/pyramids/#", f"{self.cache}/building/")
        return [link for link in links if link.startswith(starts) and not link.endswith("/lock")]

    @property
    def open_files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        # If a test has failed already, its error matters more than the server's exit.
        self.stop() if kind is None else self.kill()
