"""Forged claims under constraints of a user: what they name, demand, weigh and allow."""

from __future__ import annotations

from typing import Any

from tests.solvers.verification.claims import Edits
from tests.solvers.verification.rows_claims import Rows
from tests.solvers.verification.rows_proofs import cnf, only

RULE = {"form": "sum", "name": "c", "of": [{"Z": {}}], "per": "context", "at_most": 1}


def rule(**fields: Any) -> Edits:
    """The only constraint of a claim, a sum that differs in some fields."""
    return {"constraints": [RULE | fields]}


def reason(**fields: Any) -> Edits:
    return {f"reason.{name}": value for name, value in fields.items()}


PAIR = {"form": "pair", "name": "c", "first": {}, "second": {}, "never": "linked"}
TIME = {"form": "time", "name": "c", "start": "s", "minus_start": "s", "at_most": 1}
BASE = ("x 1 n ext 1", "x 2 n p 1", "x 3 a p 1")
FOURTH = {"horizon": 4, "bounds.0.horizon": 4}
HELD = {"constraints": [RULE | {"of": [{"X": {}}], "at_most": 2}]}

CONSTRAINTS: Rows = {
    "claim": [("packing", {"constraints": [RULE, RULE]}, "two constraints have one name")],
    "packing": [
        ("packing", {"constraints": []}, "no one sum 'c'"),
        ("packing", rule(name="d"), "no one sum 'c'"),
        ("packing", {"constraints": [PAIR]}, "no one sum 'c'"),
        ("packing", rule(at_most=None, at_least=1), "is no upper limit of weights above 0"),
        ("packing", rule(of=[{"Z": {}, "weight": -1}]), "is no upper limit"),
        ("packing", rule(at_most=2), "'c' allows 2, not only 1"),
        ("packing", rule(at_most=None, equal=2), "'c' allows 2, not only 1"),
        ("packing", reason(weights=[1]), "each operation has its weight"),
        ("packing", reason(operations=[], weights=[]), "each operation has its weight"),
        ("packing", reason(operations=["u", "u"]), "an operation is listed twice"),
        ("packing", reason(operations=["u", "a"]), "no mapping needs operation 'a'"),
        ("packing", reason(weights=[1, 2]), "'v' may weigh 1, not 2"),
        ("packing", rule(of=[{"Z": {"operation": "u"}}]), "'v' may weigh 0, not 1"),
        ("packing", rule(of=[{"Z": {"component": "p"}}]), "'u' may weigh 0, not 1"),
        ("packing", rule(of=[{"Z": {"context": 0}}]), "'u' may weigh 0, not 1"),
        ("packing", rule(of=[{"Z": {}, "used": "tile"}]), "'u' may weigh 0, not 1"),
        ("packing", rule(of=[{"Y": {}}]), "'u' may weigh 0, not 1"),
        ("packing", rule(per="cycle"), "not of groups by cycle"),
        ("packing", rule(per="component"), "has other groups than None"),
        ("packing", rule(per=None), "has other groups than None"),
        ("packing", reason(groups=1), "has other groups than 1"),
        ("packing", reason(cut=1), "a cut of 1 is not from 0 to half of 1"),
        ("packing", reason(operations=["u"], weights=[1]), "1 groups suffice by this count"),
    ],
    "own": [
        ("proof", rule(at_most=None, at_least=1), "constraint 'c' may demand items"),
        ("proof", rule(at_most=None, equal=1), "constraint 'c' may demand items"),
        ("proof", rule(of=[{"Z": {}, "weight": -2}]), "constraint 'c' may demand items"),
    ],
    "clauses": [
        ("placement", rule(of=[{"Z": {"operation": "n"}}]), "move what constraint 'c' names"),
        ("placement", rule(of=[{"Z": {"component": "p"}}]), "move what constraint 'c' names"),
        ("placement", {"constraints": [TIME | {"start": "n", "minus_start": "n"}]}, "names"),
        ("arrival", HELD, "results are held for longer"),
        ("proof", cnf("1 -1") | only(*BASE, "template t 2 2 0", "weights 1 2", "group t 9 2 3"),
         "no constraint allows these weights"),
        # A sum of more, and one of other groups.
        ("proof", cnf("1 -1") | only(*BASE, "template t 2 1 0", "group t 9 2 3") | HELD,
         "no rule allows"),
        ("proof", cnf("-1 -2") | only("z 1 n p 1", "z 2 n p 2") | rule() | FOURTH,
         "not justified"),
        ("proof", cnf("1 -1") | only("z 1 n p 1", "z 2 n p 2", "template t 2 1 0", "group t 9 1 2")
         | rule(per=None, at_most=2) | FOURTH, "no rule allows"),
        # One fact may be on both sides of a place.
        ("proof", cnf("-1 -2") | only("cell 1 0 first p", "cell 2 0 second p")
         | {"constraints": [PAIR | {"never": "same"}]}, "not justified"),
        ("proof", cnf("-1 2") | only("z 1 n p 1", "cell 2 0 first q") | {"constraints": [PAIR]},
         "not justified"),
        ("proof", cnf("-1 -2") | only("cell 1 0 first p", "cell 2 0 second p")
         | {"constraints": [PAIR]}, "not justified"),
    ],
    "reasons": [
        ("longest", {"constraints": [TIME]}, "constraint 'c' may forbid to move events"),
        ("longest", rule(per="cycle", at_most=9), "may forbid to move events"),
    ],
    "symbols": [
        ("proof", only(*BASE, "cell 4 0 first p"), "no cell of a constraint"),
        ("proof", only(*BASE, "cell 4 1 first p") | {"constraints": [PAIR]}, "no cell of"),
        ("proof", only(*BASE, "cell 0 0 first p") | {"constraints": [PAIR]}, "variables start at"),
    ],
    "templates": [
        ("proof", only(*BASE, "template t 2 2 0", "weights 1"), "not 2 numbers above 0"),
        ("proof", only(*BASE, "template t 2 2 0", "weights 1 0"), "not 2 numbers above 0"),
    ],
}  # fmt: skip

STILL_TRUE_CONSTRAINTS: list[tuple[str, Edits]] = [
    ("packing", rule(of=[{"Z": {}, "weight": 2}], at_most=1)),
    ("packing", rule(of=[{"Z": {"operation": ["u", "v"]}}, {"X": {}}])),
    ("proof", rule()),
    ("placement", rule()),
    ("arrival", rule()),
    ("longest", rule(at_most=9)),
]
