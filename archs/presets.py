"""The named architectures: `kind:size,option=value,…`, as data.

A preset is a small function from `Spec` to an architecture; its docstring is what
`python -m archs` shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from archs.generators import (
    SIDES,
    Build,
    Cell,
    Tile,
    add_roms,
    grid,
    neighbours,
    pe_names,
    side,
)
from models.architecture import Architecture, InitialContents
from models.errors import InputError

RIGHT_DOWN: tuple[Cell, ...] = ((0, 1), (1, 0))
FOUR_WAYS: tuple[Cell, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass(frozen=True)
class Spec:
    """A preset's arguments, all of them checked. `io` is a pair of sides, or `all` twice."""

    name: str
    rows: int
    columns: int
    io: tuple[str, str]
    registers: int | None = 2
    units: int = 1
    width: int | None = 1
    latency: int = 0
    intermediates: bool = False
    max_contexts: int | None = None
    entries: int = 1
    contents: Mapping[str, InitialContents] = field(default_factory=dict)
    external_inputs: tuple[str, ...] | None = None

    def start(self, names: Mapping[Cell, str]) -> Build:
        """Return a build with a PE per name."""
        build = Build(self.name, self.width, self.latency)
        build.place(names.values(), Tile(self.registers, self.units))
        return build

    def join(self, build: Build, names: Mapping[Cell, str]) -> Architecture:
        """Add the external memory and its ports at the sides of `io`, and finish."""
        build.external(self.intermediates, self.external_inputs)
        entries, exits = (side(self.rows, self.columns, where) for where in self.io)
        build.ports([names[cell] for cell in entries], [names[cell] for cell in exits])
        return build.finish(self.max_contexts)


def _ring(spec: Spec) -> Architecture:
    """A one-way ring of N PEs pe0 … ; a path from and to the external memory at each PE."""
    names = pe_names(1, spec.columns, flat=True)
    build = spec.start(names)
    for a, b in neighbours(1, spec.columns, ((0, 1),), wrap=True):
        build.link(names[a], names[b])
    return spec.join(build, names)


def _line(spec: Spec) -> Architecture:
    """A line of N PEs pe0 … with two-way neighbour paths; external memory at each PE."""
    names = pe_names(1, spec.columns, flat=True)
    build = spec.start(names)
    for a, b in neighbours(1, spec.columns, ((0, 1), (0, -1))):
        build.link(names[a], names[b])
    return spec.join(build, names)


def _full(spec: Spec) -> Architecture:
    """N PEs pe0 … with a path between every two of them; external memory at each PE."""
    names = pe_names(1, spec.columns, flat=True)
    build = spec.start(names)
    for a in names.values():
        for b in names.values():
            if a != b:
                build.link(a, b)
    return spec.join(build, names)


def _mesh(spec: Spec) -> Architecture:
    """PEs pe_r_c with two-way neighbour paths; memory into the top row, out of the bottom row.

    With these defaults it is the array of the SAT-mapping paper's AES benchmark.
    """
    return _four_ways(spec, wrap=False)


def _torus(spec: Spec) -> Architecture:
    """A mesh whose opposite edges are joined as well; external memory as in a mesh."""
    return _four_ways(spec, wrap=True)


def _four_ways(spec: Spec, wrap: bool) -> Architecture:
    names = pe_names(spec.rows, spec.columns)
    build = spec.start(names)
    for a, b in neighbours(spec.rows, spec.columns, FOUR_WAYS, wrap):
        build.link(names[a], names[b])
    return spec.join(build, names)


def _systolic(spec: Spec) -> Architecture:
    """PEs pe_r_c with paths right and down, a ROM each; memory into the left, out of the bottom.

    The array of the SAT-mapping paper's matrix-multiplication benchmark. The ROMs rom_r_c have
    unlimited paths and are empty unless filled.
    """
    names = pe_names(spec.rows, spec.columns)
    build = spec.start(names)
    for a, b in neighbours(spec.rows, spec.columns, RIGHT_DOWN):
        build.link(names[a], names[b])
    add_roms(build, names, spec.contents)
    return spec.join(build, names)


def _single(spec: Spec) -> Architecture:
    """One PE pe0, with `entries` paths from the external memory and one back."""
    build = spec.start({(0, 0): "pe0"})
    build.external(spec.intermediates, spec.external_inputs)
    build.ports(["pe0"] * spec.entries, ["pe0"])
    return build.finish(spec.max_contexts)


@dataclass(frozen=True)
class Preset:
    """A named architecture: its builder, the form of its size, and its default `io`."""

    build: Callable[[Spec], Architecture]
    size: str
    io: str = ""
    largest: int = 4096
    extra: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """The first sentence of the builder's docstring."""
        return (self.build.__doc__ or "").split("\n")[0]


PRESETS: dict[str, Preset] = {
    "single": Preset(_single, "", extra=("entries",)),
    "line": Preset(_line, "N", "all"),
    "ring": Preset(_ring, "N", "all"),
    "full": Preset(_full, "N", "all", largest=64),
    "mesh": Preset(_mesh, "RxC", "top-bottom"),
    "torus": Preset(_torus, "RxC", "top-bottom"),
    "systolic": Preset(_systolic, "RxC", "left-bottom"),
}

