"""azulejo build: one image to a file, folders into the cache, its output, and what remains when it is stopped."""

import json
import os
import pty
import re
import select
import signal
import stat
import subprocess
import zipfile

import pytest
from PIL import Image

import pictures
from client import get
from server import BINARY, can_be_nameless
from test_commands import is_one_line, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("images")
    (folder / "maps").mkdir()
    Image.fromarray(pictures.scene(1_300, 900)).save(folder / "a.jpg", quality=95)
    Image.fromarray(pictures.scene(700, 500, alpha=True)).save(folder / "maps/b.png")
    pictures.vips("tiffsave", folder / "a.jpg", folder / "native.tif", "--tile", "--pyramid", "--compression", "jpeg")
    # The file lacks its small levels.
    pictures.vips("tiffsave", folder / "a.jpg", folder / "flat.tif", "--tile", "--compression", "jpeg")
    (folder / "broken.jpg").write_bytes((folder / "a.jpg").read_bytes()[:50_000])
    (folder / "header.png").write_bytes((folder / "maps/b.png").read_bytes()[:20])
    (folder / "notes.txt").write_text("no image")
    return folder


@pytest.fixture(scope="module")
def big(tmp_path_factory):
    """An image whose build takes a second or more."""
    path = tmp_path_factory.mktemp("big") / "big.png"
    pictures.noise_png(path, 9_000, 7_000)
    return path


@pytest.fixture(scope="module")
def endless(tmp_path_factory):
    path = tmp_path_factory.mktemp("endless") / "endless.ppm"
    pictures.endless(path)
    return path


def events(text):
    return [json.loads(line) for line in text.splitlines()]


# MARK: - One image

