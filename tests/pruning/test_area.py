"""Smallest arrays in transistors: pieces add up, the minimum is one, and certificates hold."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path as Folder
from typing import Any

import msgspec
import pytest

from archs.presets import architecture_preset
from bench.hardware_loops import loop
from hardware.model.machine import lanes_fixed, machine_of
from models.data.architecture import Architecture, Component, InitialContents, Path
from models.data.problem import Problem
from pruning import __main__ as prune_arch
from pruning import gate_prices
from pruning.features import KINDS, Feature, Parts
from pruning.gates import pieces, units_key, unmeasured, unpriced
from pruning.prices import Prices
from pruning.prunable import Kernel
from pruning.question.objective import Objective
from pruning.verification import gates
from pruning.verification.parts import parts as verified_parts
from solvers.verify import main as verify
from tests.pruning.commands import ring_files
from tests.pruning.small import setting, small_array, small_graph
from tests.solvers.command_line import answered
from xyzmap import min_ii

PLACES = ("elements", "memories", "paths")
PRICED = tuple(kind for kind in KINDS if kind != "operators")


def limited(arch: Architecture, width: int | None = 1) -> Architecture:
    """An array with a number wherever hardware needs one, and paths of some width at least."""
    replace = msgspec.structs.replace
    parts = [
        part if part.capacity is not None or not part.issue else replace(part, capacity=2)
        for part in arch.components
    ]
    paths = [replace(path, width=path.width or width) for path in arch.paths]
    changed: Architecture = replace(arch, components=tuple(parts), paths=tuple(paths))
    return changed


def some_prices(source: random.Random, arch: Architecture) -> Prices:
    """Prices of which those of multiplexers grow in steps of any size."""

    def rising() -> tuple[int, ...]:
        steps = (source.choice((0, 3, 5, 30, 41, 90)) for _ in range(29))
        return (0, *accumulate(steps))

    names = {units_key(slot) for slot in machine_of(arch).slots if slot.units}
    few = [source.randint(0, 50) for _ in range(4)]
    units = {name: source.randint(20, 200) for name in names}
    return Prices("i32", rising(), rising(), *few, units)


def settings(count: int) -> Iterator[tuple[random.Random, Problem, Prices]]:
    for seed in range(count):
        source = random.Random(f"area {seed}")
        problem = Problem(small_graph(source), limited(small_array(source, 2 + seed % 3)))
        yield source, problem, some_prices(source, problem.arch)


def direct(arch: Architecture, prices: Prices) -> int:
    """The price of an array as it is, with everything there."""
    return sum(piece.price[len(piece.sources)] for piece in pieces(machine_of(arch), prices))


def agree(
    problem: Problem,
    prices: Prices,
    kinds: tuple[str, ...],
    removed: Iterable[Sequence[Feature]],
    keep: Sequence[str] = (),
) -> Architecture:
    """Fail unless weights, the array that is left and the verifier have one price; the last."""
    parts = Parts((problem,), kinds, frozenset(keep))
    _, scale = setting([Kernel(problem, 1, None)], Objective(kinds, prices=prices), keep)
    operators = {operator.name for operator in problem.dfg.operators}
    every = verified_parts(parts.whole, parts.whole, kinds, operators)
    listed = gates.pieces(parts.whole, prices, every)
    left = parts.whole
    for some in removed:
        off = parts.closed(some)
        on = [feature for feature in parts.features if feature not in off]
        left = parts.without(off)
        due = direct(left, prices)
        assert scale.of(on) + scale.always == due == scale.price(on)
        assert gates.transistors(listed, verified_parts(parts.whole, left, kinds, operators)) == due
    return left


def drawn(
    source: random.Random, problem: Problem, kinds: tuple[str, ...], keep: Sequence[str] = ()
) -> list[list[Feature]]:
    """Some sets of what can be removed."""
    features = Parts((problem,), kinds, frozenset(keep)).features
    most = min(len(features), 9)
    return [source.sample(features, source.randint(0, most)) for _ in range(5)] if most else []


def test_pieces_add_up() -> None:
    """Tests that weights and pieces are the price of what is left, as is what the verifier adds."""
    for source, problem, prices in settings(20):
        kinds = tuple(source.sample(PRICED, source.randint(1, len(PRICED))))
        if "paths" not in kinds:
            kinds = tuple(kind for kind in kinds if kind not in ("elements", "memories"))
        names = [part.name for part in problem.arch.components]
        keep = source.sample(names, source.randint(0, 1))
        if some := drawn(source, problem, kinds, keep):
            agree(problem, prices, kinds, some, keep)


def test_table() -> None:
    """Tests that the table has the presets' units, and that more sources never take less."""
    for word, prices in gate_prices.table().items():
        gates.require_prices(prices)
        assert prices.word == word
        machine = machine_of(architecture_preset("mesh:3x3"), int(word[1:]))
        assert set(gate_prices.prices_of(machine).units) == {units_key(machine.slots[0])}
        assert min(prices.select[2], prices.register[2], prices.delay, prices.slot) > 0


