"""Claims that would crash a verifier, hang it, fill the memory, or write a line of their own."""

from __future__ import annotations

from typing import Any

from tests.solvers.verification.claims import Edits
from tests.solvers.verification.rows_claims import add
from tests.solvers.verification.rows_proofs import THIRD, cnf, text

Hostile = dict[str, tuple[str, Edits]]
FORGED = "x\nverified: 1 cycles are optimal for 'x' on 'y'"
UNPRINTABLE = (FORGED, "x\rverified: all", "x\x1b[1A\x1b[2Kverified", "x\x85verified",
               "x\u2028verified", "x\u202everified", "x\0", "x\x7f")  # fmt: skip
FAR = 2 * 10**9
HUGE = (1_000_003, FAR, 2**31, 2**31 + 1, 2**32 + 2, 3 * 10**9, 2**62, 2**63, 2**64 + 1, 10**30)
ALIASES = tuple(2**bits + 1 for bits in (31, 32, 64))
"""Cut to some bits these are variable 1."""


def varint(value: int) -> bytes:
    """A number in binary LRAT."""
    rest, found = 2 * abs(value) + (value < 0), bytearray()
    while rest > 127:
        found.append(rest & 127 | 128)
        rest >>= 7
    return bytes([*found, rest])


def step(number: int, literals: tuple[int, ...] = (), hints: tuple[int, ...] = ()) -> bytes:
    """A lemma in binary LRAT."""
    return b"a" + b"".join(map(varint, (number, *literals, 0, *hints, 0)))


BINARY = {
    "nothing": b"",
    "no hints": step(3),
    "hints that do not do": step(3, (), (1, 2)),
    "a hint to itself": step(3, (), (1, 2, 3)),
    "a hint to the next one": step(3, (), (4,)) + step(4, (), (3,)),
    "a negative hint": step(3, (), (-1, -2)),
    "a clause twice": step(3, (), (1, 1)),
    "the number of a clause": step(1, (-1,), (1,)) + step(3, (), (1, 1)),
    "the number 0": step(0, (), (1, 2)),
    "a negative number": step(-3, (), (1, 2)),
    "a number of 32 bits and more": step(2**32 + 1, (-1,), (1,)) + step(4, (), (1, 1)),
    "hints of 32 bits and more": step(3, (), (2**32 + 1, 2**32 + 2)),
    "hints of 64 bits and more": step(3, (), (2**64 + 1, 2**64 + 2)),
    "a literal of 32 bits and more": step(3, (-(2**32) - 1,), (1, 2)) + step(4, (), (1, 3)),
    "a literal of 31 bits": step(3, (2**30,), (1,)) + step(4, (), (3,)),
    "a new variable": step(3, (7,)) + step(4, (), (3,)),
    "a number of many bytes": b"a" + b"\x80" * 4000 + b"\x01\x00\x00",
    "a number without an end": b"a\x06" + b"\xff" * 4000,
    "half a step": step(3, (), (1, 2))[:-1],
    "an unknown letter": b"x" + step(3)[1:],
    "text": b"3 0 1 2 0\n",
    "something deleted": b"d\x02\x00" + step(3, (), (1, 2)),
    "all deleted": b"d" + b"\xfe\xff\xff\xff\x0f" * 500 + b"\x00" + step(3, (), (1, 2)),
    "a million steps": step(3, (1,), (1,)) * 100_000,
}
HONEST = {"file:proof.cnf": "p cnf 1 2\n1 0\n1 0\n"}
"""Clauses that hold, and do not contradict each other."""

HEADERS = ((FAR, 2), (2**31, 2), (2**63, 2), (2, FAR), ("9" * 4000, 2), (2, "9" * 5000))
SYMBOLS = (
    f"x {2**26 + 1} n ext 3", f"x 3 n ext {FAR}", f"x 3 n ext {2**63}", "x 1 n p 3",
    f"group 1 {2**31} 3 4", f"group 1 {FAR} 3 4", f"template 1 {FAR} 1 0",
    f"template 1 3 {2**63} 1\ndefine {2**63} 1 2", f"template 1 2 1 {FAR}",
    f"template 1 2 1 1\ndefine 1 {2**32 + 1} 2", f"template {10**30} 2 1 0",
    f"template 1 40 20 1\ndefine 20 {' '.join(map(str, range(1, 41)))}", f"chains {FAR} 1",
    f"chains 1 {2**63}", f"chain 3 n in {FAR} 3", f"done 3 n {FAR}", f"way 3 n p 1 f a {FAR}",
    f"part {'p' * 100_000} f a 0", "part n f a 0", "x " * 200_000,
)  # fmt: skip


