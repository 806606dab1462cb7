"""A hundred realistic mistakes, and the line that each gives: `python -m tests.docs.mistakes`.

Writes `docs/mistakes.md`, a table that a test compares with what the commands say.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from solvers.cli import main as xyzmap

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "mistakes.md"
DATA = ROOT / "examples" / "data"

HEAD = """\
# What mistakes say

Every mistake of input or usage ends with one line on stderr and exit code 2; what can never work
ends with exit code 20. The line has the command, the file and the place in it, and says what is
allowed or how to go on. Made by `python -m tests.docs.mistakes`; a test compares it with the
commands. Every file but `small.json`, `tiny.json` and `loop.json` has one mistake, which its name
tells.
"""


def graph(**changes: Any) -> dict[str, Any]:
    """A small valid graph, y = a·b + c, with other members."""
    made = {
        "schema": "xyzmap/dfg/1",
        "name": "small",
        "operators": [{"name": "mul", "arity": 2}, {"name": "add", "arity": 2}],
        "inputs": ["a", "b", "c"],
        "operations": [
            {"name": "p", "operator": "mul", "operands": ["a", "b"]},
            {"name": "y", "operator": "add", "operands": ["p", "c"]},
        ],
        "results": ["y"],
    }
    return made | changes


def operation(name: str, operator: str, *operands: Any) -> dict[str, Any]:
    """An operation as a graph file has it."""
    return {"name": name, "operator": operator, "operands": list(operands)}


def array(**changes: Any) -> dict[str, Any]:
    """A small valid array, one element beside a memory, with other members."""
    made = {
        "schema": "xyzmap/architecture/1",
        "name": "tiny",
        "components": [
            {"name": "mem", "initial": "all", "holds_intermediates": False},
            {"name": "pe", "issue": 1, "capacity": 2},
        ],
        "paths": [
            {"name": "in", "sources": ["mem"], "targets": ["pe"]},
            {"name": "out", "sources": ["pe"], "targets": ["mem"]},
        ],
        "external": "mem",
    }
    return made | changes


def element(**changes: Any) -> dict[str, Any]:
    """The array whose element has other members."""
    parts = array()["components"]
    return array(components=[parts[0], parts[1] | changes])


FILES: dict[str, Any] = {
    "small.json": graph(),
    "tiny.json": array(),
    "no-comma.json": '{"schema": "xyzmap/dfg/1" "name": "x"}',
    "empty.json": "",
    "list.json": "[]",
    "no-schema.json": {"name": "x"},
    "typo-in-member.json": graph(opperations=[]),
    "no-inputs.json": {k: v for k, v in graph().items() if k != "inputs"},
    "unknown-operand.json": graph(
        operations=[operation("p", "mul", "a", "bb"), operation("y", "add", "p", "c")]
    ),
    "unknown-operator.json": graph(operations=[operation("y", "mull", "a", "b")]),
    "three-operands.json": graph(operations=[operation("y", "mul", "a", "b", "c")]),
    "unknown-result.json": graph(results=["z"]),
    "double-name.json": graph(
        operations=[operation("y", "mul", "a", "b"), operation("y", "add", "a", "c")]
    ),
    "cycle.json": graph(
        operations=[operation("p", "mul", "a", "y"), operation("y", "add", "p", "c")]
    ),
    "negative-distance.json": graph(
        operations=[operation("y", "add", "a", {"value": "y", "distance": -1})]
    ),
    "far.json": graph(
        operations=[operation("y", "add", "a", {"value": "y", "distance": 1000000000})]
    ),
    "text-distance.json": graph(
        operations=[operation("y", "add", "a", {"value": "y", "distance": "1"})]
    ),
    "key-twice.json": json.dumps(graph())[:-1] + ', "inputs": ["a"]}',
    "not-a-number.json": json.dumps(graph()).replace('"arity": 2', '"arity": NaN', 1),
    "no-utf8.json": b'{"name": "\xff"}',
    "MUL.json": graph(
        operators=[{"name": "MULT", "arity": 2}], operations=[operation("y", "MULT", "a", "b")]
    ),
    "unknown-target.json": array(
        paths=[{"name": "in", "sources": ["mem"], "targets": ["pee"]}, array()["paths"][1]]
    ),
    "unknown-external.json": array(external="memory"),
    "no-width.json": array(
        paths=[{"name": "in", "sources": ["mem"], "targets": ["pe"], "width": 0}]
    ),
    "issue-text.json": element(issue="one"),
    "no-multiplier.json": element(ops=["add"]),
    "no-memory.json": array(external=None),
    "no-way-out.json": array(paths=array()["paths"][:1]),
    "short.txt": ".i a b\n.o y\n.n\ny + a\n.f\n+ 2\n",
    "no-such-value.txt": ".i a b\n.o y\n.f\n+ 2\n.n\ny + a z\n",
    "no-arrow.dot": "digraph g { a b }",
    "undirected.dot": "graph g { a -- b }",
    "no-opcode.dot": "digraph g { a -> b; }",
    "program.c": "int main() { return 0; }",
    "while.c": "#pragma map_begin\nwhile (1) { }\n#pragma map_end\n",
    "no-pragma.c": "void f(int a[10]) { for (int i = 0; i < 10; i++) a[i] = i; }",
    "mapping.json": {"schema": "xyzmap/mapping/1", "dfg": "small", "architecture": "tiny"},
    "sweep.toml": "[[question]]\nname = 'min_cycle'\n",
    "no.toml": "question = [",
}

RUNS = """
min-cycle small.json tiny.json
mincycles small.json tiny.json
min-cycles
min-cycles small.json
min-cycles small.json tiny.json mesh:2x2
min-cycles smal.json tiny.json
min-cycles . tiny.json
min-cycles tiny.json small.json
min-cycles no-comma.json tiny.json
min-cycles empty.json tiny.json
min-cycles list.json tiny.json
min-cycles no-schema.json tiny.json
min-cycles typo-in-member.json tiny.json
min-cycles no-inputs.json tiny.json
min-cycles unknown-operand.json tiny.json
min-cycles unknown-operator.json tiny.json
min-cycles three-operands.json tiny.json
min-cycles unknown-result.json tiny.json
min-cycles double-name.json tiny.json
min-cycles cycle.json tiny.json
min-cycles negative-distance.json tiny.json
min-cycles far.json tiny.json --contexts 1
min-cycles text-distance.json tiny.json
min-cycles key-twice.json tiny.json
min-cycles not-a-number.json tiny.json
min-cycles no-utf8.json tiny.json
min-cycles short.txt tiny.json
min-cycles no-such-value.txt tiny.json
min-cycles no-arrow.dot mesh:2x2
min-cycles undirected.dot mesh:2x2
min-cycles no-opcode.dot mesh:2x2
min-cycles program.c mesh:2x2
min-cycles small.json tny.json
min-cycles small.json unknown-target.json
min-cycles small.json unknown-external.json
min-cycles small.json no-width.json
min-cycles small.json issue-text.json
min-cycles small.json no-memory.json
min-cycles small.json no-multiplier.json
min-cycles small.json no-way-out.json
min-cycles small.json mesh
min-cycles small.json mesh:3
min-cycles small.json mesh:0x3
min-cycles small.json mesh:3x3,register=2
min-cycles small.json mesh:3x3,registers=two
min-cycles small.json mesh:3x3,registers
min-cycles small.json mesh:3x3,io=middle
min-cycles small.json hycbe:4x4
min-cycles small.json hycube:4x4,io=none
min-cycles small.json mesh:100x100
min-cycles loop.json mesh:2x2
min-cycles small.json tiny.json --time-limit -1
min-cycles small.json tiny.json --time-limit soon
min-cycles small.json tiny.json --time-limt 5
min-cycles small.json tiny.json --contexts 0
min-cycles small.json tiny.json --cycles 5 --max-cycles 6
min-cycles small.json tiny.json --cycles five
min-cycles small.json tiny.json --solver minista
min-cycles small.json tiny.json --solver cadical195:threads=2
min-cycles small.json tiny.json --at-most-one bimandr:2
min-cycles small.json tiny.json --at-most-k totaliser
min-cycles small.json tiny.json --transform all
min-cycles small.json tiny.json --seed -3
min-cycles small.json tiny.json --workers 9
min-cycles small.json tiny.json --picture picture.jpg
min-cycles small.json tiny.json --picture nowhere/picture.svg
min-cycles small.json tiny.json --certificate small.json
min-cycles small.json tiny.json --pin p
min-cycles small.json tiny.json --pin q=pe
min-cycles small.json tiny.json --pin p=pee
min-cycles small.json tiny.json --forbid pe9
min-cycles small.json tiny.json --forbid mem
min-cycles small.json tiny.json --rules rules.txt
min-cycles small.json tiny.json --options g.txt
min-cycles small.json mesh:2x2 --registers 4
min-cycles small.json tiny.json --warm-start small.json
min-cycles small.json tiny.json --constants immediate
min-ii MUL.json hycube:4x4
min-ii small.json no-multiplier.json
min-ii small.json tiny.json --method sal
min-ii small.json tiny.json --movements 10
min-ii small.json tiny.json --weights labels.json
min-ii small.json tiny.json --method lisa --weights small.json
min-ii small.json tiny.json --fewest wires
min-ii small.json tiny.json --max-ii 0
min-ii small.json hycube:4x4 --table 5
remap small.json tiny.json mapping.json
remap small.json tiny.json
configure small.json tiny.json mapping.json
configure small.json tiny.json small.json
draw picture small.json -o a.svg
draw dfg small.json
draw dfg small.json -o a.bmp
verify nowhere
verify small.json
prune-arch tiny.json
prune-arch small.json tiny.json --keep pe7
prune-arch small.json tiny.json --minimise price
prune-arch small.json tiny.json --cycles 3,4
trade-off small.json tiny.json
trade-off small.json tiny.json --cycles 9-5
partition small.json tiny.json
partition small.json tiny.json --max-ii 2 --parts 9
partition small.json tiny.json --max-ii 2 --method best
optimize small.json s4
optimize while.c s4
optimize no-pragma.c s4
optimize nowhere.c s4
streaming small.json
streaming nowhere.json
export small.json tiny.json --cycles 4 model.doc
export small.json tiny.json model.cnf
compare small.json tiny.json --cycles 4 --solver minista
sweep no.toml
sweep sweep.toml
sweep nowhere.toml
archs mesh:3x
archs mesch
examples rng 4
examples ring
examples ring four
completion tcsh
"""


def asked(line: str) -> tuple[int, str]:
    """Return the exit code of a command in this process, and its last line on stderr."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = xyzmap([*line.split(), *_quiet(line)])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 2
    said = err.getvalue().strip() or out.getvalue().strip()
    return code, said


