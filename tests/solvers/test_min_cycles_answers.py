"""What `min_cycles` answers, its certificates, and inputs that have no mapping."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from examples.ring import ring
from models.formats.native_json import dfg_to_json
from solvers.min_cycles import main
from tests.solvers.command_line import called
from tests.system.commands import DATA, RING

CODES = {0: "optimal", 10: "feasible", 20: "infeasible", 30: "unknown"}


def command(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    return called(main, capsys, *arguments, "--quiet")


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize(
    ("options", "status", "cycles"),
    [
        ("--cycles 9", "infeasible", None),
        ("--cycles 11", "feasible", 11),
        ("--max-cycles 9", "infeasible", None),
        ("--max-cycles 14", "optimal", 10),
        ("--jobs 1 --seed 5", "optimal", 10),
        ("--solver glucose4 --at-most-one product --at-most-k totalizer", "optimal", 10),
    ],
)
def test_answers(capsys: Any, options: str, status: str, cycles: int | None) -> None:
    """Tests that horizons decide the answer, and that workers, seeds and solvers do not."""
    code, out, _ = command(capsys, *RING, *options.split(), "--json")
    answer = json.loads(out)
    assert (CODES[code], answer["status"], answer["cycles"]) == (status, status, cycles)
    assert answer["lower_bound"] == 10


def test_loops_and_patterns_need_options(tmp_path: Path, capsys: Any) -> None:
    """Tests that loop-carried DFGs name the option they need; multi-node ones need none."""
    files = [str(DATA / f"accumulate.{kind}.json") for kind in ("dfg", "arch")]
    code, _, err = command(capsys, *files)
    assert code == 2 and "--contexts 1" in err
    assert command(capsys, *files, "--contexts", "1")[0] in (0, 20)
    (tmp_path / "dfg.json").write_text(dfg_to_json(ring(2, "pattern")[0]))
    files = [str(tmp_path / "dfg.json"), "ring:2", "--json"]
    on, off = (command(capsys, *files, "--multi-node", word)[1] for word in ("on", "off"))
    assert json.loads(on)["cycles"] < json.loads(off)["cycles"]


def test_the_page_has_the_explanation(tmp_path: Path, capsys: Any) -> None:
    page = tmp_path / "report.html"
    code, out, _ = command(capsys, *RING, "--cycles", "7", "--explain", "--html", str(page))
    limits = [line.strip().split(": ")[-1] for line in out.splitlines()[3:]]
    assert code == 20 and limits
    assert all(limit in page.read_text() for limit in ['class="badge infeasible"', *limits])
