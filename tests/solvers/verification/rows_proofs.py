"""Forged refutations: clauses, symbols and proofs, each refused by the rule that it breaks."""

from __future__ import annotations

from typing import Any

from tests.solvers.verification.claims import Edits
from tests.solvers.verification.rows_claims import THIRD, Rows, add

ZERO = "template t 2 1 0"
SWITCH = {"name": "s", "switch": True}
BUS = {"name": "bus", "sources": ["s", "p"], "targets": ["ext"]}
FAN = {"name": "bus", "sources": ["p"], "targets": ["s", "ext"]}


def symbols(*lines: str) -> Edits:
    """More lines of symbols, where nothing else is wrong."""
    return only("x 1 n ext 1", *lines)


def only(*lines: str) -> Edits:
    return {"file:proof.symbols": "\n".join([*lines, ""])}


def cnf(*clauses: str, most: int = 9) -> Edits:
    """Other clauses, of a claim that no fact of the verifier shows by itself."""
    lines = [f"p cnf {most} {len(clauses)}", *(f"{clause} 0".strip() for clause in clauses), ""]
    return {"file:proof.cnf": "\n".join(lines), **THIRD}


def text(*lines: str) -> Edits:
    return {"file:proof.cnf": "\n".join([*lines, ""])}


def binary(*numbers: int) -> Edits:
    return {"file:proof.lrat": bytes(numbers)}


def lemma(number: int, literals: tuple[int, ...] = (), hints: tuple[int, ...] = ()) -> Edits:
    """A lemma in binary LRAT: seven bits to a byte, the lowest first."""
    found = bytearray(b"a")
    for value in (number, *literals, 0, *hints, 0):
        rest = 2 * abs(value) + (value < 0)
        while rest > 127:
            found.append(rest & 127 | 128)
            rest >>= 7
        found.append(rest)
    return {"file:proof.lrat": bytes(found)}


def ring(symbols: str, *clauses: str, **reason: Any) -> Edits:
    lines = [f"p cnf 9 {len(clauses)}", *(f"{clause} 0".strip() for clause in clauses), ""]
    found: dict[str, Any] = {f"reason.{name}": value for name, value in reason.items()}
    return {"file:proof.symbols": symbols, "file:proof.cnf": "\n".join(lines), **found}


EXCHANGE = {"value": "u", "components": ["p"], "symmetries": []}
INTO = {"arch:paths": add({"name": "in", "sources": ["ext"], "targets": ["p"]})}
AT_MOST = ("x 2 n p 1", "x 3 a p 1", "template t 2 1 1")
LONG = "template t 1048577 1 0"

