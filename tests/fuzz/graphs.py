"""Small valid inputs of every format, which the fuzz tests damage: of the pages, and more."""

from __future__ import annotations

import json
import re
from typing import Any

from interchange.arrays.dfgmap_write import architecture_to_dfgmap
from interchange.graphs.dot_write import dfg_to_dot
from interchange.graphs.genmap_dfg import dfg_to_genmap
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.native_json import architecture_from_json, dfg_from_json
from tests.system.commands import DATA, ROOT

PAGES = ("docs/formats.md", "docs/formats-others.md")
PAGE = "".join((ROOT / name).read_text(encoding="utf-8") for name in PAGES)


def shown(language: str) -> list[bytes]:
    """Return the examples of a language on the pages about formats."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [text.encode() for text in found]


def documents(kind: str) -> dict[str, Any]:
    """Return the JSON examples of a kind, by name."""
    found = [json.loads(text) for text in shown("json")]
    some = (one for one in found if one["schema"].startswith(f"xyzmap/{kind}/"))
    return {one.get("name", ""): one for one in some}


DFG_WITH_ALL = documents("dfg")["scaled-sum"] | {
    "initial": [{"value": "s", "numbers": [0, 1.5]}],
}
ARCHITECTURE_WITH_ALL = documents("architecture")["bus-pair"] | {
    "shared": [{"name": "row", "components": ["pe0", "pe1"], "ops": ["+"], "at_most": 1}],
    "max_hops": 3,
}
ARCHITECTURE_WITH_ALL["components"].append({"name": "wire", "capacity": 0, "switch": True})
ARCHITECTURE_WITH_ALL["paths"].append(
    {"name": "turn", "sources": ["pe0"], "targets": ["wire"], "width": 1, "hops": 1}
)
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


DFGMAP_DFG = shown("dfgmap-dataflow")
DFGMAP_ARCHITECTURE = [
    *shown("dfgmap-architecture"), architecture_to_dfgmap(architecture()).encode()
]  # fmt: skip
DFGMAP_OPTIONS = shown("dfgmap-options")
MORPHER_DFG = shown("xml")
OPERATORS = [json.dumps(one).encode() for one in documents("operators").values()]
PICTURES = ROOT / "docs" / "pictures"
MAPPING = (PICTURES / "dot.mapping.json").read_bytes()
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
    *shown("cgra-mapper"),
    b'[{"fu": "Alu", "id": 0, "opt": "OPT_ADD_CONST", "opt_predicate": 1, "in_const": [0],'
    b' "in": [0], "in_predicate": [1], "out": [[0], [1]], "live_out_val": 0},'
    b' {"id": 1, "opt": "OPT_LT", "in": [0], "out": [[0]]}]',
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
PORTS = """"THIS.WEST_I": ["THIS.BAR", "THIS.R0"], "THIS.EAST_I": ["THIS.BAR", "THIS.R0"],
 "THIS.R0": ["FU0.I1"], "THIS.BAR": ["FU0.I1", "FU0.I2", "THIS.EAST_O", "THIS.WEST_O"],
 "FU0.T": ["THIS.EAST_O", "THIS.WEST_O"]"""
MORPHER_ARCHITECTURE = [
    f"""{{"ARCH": {{
 "FU": {{"INPUTS": ["I1", "I2"], "OUTPUTS": ["T"], "OPS": {{"NOP": 1, "LS": 2}}}},
 "PE": {{"INPUTS": ["WEST_I", "EAST_I"], "OUTPUTS": ["WEST_O", "EAST_O"], "INTERNAL": ["BAR"],
  "REGS": ["R0"], "SUBMODS": {{"FU": [{{"name": "FU0"}}]}}, "CONNECTIONS": {{{PORTS}}}}},
 "CGRA": {{"SUBMODS": [{{"PATTERN": "GRID", "DIMS": {{"X": 2, "Y": 1}},
  "MODS": [{{"X": 0, "Y": 0, "MOD": "PE", "name": "A"}}, {{"X": 1, "Y": 0, "MOD": "PE"}}],
  "CONNECTIONS": [{{"FROM_X": "X", "FROM_Y": "Y", "FROM_PORT": "EAST_O",
   "TO_X": "X+1", "TO_Y": "Y", "TO_PORT": "WEST_I"}}]}}]}}}}}}""".encode()
]
