"""What users of other tools write is read as the same program: random graphs as such texts."""

from __future__ import annotations

import linecache
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import xyzmap
from models.data.dfg import Constant, Dfg, Initial
from models.errors import NotSupportedError
from models.formats.morpher_dfg import dfg_from_morpher
from models.notes import noted
from models.semantics.needed import unneeded
from tests.models.drawn_graphs import PLAIN, drawn, executed
from tests.models.emitted_graphs import kernel_text, morpher_text
from tests.models.format_trips import differences

Read = Callable[[str, Path], Dfg]


def from_kernel(text: str, folder: Path) -> Dfg:
    path = folder / "kernel.py"
    path.write_text(text)
    linecache.checkcache()
    found: dict[str, Any] = {"__name__": "drawn"}
    exec(compile(text, str(path), "exec"), found)
    return xyzmap.kernel(found["kernel"])


def whole(dfg: Dfg) -> Dfg:
    """Return a graph whose numbers are whole, where the text has no others."""
    constants = tuple(Constant(c.name, int(c.value) % 2**31) for c in dfg.constants)
    initial = tuple(
        Initial(b.value, tuple(int(n) for n in b.numbers if not isinstance(n, str)))
        for b in dfg.initial
    )
    return replace(dfg, constants=constants, initial=initial)


def near(dfg: Dfg) -> Dfg:
    """Return a graph that reads no value later than an iteration after."""
    operations = tuple(
        replace(o, operands=tuple(replace(x, distance=min(x.distance, 1)) for x in o.operands))
        for o in dfg.operations
    )
    order = tuple(replace(edge, distance=min(edge.distance, 1)) for edge in dfg.order)
    return replace(dfg, operations=operations, order=order)


TEXTS: dict[str, tuple[Callable[[Dfg], str], Read, set[str], dict[str, int]]] = {
    "morpher": (
        morpher_text,
        lambda text, _: dfg_from_morpher(text, "f.xml", "top", inputs=True),
        {"carried", "constants", "effects", "order", "guarded"},
        PLAIN,
    ),
    "kernel": (
        kernel_text,
        from_kernel,
        {"carried", "constants", "names", "initial", "several", "late inputs"},
        PLAIN,
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts_are_read_as_what_they_say(
    name: str, tmp_path: Path, amount: Callable[[int], int]
) -> None:
    """Tests results and effects by numbers, after texts without a writer."""
    write, read, features, words = TEXTS[name]
    count, carried, wrong = amount(400), 0, []
    for seed in range(count):
        chance = random.Random(f"{name} {seed}")
        own = {feature for feature in sorted(features) if chance.random() < 0.6}
        dfg = drawn(chance, own | ({"names"} & features), words)
        dfg = {"kernel": whole, "morpher": near}.get(name, lambda same: same)(dfg)
        try:
            text = write(dfg)
        except NotSupportedError:
            continue
        with noted():
            found = read(text, tmp_path)
        carried += 1
        wanted, is_ = executed(dfg), executed(found)
        lines = differences(wanted, is_)
        if name == "kernel":  # inner expressions have other names
            lines = [line for line in lines if line.startswith("results")]
        elif name == "morpher":
            wanted = wanted._replace(results={n: wanted.results[n] for n in is_.results})
            lines = differences(wanted, is_)
            lines += ["a value that is needed for nothing"] * bool(unneeded(found))
        wrong += [f"seed {seed}: {line}" for line in lines]
    assert not wrong, "\n".join(wrong[:20])
    assert carried > count / 3
