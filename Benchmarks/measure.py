"""Runs programs and measures time, processor time and memory; runs contenders in turns."""

import os
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tools import Failed


@dataclass
class Usage:
    seconds: float
    processor: float
    megabytes: float


def timed(*command):
    """Runs a program to its end. Its peak memory is at least that of this process, which starts it: some 20 MB."""
    # Pending writes of earlier programs must not count.
    os.sync()
    with tempfile.TemporaryFile() as errors:
        started = time.monotonic()
        process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            errors.seek(0)
            words = errors.read().decode(errors="replace").strip()[-300:]
            raise Failed(f"{Path(command[0]).name} ended with {process.returncode}: {words}")
    return Usage(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def in_turns(rounds, contenders):
    """Runs each contender once in each round, in alternating order, so that drift affects all alike. Returns figures by name."""
    figures = {name: [] for name in contenders}
    for number in range(rounds):
        for name in list(contenders)[:: -1 if number % 2 else 1]:
            try:
                figures[name].append(contenders[name]())
            except Failed as failure:
                raise Failed(f"{name}, round {number + 1}: {failure}") from failure
    return figures
