"""Another mapper on a loop: `python -m bench.studies.peer COMMAND DFG ARRAY SECONDS`.

In the command, `{dfg}` and `{arch}` stand for files of JSON, `{dot}` for one of DOT, `{spec}` for
the name of the array, `{seconds}` for the limit. It prints JSON with `ii`, null where there is no
mapping, as all of its output or as the last line.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import time

from archs.files import load_architecture
from bench.page import inputs
from bench.process import Answer, written
from bench.studies import printed
from models.errors import InputError
from models.formats.dfg_files import load_dfg
from models.formats.dot_write import dfg_to_dot


def main(command: str, path: str, spec: str, seconds: str) -> Answer:
    """Return the interval and the wall time; one that takes twice its time has no mapping."""
    dfg = load_dfg(path)
    files = inputs(dfg, load_architecture(spec))
    if "{dot}" in command:
        files["dot"] = dfg_to_dot(dfg)
    with written(files) as filled:
        words = [filled(word) for word in shlex.split(command)]
        words = [word.replace("{spec}", spec).replace("{seconds}", seconds) for word in words]
        words[:1] = [sys.executable] if words[:1] == ["python"] else words[:1]
        begun = time.perf_counter()
        try:
            most = 2 * float(seconds) + 10
            done = subprocess.run(words, capture_output=True, text=True, timeout=most, check=False)
            output = done.stdout
        except subprocess.TimeoutExpired:
            output = ""
        except OSError as error:
            raise InputError(f"a mapper does not start: {error}") from None
        spent = round(time.perf_counter() - begun, 2)
    return {"ii": _interval(output) or _interval(output.strip().rpartition("\n")[2]), "s": spent}


def _interval(text: str) -> int | None:
    try:
        ii = json.loads(text)["ii"]
    except (ValueError, KeyError, TypeError):
        return None
    return ii if isinstance(ii, int) else None


if __name__ == "__main__":
    printed(main, *sys.argv[1:])