def test_one_image(folder, tmp_path):
    """The file is named after the image, lies in the working directory, and is readable by other programs."""
    result = run("build", folder / "a.jpg", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("a.szi: 1300 x 900 pixels, ") and is_one_line(result.stdout)
    assert [path.name for path in tmp_path.iterdir()] == ["a.szi"]
    with zipfile.ZipFile(tmp_path / "a.szi") as archive:
        assert archive.testzip() is None
        assert {"a/a.dzi", "a/scan-properties.xml", "a/a_files/0/0_0.jpg", "a/a_files/11/2_1.jpg"} <= set(archive.namelist())
        assert b'TileSize="512"' in archive.read("a/a.dzi")
        level = pictures.levels(pictures.decoded((folder / "a.jpg").read_bytes()), 512)[-1]
        tile = pictures.decoded(archive.read("a/a_files/11/1_0.jpg"))
        assert pictures.psnr(tile, level[0:512, 512:1024]) > 35


def test_the_output_goes_where_it_is_told(folder, tmp_path):
    (tmp_path / "folder").mkdir()
    assert run("build", folder / "a.jpg", "--output", tmp_path / "folder").returncode == 0
    assert (tmp_path / "folder/a.szi").exists()
    # An existing pyramid is replaced, and so is an empty file.
    (tmp_path / "b.szi").touch()
    assert run("build", "--quality=90", folder / "a.jpg", "--output", tmp_path / "b.szi").returncode == 0
    result = run("build", "--tile-size", "128", "--quality=30", folder / "a.jpg", "--output", tmp_path / "b.szi", "--json")
    assert result.returncode == 0
    *progress, done = events(result.stdout)
    with zipfile.ZipFile(tmp_path / "b.szi") as archive:
        assert done == {
            "event": "done", "image": str(folder / "a.jpg"), "file": str(tmp_path / "b.szi"), "width": 1300, "height": 900,
            "tiles": len(archive.namelist()) - 2, "bytes": (tmp_path / "b.szi").stat().st_size, "seconds": done["seconds"],
        }
    assert all(event["event"] == "progress" and 0 <= event["share"] <= 1 for event in progress)
    assert (tmp_path / "b.szi").stat().st_size < (tmp_path / "folder/a.szi").stat().st_size
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.szi", "folder"]
    (tmp_path / "link.szi").symlink_to("folder/a.szi")
    size = (tmp_path / "folder/a.szi").stat().st_size
    assert run("build", "--quality=30", folder / "a.jpg", "--output", tmp_path / "link.szi").returncode == 0
    assert (tmp_path / "link.szi").is_symlink() and (tmp_path / "folder/a.szi").stat().st_size < size


@pytest.mark.parametrize("kind", ["an image", "a zip", "half a header", "a header", "a header with too long a name"])
def test_files_that_are_no_pyramids_stay(folder, tmp_path, kind):
    target = tmp_path / "b.szi"
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("letter.txt", "Dear Sir")
    whole = target.read_bytes()
    target.write_bytes({
        "an image": (folder / "maps/b.png").read_bytes(), "a zip": whole, "half a header": whole[:15], "a header": whole[:30],
        "a header with too long a name": whole[:26] + b"\xff\xff\0\0b/b.dzi",
    }[kind])
    before = target.read_bytes()
    for arguments in ([folder / "a.jpg", "--output", target], [folder / "maps/b.png"]):
        result = run("build", *arguments, cwd=tmp_path)
        assert result.returncode == 64 and is_one_line(result.stderr) and "b.szi" in result.stderr and "--output" in result.stderr
        assert target.read_bytes() == before


def test_standard_output_is_refused_as_the_output(folder, tmp_path):
    result = run("build", folder / "a.jpg", "--output", "-", cwd=tmp_path)
    assert result.returncode == 64 and is_one_line(result.stderr) and "standard output" in result.stderr
    assert list(tmp_path.iterdir()) == []
    assert run("build", folder / "a.jpg", "--output", "./-", cwd=tmp_path).returncode == 0
    assert zipfile.is_zipfile(tmp_path / "-")


def test_pages_and_alpha(folder, tmp_path):
    Image.new("RGB", (300, 200), "red").save(tmp_path / "pages.tif", save_all=True, append_images=[Image.new("RGB", (400, 100), "blue")])
    assert run("build", tmp_path / "pages.tif;2", cwd=tmp_path).stdout.startswith("pages-2.szi: 400 x 100 pixels, ")
    assert run("build", folder / "maps/b.png", cwd=tmp_path).returncode == 0
    with zipfile.ZipFile(tmp_path / "b.szi") as archive:
        assert "b/b_files/9/0_0.png" in archive.namelist()


def test_a_native_image_can_be_built_too(folder, tmp_path):
    for name in ("native", "flat"):
        assert run("build", folder / f"{name}.tif", cwd=tmp_path).returncode == 0
        with zipfile.ZipFile(tmp_path / f"{name}.szi") as archive:
            assert archive.testzip() is None
            assert {f"{name}/{name}_files/{level}/0_0.jpg" for level in range(12)} <= set(archive.namelist())


@pytest.mark.parametrize("name", ["broken.jpg", "header.png", "notes.txt", "missing.jpg"])
def test_an_image_that_cannot_be_read(folder, tmp_path, name):
    for options in ([], ["--json"]):
        result = run("build", folder / name, "--output", tmp_path / "a.szi", *options)
        assert result.returncode == 1
        assert list(tmp_path.iterdir()) == []
        if options and name == "broken.jpg":
            [failed] = [event for event in events(result.stdout) if event["event"] == "failed"]
            assert failed["image"] == str(folder / name) and failed["reason"]
        else:
            assert is_one_line(result.stderr) and name in result.stderr


def test_a_file_that_cannot_be_written(folder, tmp_path):
    for target in (tmp_path / "missing/a.szi", "/proc/a.szi"):
        result = run("build", folder / "a.jpg", "--output", target)
        assert result.returncode == 1 and is_one_line(result.stderr)
    # Something that is not a file is never replaced.
    os.mkfifo(tmp_path / "pipe")
    result = run("build", folder / "a.jpg", "--output", tmp_path / "pipe")
    assert result.returncode == 1 and is_one_line(result.stderr) and stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    for arguments in ([folder, "--output", tmp_path / "a.szi"], [folder / "a.jpg", "--output", folder / "a.jpg"]):
        before = (folder / "a.jpg").read_bytes()
        result = run("build", *arguments, "--cache-dir", tmp_path / "cache")
        assert result.returncode == 64 and is_one_line(result.stderr) and "--output" in result.stderr
        assert (folder / "a.jpg").read_bytes() == before


def test_a_full_disk(big, tmp_path):
    """If the disk is full, the existing file stays."""
    Image.new("RGB", (8, 8)).save(tmp_path / "old.png")
    assert run("build", tmp_path / "old.png", "--output", tmp_path / "a.szi").returncode == 0
    (tmp_path / "old.png").unlink()
    old = (tmp_path / "a.szi").read_bytes()
    result = subprocess.run(["prlimit", "--fsize=5000000", BINARY, "build", big, "--output", tmp_path / "a.szi"],
                            capture_output=True, text=True, timeout=60, preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))
    assert result.returncode == 1 and is_one_line(result.stderr) and "large" in result.stderr
    assert (tmp_path / "a.szi").read_bytes() == old and len(list(tmp_path.iterdir())) == 1


# MARK: - Folders

