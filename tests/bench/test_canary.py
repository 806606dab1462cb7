from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bench import canary
from bench.canary import Compared, Row, Said, compare, main, verdict

GOOD = Said("optimal", 1.0, (5.0,), (5,))
ROWS = [Row(name, ("min_ii", name)) for name in ("a", "b", "c")]


def asked(after: Said | None = None, slower: float = 1.0, before: Said = GOOD) -> list[Compared]:
    """Compare checkouts of which the newer one differs in `a`, and is slower in all rows."""

    def ask(checkout: str, row: Row, seed: int) -> Said:
        if checkout == "before":
            return before
        return after if after and row.name == "a" else replace(GOOD, seconds=slower)

    found = {each.row.name: each for each in compare(ROWS, range(3), ask, lambda: True)}
    return list(found.values())


@pytest.mark.parametrize(
    ("after", "line"),
    [
        (replace(GOOD, values=(6.0,)), "adds up to (18.0,) and did to (15.0,)"),
        (replace(GOOD, status="feasible"), "is feasible and was optimal"),
        (replace(GOOD, bounds=(4,)), "has the bound (4,) and had (5,)"),
        (replace(GOOD, bounds=()), "has the bound () and had (5,)"),
        (replace(GOOD, seconds=1.6), "takes 1.60 times as long"),
        (Said("error", 0.1, error="no such option"), "fails: no such option"),
    ],
)
def test_what_is_worse(after: Said, line: str) -> None:
    """Tests that a worse value, proof, bound, time or error is a fault of its row alone."""
    found = asked(after)
    assert {fault.replace("a ", "", 1) for fault in verdict(found)} == {line}
    assert line in canary.page(found, verdict(found))


@pytest.fixture
def checkout(tmp_path: Path) -> Callable[[str, str], Path]:
    """Return a function that writes a checkout of one command, which prints an answer."""

    def written(name: str, body: str) -> Path:
        room = tmp_path / name / "solvers"
        room.mkdir(parents=True)
        (room / "__init__.py").touch()
        (room / "min_ii.py").write_text(f"import sys\n{body}\n")
        return tmp_path / name

    return written


TINY = 'print(\'{"status": "optimal", "ii": %s}\')'


def test_two_checkouts(
    checkout: Callable[[str, str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Tests whole processes of two checkouts, of which the second is worse."""
    table = tmp_path / "canary.toml"
    table.write_text('[made]\n[own]\n[rows]\ntiny = "min_ii x"\nother = "min_ii --new"\n')
    monkeypatch.setattr(canary, "__file__", str(table.with_suffix(".py")))
    refuse = "if '--new' in sys.argv: sys.exit('no --new here')\n"
    old, new = checkout("old", refuse + TINY % 2), checkout("new", TINY % 3)
    words = ["--before", str(old), "--after", str(new), "--seeds", "1", "--only"]
    assert main([*words, "tiny", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["worse"][0] == "tiny adds up to (3.0,) and did to (2.0,)"
    assert main([*words, "other"]) == 0
    assert "not known before: no --new here" in capsys.readouterr().out
