"""Solvers by name: capabilities, aliases, options, what is missing, and what is imported."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from models.errors import InputError
from solvers.backends.backend import Settings
from solvers.backends.registry import BACKENDS, LACKS, PYSAT, chosen, open_session, register
from solvers.backends.sat import name_of
from tests.solvers.backends.small_models import INSTALLED, model_of, solve

ROOT = Path(__file__).parents[3]


@pytest.fixture
def restored() -> Iterator[None]:
    """Forget what a test registers."""
    before = dict(BACKENDS)
    yield
    BACKENDS.clear()
    BACKENDS.update(before)


@pytest.mark.parametrize("backend", BACKENDS.values(), ids=lambda backend: backend.name)
def test_entries(backend: object) -> None:
    """Tests that every entry names a class that exists, and says how it is installed."""
    module, _, name = backend.opens.partition(":")
    assert callable(getattr(importlib.import_module(module), name))
    assert chosen(backend.name).backend is backend
    assert backend.about
    if backend.name not in INSTALLED:
        assert "\n" not in backend.missing()


@pytest.mark.parametrize("name", PYSAT)
def test_names_of_pysat(name: str) -> None:
    """Tests that PySAT knows every solver that is said to be one of its own."""
    assert name_of(name)


@pytest.mark.parametrize(
    ("alias", "name"), [("cd195", "cadical195"), ("g4", "glucose4"), ("m22", "minisat22")]
)
def test_aliases(alias: str, name: str) -> None:
    """Tests that PySAT's short names work."""
    assert chosen(alias).backend.name == name
    assert solve(alias, model_of(2, [(1,), (-2,)])).model == [1]


def test_options() -> None:
    """Tests how options follow a name."""
    choice = chosen("cp-sat:workers=2,symmetry=0")
    assert (choice.backend.name, choice.options) == ("cp-sat", {"workers": "2", "symmetry": "0"})
    assert chosen("dimacs:command=solver --seed=3 -q").options == {"command": "solver --seed=3 -q"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "unknown solver ''; known: cadical, cadical103"),
        ("minizinc", "unknown solver 'minizinc'; known: "),
        ("CaDiCaL195", "unknown solver 'CaDiCaL195'; known: "),
        ("cadical195:workers=2", "unknown option 'workers'; it has no options"),
        ("cp-sat:threads=2", "unknown option 'threads'; known: linearization, symmetry, workers"),
        ("cp-sat:workers", "unknown option 'workers'"),
        ("highs:=2", "unknown option ''"),
    ],
)
def test_unknown(words: str, message: str) -> None:
    """Tests that what is unknown is refused in one line that names what is known."""
    with pytest.raises(InputError, match=message) as refused:
        chosen(words)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("cp-sat:workers=two", "cp-sat: 'workers=two' must be"),
        ("cp-sat:workers=0", "cp-sat: 'workers=0' must be"),
        ("cp-sat:workers=-1", "cp-sat: 'workers=-1' must be"),
        ("cp-sat:linearization=3", "cp-sat: 'linearization=3' must be"),
        ("cp-sat:symmetry=-1", "cp-sat: 'symmetry=-1' must be"),
        ("cp-sat:symmetry=1e3", "cp-sat: 'symmetry=1e3' must be"),
        ("highs:threads=0", "highs: 'threads=0' must be"),
        ("highs:threads=²", "highs: 'threads=²' must be"),
        ("highs:presolve=maybe", "highs: 'presolve=maybe' must be on or off"),
        ("lp:threads=x", "'threads=x' must be"),
        ("pyomo:solver=nosuch", "Pyomo finds no solver 'nosuch'"),
        ("dimacs", "name the program: dimacs:command="),
        ("dimacs:command=nosuchprogram -q", "there is no program 'nosuchprogram' on the PATH"),
        ("dimacs:command=", "the solver's command is empty"),
        ("dimacs:command=  ", "the solver's command is empty"),
        ("dimacs:command='unbalanced", "No closing quotation"),
    ],
)
def test_bad_values_are_refused_before_a_search(words: str, message: str) -> None:
    """Tests that no process has to start before a bad value of an option is noticed."""
    choice = chosen(words)
    if choice.backend.package is not None:
        pytest.importorskip(choice.backend.package)
    with pytest.raises(InputError, match=message) as refused:
        choice.require()
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("need", LACKS)
def test_requirements(need: str) -> None:
    """Tests that a capability is found missing, and that the message names who has it."""
    able = [backend.name for backend in BACKENDS.values() if need in backend.can]
    unable = [name for name in INSTALLED if name not in able]
    assert able
    for name in unable:
        with pytest.raises(InputError, match=LACKS[need]) as refused:
            chosen(name).require(need)
        assert all(other in str(refused.value) for other in able)
    for name in set(able) & set(INSTALLED):
        chosen(name).require(need)


@pytest.mark.usefixtures("restored")
def test_missing_package() -> None:
    """Tests that a package that is not installed is named, with the way to get it."""
    register(replace(BACKENDS["cp-sat"], name="absent", package="no_such_package"))
    words = "the package no_such_package is not installed: pip install 'xyzmap.solvers.'"
    with pytest.raises(InputError, match=words):
        chosen("absent").require()
    with pytest.raises(InputError, match=words):
        open_session("absent", model_of(1), Settings())


class Guess:
    """A session of a solver that a user brings: it says that all is true."""

    def __init__(self, model: object, settings: Settings, name: str) -> None:
        self.variables, self.rows, self.said = model.variables, 0, (name, settings.options)

    def load(self) -> None:
        pass


@pytest.mark.usefixtures("restored")
def test_own_solver() -> None:
    """Tests that a solver that a user registers is opened with its name and options."""
    mine = replace(BACKENDS["cp-sat"], name="mine", package=None, opens=f"{__name__}:Guess")
    sys.modules.setdefault(__name__, sys.modules[Guess.__module__])
    register(mine)
    session = open_session("mine:workers=3", model_of(2), Settings())
    assert session.said == ("mine", {"workers": "3"})


IMPORTS = """
import json, sys
from examples.ring import ring
from models.data.problem import Problem
from solvers.search.decide import decide
from solvers.search.options import SolverOptions
sent = []
decide(Problem(*ring(2), None), 7, SolverOptions(solver=sys.argv[1]), sent.append)
loaded = sorted({name.partition('.')[0] for name in sys.modules})
print(json.dumps([loaded, sent[-1].satisfiable]))
"""


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize(
    ("name", "absent"),
    [
        ("cadical195", {"ortools", "highspy", "pyomo", "pandas"}),
        ("kissat", {"ortools", "highspy", "pyomo", "pysat"}),
        ("cp-sat", {"highspy", "pyomo", "pysat"}),
        ("highs", {"ortools", "pyomo", "pysat"}),
        ("lp", {"ortools", "pyomo", "pysat"}),
        ("pyomo", {"ortools", "pysat"}),
    ],
)
def test_imports(name: str, absent: set[str]) -> None:
    """Tests that the process that solves imports no other solver than its own."""
    if name not in INSTALLED:
        pytest.skip(f"{name} is not installed")
    command = [sys.executable, "-c", IMPORTS, name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    loaded, satisfiable = json.loads(done.stdout.splitlines()[-1])
    assert set(loaded) & absent == set()
    assert satisfiable or name == "lp"
