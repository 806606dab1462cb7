"""A genuine certificate of each kind of claim, by name; nearly all are made by hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path as File
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from models.data.architecture import Architecture, Component, SharedIssue
from models.data.certificate import (
    Arrival,
    Chain,
    ContextMemory,
    Counting,
    CriticalPath,
    Crossing,
    Cyclic,
    Longest,
    Never,
    Packing,
    Placement,
    Proof,
    Recurrence,
    Renaming,
    Slots,
    Stays,
)
from models.data.constraints import Issues, Sum, Term
from models.data.dfg import Constant, Initial, Operator
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.pins import Pin
from models.data.problem import Problem
from solvers.certificates.addressed import refuted_in_files
from tests.solvers.addressed_problems import random_carried
from tests.solvers.verification.arrays import ARRAYS
from tests.solvers.verification.claims import (
    EXT,
    OPERATORS,
    Files,
    array,
    cycles,
    element,
    files,
    graph,
    interval,
    one,
    plain,
    proof,
)

ONE = graph("n f a", "n", "a")
THREE = graph("u f a; v f a; w f a; d f a", "u v w", "a")
"""Three results, and an operation that nothing needs."""
TWO = graph("u f a; v f b", "u v")
PQ = array((EXT, element("p"), element("q")), "ip ext>p;iq ext>q;op p>ext;oq q>ext")
SWAP = Renaming({"p": "q", "q": "p"}, {"ip": "iq", "iq": "ip", "op": "oq", "oq": "op"})
NAMES = ("proof.cnf", "proof.symbols", "proof.lrat")
PASSING = "issue slots, for operations and for what is stored in passing"
BORDER = "border issue slots"


def mapped(contexts: int | None = None, late: int = 0) -> Any:
    """The mapping of `ONE`, with its result kept in the element for some cycles."""
    holds = [Held("a", "ext", 0), *(Held("n", "p", k) for k in range(1, 2 + late))]
    return plain(
        Mapping(
            "graph", "array", 3 + late, contexts, (*holds, Held("n", "ext", 2 + late)),
            (Transfer("a", "in", 1), Transfer("n", "out", 2 + late)), (Issue("n", "p", 1),),
        )
    ) | {"schema": "xyzmap/mapping/1"}  # fmt: skip


def optimal(contexts: int | None = None) -> Files:
    found = cycles(
        Problem(ONE, one(1), contexts), CriticalPath(2, "n", "ext", 2), status="optimal",
        value=3, lower_bound=3, horizon=None, mapping="mapping.json",
    )  # fmt: skip
    return found | {"mapping.json": mapped(contexts)}


def by_proof() -> Files:
    return cycles(Problem(ONE, one(1)), Proof(2, *NAMES)) | proof("x 1 n ext 1", "1; -1")


HELD = graph("n g a b", "n", invariants=("a", "b"))


def loaded() -> Files:
    """An operation whose element holds one of its operands for the whole loop."""
    found = cycles(
        Problem(HELD, one(1, invariants=1)), CriticalPath(2, "n", "ext", 2), status="optimal",
        value=3, lower_bound=3, horizon=None, mapping="mapping.json",
    )  # fmt: skip
    return found | {"mapping.json": mapped() | {"loaded": [["b", "p"]]}}


def loaded_proof() -> Files:
    """The same without a path for the other one."""
    arch = array((EXT, element(invariants=1)), "out p>ext:1")
    table = "z 1 n p 1; loaded 2 a p 0; loaded 3 b p 0"
    return cycles(Problem(HELD, arch), Proof(3, *NAMES)) | proof(table, "1; -1 2; -1 3; -2 -3")


def placed() -> Files:
    bound = Proof(2, *NAMES, placement=Placement("n", ("p",), (SWAP,)))
    return cycles(Problem(ONE, PQ), bound) | proof("x 1 n ext 1", "1; -1")


def ordered() -> Files:
    exchange = {"u": "v", "v": "u", "a": "b", "b": "a"}
    order = Arrival((Chain(("u", "v"), (exchange,)),), ("op", "oq"), ("op",), (SWAP,))
    bound = Proof(2, *NAMES, arrival=order)
    return cycles(Problem(TWO, PQ), bound) | proof("x 1 u ext 1", "1; -1")


def sum_proof() -> Files:
    """A sum of three, in any order."""
    problem = Problem(graph(SUMMED, "s", "a b c"), one(), None, "enumerate")
    return cycles(problem, Proof(2, *NAMES)) | proof("x 1 s ext 1", "1; -1")


def ring() -> Files:
    """Two operations on one element, with one context."""
    problem = Problem(TWO, one(), 1)
    reason = Cyclic(1, 1, *NAMES, "u")
    return cycles(problem, reason=reason) | proof("z 1 u p 0; z 2 v p 0", "1; 2; -1 -2")


def storing() -> Files:
    """Two sums of an element, which a memory unit stores behind a link for one of them."""
    parts = (
        Component("m", issue=2, ops=("put",)),
        Component("pe", issue=2, ops=("+",), initial="all"),
        Component("ext"),
    )
    arch = array(parts, "in pe>m:1;back m>pe;off m>ext")
    dfg = graph("s + a b; t + a b; x put s; y put t")
    return cycles(Problem(dfg, arch, 1), reason=Crossing(1, ("m",), ("in",), (), ("s", "t"), 1))


def relay() -> Files:
    """A value of p is read in r, and gets there through q alone, which has work of its own."""
    p = element(ops=("f",), initial="all", routing_issues=True)
    q = element("q", ops=("g",), initial="all", routing_issues=True)
    r = element("r", ops=("put",), routing_issues=True, capacity=0)
    arch = array((p, q, r), "pq p>q;qr q>r", external=None)
    dfg = replace(graph("v f a; w put v; x g a a; y put x"), operators=OPERATORS)
    reason = Slots(1, PASSING, ("p", "q", "r"), ("v", "w", "x", "y", "v in passing"), 3)
    return cycles(Problem(dfg, arch, 1), reason=reason)


def behind(reason_or_bound: Any, contexts: int | None = None) -> Files:
    """A sum of an element that is not next to the memory; p is, where all inputs arrive."""
    arch = array((EXT, element(routing_issues=True), element("q")),
                 "in ext>p:1;out p>ext:1;pq p>q;qp q>p")  # fmt: skip
    return several("v g a b; x f a; s g v x", reason_or_bound, arch, contexts)


def several(text: str, reason_or_bound: Any, arch: Architecture, contexts: Any = None) -> Files:
    """A claim about a graph with results `s`, by arithmetic."""
    problem = Problem(graph(text, "s", "a b c"), arch, contexts)
    if hasattr(reason_or_bound, "horizon"):
        return cycles(problem, reason_or_bound)
    return cycles(problem, reason=reason_or_bound)


def counted(dfg: Any, arch: Architecture, *fields: Any) -> Files:
    return cycles(Problem(dfg, arch), Counting(3, *fields))


def shared() -> Files:
    arch = replace(PQ, shared=(SharedIssue("port", ("p", "q"), ("f",), 1),))
    reason = Slots(1, "shared issue slots", ("p", "q"), ("u", "v"), 1)
    return cycles(Problem(TWO, arch, 1), reason=reason)


def ii(arch: Architecture, **fields: Any) -> Files:
    """That `ONE` is mapped with one context; its result waits for a cycle."""
    made = interval(Problem(ONE, arch, 1), status="optimal", value=1, mapping="mapping.json")
    made["certificate.json"] |= fields
    return made | {"mapping.json": mapped(1, late=1)}


LAWS = {"commutative": True, "associative": True}
SUMS = (Operator("add", 2, **LAWS), Operator("mul", 2, **LAWS), *OPERATORS)  # type: ignore[arg-type]
LOOP = "s add s@1 a; t add a b"


def accumulated() -> Files:
    """A sum over all iterations, in two parts, beside another operation on the only element."""
    written = graph(LOOP, "s t", operators=SUMS, initial=(Initial("s", (7,)),))
    own = graph("s add s@2 a; t add a b", "s t", operators=SUMS, initial=(Initial("s", (7, 0)),))
    own = replace(own, name="graph (2 accumulators)")
    return rewritten(written, own, "2 accumulators", accumulators=2)


def induced() -> Files:
    """An address that grows by itself, not by adding to an index."""
    start = (Initial("i", (5,)),)
    known = {"operators": SUMS, "constants": (Constant("one", 1), Constant("k", 3))}
    ends = {"results": "r", "inputs": "x"}
    written = graph("i add i@1 one; j add i k; r g j x", initial=start, **known, **ends)
    more = (*start, Initial("j", (8,)))
    own = graph("i add i@1 one; j add j@1 one; r g j x", initial=more, **known, **ends)
    return rewritten(written, replace(own, name="graph (own inductions)"), "own inductions")


def rewritten(written: Any, own: Any, rewrite: str, **fields: Any) -> Files:
    names = tuple(one.name for one in own.operations if one.name != "i")
    reason = Slots(1, "issue slots", ("p",), names, 1)
    fields |= {"written": "written.json", "rewrites": (rewrite,)}
    made = interval(Problem(own, one(), 1), reason, **fields)
    return made | {"written.json": files(Problem(written, one(), 1), {})["dfg.json"]}


STILL = array(
    (EXT, element(transient=True, capacity=1, keeps_arrivals=False), Component("rf", capacity=4)),
    "in ext>p;keep p>rf;read rf>p;own p>p",
)
LATE = graph("v f a; w f v; x g w v@2; y put x")


def stays() -> Files:
    """A value that is read two iterations later, and too early for that in its own."""
    circle = Stays(1, "static", ("v", "w", "x"), (False, False, True), (1, 1, 2), (0, 0, 2))
    problem = Problem(LATE, STILL, 1, recompute=False)
    return interval(problem, circle, recompute=False, register_files="static")


def addressed() -> Files:
    """A value that stays for two iterations of one context; the proof is that of a solver."""
    problem = replace(random_carried(1), contexts=1, files="static")
    with TemporaryDirectory() as folder:
        reason = refuted_in_files(problem, folder)
        assert reason is not None and isinstance(reason.bound, Proof)
        made = interval(problem, reason, register_files="static")
        for name in (reason.bound.cnf, reason.bound.symbols):
            made[name] = File(folder, name).read_text(encoding="ascii")
        made[reason.bound.proof] = File(folder, reason.bound.proof).read_bytes()
    return made


WASTED = one(ops=("g",))
SUMMED = "t + a b; s + t c"
GENUINE: dict[str, Callable[[], Files]] = {
    "optimal": optimal,
    "path": lambda: cycles(Problem(ONE, one(1)), CriticalPath(2, "n", "ext", 2)),
    "pipelined": lambda: optimal(2),
    "pinned": lambda: optimal(2) | {
        "certificate.json": optimal(2)["certificate.json"] | {"pins": plain([Pin("n", ("p",))])}
    },
    "proof": by_proof,
    "loaded": loaded,
    "loaded proof": loaded_proof,
    "placement": placed,
    "arrival": ordered,
    "ring": ring,
    "sum proof": sum_proof,
    "counting": lambda: counted(THREE, PQ, "issue slots", ("p", "q"), 1, 1, ("u", "v", "w"), 2),
    "exits": lambda: counted(
        graph("s g a b", "s"), one(1), "exit width", ("ext",), 1, 1, ("a", "b"), 1
    ),
    "entries": lambda: counted(TWO, one(1), "entry width", ("ext",), 2, 2, ("u", "v"), 1),
    "sum": lambda: several(SUMMED, Counting(3, "issue slots", ("p",), 1, 1, ("t", "s"), 1), one()),
    "slots": lambda: cycles(
        Problem(THREE, PQ, 1), reason=Slots(1, "issue slots", ("p", "q"), ("u", "v", "w"), 2)
    ),
    "shared": shared,
    "passing": relay,
    "border": lambda: behind(Slots(2, BORDER, ("p",), ("s", "a for v", "b for v"), 2), 2),
    "border cycles": lambda: behind(
        Counting(3, BORDER, ("p",), 1, 2, ("s", "a for x", "b for v"), 2)
    ),
    "crossing": storing,
    "recurrence": lambda: several(
        "s slow t@1; t f s", Recurrence(1, ("s", "t"), (5, 1), (0, 1)), one(), 1
    ),
    "never": lambda: several("s f a", Never(None, "s"), WASTED),
    "longest": lambda: several(
        "s f a", Longest(1, CriticalPath(99, "s", "ext", 99)), replace(WASTED, max_contexts=9), 1
    ),
    "memory": lambda: several("s f a", ContextMemory(4), one(), 4) | {
        "arch.json": files(Problem(ONE, replace(one(), max_contexts=3)), {})["arch.json"]
    },
    "interval": lambda: interval(
        Problem(TWO, one(), 1), Slots(1, "issue slots", ("p",), ("u", "v"), 1)
    ),
    "stays": stays,
    "addressed": addressed,
    "packing": lambda: cycles(
        Problem(TWO, PQ, 1), reason=Packing(1, "c", ("u", "v"), (1, 1), 1),
        constraints=[Sum(name="c", of=(Term(z=Issues()),), per="context", at_most=1)],
    ),
    "ii": lambda: ii(one(1)),
    "files": lambda: ii(one(1, capacity=2), register_files="rotating") | {
        "dfg.json": files(Problem(graph("n neg a", "n", "a"), one()), {})["dfg.json"]
    },
    "accumulators": accumulated,
    "inductions": induced,
    **ARRAYS,
}  # fmt: skip


@cache
def genuine(kind: str) -> Files:
    """The certificate of a kind; it must not be changed."""
    return GENUINE[kind]()
