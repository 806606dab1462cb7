"""The list of solvers: complete, true to what is installed, and made without importing any."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

import solvers.backends.backend
from models.errors import InputError
from solvers import __main__ as page
from solvers.backends.backend import Backend, Capability
from solvers.backends.registry import BACKENDS, chosen, register

ROOT = Path(__file__).parents[2]


def listed(capsys) -> list[dict]:
    assert page.main(["--json"]) == 0
    found: list[dict] = json.loads(capsys.readouterr().out)["solvers"]
    return found


def test_json_has_every_solver(capsys) -> None:
    """Tests that all data of every backend is there, in the order of the registry."""
    entries = listed(capsys)
    assert [entry["name"] for entry in entries] == list(BACKENDS)
    for entry in entries:
        backend = BACKENDS[entry["name"]]
        assert (entry["family"], entry["about"]) == (backend.family, backend.about)
        assert entry["options"] == backend.options
        assert frozenset(entry["can"]) == backend.can
        assert len(entry["can"]) == len(backend.can)


def test_what_is_missing_is_what_a_use_says(capsys) -> None:
    """Tests that a solver is ready if and only if it can be required, and else why it is not."""
    for entry in listed(capsys):
        if entry["missing"] is None:
            chosen(entry["name"]).require()
        else:
            with pytest.raises(InputError) as caught:
                chosen(entry["name"]).require()
            assert str(caught.value).endswith(entry["missing"])


def test_every_capability_is_known() -> None:
    """Tests that the page knows the capabilities that there are, and explains each."""
    assert set(page.CAPABILITIES) == set(get_args(Capability))
    assert all(f"{name} (" in page.QUESTION.codes for name in page.CAPABILITIES)


def test_the_table_is_aligned(capsys) -> None:
    """Tests that columns begin where their headings do, and that the rest names everything."""
    assert page.main([]) == 0
    table, *rest = capsys.readouterr().out.split("\n\n")
    heading, *lines = table.splitlines()
    assert len(lines) == len(BACKENDS)
    starts = [heading.index(word) for word in heading.split()]
    ends = [*starts[1:], None]
    for line, backend in zip(lines, BACKENDS.values(), strict=True):
        cells = [line[a:b] for a, b in zip(starts, ends, strict=True)]
        assert all(cell.endswith("  ") for cell in cells[:-1])
        name, family, ready, can, about = map(str.strip, cells)
        assert (name, family, about) == (backend.name, backend.family, backend.about)
        assert ready == ("yes" if backend.missing({}) is None else "no")
        assert set(can.split()) == set(backend.can)
    for backend in BACKENDS.values():
        assert all(f"  {backend.name}:{option}=" in rest[0] for option in backend.options)


def test_a_missing_package_is_listed(capsys, monkeypatch) -> None:
    """Tests that without a package its solvers are not ready, and the extra is named."""
    found = solvers.backends.backend.find_spec
    monkeypatch.setattr(
        solvers.backends.backend,
        "find_spec",
        lambda name: None if name == "ortools" else found(name),
    )
    entries = {entry["name"]: entry["missing"] for entry in listed(capsys)}
    why = "the package ortools is not installed: pip install 'xyzmap[solvers]'"
    assert [name for name, missing in entries.items() if missing == why] == ["cp-sat"]
    assert page.main([]) == 0
    assert capsys.readouterr().out.count(why) == 1


def test_registered_solvers_are_listed(capsys, monkeypatch) -> None:
    """Tests that a solver is listed once it is registered, whatever it can do."""
    monkeypatch.setitem(BACKENDS, "mine", BACKENDS["minisat22"])
    register(replace(BACKENDS["minisat22"], name="mine", can=frozenset(), options={"x": "why"}))
    assert listed(capsys)[-1]["options"] == {"x": "why"}
    assert page.main([]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^mine +SAT +yes +- +MiniSat 2.2$", out, re.MULTILINE) and "mine:x=…" in out


def test_no_tables_for_nothing() -> None:
    """Tests that there are no headings over nothing."""
    backend = Backend("a", "SAT", "about", "module:Class", frozenset({"decides"}))
    text = page.listing([backend], {"a": None})
    assert text == "NAME  FAMILY  READY  CAN      ABOUT\na     SAT     yes    decides  about\n"


def test_listing_imports_no_solver() -> None:
    """Tests that no solver is imported in order to say whether it is there."""
    heavy = {"ortools", "highspy", "pyomo", "torch", "pysat", "pycryptosat"}
    code = (
        "import sys; from solvers.__main__ import main; main(['--json']);"
        f"found = {heavy} & set(sys.modules); sys.exit(str(found) if found else 0)"
    )
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, cwd=ROOT, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_help_and_bad_options(capsys) -> None:
    """Tests that help needs no numpy, and a bad option ends in one line."""
    code = (
        "import sys; from solvers.__main__ import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: sys.exit('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, capture_output=True)
    assert done.returncode == 0 and b"--json" in done.stdout
    with pytest.raises(SystemExit) as end:
        page.main(["--xml"])
    assert end.value.code == 2
    assert capsys.readouterr().err == "solvers: unrecognized arguments: --xml; see --help\n"
