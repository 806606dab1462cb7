"""The command of a fake job, which answers or fails as its seed says."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

KILLED, REFUSED, ENDLESS, LARGE, MUTE, BROKEN = range(100, 106)
INTERRUPTS, KILLS_ONCE = 200, 201


def main() -> int:
    """Do what the seed says, in a process whose grandparent has asked."""
    seed = next(int(word.split("=")[1]) for word in sys.argv if word.startswith("--seed="))
    folder = Path(os.environ["FAKES"])
    with open(folder / "begun", "a") as file:
        file.write(f"{seed}\n")
    asks = int(Path(f"/proc/{os.getppid()}/stat").read_text().rpartition(")")[2].split()[1])
    if seed == KILLED:
        os.kill(os.getpid(), signal.SIGKILL)
    if seed == REFUSED:
        print("min-cycles: no such thing", file=sys.stderr)
        return 2
    _kept = b"x" * (300 << 20) if seed == LARGE else b""
    if seed == INTERRUPTS:
        os.kill(asks, signal.SIGINT)
    if seed == KILLS_ONCE and not (folder / "killed").exists():
        (folder / "killed").touch()
        os.kill(asks, signal.SIGKILL)
        time.sleep(60)
    if seed in (ENDLESS, LARGE, INTERRUPTS):
        time.sleep(60)
    if seed == MUTE:
        return 0
    if seed == BROKEN:
        raise RuntimeError("broken")
    print(json.dumps({"status": "optimal", "cycles": seed, "lower_bound": seed}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