OPTIONS: dict[str, str] = {
    "registers": "N or unlimited: values a PE holds (default 2)",
    "units": "N: operations a PE starts per cycle (default 1)",
    "width": "N or unlimited: values a path carries per cycle (default 1)",
    "latency": "N: extra cycles of a path between PEs or to the external memory (default 0)",
    "io": "all, SIDE, or IN-OUT, of top, bottom, left, right: where the external memory joins",
    "intermediates": "yes or no: the external memory may hold intermediate values (default no)",
    "max_contexts": "N or unlimited: the largest initiation interval (default unlimited)",
    "entries": "N: paths into the PE (single only, at most 64, default 1)",
}


def architecture_preset(
    spec: str,
    contents: Mapping[str, InitialContents] | None = None,
    external_inputs: tuple[str, ...] | None = None,
) -> Architecture:
    """Return the preset architecture `kind:size,option=value,…`, such as `mesh:3x3,registers=4`.

    `contents` fills the ROMs of `systolic` in cycle 0, by name; `external_inputs` are the
    inputs that the external memory holds then, by default all. Raises `InputError` on unknown
    kinds and options and on sizes below 1 or above 64x64.
    """
    head, *rest = spec.split(",")
    kind, _, size = head.partition(":")
    if kind not in PRESETS:
        raise InputError(f"unknown preset '{kind}'; known: {', '.join(PRESETS)}", spec)
    preset = PRESETS[kind]
    if "=" in size:
        rest, size = [size, *rest], ""
    rows, columns = _size(preset, kind, size, spec)
    values = _options(preset, kind, rest, spec)
    known_roms = {f"rom_{r}_{c}" for r, c in grid(rows, columns)} if kind == "systolic" else set()
    for rom in contents or {}:
        if rom not in known_roms:
            raise InputError(f"'{kind}' has no memory '{rom}' to fill", spec)
    return preset.build(
        Spec(
            name=spec,
            rows=rows,
            columns=columns,
            io=_io(preset, kind, values.get("io", preset.io), spec),
            registers=_count(values, "registers", 2, 1, True, spec),
            units=_count(values, "units", 1, 1, False, spec) or 1,
            width=_count(values, "width", 1, 1, True, spec),
            latency=_count(values, "latency", 0, 0, False, spec) or 0,
            intermediates=_yes(values.get("intermediates", "no"), spec),
            max_contexts=_count(values, "max_contexts", None, 1, True, spec),
            entries=_count(values, "entries", 1, 1, False, spec, most=64) or 1,
            contents=contents or {},
            external_inputs=external_inputs,
        )
    )


def _size(preset: Preset, kind: str, text: str, spec: str) -> tuple[int, int]:
    if not preset.size:
        if text:
            raise InputError(f"'{kind}' takes no size", spec)
        return 1, 1
    example = "4" if preset.size == "N" else "4x4"
    limit = str(preset.largest) if preset.size == "N" else "64x64"
    words = text.split("x") if preset.size == "RxC" else ["1", text]
    if len(words) == 2 and all(w.isascii() and w.isdigit() and len(w) < 6 for w in words):
        rows, columns = map(int, words)
        most = preset.largest if preset.size == "N" else 64
        if 1 <= rows <= most and 1 <= columns <= most:
            return rows, columns
    shown = f"size '{text[:40]}'" if text else "no size"
    what = f"{shown}: '{kind}' takes {preset.size}, from 1 to {limit}, such as {kind}:{example}"
    raise InputError(what, spec)


def _options(preset: Preset, kind: str, words: list[str], spec: str) -> dict[str, str]:
    allowed = [name for name in OPTIONS if name != "entries" or name in preset.extra]
    if not preset.io:
        allowed.remove("io")
    found: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign:
            raise InputError(f"'{word}' is no option; write OPTION=VALUE", spec)
        if name not in allowed:
            what = f"unknown option '{name}' of '{kind}'; known: {', '.join(allowed)}"
            raise InputError(what, spec)
        if name in found:
            raise InputError(f"option '{name}' is given twice", spec)
        found[name] = value
    return found


def _count(
    values: dict[str, str],
    name: str,
    default: int | None,
    least: int,
    unlimited: bool,
    spec: str,
    most: int = 999_999,
) -> int | None:
    text = values.get(name)
    if text is None:
        return default
    if unlimited and text == "unlimited":
        return None
    if text.isascii() and text.isdigit() and len(text) < 7 and least <= int(text) <= most:
        return int(text)
    allowed = f"an integer from {least} to {most}" + (", or unlimited" if unlimited else "")
    raise InputError(f"{name} '{text[:40]}' must be {allowed}", spec)


def _io(preset: Preset, kind: str, text: str, spec: str) -> tuple[str, str]:
    if not preset.io:
        return "all", "all"
    words = text.split("-")
    if len(words) <= 2 and all(word in (*SIDES, "all") for word in words):
        return words[0], words[-1]
    raise InputError(f"io '{text[:40]}' must be {OPTIONS['io']}", spec)


def _yes(text: str, spec: str) -> bool:
    if text in ("yes", "no"):
        return text == "yes"
    raise InputError(f"intermediates '{text[:40]}' must be yes or no", spec)