def proofs() -> Hostile:
    """Clauses, symbols and proofs with numbers that are too large, or are cut."""
    found: Hostile = {}
    for n in HUGE:
        found[f"variable {n}"] = "proof", text(f"p cnf {n} 2", f"{n} -1 0", f"-{n} 0") | THIRD
    for n in ALIASES:
        own = {"file:proof.symbols": f"x {n} n ext 1\nx 1 n ext 0\n"}
        found[f"alias {n}"] = "proof", text(f"p cnf {n} 2", f"{n} 0", "-1 0") | own | THIRD
        found[f"alias {n} of a symbol"] = "proof", cnf("1", "-1") | own
    for variables, count in HEADERS:
        found[f"header {str(variables)[:9]} {str(count)[:9]}"] = (
            "proof", text(f"p cnf {variables} {count}", "1 0", "-1 0") | THIRD,
        )  # fmt: skip
    for line in SYMBOLS:
        own = {"file:proof.symbols": f"x 1 n ext 2\nx 2 n ext 0\n{line}\n"}
        found[f"symbols {line[:30]}"] = "proof", own | cnf("1", "-2", "1 -2 3")
    for name, data in BINARY.items():
        found[f"binary, {name}"] = "proof", HONEST | {"file:proof.lrat": data}
    return found


def path(horizon: int) -> dict[str, Any]:
    fields = {"type": "critical path", "value": "n", "component": "ext"}
    return {**fields, "horizon": horizon, "cycle": horizon}


def longer(value: int) -> Edits:
    return {"value": value, "lower_bound": value, "bounds": [path(value - 1)],
            "mapping:horizon": value}  # fmt: skip


def counted(**fields: Any) -> Edits:
    bound = {"type": "counting", "horizon": 8, "resource": "issue slots", "components": ["p"]}
    bound |= {"first": 1, "last": 7, "items": ["n"], "units": 0}
    return {**longer(9), "bounds": [bound | fields]}


def reason(**fields: Any) -> Edits:
    return {"value": 2, "lower_bound": 2, "mapping:contexts": 2,
            "reasons": [{"contexts": 1, **fields}]}  # fmt: skip


def circle(**fields: Any) -> Edits:
    own = {"type": "recurrence", "operations": ["n"], "cycles": [2], "distances": [1]}
    return reason(**own | fields)


def few(**fields: Any) -> Edits:
    own = {"type": "slots", "resource": "issue slots", "components": ["p"], "items": ["n"] * 3}
    return reason(**own | {"units": 2} | fields)


def streamed(ii: int, cycles: int, *more: str) -> Edits:
    lines = "\n".join(["start 1 0 0", "start 2 0 1", *more, ""])
    fields = {"bounds.0.ii": ii, "bounds.0.cycles": cycles, "ii": ii, "status": "infeasible"}
    nothing = dict.fromkeys(("cycles", "lower_cycles", "mapping"))
    return {**fields, **nothing, "file:proof.symbols": lines,
            "file:proof.cnf": "p cnf 3 2\n1 0\n-2 3 0\n"}  # fmt: skip


def none(**bound: Any) -> Edits:
    nothing = dict.fromkeys(("cycles", "lower_cycles", "mapping"))
    return {"status": "infeasible", **nothing, "ii": bound["ii"], "bounds": [bound]}


