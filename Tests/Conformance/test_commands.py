"""The command line: options, the first line, errors, exit codes."""

import json
import os
import re
import signal
import socket
import subprocess

import pytest
from PIL import Image

from client import get, wait_until
from server import BINARY, ENVIRONMENT

# Every system has descriptors for so few connections. With too few descriptors the server prints a warning first.
MODEST = {"AZULEJO_MAX_CONNECTIONS": "100"}


def run(*arguments, environment=None, timeout=60, cwd=None):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=timeout, cwd=cwd,
                          env={**ENVIRONMENT, **MODEST, **(environment or {})})


def is_one_line(text):
    return text.count("\n") == 1 and text.endswith("\n") and len(text) > 10


def test_version_and_help():
    version = run("--version")
    assert (version.returncode, version.stderr) == (0, "")
    assert re.fullmatch(r"azulejo \d+\.\d+\.\d+\S*\n", version.stdout)
    for arguments in (["--help"], ["serve", "--help"], ["-h"]):
        shown = run(*arguments)
        assert (shown.returncode, shown.stderr) == (0, "")
        for option in (
            "host", "port", "cache-dir", "cache-size", "memory-cache", "threads", "workers", "tile-size", "quality", "base-url",
            "public-dir", "max-source-pixels", "max-output-pixels", "max-connections", "request-timeout", "shutdown-timeout",
            "log-format", "background",
        ):
            assert f"--{option}" in shown.stdout


def test_help_of_commands():
    for command in ("build", "inspect"):
        shown = run(command, "--help")
        assert (shown.returncode, shown.stderr) == (0, "") and "--json" in shown.stdout and "--output FILE.szi" in shown.stdout


def test_the_first_line(serve, tmp_path):
    version = run("--version").stdout.strip()
    (tmp_path / "images").mkdir()
    plain = serve(tmp_path / "images")
    assert re.fullmatch(rf"{re.escape(version)} listening on http://127\.0\.0\.1:\d+/\n", plain.first_line)
    machine = subprocess.Popen([BINARY, "serve", tmp_path / "images", "--port", "0", "--cache-dir", tmp_path / "other", "--log-format",
        "json"],
                               stdout=subprocess.PIPE, text=True)
    try:
        event = json.loads(machine.stdout.readline())
        assert (event["event"], event["url"].startswith("http://127.0.0.1:")) == ("listening", True)
        machine.send_signal(signal.SIGINT)
        assert machine.wait(60) == 0
        assert machine.stdout.read() == ""
    finally:
        machine.kill()


@pytest.mark.parametrize("arguments", [
    ["serve", "--nonsense"], ["serve", "--port"], ["serve", "--port", "x"], ["serve", "--port", "65536"], ["serve", "--port", "-1"],
    ["serve", "--cache-size", "10XB"], ["serve", "--cache-size", "-1"], ["serve", "--cache-size", "99999999999TiB"],
    ["serve", "--quality", "0"], ["serve", "--quality", "101"], ["serve", "--tile-size", "1"], ["serve", "--threads", "0"],
    ["serve", "--workers", "none"], ["serve", "--log-format", "xml"], ["serve", "--base-url", "ftp://x"],
    ["serve", "--base-url", "http://x/?y"], ["serve", "--background", "red"], ["serve", "-p", "80"], ["serve", "a", "b"],
    ["serve", "--access-log=maybe"], ["serve", "--max-output-pixels", "1e6"], ["bake"], [], ["sample", "a.jpg"],
    ["serve", "--port", "99999999999999999999999"], ["build"], ["build", "a", "b"], ["build", "--quality", "0", "a"],
    ["build", "--port=1", "a"],
    ["inspect"], ["inspect", "a", "b"], ["inspect", "--tile-size", "63", "a"], ["inspect", "--output=x", "a"], ["build", ""],
])
def test_a_bad_option(arguments):
    result = run(*arguments)
    assert (result.returncode, result.stdout) == (64, "")
    assert is_one_line(result.stderr), result.stderr
    if len(arguments) > 1 and arguments[1].startswith("--"):
        assert arguments[1].split("=")[0] in result.stderr


def test_a_bad_variable():
    result = run("serve", environment={"AZULEJO_TILE_SIZE": "big"})
    assert (result.returncode, result.stdout) == (64, "")
    assert is_one_line(result.stderr) and "AZULEJO_TILE_SIZE" in result.stderr