PROOFS: Rows = {
    "refutation": [
        ("proof", {"arch:components": add({**SWITCH, "read_ports": 1}), "arch:paths": add(BUS)},
         "switch 's' has limited ports, and is one of several ends of path 'bus'"),
        ("proof", {"arch:components": add({**SWITCH, "write_ports": 1}), "arch:paths": add(FAN)},
         "switch 's' has limited ports"),
        ("proof", symbols("hello"), "proof.symbols: line 2"),
        ("proof", cnf("1", "-1"), "proof.cnf: clause 1: not justified"),
        ("proof", text("p cnf 1", "1 0"), "line 1: expected 'p cnf VARIABLES CLAUSES'"),
        ("proof", text("p cnf 1 -2", "1 0"), "expected 'p cnf"),
        ("proof", text("p cnf 16777217 2", "1 0", "-1 0"), "more variables or clauses than can"),
        ("proof", text("p cnf 1 67108865", "1 0"), "more variables or clauses than can be"),
        ("proof", text("p cnf 1 2", "1 0", "-1"), "line 3: not a clause: '-1'"),
        ("proof", text("p cnf 1 2", "1 0", "-2 0"), "line 3: not a clause: '-2 0'"),
        ("proof", text("p cnf 1 2", "1 0", "-1_1 0"), "line 3: not a clause"),
        ("proof", text("p cnf 1 1", "1 0", "-1 0"), "line 3: more than announced"),
        ("proof", text("p cnf 1 3", "c 1 0", "1 0", "-1 0"), "2 clauses, 3 announced"),
    ],
    "lrat": [
        ("proof", binary(), "proof.lrat: 0 lemmas end without a contradiction"),
        ("proof", binary(97, 6, 2, 0, 2, 0), "1 lemmas end without a contradiction"),
        ("proof", binary(98, 6, 0, 2, 4, 0), "lemma 1, at byte 0, is no lemma"),
        ("proof", binary(97, 6, 0, 2, 4), "is cut off"),
        ("proof", binary(97, 128, 128, 128, 128, 128, 1), "or a number of it is too large"),
        ("proof", binary(97, 8, 0, 2, 4, 0), "does not have the next number"),
        # Cut to some bits these would do.
        ("proof", lemma(2**32 + 3, (), (1, 2)), "does not have the next number"),
        ("proof", lemma(3, (), (2**32 + 1, 2**32 + 2)), "has a hint that is no clause"),
        ("proof", lemma(3, (), (2**64 + 1, 2**64 + 2)), "or a number of it is too large"),
        ("proof", lemma(3, (-(2**31) - 1,), (1, 2)), "has a literal that is no"),
        ("proof", lemma(3, (), (-1, -2)), "has a hint that is no clause before it"),
        ("proof", binary(97, 6, 1, 0, 2, 4, 0), "has a literal that is no variable"),
        ("proof", binary(97, 6, 4, 0, 2, 4, 0), "has a literal that is no variable"),
        ("proof", binary(97, 6, 0, 2, 6, 0), "has a hint that is no clause before it"),
        ("proof", binary(97, 6, 0, 2, 4, 2, 0), "or one too many"),
        ("proof", binary(97, 6, 0, 2, 0), "has no hint that ends in a conflict"),
        ("proof", text("p cnf 2 2", "-1 -2 0", "-1 0") | symbols("x 2 n ext 0")
         | binary(97, 6, 0, 2, 4, 0), "leaves two literals open"),
        ("proof", binary(97, 6, 0, 2, 4, 0, 97), "something follows the contradiction, at byte 6"),
    ],
    "chains": [
        ("proof", symbols("chains 1 0 nowhere"), "chains: unknown path 'nowhere'"),
        ("proof", symbols("chains 0 0 out"), "chains: one may weigh more than 0"),
        ("proof", symbols("chains 1 1 out"), "chains: one may weigh more than 1"),
        ("proof", symbols("chains 2 1 out") | {"arch:max_hops": 2}, "may weigh more than 2"),
    ],
    "clauses": [
        ("placement", {"bounds.0.arrival": {"chains": [], "paths": [], "first": [],
                                            "symmetries": []}}, "cannot both be assumed"),
        ("placement", {"pins": [{"operation": "n"}]}, "symmetries move what is pinned"),
        ("arrival", {"pins": [{"operation": "u"}]}, "symmetries move what is pinned"),
        ("loaded proof", {"arch:components.1.invariants": 2}, "not justified: -loaded[a, p, 0]"),
        ("loaded proof", {"dfg:invariants": ["b"], **INTO}, "clause 2: not justified: -z[n, p, 1]"),
        ("loaded proof", INTO, "clause 2: not justified: -z[n, p, 1] loaded[a, p, 0]"),
        ("loaded proof", {"file:proof.symbols": "z 1 n p 1\nloaded 2 a p 1\nloaded 3 b p 0\n"},
         "clause 2: not justified"),
        ("loaded proof", {"file:proof.symbols": "z 1 n p 1\nloaded 2 n p 0\nloaded 3 b p 0\n"},
         "clause 2: not justified"),
        ("proof", cnf("1"), "clause 1: not justified: x[n, ext, 1]"),
        ("proof", cnf(""), "clause 1: not justified: the empty clause"),
        ("proof", symbols("x 2 a ext 0") | cnf("2")
         | {"arch:components.0.capacity": 1, "dfg:inputs": ["a", "b"]},
         "clause 1: not justified: x[a, ext, 0]"),
        ("proof", symbols("x 2 a ext 0") | cnf("2")
         | {"arch:components.0.capacity": 1, "contexts": 1},
         "clause 1: not justified: x[a, ext, 0]"),
        ("arrival", only("x 1 u ext 1", "y 2 v op 2") | cnf("-2 1"),
         "clause 1: not justified: -y[v, op, 2] x[u, ext, 1]"),
        ("proof", symbols("x 2 n p 1") | cnf("-2 -2") | {"arch:components.1.capacity": 1},
         "clause 1: not justified"),
        ("proof", symbols("y 2 n out 2", "x 3 n p 1", ZERO, "group t 9 2 3")
         | {"arch:paths.1.width": 1} | THIRD, "no rule allows at most 1 of the group"),
        ("proof", cnf("-1", "1 -1", "1"), "clause 3: not justified"),
        ("proof", symbols(*AT_MOST[:-1], ZERO, "group t 9 2"), "a group of 2 must list 2"),
        ("proof", symbols(*AT_MOST[:-1], ZERO, "group t 9 2 2"), "must list 2"),
        ("proof", symbols(*AT_MOST[:-1], ZERO, "group t 9 2 7"), "must list 2"),
        ("proof", symbols(*AT_MOST[:-1], ZERO, "group t 9 2 3") | THIRD,
         "no rule allows at most 1 of the group x[n, p, 1], x[a, p, 1]"),
        ("proof", symbols(*AT_MOST[:-1], "template t 2 0 0", "group t 9 2 3") | THIRD
         | {"arch:components.1.capacity": 1}, "no rule allows at most 0 of the group"),
        ("proof", cnf("1 8"), "clause 1: variable 8 has no meaning in the symbol table"),
        ("proof", symbols(*AT_MOST, "define 1 1", "group t 5 2 3") | cnf("5 1")
         | {"arch:components.1.capacity": 1}, "variable 1 is not in the group of 5"),
        ("proof", symbols(*AT_MOST, "define 1 1", "group t 5 2 3") | cnf("5 6")
         | {"arch:components.1.capacity": 1}, "variable 6 is not in the group of 5"),
        ("proof", symbols(*AT_MOST, "define 1 1", "group t 5 2 3") | cnf("5")
         | {"arch:components.1.capacity": 1}, "not a consequence of at most 1 of 2: 5"),
        ("proof", symbols(*AT_MOST, "define 1 1", "group t 5 2 3") | cnf("-2 5", "-3 5")
         | {"arch:components.1.capacity": 1}, "clause 2: not a consequence"),
    ],
    "templates": [
        ("proof", symbols(*AT_MOST, "define 1 3"), "names local literal 3 of 2"),
        ("proof", symbols(*AT_MOST, "define 1 2 2"), "names local literal 2 of 2"),
    ],
    "symbols": [
        ("proof", symbols(*AT_MOST, "define 1 1", "define 1 2", "group t 9 2 3"),
         "template t has 2 definitions, not 1"),
        ("proof", symbols(*AT_MOST, "define 1 1", "group t 9 2 3", "group t 9 2 3"),
         "auxiliary 9 belongs to two groups"),
        ("proof", symbols(*AT_MOST, "define 1 1", "group t 3 2 3"), "variable 3 has a name and is"),
        ("proof", symbols("x 1 n p 1"), "second line for variable 1 or x[n, p, 1]"),
        ("proof", symbols("x 2 n ext 1"), "second line for variable 2 or x[n, ext, 1]"),
        ("proof", symbols(ZERO, ZERO), "second template t"),
        ("proof", symbols(LONG), "more than 1048576 members"),
        ("proof", symbols("hello"), "line 2: not understood: 'hello'"),
        ("proof", symbols("chains 1 0", "chains 1 0"), "line 3: not understood: 'chains 1 0'"),
        ("proof", symbols("template t 2 1"), "not understood: 'template t 2 1'"),
        ("proof", symbols("group t 1 1"), "not understood: 'group t 1 1'"),
        ("proof", symbols("x 2 n p 99999999999"), "not understood"),
        ("proof", symbols("part q f a"), "not understood: 'part q f a'"),
        ("proof", symbols("part n f a 0"), "'n' has a meaning already"),
        ("proof", symbols("part k f a 0") | {"dfg:constants": [{"name": "k", "value": 1}]},
         "'k' has a meaning already"),
        ("proof", symbols("part q f a 0"), "'q' is no partial result that has no name yet"),
        ("proof", symbols("way 2 q p 1 f a 0"), "unknown value or operand"),
        ("proof", symbols("way 2 n p 1 f a 0"), "'f' on these operands is no choice to compute"),
        ("proof", symbols("way 2 n p 1 f a 1"), "no choice to compute 'n'"),
        ("proof", symbols("x 2 n p"), "'x' takes 4 words"),
        ("proof", symbols("x 2 q p 1"), "unknown value 'q'"),
        ("proof", symbols("z 2 a p 1"), "unknown operation 'a'"),
        ("proof", symbols("y 2 n p 1"), "unknown place 'p'"),
        ("proof", symbols("latch 2 n in q 1"), "unknown component 'q'"),
        ("proof", symbols("latch 2 n in p 1"), "'p' is no end of a bus 'in' with limited ports"),
        ("proof", symbols("drive 2 n out p 1"), "'p' is no end of a bus 'out' with limited"),
        ("proof", symbols("x 0 n p 1"), "variables start at 1"),
        ("sum proof", only("part q + a 0 c 0", "part q + b 0 c 0"), "'q' has a"),
        ("sum proof", only("part q + a 0 c 0", "part r + c 0 a 0"), "no name yet"),
        ("sum proof", only("way 1 s p 1 + t 0 c 1"), "no choice to compute"),
        ("sum proof", only("way 1 s x 1 + t 0 c 0"), "unknown place 'x'"),
        ("sum proof", only("way 0 s p 1 + t 0 c 0"), "variables start at 1"),
    ],
    "ring": [
        ("ring", {"reason.turns": 0}, "cyclic: contexts and turns are at least 1"),
        ("ring", {"transform": "enumerate"}, "cyclic: of graphs as written only"),
        ("ring", {"dfg:patterns": [{"name": "ff", "expression": ["f", "_"]}]}, "several ways"),
        ("ring", ring("z 1 u p 1\n", "1"), "z[u, p, 1] is no item of a ring of 1 cycles"),
        ("ring", ring("done 1 u 0\n", "1"), "done[u, 0] is no item of a ring"),
        ("ring", {"reason.first": "a"}, "proof.symbols: 'a' need not be executed"),
        ("ring", {"reason.placement": {**EXCHANGE, "value": "v"}}, "two operations are assumed"),
        ("ring", {"reason.placement": {**EXCHANGE, "components": ["ext"]}}, "moves 'p' to where"),
        ("ring", ring("z 1 u p 0\nz 2 v p 0\n", "-1", "1"), "not justified: -z[u, p, 0]"),
        ("ring", ring("z 1 u p 0\n", ""), "not justified: the empty clause"),
        ("ring", ring("x 1 u p 0\n", "1"), "not justified: x[u, p, 0]"),
        ("ring", ring("x 1 u ext 0\n", "-1"), "not justified: -x[u, ext, 0]"),
        ("ring", ring("x 1 a ext 0\n", "-1"), "not justified: -x[a, ext, 0]"),
        ("ring", {"arch:components.1.issue": 2}, "clause 3: not justified: -z["),
        ("ring", ring("z 1 u p 0\nz 2 u p 1\n", "1", turns=2, first="v"), "not justified: z[u"),
        ("ring", ring("z 1 u p 1\n", "1", turns=2), "not justified: z[u, p, 1]"),
        ("ring", ring("z 1 v p 0\ny 2 v out 0\n", "-2 1", turns=2), "-y[v, out, 0] z[v"),
        ("ring", ring("x 1 u ext 0\n", "1", turns=2), "not justified: x[u, ext, 0]"),
    ],
}  # fmt: skip

TRUE_CLAUSES = [
    ("proof", symbols("chains 1 0 out")),
    ("proof", symbols(*AT_MOST, "define 1 1", "group t 5 2 3")
     | {"arch:components.1.capacity": 1, "file:proof.cnf": "p cnf 9 3\n1 0\n-1 0\n-2 5 0\n",
        "file:proof.lrat": bytes([97, 8, 0, 2, 4, 0])}),
    ("sum proof", {"file:proof.symbols":
                   "part q + c 0 a 0\nway 1 s p 1 + q 0 b 0\nx 2 s ext 1\n",
                   "file:proof.cnf": "p cnf 2 2\n2 0\n-2 0\n"}),
    ("ring", {"reason.placement": {**EXCHANGE, "components": ["p", "ext"]}}),
    ("sum proof", {"rewrites": ["any order (enumerate)"]}),
]  # fmt: skip
