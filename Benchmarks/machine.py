"""The measured versions, and the machine."""

import os
import platform
from pathlib import Path

from tools import AZULEJO, ROOT, Failed, run, unpacked_version


def installed_version(package):
    return run("dpkg-query", "-W", "-f=${Version}", package)


def facts():
    """Pairs of names and values, for the report."""
    processor = next(line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name"))
    memory = int(Path("/proc/meminfo").read_text().split()[1]) / 1024**2
    return {
        "machine": f"{len(os.sched_getaffinity(0))} cores, {processor}, {memory:.0f} GiB, Linux {platform.release()}",
        "azulejo": f"{run(AZULEJO, '--version').split()[-1]}{commit()}",
        "nginx": unpacked_version("nginx"),
        "iipsrv": unpacked_version("iipimage-server"),
        "libvips": installed_version("libvips-tools"),
        "djpeg": installed_version("libjpeg-turbo-progs"),
        "wrk": installed_version("wrk"),
        "chromium": installed_version("chromium"),
    }


def commit():
    try:
        return f" ({run('git', 'describe', '--always', '--dirty', cwd=ROOT).strip()})"
    except (Failed, FileNotFoundError):
        return ""
