"""Other mappers beside `solvers.min_ii`: the same loops on the same arrays, in turn.

`python -m bench.peers --peer NAME=COMMAND` writes `docs/results/peers.md`. A command is run for
each loop, with `{dfg}` and `{arch}` replaced by files of JSON, `{dot}` by one of DOT, `{spec}` by
the name of the array and `{seconds}` by the limit. It prints JSON with `ii`, null where there is no
mapping, as all of its output or as the last line. Without peers their column says "not run".
"""

from __future__ import annotations

import json
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import partial

from archs.files import load_architecture
from bench.asker import texts, written
from bench.counted import COUNTED, SAID
from bench.frame import Asker, Namespace, Parts, bench, option, some, time_limit
from bench.page import table
from examples.loops.kernels import kernel_loop
from examples.loops.polybench import polybench
from models.data.dfg import Dfg
from models.errors import InputError
from models.formats.dot_write import dfg_to_dot
from solvers.questions.entries import Entry

KERNELS = ("gemm", "atax", "mvt", "trmm", "doitgen", "gsm-add", "tea", "bit-reverse")
ARRAYS = ("hycube:4x4,io=memory", "adres:4x4,io=memory")
OURS = "xyzmap"
OWN = "python -m solvers.min_ii {dfg} {arch} --time-limit {seconds} --json --quiet"
OWN += f" {' '.join(COUNTED)}"


def peer(text: str) -> tuple[str, str]:
    """Return the name and the command of `NAME=COMMAND`; raises `InputError`."""
    name, _, command = text.partition("=")
    if not name or not command or name == OURS:
        raise InputError(f"not a peer: '{text}' is not NAME=COMMAND, such as 'other=./map {{dot}}'")
    return name, command


@bench(
    "peers",
    "Other mappers",
    time_limit(30, "of a mapper, for a loop"),
    option("--peer", action="append", default=[], metavar="NAME=COMMAND", help="another mapper"),
    some("--kernels", KERNELS, "KERNEL"),
    some("--arrays", ARRAYS, "ARRAY"),
    smoke="--kernels gsm-add --arrays adres:4x4,io=memory --time-limit 5 --peer none=true"
    r""" --peer 'one=echo {\"ii\":1}'""",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask all mappers for every loop on every array."""
    commands = {OURS: OWN} | dict(map(peer, options.peer))
    others = list(commands)[1:]
    rows = [
        [kernel, array, *_row(asker, commands, kernel, array, options.time_limit)]
        for kernel in options.kernels
        for array in options.arrays
    ]
    named = "".join(f" `{name}` is `{command}`." for name, command in map(peer, options.peer))
    yield (
        f"The smallest interval that each mapper finds in {options.time_limit:g} s, and the wall"
        " time of the whole process. Mappers run in turn, loop by loop. `ratio` is the peer's"
        f" time, by ours.{named}{SAID}\n"
    )
    heads = ["kernel", "array", "II", "s"]
    for name in others or ["peers"]:
        heads += [name, "s", "ratio"]
    yield table(heads, [row if others else [*row, "not run", None, None] for row in rows])
    for place, name in enumerate(others):
        pairs = [row[4 + 3 * place : 7 + 3 * place] for row in rows]
        mapped = [(row[2], *pair) for row, pair in zip(rows, pairs, strict=True) if pair[0]]
        if not mapped:
            yield f"* `{name}` maps none of {len(rows)}.\n"
            continue
        larger = sum(ours is not None and theirs > ours for ours, theirs, *_ in mapped)
        smaller = sum(ours is None or theirs < ours for ours, theirs, *_ in mapped)
        ratio = statistics.geometric_mean(max(each[-1], 0.01) for each in mapped)
        yield (
            f"* `{name}` maps {len(mapped)} of {len(rows)}: with a larger interval {larger}, with a"
            f" smaller one {smaller}; it takes {ratio:.2f} times as long (geometric mean).\n"
        )


def _row(
    asker: Asker, commands: Mapping[str, str], kernel: str, array: str, limit: float
) -> list[object]:
    found = {
        name: asker.entry(
            {"mapper": name, "command": command, "kernel": kernel, "array": array, "limit": limit},
            partial(_asked, command, kernel, array, limit),
        )
        for name, command in commands.items()
    }
    ours = found.pop(OURS)
    row: list[object] = [ours["ii"], ours["seconds"]]
    for theirs in found.values():
        seconds = theirs["seconds"]
        row += [theirs["ii"], seconds, None if seconds is None else seconds / ours["seconds"]]
    return row


def _asked(command: str, kernel: str, array: str, limit: float) -> Entry:
    """Run a mapper; what prints no JSON, or takes twice its time and 10 s more, has no mapping."""
    files = texts(loop(kernel), load_architecture(array))
    if "{dot}" in command:
        try:
            files["dot"] = dfg_to_dot(loop(kernel))
        except InputError as error:
            return {"ii": None, "status": str(error), "seconds": None}
    with written(files) as filled:
        words = [filled(word) for word in shlex.split(command)]
        words = [w.replace("{spec}", array).replace("{seconds}", f"{limit:g}") for w in words]
        words[:1] = [sys.executable] if words[:1] == ["python"] else words[:1]
        begun = time.perf_counter()
        try:
            done = subprocess.run(
                words, capture_output=True, text=True, timeout=2 * limit + 10, check=False
            )
            said = done.stderr.strip().rpartition("\n")[2]
            output, status = done.stdout, f"exit code {done.returncode}: {said}"
        except subprocess.TimeoutExpired:
            output, status = "", "time limit"
        except OSError as error:
            raise InputError(f"a peer does not start: {error}") from None
        seconds = round(time.perf_counter() - begun, 2)
    ii = _interval(output) or _interval(output.strip().rpartition("\n")[2])
    return {"ii": ii, "status": "mapped" if ii else status, "seconds": seconds}


def _interval(text: str) -> int | None:
    try:
        ii = json.loads(text)["ii"]
    except (ValueError, KeyError, TypeError):
        return None
    return ii if isinstance(ii, int) else None


def loop(kernel: str) -> Dfg:
    """Return the loop of a name."""
    if kernel in KERNELS[:5]:
        return polybench(kernel, 1, "operations")
    return kernel_loop(kernel, 1)


if __name__ == "__main__":
    sys.exit(main())
