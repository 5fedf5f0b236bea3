"""Requests: one by one with checked answers, as many as possible in a time (wrk), or each once as fast as possible (wrk)."""

import http.client
import os
import random
import subprocess
import time
from urllib.parse import urlsplit

from tools import SCRATCH, Failed, run

CONNECTIONS = 32

# The time limit in seconds for requesting each path once.
TIMEOUT = 120

# Requests the paths of a file again and again, in their order.
AGAIN = """
local paths, i = {}, 0
function init(args)
  for line in io.lines(os.getenv("PATHS")) do paths[#paths + 1] = wrk.format("GET", line) end
end
function request() i = i % #paths + 1; return paths[i] end
"""

# Requests each path once, and prints the seconds from the first request to the last answer. wrk calls for a first request before the
# run, as a check. It can hold back a connection only by a delay: connections beyond the last path wait for ever.
ONCE = """
local ffi = require("ffi")
ffi.cdef "typedef struct { long seconds, nanoseconds; } moment; int clock_gettime(int, moment *);"
local function now()
  local t = ffi.new("moment")
  ffi.C.clock_gettime(1, t)
  return tonumber(t.seconds) + tonumber(t.nanoseconds) / 1e9
end
local paths, looked, allowed, asked, answered, started = {}, false, 0, 0, 0, nil
function init(args)
  for line in io.lines(os.getenv("PATHS")) do paths[#paths + 1] = wrk.format("GET", line) end
end
function delay()
  allowed = allowed + 1
  return allowed <= #paths and 0 or 1000000000
end
function request()
  if not looked then looked = true; return paths[1] end
  started = started or now()
  asked = asked + 1
  return paths[asked]
end
local function say(text) print(text); io.stdout:flush() end
function response(status, headers, body)
  if status ~= 200 then say("an answer with status " .. status) end
  answered = answered + 1
  if answered == #paths then say(string.format("seconds %.6f", now() - started)); wrk.thread:stop() end
end
"""


def write_paths(name, paths):
    """Writes a file of paths for wrk in a shuffled order, which is the same for every server."""
    shuffled = sorted(paths)
    random.Random(1).shuffle(shuffled)
    file = SCRATCH / f"{name}.paths"
    file.write_text("".join(f"{path}\n" for path in shuffled))
    return file


def wrk_command(script, base, seconds):
    file = SCRATCH / "wrk.lua"
    file.write_text(script)
    return ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}", "--timeout", "60", "-s", str(file), base]


def requests(base, paths, seconds):
    """The number of answered requests, and the number for each second. Fails if an answer is not 200."""
    output = run(*wrk_command(AGAIN, base, seconds), env={**os.environ, "PATHS": str(paths)})
    if "Non-2xx" in output or "Socket errors" in output:
        raise Failed(f"{base} did not answer every request: " + "; ".join(line.strip() for line in output.splitlines()[-5:]))
    word = next(line for line in output.splitlines() if " requests in " in line).split()[0]
    rate = next(line for line in output.splitlines() if line.startswith("Requests/sec")).split()[1]
    return int(word), float(rate)


def rate(base, paths, seconds):
    return requests(base, paths, seconds)[1]


def each_once(base, paths):
    """Seconds until every path has been answered with 200."""
    command = wrk_command(ONCE, base, TIMEOUT)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PATHS": str(paths)}) as process:
        try:
            for line in process.stdout:
                if line.startswith("an answer"):
                    raise Failed(f"{base}: {line.strip()}")
                if line.startswith("seconds"):
                    return float(line.split()[1])
            raise Failed(f"{base} did not answer every path within {TIMEOUT} s, or ended")
        finally:
            process.kill()


class Client:
    """One persistent connection. Every answer must be a JPEG with status 200."""

    def __init__(self, base):
        self.base = base
        self.connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=120)

    def get(self, path):
        """Returns the body, and the seconds from the request to its last byte."""
        started = time.monotonic()
        try:
            self.connection.request("GET", path)
            answer = self.connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise Failed(f"{self.base}{path}: {error or type(error).__name__}") from error
        seconds = time.monotonic() - started
        if answer.status != 200 or body[:2] != b"\xff\xd8" or body[-2:] != b"\xff\xd9":
            raise Failed(f"{self.base}{path}: status {answer.status}, {body[:120]!r}")
        return body, seconds


def look(base, paths):
    """Requests each path of a file once, which also fills caches. Returns the bodies."""
    client = Client(base)
    for path in paths.read_text().splitlines():
        yield path, client.get(path)[0]