def _quiet(line: str) -> list[str]:
    """The option without which a command that begins to search tells its progress."""
    return ["--quiet"] if "MUL" in line or "no-multiplier" in line or "no-way-out" in line else []


@contextlib.contextmanager
def prepared() -> Iterator[None]:
    """Be in a folder with all files."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for name, contents in FILES.items():
                data = contents if isinstance(contents, str | bytes) else json.dumps(contents)
                Path(name).write_bytes(data.encode() if isinstance(data, str) else data)
            shutil.copy(DATA / "accumulate.dfg.json", "loop.json")
            yield
        finally:
            os.chdir(before)


def rows(ask: Callable[[str], tuple[int, str]] = asked) -> list[tuple[str, int, str]]:
    """Return every command with its exit code and what it says."""
    with prepared():
        return [(line, *ask(line)) for line in RUNS.strip().splitlines()]


def page(found: list[tuple[str, int, str]]) -> str:
    """Return the page."""
    lines = [HEAD, "| `xyzmap …` | exit | says |", "| --- | --- | --- |"]
    lines += [f"| `{line}` | {code} | {_cell(said)} |" for line, code, said in found]
    return "\n".join(lines) + "\n"


def _cell(said: str) -> str:
    text = " ⏎ ".join(said.splitlines()).replace("|", "\\|")
    return f"`` {text} ``" if "`" in text else f"`{text}`"


if __name__ == "__main__":
    PAGE.write_text(page(rows()), encoding="utf-8")
    sys.exit()
