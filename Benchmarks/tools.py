"""Paths, running other programs, and the peers, which are unpacked and not installed."""

import os
import platform
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / ".build/bench"
PEERS = WORK / "peers"
# Removed at the end of a run. Results, logs and corpus stay.
SCRATCH = WORK / "scratch"
AZULEJO = ROOT / ".build/release/azulejo"
NGINX = PEERS / "usr/sbin/nginx"
IIPSRV = PEERS / "usr/lib/iipimage-server/iipsrv.fcgi"
WALLPAPERS = PEERS / "usr/share/wallpapers"
LIBRARIES = {**os.environ, "LD_LIBRARY_PATH": f"{PEERS}/usr/lib/{platform.machine()}-linux-gnu"}

# Installing the first two would start servers, and the last would add wallpapers to the desktop. Unpacking does neither.
PACKAGES = ["nginx", "iipimage-server", "libfcgi0ldbl", "libhashkit2", "libmemcached11", "plasma-workspace-wallpapers"]


class Failed(Exception):
    """A program or a server failed. The text can be shown in the table."""


def run(*command, **options):
    """Runs a program and returns its output. If it fails, the end of its standard error is the error's text."""
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if result.returncode:
        raise Failed(f"{Path(command[0]).name} ended with {result.returncode}: {result.stderr.strip()[-300:]}")
    return result.stdout


def unpack_peers():
    """Downloads and unpacks the Debian packages that are missing. It needs the package lists of `apt-get update`."""
    for package in PACKAGES:
        stamp = PEERS / package
        if stamp.exists():
            continue
        folder = PEERS / "packages" / package
        folder.mkdir(parents=True, exist_ok=True)
        run("apt-get", "download", "-q", package, cwd=folder)
        archive = next(folder.glob("*.deb"))
        run("dpkg-deb", "-x", archive, PEERS)
        stamp.write_text(archive.name.split("_")[1].replace("%3a", ":"))
        archive.unlink()


def unpacked_version(package):
    return (PEERS / package).read_text()
