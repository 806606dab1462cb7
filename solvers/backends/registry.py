"""Every solver by name, with its capabilities, and the parser of `NAME:option=value,…`.

To add one, see `docs/adding-a-solver.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from models.errors import InputError, known, unknown
from models.space_time.constraint_model import ConstraintModel
from shell import plugins
from solvers.backends import cp_sat, highs, program, sat, through_pyomo
from solvers.backends.backend import Backend, Capability, Session, Settings
from xyzmap_packages import PREFIX

PYSAT = {
    "cadical195": "CaDiCaL 1.9.5, the default",
    "cadical153": "CaDiCaL 1.5.3",
    "cadical300": "CaDiCaL 3.0.0",
    "cadical103": "CaDiCaL 1.0.3",
    "glucose4": "Glucose 4.1, which races the default on the last horizon",
    "glucose42": "Glucose 4.2.1",
    "glucose3": "Glucose 3.0",
    "gluecard4": "Glucose 4.1 with native at-most-K",
    "gluecard3": "Glucose 3.0 with native at-most-K",
    "kissat404": "Kissat 4.0.4 within this process",
    "lingeling": "Lingeling",
    "maplechrono": "MapleLCM with chronological backtracking",
    "maplecm": "MapleCM",
    "maplesat": "MapleCOMSPS",
    "mergesat3": "MergeSat 3.0",
    "minicard": "MiniCard, with native at-most-K",
    "minisat22": "MiniSat 2.2",
    "minisat-gh": "MiniSat of its repository",
    "cryptominisat5": "CryptoMiniSat 5, needs the package pycryptosat",
}

START_LESS = frozenset({"kissat404", "cryptominisat5", "cadical103"})
"""Solvers of PySAT without phases."""

DECIDES: frozenset[Capability] = frozenset({"decides"})


def _pysat(name: str, about: str) -> Backend:
    can = set(DECIDES)
    if name in sat.WITH_PROOF:
        can.add("proof")
    if name in sat.NATIVE:
        can.add("native")
    if name not in START_LESS:
        can.add("start")
    package = "pycryptosat" if name == "cryptominisat5" else "pysat"
    return Backend(
        name, "SAT", about, f"{PREFIX}solvers.backends.sat:PySat", frozenset(can), package
    )


def goes_on(name: str) -> bool:
    """Whether a solver stops after some conflicts, and goes on then, and after an answer."""
    return name in PYSAT and sat.name_of(name) not in sat.UNSLICED


def _program(name: str, about: str) -> Backend:
    return Backend(
        name,
        "SAT",
        about,
        f"{PREFIX}solvers.backends.program:Program",
        DECIDES,
        options=program.OPTIONS if name == "dimacs" else {},
        usable=partial(program.usable_program, name),
    )


BACKENDS: dict[str, Backend] = {
    backend.name: backend
    for backend in (
        *(_pysat(name, about) for name, about in PYSAT.items()),
        _program("kissat", "Kissat as a program"),
        _program("cadical", "CaDiCaL as a program"),
        _program("dimacs", "any program that reads DIMACS and answers 's …', 'v …'"),
        Backend(
            "cp-sat",
            "CP-SAT",
            "CP-SAT of OR-Tools",
            f"{PREFIX}solvers.backends.cp_sat:CpSat",
            DECIDES | {"native", "start", "objective"},
            package="ortools",
            extra="solvers",
            options=cp_sat.OPTIONS,
            usable=cp_sat.usable,
        ),
        Backend(
            "highs",
            "ILP",
            "HiGHS, directly",
            f"{PREFIX}solvers.backends.highs:Highs",
            DECIDES | {"native", "start", "objective"},
            package="highspy",
            extra="solvers",
            options=highs.OPTIONS,
            usable=highs.usable,
        ),
        Backend(
            "pyomo",
            "ILP",
            "HiGHS through Pyomo, or any other solver that Pyomo finds",
            f"{PREFIX}solvers.backends.through_pyomo:Pyomo",
            DECIDES | {"native", "start", "objective"},
            package="pyomo",
            extra="solvers",
            options=through_pyomo.OPTIONS,
            usable=through_pyomo.usable,
        ),
        Backend(
            "lp",
            "LP",
            "the LP relaxation by HiGHS; it can only refute",
            f"{PREFIX}solvers.backends.highs:Relaxation",
            frozenset({"native"}),
            package="highspy",
            extra="solvers",
            options=highs.OPTIONS,
            usable=highs.usable,
        ),
    )
}


PLUGINS = "xyzmap.backends"
"""The group of entry points by which installed packages add solvers."""


def all_backends(tell: Callable[[str], None]) -> dict[str, Backend]:
    """Return all solvers, those of installed packages among them.

    `tell` takes a line for each that cannot be used.
    """
    plugins.add_all(BACKENDS, PLUGINS, Backend, tell)
    return BACKENDS


def register(backend: Backend) -> None:
    """Add a solver for as long as this process runs, and the processes that it starts."""
    BACKENDS[backend.name] = backend


@dataclass(frozen=True)
class Choice:
    """A solver and its options, as `--solver` names them."""

    backend: Backend
    options: dict[str, str]

    def require(self, *needs: Capability) -> None:
        """Raise `InputError` where the solver lacks a capability, or is not installed."""
        for need in needs:
            if need not in self.backend.can:
                able = known({b.name for b in BACKENDS.values() if need in b.can}, 30)
                raise InputError(f"solver '{self.backend.name}' {LACKS[need]}{able}")
        lacking = self.backend.missing(self.options)
        if lacking is not None:
            raise InputError(f"solver '{self.backend.name}' cannot be used: {lacking}")


LACKS: dict[Capability, str] = {
    "decides": "can only refute, and finds no mapping",
    "proof": "gives no checkable proof",
    "native": "has no native at-most-K constraints",
    "start": "takes no mapping to start from",
    "objective": "does not minimise",
}


def chosen(words: str) -> Choice:
    """Read `NAME` or `NAME:option=value,…`; raise `InputError` for an unknown name or option."""
    name, _, rest = words.partition(":")
    backend = BACKENDS.get(name) or BACKENDS.get(_full(name))
    backend = backend or plugins.find(BACKENDS, name, PLUGINS, Backend)
    if backend is None:
        names = {*BACKENDS, *plugins.names(PLUGINS)}
        raise InputError(unknown("solver", name, names, 40))
    options = {}
    # A command may have commas of its own.
    parts = [rest] if set(backend.options) == {"command"} else rest.split(",")
    for part in filter(None, parts):
        key, equals, value = part.partition("=")
        if key not in backend.options or not equals:
            allowed = known(set(backend.options)) if backend.options else "; it has no options"
            raise InputError(f"solver '{name}': unknown option '{key}'{allowed}")
        options[key] = value
    return Choice(backend, options)


def _full(name: str) -> str:
    """The name here of an alias of PySAT, such as `cd19`."""
    try:
        full = sat.name_of(name)
    except InputError:
        return name
    return next((own for own in PYSAT if sat.name_of(own) == full), name)


def open_session(words: str, model: ConstraintModel, settings: Settings) -> Session:
    """Return a session of the solver that `words` name. Raises the errors of `chosen`."""
    from dataclasses import replace

    choice = chosen(words)
    return choice.backend.session(model, replace(settings, options=choice.options))
