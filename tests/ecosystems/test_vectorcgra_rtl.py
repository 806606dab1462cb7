"""Packets in the RTL of VectorCGRA, where it is there, with a Python that has its PyMTL3.

git clone https://github.com/tancheng/VectorCGRA ../VectorCGRA
(cd ../VectorCGRA && git checkout a2ed1b2 && git submodule init && git submodule update)
python -m venv ../VectorCGRA/venv
../VectorCGRA/venv/bin/pip install py==1.11.0 pytest hypothesis py-markdown-table PyYAML \
    git+https://github.com/tancheng/pymtl3.1@yo-struct-list-fix
XYZMAP_VECTORCGRA=../VectorCGRA python -m pytest tests/ecosystems/test_vectorcgra_rtl.py
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ecosystems.openedge import __main__ as openedge
from ecosystems.openedge.csv_files import memory_text, read_memory
from ecosystems.vectorcgra.__main__ import main
from tests.ecosystems import vectorcgra_rtl

PLACE = os.environ.get("XYZMAP_VECTORCGRA", "")
SCALED = Path(openedge.__file__).parent / "data" / "scaled.json"
X, Y, COUNT = 0, 16, 4
"""Addresses and words of the arrays: the harness has 32 words of memory."""

ROUNDS = 60
"""A tile that has done all its words says so, which the harness does not expect: none may."""

pytestmark = pytest.mark.skipif(
    not PLACE,
    reason="needs XYZMAP_VECTORCGRA, a clone of github.com/tancheng/VectorCGRA (see this file)",
)


def _total(made: dict[str, Any]) -> None:
    """Let the loop return the sum of what it stores."""
    total = {"name": "total", "operator": "add", "operands": [{"value": "total", "distance": 1}]}
    total["operands"].append("sum")  # type: ignore[attr-defined]
    made["operations"].insert(5, total)
    made["initial"].append({"value": "total", "numbers": [3]})
    made["results"] = ["total"]


def _some(made: dict[str, Any]) -> None:
    """Let the loop store only values below 40."""
    made["operators"].append({"name": "store.if", "arity": 3, "effect": True})
    made["operations"].insert(5, {"name": "low", "operator": "icmp.slt", "operands": ["sum", "40"]})
    store = next(each for each in made["operations"] if each["name"] == "y.store")
    store |= {"operator": "store.if", "operands": ["low", *store["operands"]]}
    made["constants"].append({"name": "40", "value": 40})


LOOPS = {"scaled": lambda made: None, "total": _total, "some": _some}


UNGATED = pytest.mark.xfail(
    strict=False, reason="STR of a2ed1b2 writes at addresses that are not valid; 3251337 mends it"
)


@pytest.mark.process
@pytest.mark.parametrize("name", ["scaled", "total", pytest.param("some", marks=UNGATED)])
def test_the_rtl_and_the_interpreter(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests that memory and result are those of the interpreter, and so those of the graph."""
    made = json.loads(SCALED.read_text())
    LOOPS[name](made)
    graph, memory = tmp_path / "loop.json", tmp_path / "memory.csv"
    graph.write_text(json.dumps(made))
    before = {X + 4 * n: 9 + n for n in range(COUNT)} | {Y + 4 * n: 77 for n in range(COUNT)}
    memory.write_text(memory_text(before))
    values = {"x": X, "y": Y, "n": COUNT}
    numbers = [word for each in values.items() for word in ("--value", "{}={}".format(*each))]
    folder = ["--memory", str(memory), "--out", str(tmp_path)]
    assert main([str(graph), "2x2", *numbers, *folder, "--iterations", str(ROUNDS)]) in (0, 10)
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("returned: ")]
    after = read_memory((tmp_path / "memory_out.csv").read_text(), "memory_out.csv")
    expected = {"before": before, "after": after, "returned": int(said[0][10:]) if said else 1}
    (tmp_path / "expected.json").write_text(json.dumps(expected))
    own = Path(PLACE, "venv", "bin", "python")
    python = str(own.absolute()) if own.exists() else sys.executable
    words = [python, vectorcgra_rtl.__file__, PLACE, str(tmp_path)]
    done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
