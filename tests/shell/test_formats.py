"""Files that a guest reads are refused in one line where the guest is absent."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from archs.files import load_architecture, save_architecture
from archs.presets import architecture_preset
from models.data.dfg import Dfg
from models.errors import InputError
from shell import guests
from shell.graph_files import load_dfg, save_dfg
from tests.one_line import one_line


@pytest.fixture
def _alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def found(name: str) -> object:
        return None if name == "interchange" else find_spec(name)

    guests._own.cache_clear()
    monkeypatch.setattr(guests, "find_spec", found)
    yield
    guests._own.cache_clear()


GRAPH = Dfg("d", (), (), ())
GRAPHS = {
    "f.txt": ".i a\n.o a\n",
    "f.dfgmap": ".i a\n.o a\n",
    "f.xml": "<DFG/>",
    "f.json": '[{"id": 0}]',
    "f_nodes": "0 add 1 -1 -1 1\n",
    "f_edge.txt": "0 1 0 TRU 0\n",
    "f": ".i a\n",
    "f.dot": 'digraph { a [label="%b = add i32 %a, 1"] }',
}
ARRAYS = {"e.txt": ".pe a\n", "e.json": '{"ARCH": {}}'}


@pytest.mark.usefixtures("_alone")
@pytest.mark.parametrize("name", [*GRAPHS, *ARRAYS])
def test_reading(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text({**GRAPHS, **ARRAYS}[name], encoding="utf-8")
    load = load_dfg if name in GRAPHS else load_architecture
    with one_line(f"{path}: ", within="'interchange'"):
        load(str(path))


@pytest.mark.usefixtures("_alone")
def test_writing_and_options(tmp_path: Path) -> None:
    array = architecture_preset("mesh:2x2")
    for write in (
        lambda: save_dfg(GRAPH, str(tmp_path / "f.txt")),
        lambda: save_dfg(GRAPH, str(tmp_path / "f"), "genmap"),
        lambda: save_architecture(array, str(tmp_path / "e.txt")),
        lambda: load_architecture("mesh:2x2", registers=1),
    ):
        with pytest.raises(InputError, match="the package .*'interchange'"):
            write()
    assert not list(tmp_path.iterdir())
