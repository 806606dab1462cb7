"""The `dfgmap` architecture (`e.txt`) and options (`g.txt`) text formats.

Architecture: `.pe` and `.mem` list components, the external memory `_extmem` always exists;
below `.com` one path per line, `SOURCE… -> TARGET… : WIDTH`. Options: `.assign` (`COMPONENT
INPUT… { K INPUT… }`), `.memsize` and `.port`, one component per line below, and `.temp` with
the components on its line. The registers and the operation units of the PEs are arguments,
as they are options of the original tool: https://github.com/MyskYko/dfgmap.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from archs.machines.generators import PathNames
from interchange.arrays.dfgmap_write import EXTERNAL
from interchange.graphs.dfgmap_dfg import line_error, lines_of
from models.data.architecture import Architecture, Choice, Component, InitialContents, Path
from models.errors import InputError, unknown

OPTION_SECTIONS = (".assign", ".memsize", ".port", ".temp")


def architecture_from_dfgmap(
    text: str,
    where: str,
    registers: int | None = 2,
    units: int = 1,
    hold_intermediates: bool = False,
    options_text: str | None = None,
    options_where: str = "",
    name: str = "arch",
) -> Architecture:
    """Return the architecture in a `dfgmap` text, with the options of a second text if given.

    `registers` per PE: 0 or None for unlimited. `units`: operations that may start per PE and
    cycle, at least 1. `hold_intermediates` lets the external memory hold more than inputs and
    results. `where` and `options_where` name the files in errors, `name` the architecture. Without
    `.assign` the external memory holds every input; with it, components hold only the listed
    inputs. Raises `InputError`: file, line, fault.
    """
    if registers is not None and registers < 0:
        raise InputError(f"registers {registers} must be at least 0 (0: unlimited)")
    if units < 1:
        raise InputError(f"units {units} must be at least 1")
    try:
        components, paths = _read_architecture(text, registers or None, units)
    except InputError as error:
        raise error.inside(where) from None
    components[EXTERNAL] = Component(
        EXTERNAL, initial="all", holds_intermediates=hold_intermediates
    )
    try:
        _read_options(options_text or "", components)
    except InputError as error:
        raise error.inside(options_where) from None
    try:
        return Architecture(name, tuple(components.values()), tuple(paths), external=EXTERNAL)
    except InputError as error:
        raise error.inside(where) from None


def _read_architecture(
    text: str, registers: int | None, units: int
) -> tuple[dict[str, Component], list[Path]]:
    components: dict[str, Component] = {}
    lines: list[tuple[int, list[str]]] = []
    in_paths = False
    for number, words in lines_of(text):
        section, *names = words
        if section in (".pe", ".mem"):
            in_paths = False
            for name in names:
                if name in components or name == EXTERNAL:
                    raise line_error(number, f"duplicate component '{name}'; rename it")
                issue, capacity = (units, registers) if section == ".pe" else (0, None)
                components[name] = Component(name, issue=issue, capacity=capacity)
        elif section == ".com" and not names:
            in_paths = True
        elif in_paths and not section.startswith("."):
            lines.append((number, words))
        else:
            raise line_error(number, f"unexpected '{section}'; known: .pe NAME…, .mem NAME…, .com")
    path_names = PathNames()
    ends = {*components, EXTERNAL}
    return components, [_path(number, words, ends, path_names) for number, words in lines]


def _path(number: int, words: list[str], known_ends: set[str], names: PathNames) -> Path:
    width = None
    if ":" in words:
        colon = words.index(":")
        if colon != len(words) - 2:
            raise line_error(number, "one width must follow ':'")
        width = _number(number, words[-1], "width", least=1)
        words = words[:colon]
    if words.count("->") != 1 or words[0] == "->" or words[-1] == "->":
        raise line_error(number, "a path reads SOURCE… -> TARGET… : WIDTH")
    arrow = words.index("->")
    sources, targets = tuple(words[:arrow]), tuple(words[arrow + 1 :])
    for ends in (sources, targets):
        for end in ends:
            if end not in known_ends:
                raise line_error(number, unknown("component", end, known_ends))
        if len(set(ends)) < len(ends):
            raise line_error(number, f"a component is listed twice in '{' '.join(ends)}'")
    return Path(names.name(sources, targets), sources, targets, width=width)


def _number(number: int, word: str, what: str, least: int = 0) -> int:
    if word.isascii() and word.isdigit() and len(word) < 10 and int(word) >= least:
        return int(word)
    raise line_error(number, f"{what} '{word[:40]}' must be an integer >= {least}")


def _read_options(text: str, components: dict[str, Component]) -> None:
    """Read an options text into `components`."""
    seen: set[tuple[str, str]] = set()
    section = ""

    def change(number: int, name: str, **fields: Any) -> None:
        if name not in components:
            raise line_error(number, unknown("component", name, components))
        if (section, name) in seen:
            raise line_error(number, f"'{name}' appears twice in {section}")
        seen.add((section, name))
        components[name] = msgspec.structs.replace(components[name], **fields)

    for number, words in lines_of(text):
        if words[0].startswith("."):
            section = words[0]
            if section not in OPTION_SECTIONS:
                what = f"unknown section '{section}'; known: {', '.join(OPTION_SECTIONS)}"
                raise line_error(number, what)
            if section == ".assign":
                external = components[EXTERNAL]
                if not any(used == ".assign" for used, _ in seen):
                    fields: dict[str, Any] = {"initial": InitialContents()}
                    components[EXTERNAL] = msgspec.structs.replace(external, **fields)
            for name in words[1:]:
                if section != ".temp":
                    raise line_error(number, f"'{section}' must be alone on its line")
                change(number, name, transient=True)
        elif section == ".assign":
            change(number, words[0], initial=_initial(number, words[1:]))
        elif section == ".memsize":
            if len(words) != 2:
                raise line_error(number, "a memory size reads COMPONENT SIZE")
            place = components.get(words[0])
            if place is not None and place.issue > 0:
                what = f"'{words[0]}' is a PE; .memsize is for memories"
                raise line_error(number, what)
            change(number, words[0], capacity=_number(number, words[1], "size"))
        elif section == ".port":
            if len(words) != 3:
                raise line_error(number, "ports read COMPONENT IN OUT (0: unlimited)")
            entering = _number(number, words[1], "ports") or None
            leaving = _number(number, words[2], "ports") or None
            change(number, words[0], write_ports=entering, read_ports=leaving)
        else:
            what = f"'{words[0]}' is in no section; known: {', '.join(OPTION_SECTIONS)}"
            raise line_error(number, what)


def _initial(number: int, words: list[str]) -> InitialContents:
    """Return the contents in `A B { 2 C D E }`."""
    values: list[str] = []
    choices: list[Choice] = []
    rest: Iterator[str] = iter(words)
    for word in rest:
        if word == "}":
            raise line_error(number, "'}' without '{'")
        if word != "{":
            values.append(word)
            continue
        at_most = _number(number, next(rest, ""), "the number after '{'")
        of: list[str] = []
        for inner in rest:
            if inner in ("{", "}"):
                break
            of.append(inner)
        else:
            inner = "the end of the line"
        if inner != "}":
            raise line_error(number, f"expected '}}', found {inner}")
        choices.append(Choice(at_most, tuple(dict.fromkeys(of))))
    for choice in choices:
        for name in choice.of:
            if name in values:
                raise line_error(number, f"'{name}' is held for certain, so no choice")
    return InitialContents(tuple(dict.fromkeys(values)), tuple(choices))
