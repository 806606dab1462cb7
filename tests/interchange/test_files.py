"""Files of other tools go through the table of formats, which costs the own files nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.data.dfg import Dfg, Operand, Operation, Operator
from models.errors import InputError
from shell.graph_files import load_dfg, parts_of, save_dfg
from tests.system.commands import DATA, run_python

ONE = Dfg("d", (Operator("f", 1),), ("a",), (Operation("x", "f", (Operand("a"),)),), ("x",))
OWN = """
import sys
from archs.files import load_architecture
from shell.graph_files import is_own, load_dfg
load_dfg("ring4.dfg.json")
load_architecture("ring4.arch.json")
load_architecture("mesh:2x2,registers=1")
assert is_own("ring4.dfg.json")
print([name for name in sys.modules if name.startswith("interchange")])
"""


DIALECTS = {".txt": "dfgmap", ".dfgmap": "dfgmap", ".json": "json", ".dot": "dot", ".gv": "dot"}


@pytest.mark.parametrize("extension", DIALECTS)
def test_one_file(tmp_path: Path, extension: str) -> None:
    """Tests that a graph is saved and loaded by extension, and loaded by contents."""
    path, dialect = tmp_path / f"d{extension}", DIALECTS[extension]
    sources = "inputs" if dialect == "dot" else None
    save_dfg(ONE, str(path))
    assert load_dfg(str(path), sources=sources) == ONE
    bare = tmp_path / "d"
    bare.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert load_dfg(str(bare), sources=sources) == ONE
    assert load_dfg(str(bare), dialect, sources=sources) == ONE
    if sources is None:
        message = "--sources goes only with files of dot, satmapit, ccf"
        with pytest.raises(InputError, match=message):
            load_dfg(str(path), sources="inputs")


def test_several_files(tmp_path: Path) -> None:
    """Tests that a file is a part of several by its name, unless it opens as one of a single."""
    loop = Dfg("d", (Operator("add", 2, True, True),), (), (
        Operation("1", "add", (Operand("1", 1), Operand("1", 2))),), ("1",))  # fmt: skip
    save_dfg(loop, str(tmp_path / "a_node.txt"))
    save_dfg(ONE, str(tmp_path / "a_nodes.txt"))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "a_edge.txt", "a_node.txt", "a_nodes.txt"
    ]  # fmt: skip
    assert parts_of(str(tmp_path / "a_nodes.txt")) == []
    assert load_dfg(str(tmp_path / "a_nodes.txt")).inputs == ("a",)
    assert load_dfg(str(tmp_path / "a_edge.txt")) == load_dfg(str(tmp_path / "a_node.txt"))
    lines = tmp_path / "lines"
    lines.write_text("0 add 1 -1 -1 1\n")
    with pytest.raises(InputError, match="has to be called NAME_nodes or NAME_edges"):
        load_dfg(str(lines))


def test_own_files_cost_nothing() -> None:
    """Tests that the core's own graphs, arrays and presets import nothing of the guest."""
    done = run_python("-c", OWN, cwd=DATA)
    assert (done.stdout, done.stderr) == ("[]\n", "")