def test_a_folder(folder, serve, tmp_path):
    """The server finds the built pyramids with the same options, and only with those."""
    cache = tmp_path / "cache"
    result = run("build", folder, "--cache-dir", cache, "--tile-size", "128")
    assert result.returncode == 1
    assert sorted(line.split(":")[0] for line in result.stdout.splitlines()[:-1]) == ["a.jpg", "flat.tif", "maps/b.png", "native.tif"]
    assert "native.tif: skipped, " in result.stdout
    assert result.stdout.endswith("3 built, 1 skipped, 2 failed\n")
    assert {line.split(": ")[1] for line in result.stderr.splitlines()} == {"broken.jpg", "header.png"}
    assert len(list((cache / "pyramids").iterdir())) == 3 and list((cache / "building").iterdir()) == []
    server = serve(folder, "--tile-size", "128", cache=cache)
    for image in ("a.jpg", "flat.tif", "maps%2Fb.png"):
        assert get(server, f"/images/{image}").json["pyramid"]["state"] == "ready"
    server.stop()
    server = serve(folder, "--tile-size", "128", "--quality", "81", cache=cache)
    assert get(server, "/images/a.jpg").json["pyramid"]["state"] == "none"


def test_a_folder_again(folder, tmp_path):
    """Only missing pyramids are built. Environment variables count as they do for the server."""
    variables = {"AZULEJO_CACHE_DIR": str(tmp_path / "cache")}
    first = events(run("build", folder, "--json", environment=variables).stdout)
    done = {event["image"]: event for event in first if event["event"] == "done"}
    assert set(done) == {"a.jpg", "flat.tif", "maps/b.png"}
    for event in done.values():
        assert os.stat(event["file"]).st_size == event["bytes"]
    [skipped] = [event for event in first if event["event"] == "skipped"]
    assert skipped["image"] == "native.tif" and skipped["reason"]
    assert {event["image"] for event in first if event["event"] == "failed"} == {"broken.jpg", "header.png"}
    os.unlink(done["a.jpg"]["file"])
    second = events(run("build", folder, "--json", environment=variables).stdout)
    assert [event["image"] for event in second if event["event"] == "done"] == ["a.jpg"]
    assert {event["image"] for event in second if event["event"] == "skipped"} == {"native.tif", "flat.tif", "maps/b.png"}


def test_an_empty_folder(tmp_path):
    (tmp_path / "images").mkdir()
    result = run("build", tmp_path / "images", "--cache-dir", tmp_path / "cache")
    assert (result.returncode, result.stdout, result.stderr) == (0, "0 built, 0 skipped, 0 failed\n", "")


def test_caches_that_cannot_be_used(folder, tmp_path):
    (tmp_path / "file").write_text("")
    for cache in (tmp_path / "file", folder / "cache"):
        result = run("build", folder, "--cache-dir", cache)
        assert result.returncode == 1 and result.stdout == "" and is_one_line(result.stderr) and str(cache) in result.stderr


# MARK: - Being stopped

def begin(*arguments):
    """Starts a build without an end, and waits until it has written something."""
    process = subprocess.Popen([BINARY, "build", *arguments, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while json.loads(process.stdout.readline())["share"] == 0:
        pass
    return process


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_stopped_in_the_middle(endless, tmp_path, number, code):
    """An interrupted build leaves nothing unfinished, neither at the output nor in the cache."""
    for arguments in ([endless, "--output", tmp_path / "a.szi"], [endless.parent, "--cache-dir", tmp_path / "cache"]):
        process = begin(*arguments)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (code, "")
        assert all(event["event"] == "progress" for event in events(out))
    assert [str(path.relative_to(tmp_path)) for path in sorted(tmp_path.rglob("*"))] == [
        "cache", "cache/building", "cache/derivatives", "cache/pyramids",
    ]


@pytest.mark.skipif(not can_be_nameless(), reason="this file system holds no files without a name: a killed build leaves one")
def test_killed(endless, tmp_path):
    process = begin(endless, "--output", tmp_path / "a.szi")
    process.kill()
    process.communicate()
    assert list(tmp_path.iterdir()) == []


# MARK: - On a terminal

def test_the_bar(big, tmp_path):
    """The progress bar is one line on a terminal's standard error, at most as wide as the terminal, and erased at the end."""
    main, side = pty.openpty()
    subprocess.run(["stty", "cols", "60"], stdin=side, check=True)
    process = subprocess.Popen([BINARY, "build", big, "--output", tmp_path / "a.szi"], stdout=subprocess.PIPE, stderr=side, text=True)
    os.close(side)
    shown = b""
    while True:
        try:
            piece = os.read(main, 4_096) if select.select([main], [], [], 60)[0] else b""
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(main)
    assert process.wait(60) == 0 and is_one_line(process.stdout.read())
    lines = [line.removeprefix("\x1b[K") for line in shown.decode().split("\r")]
    assert all(len(line) < 60 for line in lines) and lines[-1] == "" and "\n" not in shown.decode()
    found = [re.fullmatch(r".*\[=* *\] +(\d+) %(  +\d+ MP/s  \d+:\d\d left)?", line) for line in lines if line]
    shares = [int(bar[1]) for bar in found]
    assert shares and shares == sorted(shares) and shares[0] < 100
