"""Small valid inputs of every format, for the fuzz tests to damage."""

from __future__ import annotations

import json
from pathlib import Path

from archs.formats.arch_json import architecture_from_json
from archs.formats.dfgmap_write import architecture_to_dfgmap
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_from_json
from models.formats.dot_write import dfg_to_dot
from models.formats.genmap_dfg import dfg_to_genmap

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "examples" / "data"

DFG_WITH_ALL = {
    "schema": "xyzmap/dfg/1",
    "name": "all",
    "operators": [
        {"name": "+", "arity": 2, "commutative": True, "associative": True},
        {"name": "*", "arity": 2, "commutative": True, "latency": 2},
        {"name": "load", "arity": 1, "effect": True},
        {"name": "store", "arity": 2, "effect": True},
    ],
    "inputs": ["a", "p"],
    "constants": [{"name": "gain", "value": 0.5}, {"name": "two", "value": 2}],
    "operations": [
        {"name": "x", "operator": "load", "operands": ["p"]},
        {"name": "m", "operator": "*", "operands": ["x", "gain"]},
        {"name": "s", "operator": "+", "operands": ["m", {"value": "s", "distance": 2}]},
        {"name": "w", "operator": "store", "operands": ["p", "s"]},
    ],
    "results": ["s"],
    "initial": [{"value": "s", "numbers": [0, 1.5]}],
    "order": [{"before": "w", "after": "x", "distance": 1}],
    "priorities": [{"first": "m", "then": "s", "sign": ">="}],
    "patterns": [{"name": "multiply-add", "expression": ["+", "_", "*", "_", "_"]}],
    "rules": [{"name": "twice", "left": ["*", "a", "2"], "right": ["+", "a", "a"]}],
}
ARCHITECTURE_WITH_ALL = {
    "schema": "xyzmap/architecture/1",
    "name": "all",
    "components": [
        {"name": "extmem", "initial": "all", "holds_intermediates": False, "read_ports": 2},
        {"name": "table", "capacity": 2, "write_ports": 0,
         "initial": {"values": ["p"], "choices": [{"at_most": 1, "of": ["a"]}]}},
        {"name": "pe0", "issue": 1, "capacity": 2, "ops": ["+", {"name": "*", "latency": 3}]},
        {"name": "pe1", "issue": 1, "capacity": 4, "read_ports": 1, "write_ports": 2},
        {"name": "wire", "capacity": 0, "switch": True},
        {"name": "latch", "capacity": 1, "transient": True, "routing_issues": True},
    ],
    "paths": [
        {"name": "bus", "sources": ["pe0", "pe1"], "targets": ["pe0", "pe1", "wire"], "width": 1},
        {"name": "in", "sources": ["extmem"], "targets": ["pe0", "pe1"], "width": 2},
        {"name": "lookup", "sources": ["table"], "targets": ["pe1"], "width": 1},
        {"name": "turn", "sources": ["wire"], "targets": ["latch"], "width": 1, "hops": 1},
        {"name": "far", "sources": ["latch"], "targets": ["extmem"], "width": 1, "latency": 2},
    ],
    "shared": [{"name": "row", "components": ["pe0", "pe1"], "ops": ["+"], "at_most": 1}],
    "external": "extmem",
    "max_contexts": 4,
    "max_hops": 3,
}  # fmt: skip
MAPPING = {
    "schema": "xyzmap/mapping/1",
    "dfg": "all",
    "architecture": "all",
    "horizon": 6,
    "contexts": 3,
    "holds": [["a", "extmem", 0], ["p", "extmem", 0], ["x", "pe1", 3]],
    "transfers": [["p", "in", 1], ["x", "bus", 4]],
    "issues": [
        ["x", "pe1", 2],
        ["m", "pe0", 3, {"operator": "*", "operands": ["x", {"value": "s", "distance": 1}]}],
    ],
    "intermediates": [{"name": "i", "operator": "+", "operands": ["x", "m"]}],
}

DFG_JSON = [
    json.dumps(DFG_WITH_ALL).encode(),
    (DATA / "ring4.dfg.json").read_bytes(),
    (DATA / "accumulate.dfg.json").read_bytes(),
]
ARCHITECTURE_JSON = [
    json.dumps(ARCHITECTURE_WITH_ALL).encode(),
    (DATA / "ring4.arch.json").read_bytes(),
    (DATA / "accumulate.arch.json").read_bytes(),
]


def dfg(number: int = 1) -> Dfg:
    """Return one of the graphs: with everything, plain, or a loop."""
    return dfg_from_json(DFG_JSON[number], "dfg.json")