def test_folders_that_cannot_be_served(tmp_path):
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "missing", tmp_path / "file", ""):
        result = run("serve", folder, "--port", "0", "--cache-dir", tmp_path / "cache")
        assert result.returncode not in (0, 64) and result.stdout == ""
        assert is_one_line(result.stderr) and str(folder) in result.stderr


def test_a_cache_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    for cache in (tmp_path / "file", tmp_path / "file/below", "/proc/azulejo"):
        result = run("serve", tmp_path, "--port", "0", "--cache-dir", cache)
        assert result.returncode not in (0, 64) and result.stdout == ""
        assert is_one_line(result.stderr) and str(cache) in result.stderr


def test_a_port_in_use(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = holder.getsockname()[1]
        result = run("serve", tmp_path, "--port", port, "--cache-dir", tmp_path / ".cache")
        assert result.returncode not in (0, 64) and result.stdout == ""
        assert is_one_line(result.stderr) and str(port) in result.stderr


def test_a_cache_among_the_images(tmp_path):
    result = run("serve", tmp_path, "--port", "0", "--cache-dir", tmp_path / "cache")
    assert result.returncode not in (0, 64) and result.stdout == ""
    assert is_one_line(result.stderr) and str(tmp_path / "cache") in result.stderr


def test_a_host_that_is_not_here(tmp_path):
    # The second is not a valid name, so that no name server is asked, which could take a minute to answer.
    for host in ("192.0.2.1", "no..such.host"):
        result = run("serve", tmp_path, "--port", "0", "--host", host, "--cache-dir", tmp_path / ".cache")
        assert result.returncode not in (0, 64) and result.stdout == ""
        assert is_one_line(result.stderr) and host in result.stderr


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one core leaves no smaller set of cores to allow")
def test_no_more_threads_than_cores_that_it_may_use(serve, tmp_path):
    images = tmp_path / "images"
    images.mkdir()
    core = min(os.sched_getaffinity(0))
    bound = serve(images, prefix=["taskset", "--cpu-list", str(core)])
    told = serve(images, "--threads", "1", "--workers", "1")
    threads = [len(os.listdir(f"/proc/{server.process.pid}/task")) for server in (bound, told)]
    assert threads[0] == threads[1]


def test_a_flag_wins_over_a_variable(serve, tmp_path):
    (tmp_path / "images").mkdir()
    variables = {"AZULEJO_BASE_URL": "https://variable.example/a/", "AZULEJO_TILE_SIZE": "128", "AZULEJO_ACCESS_LOG": "1"}
    Image.new("RGB", (300, 200)).save(tmp_path / "images/a.png")
    by_variable = serve(tmp_path / "images", environment=variables)
    assert get(by_variable, "/iiif/3/a.png/info.json").json["id"] == "https://variable.example/a/iiif/3/a.png"
    assert get(by_variable, "/images/a.png").json["tileSize"] == 128
    wait_until(lambda: "GET /images/a.png 200" in by_variable.log.read_text())
    by_flag = serve(tmp_path / "images", "--base-url", "https://flag.example", "--tile-size=256", environment=variables)
    assert get(by_flag, "/iiif/3/a.png/info.json").json["id"] == "https://flag.example/iiif/3/a.png"
    assert get(by_flag, "/images/a.png").json["tileSize"] == 256


def test_the_default_cache(tmp_path):
    (tmp_path / "images").mkdir()
    for variables, cache in [({"XDG_CACHE_HOME": str(tmp_path / "xdg")}, tmp_path / "xdg/azulejo"),
                             ({"XDG_CACHE_HOME": "", "HOME": str(tmp_path)}, tmp_path / ".cache/azulejo")]:
        # The working directory is neither that of the images nor that of the program. Pages are found beside the program.
        process = subprocess.Popen([BINARY, "serve", "images", "--port", "0"], stdout=subprocess.PIPE, text=True, cwd=tmp_path,
                                   env={**ENVIRONMENT, **variables})
        try:
            assert "listening" in process.stdout.readline()
            assert cache.is_dir()
        finally:
            process.terminate()
            assert process.wait(60) == 0


def test_check(small_server):
    assert run("check", small_server.address.rstrip("/")).returncode == 0
    assert run("check", small_server.address).returncode == 0
    # Nothing listens at a port that is only bound, and no other program can take it meanwhile.
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        result = run("check", f"http://127.0.0.1:{holder.getsockname()[1]}")
    assert result.returncode != 0 and is_one_line(result.stderr)
