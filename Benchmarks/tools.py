"""Where things are, how other programs are run, and the peers that are unpacked beside us rather than installed."""

import os
import platform
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / ".build/bench"
PEERS = WORK / "peers"
# Gone when a run ends; results, logs and corpus stay.
SCRATCH = WORK / "scratch"
AZULEJO = ROOT / ".build/release/azulejo"
NGINX = PEERS / "usr/sbin/nginx"
IIPSRV = PEERS / "usr/lib/iipimage-server/iipsrv.fcgi"
WALLPAPERS = PEERS / "usr/share/wallpapers"
LIBRARIES = {**os.environ, "LD_LIBRARY_PATH": f"{PEERS}/usr/lib/{platform.machine()}-linux-gnu"}

# Installed, the first two would start servers and the last would fill the desktop; unpacked they do neither.
PACKAGES = ["nginx", "iipimage-server", "libfcgi0ldbl", "libhashkit2", "libmemcached11", "plasma-workspace-wallpapers"]


class Failed(Exception):
    """A program or a server did not do what was asked; the text is fit for the table."""


def run(*command, **options):
    """What a program prints; its last words as an error where it fails."""
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if result.returncode:
        raise Failed(f"{Path(command[0]).name} ended with {result.returncode}: {result.stderr.strip()[-300:]}")
    return result.stdout


def unpack_peers():
    """Downloads those Debian packages that are not unpacked yet; needs apt's lists, which `apt-get update` brings."""
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
