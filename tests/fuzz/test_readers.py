"""All readers of files: damaged ones are read whole or refused in one line; a table of formats.

What is read comes back from its own format, and other formats take or refuse it.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archs.faults import without
from archs.files import load_architecture
from archs.grid_file import grid_from_json, grid_from_toml
from archs.presets import PRESETS, architecture_preset
from bench.hardware_loops import loop, mapped
from hardware.model.realise import Form, realised
from hardware.words_json import words_from_json, words_to_json
from interchange.arrays.dfgmap_arch import architecture_from_dfgmap
from interchange.arrays.dfgmap_write import architecture_to_dfgmap, options_to_dfgmap
from interchange.arrays.morpher_arch import architecture_from_morpher
from interchange.graphs.ccf_write import dfg_to_ccf
from interchange.graphs.cgra_mapper_json import dfg_from_cgra_mapper
from interchange.graphs.dfgmap_dfg import dfg_from_dfgmap, dfg_to_dfgmap
from interchange.graphs.dot_dfg import dfg_from_dot
from interchange.graphs.dot_write import dfg_to_dot
from interchange.graphs.genmap_dfg import dfg_to_genmap
from interchange.graphs.morpher_dfg import dfg_from_morpher
from interchange.graphs.satmapit_dfg import dfg_to_satmapit
from learn.intervals.samples import Pair
from learn.intervals.samples import Sample as IntervalSample
from learn.intervals.samples import sample_from_line as interval_from_line
from learn.intervals.samples import sample_to_line as interval_to_line
from learn.labels.samples import read_samples, sample_from_line, sample_to_line
from learn.labels.weights import weights_from_json, weights_to_json
from models.data.architecture import Architecture
from models.data.constraints import Implies, Issues, Minimize, Selection, Sum, Term, Time, Transfers
from models.data.constraints import Pair as PairRule
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.errors import InputError
from models.formats.constraints_file import (
    Constraints,
    constraints_from_json,
    constraints_to_json,
)
from models.formats.native_json import (
    architecture_from_json,
    architecture_to_json,
    dfg_from_json,
    dfg_to_json,
    mapping_from_json,
    mapping_to_json,
)
from models.formats.operators_file import operators_from_json, with_operators
from models.formats.text_files import decode_text
from models.judge.checker import check
from shell.graph_files import load_dfg
from streaming.model.check import check as check_streaming
from streaming.model.engine import Engine
from streaming.model.program import program_from_json, program_to_json
from streaming.model.schedule import Placement, Schedule, schedule_from_json, schedule_to_json
from tests.fuzz import graphs
from tests.fuzz.checks import fuzzed, read_or_refused
from tests.fuzz.mutation import near, phrases, trees
from tests.learn.label_samples import made_samples, made_weights

TAGS = """<Node </Node> <DFG> </DFG> <OP> </OP> <Inputs> </Inputs> <Input <Outputs> </Outputs>
    <Output idx="1" idx="2" type="I1" type="PS" nextiter="1" CONST="3" /> > <!DOCTYPE &a;""".split()
DOT = ["node [opcode=phi]", '"%a = add i32 %b, 2"', "(1) add", *"""digraph strict { } [ ] -> -- = ;
    , : a 1 opcode label add const " subgraph /* */ # < > + edge phi distance=0 operand=rhs value=3
    style=invis result=true""".split()]  # fmt: skip
MAP = [*".i .o .f .m .n .p a b + * 2 c > <=".split(), "\n"]
ARRAY = [*""".pe .mem .com .assign .memsize .port .temp -> : { } a b 1 2 0 99
    _extmem""".split(), "\n", "\n"]  # fmt: skip
GRID = b"""rows = 2
columns = 3
preset = "s4"
wrap = "rows"
links = ["mesh", [1, 1]]
ops = ["alu"]
latencies = {add = 2}
regions = [{columns = 1, ops = ["mul"]}, {tiles = [[0, 0]], registers = 8}]
"""
GRID_WORDS = [*"""rows columns preset name links ops latencies regions tiles registers = [ ] { } ,
    "mesh" "hycube" "lisa" "mul" true 0 1 -1 65 9e9""".split(), "\n"]  # fmt: skip
GRID_JSON = json.dumps({"schema": "xyzmap/grid/1", **tomllib.loads(GRID.decode())}).encode()
PROBLEM = Problem(
    load_dfg(str(graphs.PICTURES / "dot.dfg.json")), architecture_preset("mesh:2x2,io=all"), 2
)
WRITERS = (dfg_to_dfgmap, dfg_to_dot, dfg_to_genmap, dfg_to_satmapit, dfg_to_ccf)
PROGRAMS = [
    (graphs.DATA / "streaming" / f"{n}.json").read_bytes() for n in ("distance", "ifft_loop")
]
PROGRAM = program_from_json(PROGRAMS[0], "p")


RULES = (
    Sum(name="s", of=(Term(z=Issues(class_="mul"), weight=5, used="tile"),), per="tile", at_most=4),
    PairRule(name="p", first=Issues(), second=Issues(context=1), never=("linked", "same")),
    Implies(name="i", if_any=Selection(y=Transfers(path="a*")), then_any=Selection(z=Issues())),
    Time(name="t", start="a", minus_end="b", equal=-2),
)
LEAST = (Minimize(name="m", of=(Term(z=Issues(), weight=-2),), per="context"),)


def graph(dfg: Dfg) -> None:
    assert dfg_from_json(dfg_to_json(dfg), "again") == dfg
    for write in WRITERS:
        read_or_refused(lambda write=write: write(dfg))  # type: ignore[misc]


def array(arch: Architecture) -> None:
    assert architecture_from_json(architecture_to_json(arch), "again") == arch
    read_or_refused(lambda: architecture_to_dfgmap(arch))
    read_or_refused(lambda: options_to_dfgmap(arch))


def again(read: Callable[[Any, str], Any], write: Callable[[Any], Any]) -> Callable[[Any], None]:
    def require(found: Any) -> None:
        assert read(write(found), "again") == found

    return require


def mapping(found: Any) -> None:
    assert mapping_from_json(mapping_to_json(found), "again") == found
    check(PROBLEM, found)  # whatever a mapping says, the checker has an opinion


def schedule(found: Schedule) -> None:
    assert schedule_from_json(schedule_to_json(found), "again") == found
    read_or_refused(lambda: check_streaming(PROGRAM, found))


def small_words() -> bytes:
    """A small loop on hardware."""
    case = mapped(loop(3, most=5), "mesh:2x2,io=all")
    assert case is not None
    form = Form("moves", iterations=4, address_bits=4)
    return words_to_json(realised(*case, form).words).encode()


def small_weights() -> bytes:
    whole = json.loads(weights_to_json(made_weights()))
    for name, matrix in whole["parameters"].items():
        whole["parameters"][name] = [[0.5] * len(row) for row in matrix]
    return json.dumps(whole).encode()


def placed() -> bytes:
    names = [instruction.name for instruction in PROGRAM.instructions]
    places = tuple(Placement(name, n % 4, 5 * n) for n, name in enumerate(names))
    return schedule_to_json(Schedule(PROGRAM.name, Engine(tiles=4), 4, places)).encode()


@dataclass(frozen=True)
class Reader:
    """A format: examples, what reads it, what must hold of what was read, and its words.

    `read` takes the bytes and a random number, for its options. Of JSON the tree is damaged, too.
    """

    examples: Callable[[], Sequence[bytes]]
    read: Callable[[bytes, int], Any]
    sound: Callable[[Any], None] = lambda found: None
    words: Sequence[str] = ()
    tree: bool = True
    amount: int = 60

    def files(self) -> st.SearchStrategy[bytes]:
        examples = self.examples()
        found = near(examples, [word.encode() for word in self.words])
        if self.tree:
            return found | trees(examples)
        return found | phrases(self.words) if self.words else found


def text(read: Callable[[str, int], Any]) -> Callable[[bytes, int], Any]:
    return lambda data, n: read(decode_text(data, "f"), n)


WAYS = ("immediate", None)
INTERVALS = IntervalSample(3, "loop", graphs.dfg(2), (Pair("mesh:2x2", 1, 2),))
READERS = {
    "dfg": Reader(lambda: graphs.DFG_JSON, lambda d, n: dfg_from_json(d, "f"), graph),
    "dfgmap": Reader(
        lambda: graphs.DFGMAP_DFG, text(lambda t, n: dfg_from_dfgmap(t, "f")), graph, MAP, False
    ),
    "dot": Reader(
        lambda: graphs.DOT, text(lambda t, n: dfg_from_dot(t, "f", "g", WAYS[n % 2], None)),
        graph, DOT, False, 80,
    ),
    "cgra mapper": Reader(
        lambda: graphs.CGRA_MAPPER, lambda d, n: dfg_from_cgra_mapper(d, "f", "g"), graph
    ),
    "morpher": Reader(
        lambda: graphs.MORPHER_DFG,
        text(lambda t, n: dfg_from_morpher(t, "f", "g", n % 2 == 0, n % 2 == 1)),
        graph, TAGS, False,
    ),
    "operators": Reader(
        lambda: graphs.OPERATORS,
        lambda d, n: with_operators(graphs.dfg(n % 3), operators_from_json(d, "f"), "f"), graph,
    ),
    "constraints": Reader(
        lambda: [constraints_to_json(Constraints(RULES, LEAST)).encode()],
        lambda d, n: constraints_from_json(d, "f"),
        again(constraints_from_json, constraints_to_json),
    ),
    "array": Reader(
        lambda: graphs.ARCHITECTURE_JSON, lambda d, n: architecture_from_json(d, "f"), array
    ),
    "grid": Reader(
        lambda: [GRID], lambda d, n: grid_from_toml(d, "f"), array, GRID_WORDS, False
    ),
    "grid json": Reader(lambda: [GRID_JSON], lambda d, n: grid_from_json(d, "f"), array),
    "morpher array": Reader(
        lambda: graphs.MORPHER_ARCHITECTURE, lambda d, n: architecture_from_morpher(d, "f"), array
    ),
    "dfgmap array": Reader(
        lambda: graphs.DFGMAP_ARCHITECTURE,
        text(lambda t, n: architecture_from_dfgmap(t, "f", (-1, 0, 2, 2**40)[n % 4], n % 3)),
        array, ARRAY, False,
    ),
    "dfgmap options": Reader(
        lambda: graphs.DFGMAP_OPTIONS,
        text(lambda t, n: architecture_from_dfgmap(
            graphs.DFGMAP_ARCHITECTURE[0].decode(), "f", options_text=t, options_where="g")),
        array, ARRAY, False,
    ),
    "mapping": Reader(
        lambda: [graphs.MAPPING], lambda d, n: mapping_from_json(d, "f"),
        mapping,
    ),
    "words": Reader(
        lambda: [small_words()], lambda d, n: words_from_json(d, "f"),
        again(words_from_json, words_to_json),
    ),
    "program": Reader(
        lambda: PROGRAMS, lambda d, n: program_from_json(d, "f"),
        again(program_from_json, program_to_json),
    ),
    "schedule": Reader(lambda: [placed()], lambda d, n: schedule_from_json(d, "f"), schedule),
    "labels": Reader(
        lambda: [sample_to_line(sample).encode() for sample in made_samples(2)],
        lambda d, n: sample_from_line(d, "f"), again(sample_from_line, sample_to_line), amount=30,
    ),
    "intervals": Reader(
        lambda: [interval_to_line(INTERVALS).encode()], lambda d, n: interval_from_line(d, "f"),
        again(interval_from_line, interval_to_line), amount=30,
    ),
    "weights": Reader(
        lambda: [small_weights()], lambda d, n: weights_from_json(d, "f"),
        again(weights_from_json, weights_to_json), amount=15,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_damaged_files(name: str) -> None:
    reader = READERS[name]

    @fuzzed(reader.amount)
    @given(reader.files(), st.integers(0, 11))
    def check_one(data: bytes, number: int) -> None:
        found = read_or_refused(lambda: reader.read(data, number))
        if found is not None:
            reader.sound(found)

    check_one()


@pytest.mark.parametrize("kind", ["satmapit", "ccf"])
def test_graphs_of_several_files(kind: str, tmp_path: Path) -> None:
    """Tests all files of a graph, one or two of them damaged or absent."""
    parts = {f"top_{n}": d for n, d in graphs.SATMAPIT.items()}
    if kind == "ccf":
        parts = {f"top_{n}.txt": d for n, d in graphs.CCF.items()}
    names = st.lists(st.sampled_from(sorted(parts)), max_size=2)

    @fuzzed(60)
    @given(st.data(), names, st.sampled_from(["immediate", "operations"]))
    def check_one(data: st.DataObject, gone: list[str], constants: str) -> None:
        for name in os.listdir(tmp_path):
            (tmp_path / name).unlink()
        damaged = data.draw(st.sampled_from(sorted(parts)))
        for name in parts.keys() - gone[1:]:
            found = data.draw(near([parts[name]])) if name == damaged else parts[name]
            (tmp_path / name).write_bytes(found)
        dfg = read_or_refused(lambda: load_dfg(str(tmp_path / "top"), constants=constants))
        if dfg is not None:
            graph(dfg)

    check_one()


ANY = [
    *graphs.DFG_JSON,
    *graphs.DOT,
    *graphs.MORPHER_DFG,
    *graphs.ARCHITECTURE_JSON,
    GRID,
    GRID_JSON,
]
ENDINGS = " .json .toml .txt .dot .xml .XML _nodes _edges.txt _node.txt .dfgmap .jsonl".split(" ")


@fuzzed(80)
@given(near(ANY), st.sampled_from(ENDINGS))
def test_any_contents_under_any_name(tmp_path: Path, data: bytes, ending: str) -> None:
    path = tmp_path / f"f{ending}"
    path.write_bytes(data)
    for read in (load_dfg, load_architecture, read_samples):
        read_or_refused(lambda read=read: read(str(path)))  # type: ignore[misc]
    path.unlink()


SPECS = [f"{name}:{preset.usual or 3}" if preset.size else name for name, preset in PRESETS.items()]
VALUES = ["", "²", "9" * 30, *"0 1 2 unlimited yes no left all x -1 pe".split()]


@st.composite
def specs(draw: st.DrawFn) -> str:
    """Presets with options, most of them their own."""
    spec = draw(st.sampled_from(SPECS))
    kind = spec.partition(":")[0]
    if PRESETS[kind].size:
        spec = kind + draw(st.sampled_from(["", ":", ":1", ":2", ":2x2", ":1x3", ":x", ":2x2x2"]))
    for _ in range(draw(st.integers(0, 3))):
        name = draw(st.sampled_from([*sorted(PRESETS[kind].options), "io", ""]))
        spec += f",{name}=" + draw(st.sampled_from(VALUES) | st.text(max_size=4))
    return spec


@fuzzed(120)
@given(specs(), st.lists(st.text("pe_0123*?[]!-x\\.", max_size=6), max_size=3))
def test_presets_and_what_is_forbidden(spec: str, gone: list[str]) -> None:
    arch = read_or_refused(lambda: architecture_preset(spec))
    if arch is not None:
        assert architecture_from_json(architecture_to_json(arch), "again") == arch
        read_or_refused(lambda: without(arch, gone))


BILLION_LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in ("ab", "bc", "cd", "de", "ef", "fg"))
    + ']><DFG count="1"><Node idx="1" ASAP="0" ALAP="1" BB="b"><OP>&g;</OP></Node></DFG>'
)
HUGE = 50_000


@pytest.mark.parametrize(
    ("name", "start", "repeated"),
    [
        ("f.json", '{"schema": "xyzmap/dfg/1", "name": ', "["),
        ("f.json", '{"schema": "xyzmap/dfg/1", "name": ', "9"),
        ("f.json", '{"ARCH":', '{"ARCH":'),
        ("f.dot", "digraph g {", "{"),
        ("f.dot", "digraph g {", "a -> "),
        ("f.dot", "digraph g { a [", "x=1,"),
        ("f.dot", 'digraph g { "', "\\"),
        ("f.xml", "<DFG", ' a="1"'),
        ("f.xml", "", "<DFG>"),
        ("f.txt", ".f\n+ 2\n.n\ny ", "+ "),
        ("f.txt", ".o ", "a"),
        ("f_nodes", "", "1 add 1 1 1 1 "),
        ("f.toml", "links = ", "["),
        ("f.toml", "", "a.b."),
        ("f.toml", "rows = ", "9"),
    ],
)
def test_long_lines_and_deep_nesting(tmp_path: Path, name: str, start: str, repeated: str) -> None:
    path = tmp_path / name
    path.write_text(start + repeated * (HUGE // len(repeated)), encoding="utf-8")
    assert read_or_refused(lambda: load_dfg(str(path))) is None
    assert read_or_refused(lambda: load_architecture(str(path))) is None


@pytest.mark.parametrize(
    "text_of",
    [
        BILLION_LAUGHS,
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>\n'
        '<DFG count="1"><Node idx="1" ASAP="0" ALAP="1" BB="b"><OP>&e;</OP></Node></DFG>',
    ],
)
def test_entities_of_xml_are_not_expanded(tmp_path: Path, text_of: str) -> None:
    (tmp_path / "f.xml").write_text(text_of, encoding="utf-8")
    with pytest.raises(InputError, match="f.xml: line 1: "):
        load_dfg(str(tmp_path / "f.xml"))
