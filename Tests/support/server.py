"""Starts azulejo for tests, and stops it again in a way that must succeed."""

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
# What somebody has set for servers of their own is none of the tests' business, but for where a program that was built elsewhere has its
# pages.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("AZULEJO_") or name == "AZULEJO_PUBLIC_DIR"}
# On a busy machine an answer takes its time; where that is a test's subject, it says how long.
PATIENT = {"AZULEJO_REQUEST_TIMEOUT": "120"}


def can_be_nameless():
    """Whether files of the tests' folders can be without a name, of which nothing is left whatever becomes of their process."""
    try:
        os.close(os.open(tempfile.gettempdir(), os.O_TMPFILE | os.O_RDWR))
    except OSError:
        return False
    return True


class Server:
    """A running `azulejo serve`, from its first line on."""

    def __init__(self, folder, cache, *options, prefix=(), environment=None):
        """`prefix`: a command that runs the server, such as prlimit. What it says on standard error is kept beside its cache."""
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
        """Asks the server to end. It must do so within the time, with 0, and without another word on standard output."""
        self.process.send_signal(signal.SIGTERM)
        self.wait_for_end(timeout)

    def wait_for_end(self, timeout=60):
        """The same, where it has been asked already."""
        try:
            code = self.process.wait(timeout)
        finally:
            self.kill()
        assert (code, self.process.stdout.read()) == (0, ""), self.log.read_text()

    def build(self, *names):
        """Until the pyramids of these images are there: what is said of them is the same from then on."""
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
        """Nothing goes on in it until `go_on`: what is seen of it is still so when something is done about it."""
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
        """Files that it has open in its cache and that are not there for others yet: what it is building."""
        links = []
        for descriptor in pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir():
            try:
                links.append(os.readlink(descriptor))
            except FileNotFoundError:
                pass
        # Without a name, or under one in its workshop.
        starts = (f"{self.cache}/pyramids/#", f"{self.cache}/building/")
        return [link for link in links if link.startswith(starts) and not link.endswith("/lock")]

    @property
    def open_files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        # Where a test has failed already, its own words matter more than how the server ends.
        self.stop() if kind is None else self.kill()