CLAIMS: Hostile = {
    "no mapping of 2e9 cycles": ("path", {"horizon": FAR, "bounds": [path(FAR)]}),
    "no mapping of 2 ** 62 cycles": ("path", {"horizon": 2**62, "bounds": [path(2**62)]}),
    "a negative horizon": ("path", {"horizon": -1, "bounds": [path(-1)]}),
    "3e9 cycles": ("optimal", longer(3 * 10**9)),
    "2 ** 40 cycles": ("optimal", longer(2**40)),
    "no contexts": ("optimal", {"contexts": 0}),
    "cycles before the first": ("optimal", counted(first=-5, last=-1)),
    "all cycles": ("optimal", counted(last=FAR)),
    "a horizon of its own": ("optimal", counted(horizon=FAR, last=FAR - 1)),
    "units below zero": ("optimal", counted(units=-1)),
    "so many items": ("optimal", counted(items=["n"] * 300_000, units=7)),
    "so many bounds": ("optimal", {**longer(9), "bounds": [path(8)] * 20_000}),
    "a slow operator": ("optimal", {"dfg:operators.0.latency": FAR}),
    "a slow path": ("optimal", {"arch:paths.0.latency": FAR}),
    "an operand of long ago": ("optimal", {
        "dfg:operations.0.operands": [{"value": "a", "distance": FAR}], "contexts": 1,
        "mapping:contexts": 1}),
    "so many operands": ("optimal", {"dfg:operators.0.arity": FAR}),
    "held in a far cycle": ("optimal", {"mapping:holds": add(["n", "ext", FAR])}),
    "deep lists": ("optimal", {"file:mapping.json": "[" * 10**6}),
    "deep names": ("optimal", {"dfg": "a/" * 5000 + "dfg.json"}),
    "another schema": ("optimal", {"schema": "xyzmap/certificate/2"}),
    "2e9 contexts": ("ii", {"value": FAR, "lower_bound": FAR, "mapping:contexts": FAR}),
    "2 ** 64 contexts": ("ii", {"value": 2**64, "lower_bound": 2**64, "mapping:contexts": 2**64}),
    "a circle that is none": ("ii", circle()),
    "a circle of 2 ** 62 cycles": ("ii", circle(cycles=[2**62])),
    "a circle of distance below 0": ("ii", circle(distances=[-1])),
    "so long a circle": ("ii", circle(operations=["n"] * 10**5, cycles=[2] * 10**5,
                                      distances=[1] * 10**5)),
    "an item three times": ("ii", few()),
    "units below 0": ("ii", few(units=-1, items=["n"])),
    "no components": ("ii", few(components=[], units=0, items=["n"])),
    "longest at 2e9": ("ii", reason(type="longest", bound=path(FAR))),
    "longest below 0": ("ii", reason(type="longest", bound=path(-1))),
    "infeasible up to 2e9": ("interval", {"lower_bound": FAR}),
    "deep files": ("interval", {"file:dfg.json": '{"a":' * 10**5}),
    "a path of 2 ** 62": ("stream", none(type="critical path", ii=2**62, cycles=2**62,
                                         instruction="v")),
    "the smallest II of 2e9": ("stream", {"objective": "ii", "lower_ii": FAR, "ii": FAR,
                                          "mapping:ii": FAR}),
    "tiles below 0": ("stream", none(type="spokes", ii=1, instructions=["u", "v"], tiles=-1)),
    "an instruction many times": ("stream", none(type="spokes", ii=1, instructions=["u"] * 9,
                                                 tiles=2)),
    "a crowd many times": ("stream", none(type="crowd", ii=1, instructions=["v"] * 5000,
                                          source="u")),
    "so many tiles": ("stream", {"engine.tiles": FAR, "mapping:engine.tiles": FAR}),
    "hops of 2e9 cycles": ("stream", {"engine.hops": [FAR], "mapping:engine.hops": [FAR]}),
    "hops of so many distances": ("stream", {
        f"{file}engine": {"hops": [1] * 10**6, "relay": True, "tiles": 1024}
        for file in ("", "mapping:")}),
    "a proof of 2e9 cycles": ("streamed proof", streamed(1, FAR)),
    "a proof at II 2e9": ("streamed proof", streamed(FAR, 9)),
    "a start in a far cycle": ("streamed proof", streamed(1, 9, f"start 3 0 {FAR}")),
    "a start in a cycle of 64 bits": ("streamed proof", streamed(1, 9, f"start 3 0 {2**64}")),
    "a far tile": ("streamed proof", streamed(1, 9, f"above 3 0 {FAR}")),
    "a far distance": ("streamed proof", streamed(1, 9, f"distance 3 0 1 {2**63}")),
    "another instruction": ("streamed proof", streamed(1, 9, f"tile 3 {FAR} 0")),
    "a bound of 2 ** 64": ("minimum", {"lower_bound": 2**64}),
    "a core of a far unit": ("minimum", {"cores.0.features": [["units", "p", FAR]]}),
    "a core that is the claim": ("minimum", {"cores.0.certificate": "."}),
    "a core outside": ("minimum", {"cores.0.certificate": "../../"}),
    "a core that is a file": ("minimum", {"cores.0.certificate": "left.json"}),
    "weights without an end": ("minimum", {"weights": {"elements": "1e999999999"}}),
    "weights of a million digits": ("minimum", {"weights": {"elements": "9" * 10**6}}),
    "weights with a long fraction": ("minimum", {"weights": {
        "elements": f"1/{'7' * 40}"}, "arch:components.2.issue": 2}),
    "kinds many times": ("minimum", {"kinds": ["elements"] * 10**5}),
    "a job of 2 ** 62 cycles": ("minimum", {"jobs.0.horizon": 2**62, "mapping:horizon": 2**62}),
    "so many registers": ("minimum", {"kinds": ["registers"], "arch:components.1.capacity": FAR,
                                      "left:components.1.capacity": FAR}),
}  # fmt: skip
