"""What is written in a format is read as the same program, or it is refused: random graphs."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import xyzmap
from models.data.dfg import Dfg
from models.errors import NotSupportedError
from models.notes import noted
from shell.graph_files import load_dfg, save_dfg
from tests.models.drawn_graphs import Meaning, drawn, executed

Trip = Callable[[Dfg, Path], Dfg]


def through(name: str, dialect: str | None = None, **options: str) -> Trip:
    """Return the trip through files, of which one has this name; `options` are for the reader."""

    def trip(dfg: Dfg, folder: Path) -> Dfg:
        for old in folder.iterdir():
            old.unlink()
        path = folder / name
        save_dfg(dfg, str(path), dialect)
        return load_dfg(str(path if path.is_file() else folder / "top"), **options)

    return trip


def as_it_is(dfg: Dfg) -> dict[str, str]:
    """Return the options by which a graph is read again that has constants and inputs, or none."""
    return {
        "constants": "immediate" if dfg.constants else "operations",
        "sources": "inputs" if dfg.inputs else "operations",
    }


TRIPS: dict[str, Trip] = {
    "json": through("top.json"),
    "dfgmap": through("top.txt"),
    "dot": lambda dfg, folder: through("top.dot", **as_it_is(dfg))(dfg, folder),
    "genmap": through("top.gv", "genmap"),
    "satmapit": through("top_nodes"),
    "ccf": through("top_edge.txt"),
    "networkx": lambda dfg, _: xyzmap.dfg_from_networkx(xyzmap.to_networkx(dfg)),
}
NUMBERED = ("satmapit", "ccf")
"""Formats whose names are numbers."""


def names_after(dfg: Dfg, format_: str) -> dict[str, str]:
    """Return the other names that values get: their places, unless all are numbers."""
    names = (*(o.name for o in dfg.operations), *dfg.inputs, *(c.name for c in dfg.constants))
    if format_ not in NUMBERED or all(re.fullmatch(r"0|[1-9]\d{0,7}", name) for name in names):
        return {}
    return {name: str(place) for place, name in enumerate(names)}


class Outcome(NamedTuple):
    """What a trip came to: the graph unless it was refused, and what is different."""

    dfg: Dfg | None
    differences: list[str]


def outcome(dfg: Dfg, format_: str, folder: Path) -> Outcome:
    """Return the graph after a format, and how it differs; None where the writer refuses."""
    try:
        with noted():
            found = TRIPS[format_](dfg, folder)
    except NotSupportedError:
        return Outcome(None, [])
    except Exception as error:
        return Outcome(None, [f"{type(error).__name__} {error}"])
    return Outcome(found, differences(executed(dfg, names_after(dfg, format_)), executed(found)))


def differences(wanted: Meaning, found: Meaning) -> list[str]:
    """Return which members of the meaning of two graphs differ, and how, in a few words each."""
    lines = []
    for member in Meaning._fields:
        a, b = getattr(wanted, member), getattr(found, member)
        if a == b:
            continue
        if isinstance(a, set) or a.keys() != b.keys():
            lost, gained = set(a) - set(b), set(b) - set(a)
            lines += [f"{member} lost"] * bool(lost) + [f"{member} gained"] * bool(gained)
        elif member == "operations":
            kinds = ("words", "latencies", "effects")
            changed = [k for n, k in enumerate(kinds) if any(a[x][n] != b[x][n] for x in a)]
            lines += [f"operations {kind}" for kind in changed]
        else:
            lines.append(f"{member} numbers")
    return lines


SHARES = {
    "json": 1.0, "networkx": 1.0, "dot": 0.55, "genmap": 0.45, "satmapit": 0.5,
    "ccf": 0.45, "dfgmap": 0.15,
}  # fmt: skip
"""How many of the graphs each format has to carry at least: refusing all is no way to pass."""


def test_formats_keep_what_graphs_do(tmp_path: Path, amount: Callable[[int], int]) -> None:
    """Tests every format on graphs of everything: results, effects, orders and latencies."""
    count = amount(2000)
    carried: Counter[str] = Counter()
    wrong = []
    for seed in range(count):
        dfg = drawn(random.Random(seed))
        for name in TRIPS:
            found = outcome(dfg, name, tmp_path)
            wrong += [f"{name}, seed {seed}: {line}" for line in found.differences]
            if name == "json":
                assert found.dfg == dfg, seed
            if found.dfg is not None:
                carried[name] += 1
    assert not wrong, "\n".join(wrong[:20])
    assert {name: n for name, n in carried.items() if n < SHARES[name] * count} == {}
