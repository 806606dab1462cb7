"""From a TOML file to jobs: every graph × architecture × combination of options."""

from __future__ import annotations

import itertools
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec

from models.errors import InputError, known
from models.formats.json_text import convert, decode_toml
from models.formats.text_files import read_bytes
from shell.graph_files import parts_of
from shell.options import MOST
from solvers.questions.job import Job
from solvers.questions.kinds import GRAPHS, Kind
from sweeps.arrays import Specs
from sweeps.choices import File, Option, choices, paths_of, typed, words_of
from sweeps.questions import doors, kind_of
from sweeps.version import version

SECONDS = 60.0
GRACE = 30.0
RANDOM = "random"
"""The name of the input where the command makes its own."""

NOUNS = {"dfgs": "a dataflow graph", "programs": "a program", "architectures": "an architecture"}
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)

Limit = Annotated[float, msgspec.Meta(gt=0, lt=1e9)]
Megabytes = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Names = Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table `[[sweep]]`: one question for all combinations; its limits override the file's."""

    question: str
    dfgs: Names | None = None
    programs: Names | None = None
    architectures: Names | None = None
    options: dict[str, Any] = {}
    verify: bool = False
    time_limit: Limit | None = None
    memory_limit: Megabytes | None = None


class Sweep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The TOML file: seconds and megabytes of each job, and the questions."""

    sweep: Annotated[tuple[Part, ...], msgspec.Meta(min_length=1)]
    time_limit: Limit = SECONDS
    memory_limit: Megabytes | None = None
    grace: Annotated[float, msgspec.Meta(ge=0, lt=1e9)] = GRACE


@dataclass(frozen=True)
class Input:
    """A graph, program or architecture: its display name, its command-line word, its files."""

    name: str
    word: str
    files: tuple[tuple[str, bytes], ...] = ()
    path: Path | None = None


def plan(path: str, *, programs: bool = False) -> list[Job]:
    """Return the jobs of a TOML file in its order, each once. Raises `InputError`.

    With `programs` it may name programs to run, as solvers do.
    """
    raw = decode_toml(read_bytes(path), path, "; docs/sweeps.md has an example")
    sweep = convert(raw, Sweep, path)
    jobs: dict[str, Job] = {}
    for number, part in enumerate(sweep.sweep):
        place = f"{path}: $.sweep[{number}]"
        for job in _jobs(sweep, part, Path(path).parent, place, programs):
            jobs.setdefault(job.key, job)
    return list(jobs.values())


def _jobs(sweep: Sweep, part: Part, folder: Path, place: str, programs: bool) -> Iterator[Job]:
    if part.question not in doors():
        what = f"'{part.question}' is no question of sweeps"
        raise InputError(what + known(doors(), 99, part.question), f"{place}.question")
    kind = kind_of(part.question)
    for key in NOUNS:
        if (getattr(part, key) is None) == (key in kind.inputs):
            verb = "needs" if key in kind.inputs else "takes no"
            needs = ", ".join(f"'{name}'" for name in kind.inputs) or "none"
            raise InputError(
                f"{part.question} {verb} '{key}'; its inputs: {needs}", f"{place}.{key}"
            )
    if part.verify and not kind.certifies:
        able = ", ".join(name for name in doors() if kind_of(name).certifies)
        raise InputError(f"{part.question} writes no certificate; {able} do", f"{place}.verify")
    inputs = [
        [_input(found, key, number) for found in _found(part, key, folder, place)]
        for number, key in enumerate(kind.inputs)
    ]
    options = [
        choices(
            name,
            value,
            part.question,
            kind.options,
            folder,
            f"{place}.options.{name}",
            programs=programs,
        )
        for name, value in part.options.items()
    ]
    specs = Specs(kind.options, cut=kind.cuts)
    for found in itertools.product(*inputs):
        for values in itertools.product(*options):
            chosen = _whole(kind, specs, found, values)
            files = [file for one in chosen for file in one.files]
            names = {key: one.name for key, one in zip(kind.inputs, chosen, strict=True)}
            words = [*kind.first, *(one.word for one in chosen), *kind.always]
            for number, option in enumerate(values):
                words += words_of(option, f"option{number}")
                paths = paths_of(option, f"option{number}")
                for word, name in zip(option.words, paths, strict=True):
                    if isinstance(word, File) and name is not None:
                        files.append((name, word.data))
            yield Job(
                question=part.question,
                input=names.get("dfgs") or names.get("programs") or RANDOM,
                architecture=names.get("architectures", ""),
                options=tuple((option.name, option.value) for option in values),
                words=tuple(words),
                files=tuple(files),
                time_limit=part.time_limit or sweep.time_limit,
                memory_limit=part.memory_limit or sweep.memory_limit,
                grace=sweep.grace,
                version=version(),
                verify=part.verify,
                command=_command(
                    part.question, kind, chosen, values, part.time_limit or sweep.time_limit
                ),
            )


def _whole(
    kind: Kind, specs: Specs, found: tuple[Input, ...], values: tuple[Option, ...]
) -> tuple[Input, ...]:
    """Return the inputs, each preset with the options that it gets for the preceding graph."""
    if kind.inputs != GRAPHS or found[0].path is None or found[1].path is not None:
        return found
    spec = specs.whole(found[1].word, found[0].path, values)
    return found[0], Input(spec, spec)


def _command(
    name: str, kind: Kind, chosen: tuple[Input, ...], values: tuple[Option, ...], limit: float
) -> str:
    """Return the command line that asks a question, in the folder of the TOML file."""
    words = ["xyzmap", name.replace("_", "-"), *kind.first]
    words += [*(one.name for one in chosen), *kind.always]
    words += [word for option in values for word in typed(option)]
    return shlex.join(words if kind.lines else [*words, f"--time-limit={limit:g}"])


def _found(part: Part, key: str, folder: Path, place: str) -> Iterator[tuple[str, Path | None]]:
    """Yield the inputs that a key names: display name and file; None for a preset."""
    for number, name in enumerate(getattr(part, key)):
        where = f"{place}.{key}[{number}]"
        if any(sign in name for sign in "*?"):
            try:
                paths = sorted(path for path in folder.glob(name) if path.is_file())
            except (ValueError, NotImplementedError) as error:
                raise InputError(f"'{name}' is no pattern of files: {error}", where) from None
            if not paths:
                raise InputError(f"no file is called '{name}' in {folder}", where)
            for path in paths:
                yield str(path.relative_to(folder)), path
        elif (path := folder / name).is_file() or (key == "dfgs" and _siblings(path)):
            yield name, path
        elif key == "architectures":
            _require_preset(name, where)
            yield name, None
        else:
            raise InputError(f"no such file: '{path}' for {NOUNS[key]}", where)


def _require_preset(name: str, where: str) -> None:
    """Raise `InputError` unless `name` is a preset."""
    from archs.files import load_architecture

    try:
        load_architecture(name)
    except InputError as error:
        raise InputError(f"neither a file nor a preset: {error}", where) from None


def _input(found: tuple[str, Path | None], key: str, number: int) -> Input:
    name, path = found
    if path is None:
        return Input(name, name)
    files = [
        (f"input{number}/{relative}", read_bytes(str(path.parent / relative)))
        for relative in _parts(path, key)
    ]
    return Input(name, f"input{number}/{path.name}", tuple(files), path)


def _parts(path: Path, key: str) -> list[str]:
    """Return the names of the files that make up an input."""
    if key == "programs":
        return _includes(path)
    return (_siblings(path) if key == "dfgs" else []) or [path.name]


def _siblings(path: Path) -> list[str]:
    """Return the names of the files of a graph that consists of several."""
    return [Path(name).name for name in parts_of(str(path)) if Path(name).is_file()]


def _includes(path: Path) -> list[str]:
    """Return a program and the headers below its folder that it includes by quoted names."""
    found, waiting = [path.name], [path.name]
    while waiting:
        data = read_bytes(str(path.parent / waiting.pop()))
        for match in INCLUDE.findall(data):
            name = match.decode(errors="replace")
            inside = ".." not in Path(name).parts and not Path(name).is_absolute()
            if inside and name not in found and (path.parent / name).is_file():
                found.append(name)
                waiting.append(name)
    return found