@pytest.mark.process
@pytest.mark.skipif(shutil.which("yosys") is None, reason="Yosys is not installed")
def test_table_is_of_yosys() -> None:
    """Tests that what is not in the table comes from Yosys, and is like what is."""
    kept = gate_prices.table()
    found = gate_prices.pieces_priced("i8")
    gates.require_prices(found)
    # Words of half the width take about half of everything that is as wide as a word.
    for n in range(2, 9):
        assert 1.6 < kept["i16"].select[n] / found.select[n] < 2.4
    assert found.delay * 2 == kept["i16"].delay
    assert found.delivery == kept["i16"].delivery


def test_certificate(tmp_path: Folder, capsys: Any) -> None:
    """Tests that the verifier finds the same sum, and lists no array of a huge size."""
    given = (*ring_files(tmp_path), "--cycles", "8", "--cost", "area")
    folder = tmp_path / "c"
    code, answer = answered(prune_arch.main, capsys, *given, "--certificate", str(folder))
    assert (code, answer["status"]) == (0, "optimal")
    assert answer["lower_bounds"] == {"transistors": answer["cost"]}
    assert verify([str(folder)]) == 0
    said = capsys.readouterr().out
    assert f"nothing of fewer than {int(answer['cost'])} transistors" in said
    assert "no choice of features that costs less than" in said
    record = json.loads((folder / "whole.json").read_text())
    next(part for part in record["components"] if part.get("issue"))["capacity"] = 10**12
    (folder / "whole.json").write_text(json.dumps(record))
    assert verify([str(folder)]) == 30
    assert "slots, registers and lanes" in capsys.readouterr().out


def test_crossbars_get_widths() -> None:
    """Tests that lanes out of crossbars are fixed where they would vary, which loses no mapping.

    The hardware is the same, and prices are those of what is left.
    """
    arch = architecture_preset("hycube:2x2,io=memory")
    source, names = random.Random(3), unmeasured(arch, PLACES)
    assert names == [f"xbar_{n}->fu_{n}" for n in ("0_0", "0_1", "1_0", "1_1")]
    fixed = lanes_fixed(arch, names, ())
    assert unpriced(arch, PLACES) is not None and unpriced(fixed, PLACES) is None
    assert {fixed.path_by_name[name].width for name in names} == {3}
    assert machine_of(fixed).lanes == machine_of(arch).lanes
    for seed in range(4):
        dfg = loop(seed, most=6)
        assert min_ii(dfg, arch, max_ii=3).value == min_ii(dfg, fixed, max_ii=3).value
    problem, prices = Problem(small_graph(random.Random(1)), fixed), some_prices(source, fixed)
    agree(problem, prices, PLACES, drawn(source, problem, PLACES))


def shared_path(*sources: Component) -> Architecture:
    """An array in which some sources and an element share a path."""
    elements = tuple(Component(f"pe{n}", issue=1, capacity=2) for n in range(2))
    shared = tuple(part.name for part in sources)
    ends = [(("ext",), ("pe0",)), ((*shared, "pe0"), ("pe1",)), (("pe1",), ("ext",))]
    ends += [(("pe0",), (part.name,)) for part in sources if part.switch]
    paths = tuple(Path(f"p{n}", *some, 1) for n, some in enumerate(ends))
    outside = Component("ext", initial="all", holds_intermediates=False)
    return Architecture("shared", (outside, *elements, *sources), paths, "ext")


ROM = Component("rom", initial=InitialContents(("a",)))
SWITCH = Component("switch", switch=True, capacity=0)


@pytest.mark.parametrize("part", [ROM, SWITCH], ids=lambda part: part.name)
def test_what_a_path_has_for_one_source(part: Component) -> None:
    """Tests that a path reads no stream, and is never idle, where what that is for is removed."""
    arch = shared_path(part)
    problem = Problem(small_graph(random.Random(1)), arch)
    prices = gate_prices.prices_of(machine_of(arch))
    left = agree(problem, prices, PLACES, [[Feature("memories", part.name)]])
    assert "p1" in left.path_by_name
    other = msgspec.structs.replace(part, name="other")
    assert "split it" in (unpriced(shared_path(part, other), PLACES) or "")
    assert unpriced(shared_path(part, other), ("paths",)) is None
