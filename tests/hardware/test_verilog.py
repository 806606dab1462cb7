"""Whole arrays in Icarus Verilog: a run of words leaves what the loop computes, and says so."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from bench.hardware_loops import ARRAYS, loop, mapped
from hardware.model.machine import machine_of
from hardware.model.realise import Form, difference, realised
from hardware.model.reference import reference
from hardware.model.stimulus import random_stimulus
from hardware.verilog.project import SOURCES, array_files, run_files
from models.data.dfg import Constant, Dfg, Initial, Operator, OrderEdge
from models.errors import InputError
from models.register_files.files import KINDS
from models.register_files.registers import Registers, allocate
from programs.llvm.read import read_graph
from tests import hanging
from tests.hardware.icarus import needs_icarus, printed, require_pass
from tests.hardware.test_verilated import VERILATOR, needs_verilator
from tests.models.mappings import accumulator, operations


@needs_icarus
@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("seed", range(12))
def test_mixed_files(seed: int, tmp_path: Path) -> None:
    """Tests arrays whose files are of different kinds: the words and the Verilog of each."""
    case = mapped(loop(seed, most=9), ARRAYS[seed * 5 % len(ARRAYS)])
    assert case is not None
    problem, full = case
    arch, draw = problem.arch, random.Random(seed)
    while True:  # ends with files that move where others have no registers for this mapping
        parts = tuple(replace(part, file=draw.choice(KINDS)) for part in arch.components)
        own = replace(problem, arch=replace(arch, components=parts))
        if isinstance(allocate(own, full, "own"), Registers):
            break
    require_pass((own, full), Form("own", 32, iterations=2 + seed % 9), tmp_path, seed)


@needs_icarus
@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize("seed", range(36))
def test_random_loops(seed: int, tmp_path: Path) -> None:
    """Tests that Verilog computes random loops on real arrays: every kind of file and width."""
    dfg = typed(loop(seed, most=24 if seed % 6 == 5 else 9), seed)
    case = mapped(dfg, ARRAYS[seed * 7 % len(ARRAYS)])
    assert case is not None
    width, signed = (16, 32, 33, 64)[seed % 4], bool(seed % 3)
    for kind in (KINDS[seed % 4], "moves"):
        try:
            require_pass(case, Form(kind, width, signed, 2 + seed % 11), tmp_path, seed)
        except InputError as error:
            assert kind in ("static", "rotating") and "possible: moves" in str(error)
        else:
            return


def typed(dfg: Dfg, seed: int) -> Dfg:
    """A graph some of whose operators have types, in every third."""
    if seed % 3:
        return dfg
    source = random.Random(seed)
    rows = (
        row if row.effect else replace(row, type=source.choice((None, "i16", "u8", "i7")))
        for row in dfg.operators
    )
    return replace(dfg, operators=tuple(rows))


@needs_icarus
@pytest.mark.parametrize("ports", ["total:2", "row:1", "total:3"])
def test_shared_ports(ports: str, tmp_path: Path) -> None:
    """Tests loads and stores of several elements over fewer ports of the memory."""
    rows = (Operator("load", 1, effect=True), Operator("store", 2, effect=True), Operator("add", 2))
    steps = operations("l0 load x; l1 load l0@1; l2 load l1@1; s add l0 l1; t store x s")
    loads = ("l0", "l1", "l2")
    order = [OrderEdge(name, "t") for name in loads] + [OrderEdge("t", name, 1) for name in loads]
    dfg = Dfg("ports", rows, ("x",), steps, ("l2",), order=tuple(order))
    case = mapped(dfg, f"mesh:2x2,io=all,registers=4,ports={ports}")
    assert case is not None
    made = require_pass(case, Form("moves", 16), tmp_path)
    contexts = [w.context for w in made.words.slots if w.opcode == "load"]
    assert ports != "total:3" or len(set(contexts)) < len(contexts)


@needs_icarus
@pytest.mark.parametrize("condition", ["if", "unless"])
def test_predicated_accesses(condition: str, tmp_path: Path) -> None:
    """Tests loads and stores that happen in some iterations, beside plain ones."""
    rows = (
        Operator("and", 2),
        Operator("add", 2),
        Operator("load", 1, effect=True),
        Operator(f"load.{condition}", 2, effect=True),
        Operator(f"store.{condition}", 3, effect=True),
    )
    steps = operations(
        f"p and x one; a and x seven; l load a; m load.{condition} p a; s add l m;"
        f" t store.{condition} p a s"
    )
    order = [OrderEdge(name, "t") for name in "lm"] + [OrderEdge("t", name, 1) for name in "lm"]
    constants = (Constant("one", 1), Constant("seven", 7))
    dfg = Dfg("predicated", rows, ("x",), steps, ("m",), constants, tuple(order))
    case = mapped(dfg, "mesh:2x2,io=all,registers=4,ports=total:1")
    assert case is not None
    loaded = reference(dfg, "i16", 12, random_stimulus(dfg, "i16", 12, 10)).outputs["m"]
    assert 0 < loaded.count(0) < 12
    made = require_pass(case, Form("moves", 16), tmp_path)
    assert difference(dfg, made.machine, made.words) is None


@needs_icarus
def test_streams_of_operations(tmp_path: Path) -> None:
    """Tests operations that take and give numbers of streams themselves, and constants."""
    operators = (
        Operator("input", 0, effect=True),
        Operator("output", 1, effect=True),
        Operator("const", 0),
        Operator("add", 2),
    )
    dfg = Dfg(
        "pads",
        operators,
        (),
        operations("x input; k const; s add x s@2; t add s k; y output t"),
        initial=(Initial("s", (5, -7)),),
    )
    case = mapped(dfg, "lisa:2x2")
    assert case is not None
    require_pass(case, Form("unroll", 20), tmp_path)


@needs_icarus
def test_numbers_of_inputs(tmp_path: Path) -> None:
    """Tests a value that begins with the number that an input has in the first iteration."""
    problem, full = accumulator()
    dfg = replace(
        problem.dfg,
        operators=(Operator("fma", 3),),
        operations=(replace(problem.dfg.operations[0], operator="fma"),),
        initial=(Initial("s", ("b",)),),
    )
    require_pass((replace(problem, dfg=dfg), full), Form("static", 8), tmp_path)


@needs_icarus
def test_differences_and_waveform(tmp_path: Path) -> None:
    """Tests that a word that is not the mapping's is told, and that a waveform is written."""
    case = mapped(loop(3, most=6), "mesh:2x2,io=all")
    assert case is not None
    made = realised(*case, Form("moves"))
    last = made.words.deliveries[-1]
    words = replace(made.words, deliveries=made.words.deliveries[:-1])
    files = run_files(made.machine, words, case[0].dfg)
    out = printed(tmp_path, files, "+vcd")
    missing = [line for line in out.splitlines() if line.startswith(f"FAIL stream {last.stream} ")]
    assert len(missing) == words.iterations and "PASS" not in out
    assert (tmp_path / "testbench.vcd").stat().st_size > 1000


