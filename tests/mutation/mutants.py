"""The list of mutants: one file a room, which is read and written here."""

from __future__ import annotations

from pathlib import Path

import msgspec

LISTS = Path(__file__).parent / "lists"
ROOMS: dict[str, tuple[str, ...]] = {
    "space_time": ("models/space_time",),
    "encoders": ("encoders",),
    "judge": ("models/judge",),
    "register_files": ("models/register_files",),
    "counting": ("models/counting",),
    "verification": (
        "solvers/verification",
        "partition/verification",
        "pruning/verification",
        "streaming/verification",
    ),
    "modulo": ("heuristics/array.py", "heuristics/modulo"),
    "transform": ("models/transform",),
    "formats": ("models/formats", "interchange/graphs", "shell/graph_files.py"),
    "archs": ("archs", "interchange/arrays"),
    "ecosystems": ("ecosystems",),
}
"""The folders of each room, by the name of its list."""


class Mutant(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """`old` occurs once in a file, and becomes `new`.

    `killer` is a test that then fails; `equivalent` says why there can be none. A mutant with
    neither survives. An `unsound` one lets a bound be too high, or a refutation be accepted, and
    has a `second` killer, which is another test.
    """

    file: str
    old: str
    new: str
    killer: str = ""
    equivalent: str = ""
    unsound: bool = False
    second: str = ""


class _List(msgspec.Struct):
    mutant: list[Mutant] = []


def read(room: str) -> list[Mutant]:
    """Return the mutants of a room."""
    return msgspec.toml.decode((LISTS / f"{room}.toml").read_bytes(), type=_List).mutant


def write(room: str, mutants: list[Mutant]) -> None:
    """Write the mutants of a room, in the order of their files."""
    rows = []
    for mutant in sorted(mutants, key=lambda mutant: mutant.file):
        row = msgspec.to_builtins(mutant)
        rows.append("[[mutant]]\n" + "".join(f"{k} = {_text(v)}\n" for k, v in row.items()))
    LISTS.mkdir(exist_ok=True)
    (LISTS / f"{room}.toml").write_text("\n".join(rows))


def _text(value: str | bool) -> str:
    """A string of TOML: lines stand as they are, where there are several."""
    if isinstance(value, bool):
        return str(value).lower()
    if "'''" in value or value.endswith("'"):
        raise ValueError(f"a mutant of {value!r} cannot be written")
    if "\n" in value:
        return f"'''\n{value}'''"
    return f"'{value}'" if "'" not in value else f"'''{value}'''"


def exists(test: str) -> bool:
    """Whether there is the function of a test; its cases are not looked at."""
    file, *names = test.partition("[")[0].split("::")
    path = Path(file)
    if not path.exists():
        return False
    text = path.read_text()
    return all(f"def {name}(" in text or f"class {name}" in text for name in names)
