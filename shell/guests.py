"""Guests: products beside the core, each a package with one door, its file `guest.py`.

The core knows no guest by name: commands, presets, claims, sweeps and the library ask this table.
A guest that is not there is left out. Other installed packages are guests by an entry point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from models.errors import InputError
from models.notes import note
from shell import plugins

if TYPE_CHECKING:
    from models.data.architecture import Architecture
    from models.data.problem import Problem

T = TypeVar("T")
Door = Callable[[], T]
"""Imports something of a guest when it is called, so that tables cost no time."""

OWN = ("ecosystems", "hardware", "learn", "partition", "programs", "pruning", "streaming")
"""The guests of this house, in the order in which tables list them."""

PLUGINS = "xyzmap.guests"
"""The group of entry points by which installed packages are guests: each names a `Guest`."""


class Verifiable(Protocol):
    """A claim of a certificate, read."""

    def verify(self) -> str:
        """Return a line about what holds. Raises `RejectedError` for what does not."""


class Labelling(Protocol):
    """Predicts where and when operations tend to be mapped on an array, which guides annealing."""

    def __call__(self, arch: Architecture, weights: str | None = None) -> Callable[[Problem], Any]:
        """Return what gives a problem its labels (`heuristics.labels`), by the weights of a file.

        None stands for the shipped ones. Raises `InputError` where they are not of this array;
        what is returned does so for a problem that they say nothing of.
        """
        ...


@dataclass(frozen=True)
class Entry:
    """A command `xyzmap NAME`: its `main`, the group in which help lists it, and its purpose."""

    main: Door[Callable[..., int]]
    group: str
    about: str


@dataclass(frozen=True)
class Guest:
    """What a guest offers.

    `needs` are guests without which it does not work. `commands` go by their names. `claims` are
    what `verify` reads, by the schema of the certificate: called with the directory, the clock and
    a reporter of lines. `execute` runs a mapping as hardware does, given the problem, the mapping,
    a kind of register files, the clock and a reporter; it raises `RejectedError` where the graph
    computes something else. `labels` predicts what guides annealing. `sweeps` are instances of
    `solvers.questions.sweep.questions.Kind`, by the names that sweeps have for them. `library` is
    the module with the `names` that `import xyzmap` offers. `formats` are structs and tags of its
    files, by the file names of their JSON schemas.
    """

    name: str
    needs: tuple[str, ...] = ()
    commands: Mapping[str, Entry] = field(default_factory=dict)
    claims: Mapping[str, Door[Callable[..., Verifiable]]] = field(default_factory=dict)
    execute: Door[Callable[..., None]] | None = None
    labels: Door[Labelling] | None = None
    sweeps: Mapping[str, Door[object]] = field(default_factory=dict)
    library: Door[ModuleType] | None = None
    names: tuple[str, ...] = ()
    formats: Door[Mapping[str, tuple[type, str]]] | None = None


def guests() -> Iterator[Guest]:
    """Yield all guests that are there: those of this house, then those of other packages.

    A note names each of another package that cannot be used.
    """
    for name in OWN:
        own = _own(name)
        if own is not None:
            yield own
    yield from _others()


@cache
def _others() -> tuple[Guest, ...]:
    found: dict[str, Guest] = {}
    plugins.add_all(found, PLUGINS, Guest, note)
    return tuple(found.values())


def library(name: str) -> ModuleType:
    """Return the library of a guest of this house. Raises `InputError` where it is not there."""
    guest = _own(name)
    if guest is None or guest.library is None:
        raise InputError(f"the package '{name}' of xyzmap is not installed")
    return guest.library()


def labelling() -> Labelling:
    """Return what predicts labels. Raises `InputError` where no guest does."""
    for guest in guests():
        if guest.labels is not None:
            return guest.labels()
    raise InputError("labels are predicted by the package 'learn' of xyzmap: it is not installed")


@cache
def _own(name: str) -> Guest | None:
    """Import the door of a guest of this house; None where it, or one that it needs, is absent."""
    if find_spec(name) is None:
        return None
    guest: Guest = import_module(f"{name}.guest").GUEST
    return None if any(find_spec(other) is None for other in guest.needs) else guest
