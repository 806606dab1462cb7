"""Outputs of a command: never its own inputs, and no two with the same place."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from models.errors import InputError
from models.formats.text_files import Identity, identity_of
from shell.options import Options, options_of


class Place(NamedTuple):
    """A file or a folder of a command: the option or the input that names it, and its name."""

    given: str
    path: str
    role: str


def inputs_of(inputs: Mapping[str, object], options: Options) -> list[Place]:
    """Return the files and folders that are read and exist, by inputs and by options."""
    found = [Place(name, path, "input") for name, value in inputs.items() for path in _paths(value)]
    found += [place for place in _chosen(options) if place.role == "input file"]
    return [place for place in found if os.path.exists(place.path)]


def outputs_of(options: Options) -> list[Place]:
    """Return the files and folders that are written, in the order of the options."""
    return [place for place in _chosen(options) if place.role not in ("value", "input file")]


def require_apart(read: list[Place], written: list[Place]) -> None:
    """Raise `InputError` where an output is an input, or two outputs are one.

    The folder of a certificate holds no other output.
    """
    sources = {identity: place for place in read if (identity := identity_of(place.path))}
    taken: dict[Identity, Place] = {}
    for place in written:
        identity = identity_of(place.path)
        if identity is None:
            continue
        if identity in sources:
            what = f"{place.given} would overwrite this input; name another one"
            raise InputError(what, place.path)
        if identity in taken:
            what = f"{place.given} and {taken[identity].given} would write to the same place"
            raise InputError(f"{what}; name two", place.path)
        taken[identity] = place
    for place in written:
        if place.role == "output certificate":
            _require_alone(place, [*read, *(each for each in written if each is not place)])


def _require_alone(certificate: Place, others: list[Place]) -> None:
    own = os.path.realpath(certificate.path)
    for other in others:
        if os.path.dirname(os.path.realpath(other.path)) == own:
            what = f"{certificate.given}: this directory holds other files, such as {other.path}"
            raise InputError(f"{what}; name a new one", certificate.path)


def _chosen(options: Options) -> Iterator[Place]:
    for name, one in options_of(type(options)).items():
        for path in _paths(getattr(options, name)):
            yield Place(f"--{one.name}", path, one.role)


def _paths(value: object) -> Iterator[str]:
    """Return the paths in the value of an option or an input; objects have none."""
    if isinstance(value, str | os.PathLike):
        path = os.fspath(value)
        if isinstance(path, str):
            yield path
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _paths(each)
