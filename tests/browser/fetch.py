"""Puts a headless Chromium from the npm registry into `.venv/chromium`, unless there is one.

`python tests/browser/fetch.py`, for machines that reach npm but not where Playwright downloads its
browsers from, or lack the libraries that those need. Needs npm, Node.js, Linux on x86-64, and no
root. The package is one version, known by its hash; it brings its libraries and fonts.
"""

from __future__ import annotations

import base64
import hashlib
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tests.browser.chromium import FETCHED, NoBrowserError, chromium

PACKAGE = "@sparticuz/chromium@153.0.0"
SHA512 = "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=="
ARCHIVES = ("fonts", "al2023", "swiftshader")
SECONDS = 600
# Python has no Brotli, and where there is npm there is Node.js.
INFLATE = """
const { createReadStream, createWriteStream } = require("fs");
const { pipeline } = require("stream");
const brotli = require("zlib").createBrotliDecompress();
pipeline(createReadStream(process.argv[1]), brotli, createWriteStream(process.argv[2]),
  (error) => process.exit(error ? 1 : 0));
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>{folder}</dir>
<cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""
START = """#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$LD_LIBRARY_PATH${LD_LIBRARY_PATH:+:}$here/lib"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium-headless" "$@"
"""


def fetch(target: Path) -> None:
    """Make `target`, a script that starts the browser beside it. Raises `OSError`."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        _run("npm", "pack", PACKAGE, "--silent", "--pack-destination", name)
        archive = next(work.glob("*.tgz"))
        found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if found != SHA512:
            raise OSError(f"{PACKAGE} is not what it was: sha512 {found}")
        with tarfile.open(archive) as package:
            package.extractall(work, filter="data")
        made = work / "made"
        made.mkdir()
        for part in ARCHIVES:
            _inflate(work / f"package/bin/{part}.tar.br", work / f"{part}.tar")
            with tarfile.open(work / f"{part}.tar") as parts:
                parts.extractall(made, filter="data")
        _inflate(work / "package/bin/chromium.br", made / "chromium-headless")
        (made / "fonts.conf").write_text(FONTS.format(folder=target.parent / "fonts"))
        (made / target.name).write_text(START)
        for program in ("chromium-headless", target.name):
            (made / program).chmod(0o755)
        shutil.rmtree(target.parent, ignore_errors=True)
        target.parent.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, target.parent)


def _inflate(source: Path, target: Path) -> None:
    _run("node", "-e", INFLATE, str(source), str(target))


def _run(*words: str) -> None:
    try:
        subprocess.run(
            words, check=True, timeout=SECONDS, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
    except FileNotFoundError:
        raise OSError(f"there is no {words[0]}") from None
    except subprocess.TimeoutExpired:
        raise OSError(f"{words[0]} took more than {SECONDS} s") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip().splitlines() or [""]
        raise OSError(f"{words[0]} failed: {said[-1]}") from None


def main() -> int:
    """Fetch one unless some Chromium starts; return the exit code: 0 there, 1 not to be had."""
    if _starts():
        return 0
    if sys.platform != "linux" or platform.machine() != "x86_64":
        print("fetch: that browser is for Linux on x86-64 only", file=sys.stderr)
        return 1
    try:
        fetch(FETCHED)
    except OSError as error:
        print(f"fetch: {error}", file=sys.stderr)
        return 1
    return 0 if _starts() else 1


def _starts() -> bool:
    try:
        with chromium() as browser:
            print(f"Chromium {browser.version}")
    except NoBrowserError as error:
        print(error, file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
