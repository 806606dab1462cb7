"""Run the commands that pages show, so that they never promise what does not work.

Usage: `python tests/readme_commands.py README.md docs/tutorial.md …`, from the root of a checkout.
All pages are run in the given order and in one directory. Of a page, what follows these lines
counts, in the order in which it stands there:

* `<!-- ci -->`: a ```sh block. It is run line by line; a command must exit with 0, or with a code
  in a comment at its end: `xyzmap … # exit 10`. Where that depends on the machine, several codes
  are named: `# exit 0, 10`.
* `<!-- file: PATH -->`: a block of any kind. It is written to that file.
* `<!-- prints -->`: a ```text block. The commands of the last ```sh block must have printed its
  lines on stdout, in this order, perhaps with others between them. `…` alone on a line is left out,
  and at the end of a line it stands for the rest.
* `<!-- draws: PATH -->`: a picture, `![what](FILE)`, with FILE seen from the page. The commands
  before it must have drawn the same bytes at PATH. With `--redraw` before the pages, they are
  copied from there instead.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

MARK = re.compile(r"<!-- (ci|prints|file: (\S+)|draws: (\S+)) -->")
PICTURE = re.compile(r"!\[[^\]]+\]\((\S+)\)")
LANGUAGE = {"ci": "sh", "prints": "text"}
EXIT = re.compile(r"\s#\s*exit\s+(\d+(?:,\s*\d+)*)\s*$")
SECONDS = 1800


class PageError(Exception):
    """What a page promises does not hold."""


def steps(text: str) -> Iterator[tuple[str, str]]:
    """Return the marked blocks of a page as (`ci`, `prints` or a file name, text).

    A picture is (`draws: PATH`, FILE).
    """
    lines = iter(text.splitlines())
    for line in lines:
        mark = MARK.fullmatch(line.strip())
        if mark is None:
            continue
        opening = next((line.strip() for line in lines if line.strip()), "")
        if mark[3]:
            picture = PICTURE.fullmatch(opening)
            if picture is None:
                raise PageError(f"'{mark[0]}' must be followed by a picture, not by '{opening}'")
            yield mark[1], picture[1]
            continue
        wanted = f"```{LANGUAGE.get(mark[1], '')}"
        if opening != wanted and not (mark[2] and opening.startswith("```")):
            raise PageError(f"'{mark[0]}' must be followed by {wanted}, not by '{opening}'")
        block: list[str] = []
        for line in lines:
            if line.strip() == "```":
                break
            block.append(line)
        else:
            raise PageError(f"the block after '{mark[0]}' has no end")
        yield mark[2] or mark[1], "\n".join(block) + "\n"


def commands(block: str) -> list[tuple[str, tuple[int, ...]]]:
    """Return (command, expected exit codes) of a block; a final backslash joins lines."""
    found: list[tuple[str, tuple[int, ...]]] = []
    for command in block.replace("\\\n", " ").splitlines():
        if command.strip() and not command.lstrip().startswith("#"):
            code = EXIT.search(command)
            word = EXIT.sub("", command).strip().removeprefix("$ ")
            found.append((word, tuple(map(int, code[1].split(","))) if code else (0,)))
    return found


def missing(block: str, printed: str) -> str | None:
    """Return the first line of `block` that was not printed after those before it, or None."""
    left = iter(printed.splitlines())
    for line in block.splitlines():
        start, more, _ = line.rstrip().partition("…")
        if start and not any(
            found.startswith(start) if more else found.rstrip() == start for found in left
        ):
            return line
    return None


def run(command: str, expected: tuple[int, ...]) -> str:
    """Run one command; return what it printed."""
    print(f"$ {command}", flush=True)
    start = time.monotonic()
    try:
        done = subprocess.run(
            ["bash", "-c", command], stdout=subprocess.PIPE, text=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        raise PageError(f"still running after {SECONDS} s: {command}") from None
    print(done.stdout, end="")
    print(f"  exit {done.returncode} after {time.monotonic() - start:.1f} s", flush=True)
    if done.returncode not in expected:
        codes = " or ".join(map(str, expected))
        raise PageError(f"exit {done.returncode}, expected {codes}: {command}")
    return done.stdout


def same(drawn: Path, shown: Path, redraw: bool) -> None:
    """Require that a picture of a page is what its commands have drawn, or make it so."""
    if redraw:
        shown.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(drawn, shown)
    elif not shown.is_file() or drawn.read_bytes() != shown.read_bytes():
        raise PageError(f"{shown} is not what the commands drew: {drawn}; --redraw replaces it")


def check(text: str, folder: Path = Path(), redraw: bool = False) -> int:
    """Do what a page in a folder says; return the number of commands."""
    count, printed = 0, ""
    for kind, block in steps(text):
        if kind == "ci":
            words = commands(block)
            printed = "".join(run(command, expected) for command, expected in words)
            count += len(words)
        elif kind == "prints":
            line = missing(block, printed)
            if line is not None:
                raise PageError(f"not printed, or not in this order: {line}")
        elif kind.startswith("draws: "):
            same(Path(kind.removeprefix("draws: ")), folder / block, redraw)
        else:
            Path(kind).parent.mkdir(parents=True, exist_ok=True)
            Path(kind).write_text(block, encoding="utf-8")
    return count


def main(paths: list[str]) -> int:
    """Run the commands of all pages; return 0 where they do what the pages say."""
    redraw = paths[:1] == ["--redraw"]
    for path in paths[redraw:]:
        try:
            page = Path(path)
            if not check(page.read_text(encoding="utf-8"), page.parent, redraw):
                raise PageError("no commands are marked with <!-- ci -->")
        except PageError as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["README.md"]))