@needs_icarus
@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("spec", ["hycube:2x2", "lisa:2x2", "hycube:4x4", "lisa:3x3"])
def test_acyclic(spec: str, tmp_path: Path) -> None:
    """Tests arrays whose lanes through switches are there once per hop."""
    for seed in range(3):
        case = mapped(loop(seed, most=12), spec)
        assert case is not None
        require_pass(case, Form("moves", 16), tmp_path, seed, acyclic=True)


PRESETS = ("mesh:2x2", "torus:2x2,width=2", "adres:2x2", "satmapit:2x2", "hycube:2x2", "lisa:2x2")


@needs_verilator
@pytest.mark.process(keep=1)
@pytest.mark.parametrize("kind", KINDS)
def test_lint(kind: str, tmp_path: Path) -> None:
    """Tests that Verilator warns of nothing but what the files themselves name."""
    plain = [(spec, False) for spec in PRESETS]
    for spec, acyclic in (*plain, ("hycube:2x2", True), ("lisa:2x2", True)):
        machine = machine_of(architecture_preset(spec), kind=kind)
        files = array_files(machine, acyclic=acyclic)
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        waived = "UNOPTFLAT" in files["datapath.v"]
        assert waived == (not acyclic and spec.startswith(("hycube", "lisa")))
        assert VERILATOR is not None
        words = [VERILATOR, "--lint-only", "-Wall", "--top-module", "array", *SOURCES]
        done = subprocess.run(
            words, cwd=tmp_path, text=True, capture_output=True, timeout=hanging.SECONDS
        )
        assert (done.returncode, done.stderr) == (0, ""), spec


LOOPS = str(Path(__file__).parents[2] / "examples/data/loops.ll")
INTEGER = """
    copy_bytes reverse prefix dot64 scatter shift_two interleave strided find_first length gcd
    collatz first_difference count_bits fill_until search_two clip_sum threshold odd_even maximum
    classify compact two_sided weight move sum_list list_has mix squares clamp_all hash bubble
    matvec triangle
""".split()
FLOATING = ["saxpy", "absolute", "smooth", "horner"]


@needs_icarus
@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("name", [*FLOATING, *INTEGER])
def test_loops(name: str, tmp_path: Path) -> None:
    """Tests loops with pointers, exits, branches, structures and calls, in words of 64 bits."""
    graph = read_graph(LOOPS, name, None, (), False)
    case = mapped(graph.dfg, "hycube:4x4", 200)
    assert case is not None
    made = require_pass(case, Form("moves", 64), tmp_path)
    assert difference(graph.dfg, made.machine, made.words) is None
