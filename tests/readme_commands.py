"""Run the commands that the README shows, so that it never promises what does not work.

Usage: `python tests/readme_commands.py README.md`, from the root of a checkout. Only ```sh blocks
right after the line `<!-- ci -->` are run, line by line, in the given order and in one directory.
A command must exit with 0, or with the code in a comment at its end: `xyzmap … # exit 10`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

MARK = "<!-- ci -->"
EXIT = re.compile(r"\s#\s*exit\s+(\d+)\s*$")
SECONDS = 600


def marked_commands(text: str) -> list[tuple[str, int]]:
    """Return (command, expected exit code) of all marked blocks; a final backslash joins lines."""
    commands: list[tuple[str, int]] = []
    lines = iter(text.splitlines())
    for line in lines:
        if line.strip() != MARK:
            continue
        opening = next((line.strip() for line in lines if line.strip()), "")
        if opening != "```sh":
            raise ValueError(f"'{MARK}' must be followed by ```sh, not by '{opening}'")
        block: list[str] = []
        for line in lines:
            if line.strip() == "```":
                break
            block.append(line)
        else:
            raise ValueError("a marked block has no end")
        for command in "\n".join(block).replace("\\\n", " ").splitlines():
            if not command.strip() or command.lstrip().startswith("#"):
                continue
            found = EXIT.search(command)
            expected = int(found.group(1)) if found else 0
            commands.append((EXIT.sub("", command).strip().removeprefix("$ "), expected))
    return commands


def main(path: str) -> int:
    """Run the commands of a file; return 0 when all of them do what the file says."""
    commands = marked_commands(Path(path).read_text(encoding="utf-8"))
    if not commands:
        print(f"{path}: no block is marked with {MARK}", file=sys.stderr)
        return 1
    for command, expected in commands:
        print(f"$ {command}", flush=True)
        start = time.monotonic()
        try:
            code = subprocess.run(["bash", "-c", command], timeout=SECONDS).returncode
        except subprocess.TimeoutExpired:
            print(f"{path}: still running after {SECONDS} s: {command}", file=sys.stderr)
            return 1
        print(f"  exit {code} after {time.monotonic() - start:.1f} s", flush=True)
        if code != expected:
            print(f"{path}: exit {code}, expected {expected}: {command}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "README.md"))
