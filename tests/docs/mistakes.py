"""Some hundred realistic mistakes, and the line that each gives.

`python -m tests.accept mistakes` writes `docs/mistakes.md`, a table that a test compares with what
the commands say.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.system.commands import DATA, ROOT, called
from tests.system.judge import contents

PAGE = ROOT / "docs" / "mistakes.md"
TABLE = Path(__file__).with_name("mistakes.txt")

HEAD = """\
# Error messages

Every error of input or usage ends with one line on stderr and exit code 2; a graph that can have no
mapping ends with exit code 20. The line names the place (the file and the line or member in it, the
option, or the name) and a remedy: an allowed value, the known names, or an option. Made by
`python -m tests.accept mistakes`; a test compares the table with the commands, and looks for the
place and the remedy that `tests/docs/mistakes.txt` expects. Files such as `small.json`, `tiny.json`
and `loop.json` have no error; others have one, which their names tell.
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


def stream(*operands: str) -> dict[str, Any]:
    """A program of the streaming engine with one instruction, y."""
    instruction = {"name": "y", "op": "muladd", "operands": [*operands]}
    variables = [name for name in operands if name != "y"]
    tag = "xyzmap/streaming_program/1"
    return {"schema": tag, "name": "s", "instructions": [instruction], "variables": variables}


def sweep(**changes: Any) -> str:
    """A small valid sweep as TOML, with other members."""
    made = {"question": "min_cycles", "dfgs": ["small.json"], "architectures": ["tiny.json"]}
    options = changes.pop("options", {})
    lines = [f"{key} = {value!r}" for key, value in (made | changes).items() if value is not None]
    chosen = [f"options.{key} = {value!r}" for key, value in options.items()]
    return "\n".join(["[[sweep]]", *lines, *chosen, ""])


LOOP = """\
define i32 @f(i32 %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %l, label %o
o:
  ret i32 %j
}
"""
FILES: dict[str, Any] = {
    "small.json": graph(),
    "tiny.json": array(),
    "no-comma.json": '{"schema": "xyzmap/dfg/1" "name": "x"}',
    "empty.json": "",
    "empty.txt": "",
    "no-operation.json": graph(operations=[], results=["a"]),
    "no-result.json": graph(results=[]),
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
    "utf16.json": json.dumps(graph()).encode("utf-16"),
    "two-values.json": json.dumps(graph()) * 2,
    "two-elements.txt": ".pe a a\n.com\n",
    "empty.ll": "",
    "MULL.json": graph(
        operators=[{"name": "MULL", "arity": 2}], operations=[operation("y", "MULL", "a", "b")]
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
    "region.c": "void f(int a[9]) {\n#pragma PTMAP f\nfor (int i = 0; i < 9; i++) a[i] = i;\n"
    "#pragma ENDMAP\n}\n",
    "loop.ll": LOOP,
    "mapping.json": {"schema": "xyzmap/mapping/1", "dfg": "small", "architecture": "tiny"},
    "picture.png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\xff",
    "other.json": graph(name="other", operations=[operation("r", "mul", "a", "b")], results=["r"]),
    "two-elements.json": array(components=[*array()["components"], array()["components"][1]]),
    "no-element.json": array(components=[], paths=[], external=None),
    "no-source.json": array(paths=[{"name": "in", "sources": [], "targets": ["pe"]}]),
    "preset.toml": 'preset = "mash"\nrows = 2\ncolumns = 2\n',
    "key.toml": "rows = 2\ncolumns = 2\nregister = 4\n",
    "no-rows.toml": "columns = 2\n",
    "text-rows.toml": 'rows = "2"\ncolumns = 2\n',
    "outside.toml": 'rows = 2\ncolumns = 2\nregions = [{columns = 5, ops = ["mul"]}]\n',
    "stream.json": stream("a", "x", "b"),
    "circle.json": stream("y", "x", "b"),
    "sweep.toml": "[[question]]\nname = 'min_cycle'\n",
    "no.toml": "question = [",
    "jobs.toml": sweep(),
    "empty.toml": "",
    "question.toml": sweep(question="min_cycle"),
    "no-graph.toml": sweep(dfgs=None),
    "option.toml": sweep(options={"sede": 1}),
    "array.toml": sweep(architectures=["mesh:0x0"]),
    "graph.toml": sweep(dfgs=["smal.json"]),
    "program.toml": sweep(options={"solver": "dimacs:command=/bin/true"}),
}

COPIES = {
    "loop.json": DATA / "accumulate.dfg.json",
    "neura.json": ROOT / "ecosystems/neura/data/loop.json",
    "array.yaml": ROOT / "ecosystems/neura/data/array.yaml",
}
MADE = (
    "min-cycles small.json tiny.json --quiet --certificate proof --out good.json",
    "min-cycles other.json tiny.json --quiet --out other.mapping.json",
)
"""Commands without a mistake, whose files others name."""


class Mistake(NamedTuple):
    """A command, and what its line must have: the place, and the way out.

    The place is a file, a line, a member, an option or a name. The way out is what to write
    instead, what there is, or an option.
    """

    command: str
    place: str
    way_out: str


RUNS = tuple(Mistake(*line.split(" | ")) for line in TABLE.read_text(encoding="utf-8").splitlines())


def asked(line: str) -> tuple[int, str]:
    """Return the exit code of a command in this process, and its last line on stderr."""
    done = called("xyzmap.cli", [*line.split(), *_quiet(line)], Path.cwd())
    return done.returncode, done.stderr.strip() or done.stdout.strip()


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
            for name, source in COPIES.items():
                shutil.copy(source, name)
            for line in MADE:
                assert called("xyzmap.cli", line.split(), Path.cwd()).returncode == 0
            Path("empty-folder").mkdir()
            yield
        finally:
            os.chdir(before)


def rows() -> list[tuple[str, int, str]]:
    """Return every command with its exit code and its line; none writes anything."""
    found = []
    with prepared():
        before = contents(Path.cwd()), set(Path.cwd().rglob("*"))
        for run in RUNS:
            found.append((run.command, *asked(run.command)))
            now = contents(Path.cwd()), set(Path.cwd().rglob("*"))
            assert now == before, f"{run.command} has written"
    return found


def page(found: list[tuple[str, int, str]]) -> str:
    """Return the page."""
    lines = [HEAD, "| `xyzmap …` | exit | says |", "| --- | --- | --- |"]
    lines += [f"| `{line}` | {code} | {_cell(said)} |" for line, code, said in found]
    return "\n".join(lines) + "\n"


def _cell(said: str) -> str:
    text = " ⏎ ".join(said.splitlines()).replace("|", "\\|")
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def write() -> None:
    """Write the page."""
    PAGE.write_text(page(rows()), encoding="utf-8")