def architecture(number: int = 1) -> Architecture:
    """Return one of the architectures, which go with the graphs."""
    return architecture_from_json(ARCHITECTURE_JSON[number], "arch.json")


DFGMAP_DFG = [
    b".i a b c\n.o y z\n.f\n+ 2 c a\n* 2 c\n- 2\n.m\n+ _ * _ _\n.n\nx + a b\ny - * x c + a c\n"
    b"z + x y\n.p\nx > z\nx >= y\n",
]
DFGMAP_ARCHITECTURE = [
    b".pe pe1 pe2 a\n.mem mem next\n\n.com\npe1 -> pe2 : 2\n_extmem -> pe1 : 1\n"
    b"pe1 pe2 -> mem : 1\nmem a -> mem a\npe2 -> _extmem\n",
    architecture_to_dfgmap(architecture()).encode(),
]
DFGMAP_OPTIONS = [
    b".assign\nmem d e\nnext { 2 a b c } x { 1 d }\npe1 a\n.memsize\n_extmem 10\nmem 5\n"
    b".port\npe2 1 0\n\n.temp next a\n",
]
DOT = [
    b"digraph G { // a comment\nload1[opcode=load]; const2[opcode=const, value=7];\n"
    b'mul3[opcode=mul]; /* another\none */ add4[opcode="add"];\nstore5[opcode=store];\n'
    b"# counts\nconst2->mul3[operand=1];\nload1->mul3[operand=0];\nmul3->add4[operand=0];"
    b" add4->add4[operand=1, distance=2];\nadd4->store5[operand=0]\n"
    b'subgraph cluster_0 { x:n -> "y z":s:w [style=dotted]; node [shape=box]; k = v }\n}\n',
    b'digraph top {\n{\n compound=true;\n0 [label="0 %m = phi i32 [ 0, %entry ], [ %r, %b ]"];\n'
    b'1 [label="1 %r = sub nsw i32 %n.0, %m"];\n2 [label="2 %n.0 = add i32 %m, 7\nint x = 5;"];\n'
    b"0 -> 1\n0 -> 2\n1 -> 0 [color=red]\n2 -> 1\n"
    b'17 [label="17 C_0"];\n18 [label="18 C_7"];\n42 [label="42 LiveOut"];\n2 -> 42\n18 -> 2\n'
    b"17 -> 0\n}\n}",
    b"strict digraph \"DFG for 'f' function\" { node [opcode=sub]\n{a b} -> c:in1 -> {d; e}\n"
    b'c -> a; f [label=<<b>phi</b>>, op=phi]; f -> f; N1 [label="%x = add i32 %y, 3"]\n'
    b'N2 [label="(2) mul" const_value=" 4"]; N1 -> N2 -> N1 [operand=rhs]; edge [style=invis]\n'
    b"a -> N1 }",
    dfg_to_dot(dfg(1)).encode(),
    dfg_to_genmap(dfg(1)).encode(),
]
CGRA_MAPPER = [
    b'[{"fu": "Phi", "id": 0, "org_opt": "phi", "JSON_opt": "OPT_PHI_CONST", "in_const": [0],'
    b' "pre": [1, 2], "succ": [[1]]},\n{"id": 1, "org_opt": "sub", "in_const": [], "pre": [0],'
    b' "succ": [[0, 2]]},\n{"id": 2, "org_opt": "br", "pre": [1], "succ": [[0]]}]',
    b'[{"fu": "Alu", "id": 0, "opt": "OPT_ADD_CONST", "opt_predicate": 1, "in_const": [0],'
    b' "in": [0], "in_predicate": [1], "out": [[0], [1]], "live_out_val": 0},'
    b' {"id": 1, "opt": "OPT_LT", "in": [0], "out": [[0]]}]',
]
MORPHER_DFG = [
    b'<MutexBB>\n</MutexBB>\n<DFG count="3">\n'
    b'<Node idx="7" ASAP="0" ALAP="1"BB="b"CONST="4094">\n<OP>LOADB</OP>\n'
    b'<BasePointerName size="1">p</BasePointerName>\n<Inputs>\n</Inputs>\n'
    b'<Outputs>\n\t<Output idx="3" nextiter="0" NPB="0" type="P"/>\n</Outputs>\n<RecParents>\n'
    b"</RecParents>\n</Node>\n"
    b'<Node idx="3" ASAP="0" ALAP="1"BB="b">\n<OP>ADD</OP>\n<Inputs>\n'
    b'\t<Input idx="3"/>\n\t<Input idx="7"/>\n</Inputs>\n<Outputs>\n'
    b'\t<Output idx="3" nextiter="1" type="I1"/>\n\t<Output idx="8" nextiter="0" type="I2"/>\n'
    b"</Outputs>\n<RecParents>\n</RecParents>\n</Node>\n"
    b'<Node idx="8" ASAP="0" ALAP="1"BB="b">\n<OP>STORE</OP>\n<Inputs>\n\t<Input idx="3"/>\n'
    b"</Inputs>\n<Outputs>\n</Outputs>\n<RecParents>\n</RecParents>\n</Node>\n</DFG>\n",
]
SATMAPIT = {
    "nodes": b"0 phi 20 6 -1 40\n1 phi 21 4 -1 40\n2 load 0 -1 -1 29\n3 sub 2 1 -1 2\n"
    b"4 bsfa 1 2 3 17\n6 add 0 22 -1 1\n7 bne 6 30 -1 25\n",
    "edges": b"0 2 0 1\n0 6 0 1\n1 3 0 1\n1 4 0 1\n2 3 0 1\n2 4 0 1\n3 4 0 1\n4 1 1 1\n6 0 1 1\n"
    b"6 7 0 1\n",
    "constants": b"21 1 -32768 1\n22 6 4 1\n",
    "livein_edges": b"20 0 0 1\n30 7 0 1\n",
    "liveinnodes": b"20\n30\n",
    "liveout_edges": b"4 41 0 1\n",
}
CCF = {
    "node": b"0 29 0 0 1\n1 0 1 0 1\n2 19 2 4 1\n3 20 3 0 3\n4 26 4 0 3\n5 21 5 4 1\n6 22 6 0 3\n"
    b"7 31 7 0 1\n20 30 ConstInt0 0 1\n21 30 gPtr1 4 1\n22 30 ConstFP2.5 0 3\n",
    "edge": b"2 3 0 LRE 0\n5 6 0 SRE 0\n1 0 1 TRU 0\n20 0 0 TRU 1\n0 1 0 TRU 1\n21 1 0 LIE 0\n"
    b"1 2 0 TRU 0\n7 4 0 PRE 2\n3 4 0 TRU 0\n22 4 0 TRU 1\n1 5 0 TRU 0\n4 6 0 TRU 0\n"
    b"0 7 0 TRU 0\n6 3 1 MEM 0\n",
}
OPERATORS = [
    b'{"schema": "xyzmap/operators/1", "operators": [{"name": "add", "aliases": ["plus", "+"],'
    b' "arity": 2, "class": "alu", "commutative": true, "associative": false, "effect": false,'
    b' "latency": 2}, {"name": "f", "class": "any"}]}',
]
RULES = [
    b"# What this array can do instead.\n.f\nneg 1\n<< 2\n.r\nout: * a + b c -> + * a b * a c\n"
    b"* a 2 -> << a 1\n- a b -> + a neg b\nneg neg a -> a\n+ a 0 -> a\n",
]
MORPHER_ARCHITECTURE = [
    json.dumps(
        {
            "ARCH": {
                "FU": {"INPUTS": ["I1", "I2"], "OUTPUTS": ["T"], "OPS": {"NOP": 1, "LS": 2}},
                "PE": {
                    "INPUTS": ["WEST_I", "EAST_I"],
                    "OUTPUTS": ["WEST_O", "EAST_O"],
                    "INTERNAL": ["BAR"],
                    "REGS": ["R0"],
                    "SUBMODS": {"FU": [{"name": "FU0"}]},
                    "CONNECTIONS": {
                        "THIS.WEST_I": ["THIS.BAR", "THIS.R0"],
                        "THIS.EAST_I": ["THIS.BAR", "THIS.R0"],
                        "THIS.R0": ["FU0.I1"],
                        "THIS.BAR": ["FU0.I1", "FU0.I2", "THIS.EAST_O", "THIS.WEST_O"],
                        "FU0.T": ["THIS.EAST_O", "THIS.WEST_O"],
                    },
                },
                "CGRA": {
                    "SUBMODS": [
                        {
                            "PATTERN": "GRID",
                            "DIMS": {"X": 2, "Y": 1},
                            "MODS": [
                                {"X": 0, "Y": 0, "MOD": "PE", "name": "A"},
                                {"X": 1, "Y": 0, "MOD": "PE"},
                            ],
                            "CONNECTIONS": [
                                {
                                    "FROM_X": "X", "FROM_Y": "Y", "FROM_PORT": "EAST_O",
                                    "TO_X": "X+1", "TO_Y": "Y", "TO_PORT": "WEST_I",
                                },
                            ],
                        }
                    ]
                },
            }
        }
    ).encode()
]  # fmt: skip
