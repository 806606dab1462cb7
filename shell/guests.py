"""Guests: products beside the core, each a package with one door, its file `guest.py`.

The core knows no guest by name: commands, presets, claims, sweeps and the library ask this table.
An absent guest is left out. Other installed packages are guests by an entry point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from models.errors import InputError
from models.notes import note
from shell import plugins
from shell.formats import Format
from xyzmap_packages import PREFIX

if TYPE_CHECKING:
    from models.data.architecture import Architecture
    from models.data.problem import Problem

T = TypeVar("T")
Door = Callable[[], T]
"""Imports something of a guest when it is called, so that tables cost no time."""

OWN = (
    "ecosystems",
    "hardware",
    "interchange",
    "learn",
    "partition",
    "programs",
    "pruning",
    "remap",
    "streaming",
    "sweeps",
)
"""The guests of this house, in the order in which tables list them."""

PLUGINS = "xyzmap.guests"
"""The group of entry points by which installed packages are guests: each names a `Guest`."""


class Verifiable(Protocol):
    """A claim of a certificate, read."""

    def verify(self) -> str:
        """Return a line on the verified claim. Raises `RejectedError` if it does not hold."""


class Labelling(Protocol):
    """Predicts where and when operations tend to be mapped on an array, which guides annealing."""

    def __call__(self, arch: Architecture, weights: str | None = None) -> Callable[[Problem], Any]:
        """Return a function from a problem to its labels (`heuristics.labels`), given weights.

        `weights` is a file; None stands for the shipped weights. Raises `InputError` for weights of
        another array; the function raises it for a problem that the weights do not cover.
        """
        ...


class Covered(NamedTuple):
    """A way to a bound of a question, the kind of certificate, and the exception to it, if any."""

    question: str
    way: str
    certificate: str
    exception: str | None = None


@dataclass(frozen=True)
class Entry:
    """A command `xyzmap NAME`: its `main`, the group in which help lists it, and its purpose."""

    main: Door[Callable[..., int]]
    group: str
    about: str


@dataclass(frozen=True)
class ArrayPreset:
    """A machine as the preset `NAME:RxC`, without options.

    `build` takes rows and columns, and does its imports when it is called. `usual` is the default
    size. `about` is a sentence that names the machine and the version that it follows.
    """

    build: Callable[[int, int], Architecture]
    usual: str
    about: str


@dataclass(frozen=True)
class Guest:
    """The door of a guest: everything that the core and other guests use."""

    name: str
    needs: tuple[str, ...] = ()
    """Guests that it requires."""
    commands: Mapping[str, Entry] = field(default_factory=dict)
    """By their names behind `xyzmap`."""
    claims: Mapping[str, Door[Callable[..., Verifiable]]] = field(default_factory=dict)
    """Readers for `verify`, by the schema of the certificate; each takes the directory, the clock
    and a reporter of lines."""
    covered: tuple[Covered, ...] = ()
    """Which of its answers have certificates."""
    execute: Door[Callable[..., None]] | None = None
    """Runs a mapping as hardware does, given the problem, the mapping, a kind of register files,
    the clock and a reporter; raises `RejectedError` where the graph computes something else."""
    labels: Door[Labelling] | None = None
    """Predicts labels, which guide annealing."""
    sweeps: Mapping[str, Door[object]] = field(default_factory=dict)
    """Instances of `solvers.questions.kinds.Kind`, by the names that sweeps have for them."""
    library: Door[ModuleType] | None = None
    """The module with the `names`."""
    names: tuple[str, ...] = ()
    """Names that `import xyzmap` offers."""
    formats: Door[Mapping[str, tuple[type, str]]] | None = None
    """Structs and tags of its files, by the file names of their JSON schemas."""
    graphs: Door[Sequence[Format]] = tuple
    """Formats of graphs that it reads and writes."""
    arrays: Door[Sequence[Format]] = tuple
    """Formats of architectures."""
    presets: Mapping[str, ArrayPreset] = field(default_factory=dict)
    """Arrays that it adds to the presets, by name."""


def guests() -> Iterator[Guest]:
    """Yield all installed guests: those of this house, then those of other packages.

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
    """Return the predictor of labels. Raises `InputError` if no guest has one."""
    for guest in guests():
        if guest.labels is not None:
            return guest.labels()
    raise InputError("labels are predicted by the package 'learn' of xyzmap: it is not installed")


def absent() -> str:
    """Return the end of a message about an unknown name or format: the guests that are absent."""
    names = [f"the package '{name}' of xyzmap" for name in OWN if not is_there(name)]
    return f"; not installed: {', '.join(names)}" if names else ""


def is_there(name: str) -> bool:
    """Whether a guest of this house is installed."""
    return find_spec(PREFIX + name) is not None


@cache
def _own(name: str) -> Guest | None:
    """Import the door of a guest of this house; None where it, or one that it needs, is absent."""
    if not is_there(name):
        return None
    guest: Guest = import_module(f"{PREFIX}{name}.guest").GUEST
    return guest if all(map(is_there, guest.needs)) else None
