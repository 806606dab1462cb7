"""Legal mappings made by hand, small enough to check with pencil and paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from examples.ring import ring as ring_example
from models.data.architecture import Architecture, Choice, Component, InitialContents, Path, Support
from models.data.dfg import Dfg, Initial, Operand, Operation, Operator, OrderEdge
from models.data.mapping import Held, Issue, Mapping, Performed, Transfer
from models.data.problem import Problem
from models.judge.checker import check

ADD = Operator("+", 2, commutative=True, associative=True)
MUL = Operator("*", 2, commutative=True, associative=True)
MAC = Operator("mac", 3)
Case = tuple[Problem, Mapping]
Change = Callable[[Mapping], Mapping]


def memory(name: str = "ext") -> Component:
    """An external memory that holds all inputs, and inputs and results only."""
    return Component(name, initial="all", holds_intermediates=False)


def links(text: str) -> tuple[Path, ...]:
    """Paths between semicolons: `name: a b > c w=1 l=2 h=1`, with width, latency and hops."""
    found = []
    for part in text.split(";"):
        name, _, ends = part.strip().partition(": ")
        sources, _, targets = ends.partition(" > ")
        given = dict(word.split("=") for word in targets.split() if "=" in word)
        fields = {
            name: int(given[name[0]]) for name in ("width", "latency", "hops") if name[0] in given
        }
        to = tuple(word for word in targets.split() if "=" not in word)
        found.append(Path(name, tuple(sources.split()), to, **fields))
    return tuple(found)


def operands(*texts: str) -> tuple[Operand, ...]:
    """Operands; `s@1` is s of one iteration ago."""
    read = (text.partition("@") for text in texts)
    return tuple(Operand(value, int(distance or 0)) for value, _, distance in read)


def operation(name: str, operator: str, *read: str) -> Operation:
    """An operation with operands as `operands` takes them."""
    return Operation(name, operator, operands(*read))


def operations(text: str) -> tuple[Operation, ...]:
    """Operations between semicolons: `name operator operands; …`."""
    return tuple(operation(*part.split()) for part in text.split(";"))


def performed(operator: str, *read: str) -> Performed:
    """What an issue performs, with operands as `operands` takes them."""
    return Performed(operator, operands(*read))


def issue(text: str) -> Issue:
    """`s pe 3` is an issue, `s pe 3 mac a b c` one that performs something."""
    name, place, cycle, *performs = text.split()
    return Issue(name, place, int(cycle), performed(*performs) if performs else None)


def mapping(
    problem: Problem,
    horizon: int,
    holds: Iterable[str],
    transfers: str,
    issues: str,
    intermediates: Iterable[Operation] = (),
) -> Case:
    """Write X as `a ext 0 2` (cycles 0 to 2), Y as `a in 1, b in 2`, and Z as `issue` takes it."""
    cells = (line.split() for line in holds)
    moved = (text.split() for text in transfers.split(",") if text)
    return problem, Mapping(
        dfg=problem.dfg.name,
        architecture=problem.arch.name,
        horizon=horizon,
        contexts=problem.contexts,
        holds=tuple(
            Held(value, place, cycle)
            for value, place, first, last in cells
            for cycle in range(int(first), int(last) + 1)
        ),
        transfers=tuple(Transfer(v, p, int(k)) for v, p, k in moved),
        issues=tuple(issue(text) for text in issues.split(",") if text),
        intermediates=tuple(intermediates),
    )


def ring() -> Case:
    """Multiplies a and b on one element of a ring of two, adds c on the other."""
    dfg = Dfg(
        "sum",
        (ADD, MUL),
        ("a", "b", "c"),
        (operation("p", "*", "a", "b"), operation("s", "+", "p", "c")),
        ("s",),
    )
    elements = [Component(f"pe{i}", issue=1, capacity=2) for i in range(2)]
    paths = [Path(f"in{i}", ("ext",), (f"pe{i}",), 1) for i in range(2)]
    paths += [Path(f"out{i}", (f"pe{i}",), ("ext",), 1) for i in range(2)]
    paths += [Path(f"r{i}", (f"pe{i}",), (f"pe{1 - i}",), 1) for i in range(2)]
    arch = Architecture("ring2", (memory(), *elements), tuple(paths), "ext")
    return mapping(
        Problem(dfg, arch),
        5,
        ["a ext 0 0", "b ext 0 1", "c ext 0 2", "a pe0 1 1", "p pe0 2 2", "s pe1 3 3", "s ext 4 4"],
        "a in0 1,b in0 2,p r0 3,c in1 3,s out1 4",
        "p pe0 2,s pe1 3",
    )


def accumulator() -> Case:
    """Adds a * b to s of the last iteration; a new iteration in every cycle."""
    dfg = Dfg(
        "dot",
        (MAC,),
        ("a", "b"),
        (operation("s", "mac", "a", "b", "s@1"),),
        ("s",),
        initial=(Initial("s", (7,)),),
    )
    arch = Architecture(
        "one",
        (memory(), Component("pe", issue=1, capacity=1)),
        links("in0: ext > pe w=1; in1: ext > pe w=1; out: pe > ext w=1"),
        "ext",
        max_contexts=4,
    )
    return mapping(
        Problem(dfg, arch, 1),
        3,
        ["a ext 0 0", "b ext 0 0", "s pe 1 1", "s ext 2 2"],
        "a in0 1,b in1 1,s out 2",
        "s pe 1",
    )


def bus() -> Case:
    """A bus brings a to two elements, and one of two sources drives the sum out."""
    dfg = Dfg(
        "twice",
        (ADD, MUL),
        ("a",),
        (operation("d", "+", "a", "a"), operation("q", "*", "a", "a")),
        ("d", "q"),
    )
    elements = [Component(f"pe{i}", issue=1, capacity=1, write_ports=1) for i in range(2)]
    arch = Architecture(
        "bus",
        (memory(), *elements),
        (Path("down", ("ext",), ("pe0", "pe1"), 1), Path("up", ("pe0", "pe1"), ("ext",), 1)),
        "ext",
    )
    return mapping(
        Problem(dfg, arch),
        4,
        ["a ext 0 0", "d pe0 1 1", "q pe1 1 2", "d ext 2 3", "q ext 3 3"],
        "a down 1,d up 2,q up 3",
        "d pe0 1,q pe1 1",
    )


def ports(shared: bool = False) -> Case:
    """Three values enter an element with two write ports, and two leave one with a read port.

    `shared` replaces the entries by one bus that also ends in an element with no use for it.
    """
    dfg = Dfg("three", (MAC,), ("a", "b", "c"), (operation("s", "mac", "a", "b", "c"),), ("s",))
    entries = [Path(f"in{i}", ("ext",), ("pe", "idle") if shared else ("pe",), 1) for i in (0, 1)]
    arch = Architecture(
        "ports",
        (
            Component("ext", initial="all", holds_intermediates=False, read_ports=2),
            Component("pe", issue=1, capacity=2, write_ports=2, read_ports=1),
            Component("idle", capacity=1, write_ports=0),
        ),
        (*entries, Path("out", ("pe",), ("ext",), 1)),
        "ext",
    )
    return mapping(
        Problem(dfg, arch),
        4,
        ["a ext 0 0", "b ext 0 0", "c ext 0 1", "a pe 1 1", "b pe 1 1", "s pe 2 2", "s ext 3 3"],
        "a in0 1,b in1 1,c in0 2,s out 3",
        "s pe 2",
    )


def slow() -> Case:
    """A path of latency 1, an operation of latency 2, a transient element, a choice of contents."""
    dfg = Dfg("slow", (ADD, MUL), ("a", "b"), (operation("p", "*", "a", "b"),), ("p",))
    arch = Architecture(
        "slow",
        (
            Component("ext", holds_intermediates=False),
            Component("rom", initial=InitialContents(("b",), (Choice(0, ("a",)),)), capacity=2),
            Component("rom2", initial=InitialContents((), (Choice(1, ("a", "b")),)), capacity=2),
            Component("pe", issue=1, ops=("+", Support("*", 2)), transient=True),
        ),
        links("far: rom2 > pe w=1 l=1; near: rom > pe w=1; out: pe > ext w=1"),
        "ext",
    )
    return mapping(
        Problem(dfg, arch),
        5,
        ["a rom2 0 0", "b rom 0 0", "b pe 1 1", "p pe 3 3", "p ext 4 4"],
        "b near 1,a far 2,p out 4",
        "p pe 2",
    )


def stores() -> Case:
    """Load, add, store, and a load that has to wait for the store of the last iteration."""
    load = Operator("load", 1, effect=True, latency=2)
    dfg = Dfg(
        "update",
        (load, ADD, Operator("store", 2, effect=True)),
        ("i",),
        (
            operation("v", "load", "i"),
            operation("w", "+", "v", "i"),
            operation("z", "store", "w", "i"),
        ),
        order=(OrderEdge("z", "v", 1), OrderEdge("v", "z")),
    )
    arch = Architecture(
        "one",
        (memory(), Component("pe", issue=1, capacity=2)),
        (Path("in", ("ext",), ("pe",), 1), Path("out", ("pe",), ("ext",), 1)),
        "ext",
    )
    return mapping(
        Problem(dfg, arch, 4),
        5,
        ["i ext 0 0", "i pe 1 3", "v pe 2 2", "w pe 3 3"],
        "i in 1",
        "v pe 1,w pe 3,z pe 4",
    )


def multiply_add() -> Case:
    """Each element of a ring computes a sum of two products, the second one in a multiply-add."""
    holds, transfers, issues = [], [], []
    for row in range(2):
        pe, first, last = f"pe{row}", f"p_{row}_0", f"y_{row}"
        words = ["x_0", f"w_{row}_0", "x_1", f"w_{row}_1"]
        transfers += [f"{name} extmem->{pe} {k}" for k, name in enumerate(words, 1)]
        transfers.append(f"{last} {pe}->extmem 5")
        holds += [f"{name} extmem 0 {k}" for k, name in enumerate(words) if row or k % 2]
        holds += [f"x_0 {pe} 1 1", f"{first} {pe} 2 3", f"x_1 {pe} 3 3"]
        holds += [f"{last} {pe} 4 4", f"{last} extmem 5 5"]
        issues += [f"{first} {pe} 2", f"{last} {pe} 4 mac {first} x_1 w_{row}_1"]
    problem = Problem(*ring_example(2, "pattern"))
    return mapping(problem, 6, holds, ",".join(transfers), ",".join(issues))


def regrouped() -> Case:
    """Each element of a ring sums three products from the last one on, in multiply-adds."""
    holds, transfers, issues = [f"x_{k} extmem 0 {n}" for k, n in enumerate((4, 0, 2))], [], []
    for row in range(3):
        pe, last, part, y = f"pe{row}", f"p_{row}_1", f"t_{row}", f"y_{row}"
        w = [f"w_{row}_{column}" for column in range(3)]
        words = ["x_1", w[1], "x_2", w[2], "x_0", w[0]]
        transfers += [f"{name} extmem->{pe} {k}" for k, name in enumerate(words, 1)]
        transfers.append(f"{y} {pe}->extmem 7")
        holds += [f"{name} extmem 0 {k}" for k, name in enumerate(words) if k % 2]
        holds += [f"x_1 {pe} 1 1", f"{last} {pe} 2 3", f"x_2 {pe} 3 3", f"{part} {pe} 4 5"]
        holds += [f"x_0 {pe} 5 5", f"{y} {pe} 6 6", f"{y} extmem 7 7"]
        issues += [f"{last} {pe} 2", f"{part} {pe} 4 mac {last} x_2 {w[2]}"]
        issues.append(f"{y} {pe} 6 mac {part} {w[0]} x_0")
    made = [operation(f"t_{row}", "+", f"p_{row}_1", f"p_{row}_2") for row in range(3)]
    problem = Problem(*ring_example(3, "pattern"), transform="enumerate")
    return mapping(problem, 8, holds, ",".join(transfers), ",".join(issues), made)


def running_sum() -> Case:
    """Adds a and b before s of the last iteration, which shortens the cycle through s."""
    dfg = Dfg(
        "running",
        (ADD,),
        ("a", "b"),
        (operation("t", "+", "s@1", "a"), operation("s", "+", "t", "b")),
        ("s",),
        initial=(Initial("s", (7,)),),
    )
    arch = Architecture(
        "one",
        (memory(), Component("pe", issue=2, capacity=2)),
        (Path("in", ("ext",), ("pe",), 2), Path("out", ("pe",), ("ext",), 1)),
        "ext",
    )
    return mapping(
        Problem(dfg, arch, 1, "chain"),
        4,
        ["a ext 0 0", "b ext 0 0", "u pe 1 1", "s pe 2 2", "s ext 3 3"],
        "a in 1,b in 1,s out 3",
        "u pe 1,s pe 2 + u s@1",
        [operation("u", "+", "a", "b")],
    )


CASES = {
    "ring": ring(),
    "accumulator": accumulator(),
    "bus": bus(),
    "ports": ports(),
    "ports of a bus": ports(shared=True),
    "slow": slow(),
    "stores": stores(),
}

# Issues that perform something else than the operation of the DFG, and intermediates.
REORDERED = {"multiply-add": multiply_add(), "regrouped": regrouped(), "running sum": running_sum()}
EVERY = {**CASES, **REORDERED}


def rules(problem: Problem, mapped: Mapping) -> set[str]:
    """The rules that the checker finds broken."""
    return {violation.rule for violation in check(problem, mapped)}


def adding(*items: Held | Transfer | Issue) -> Change:
    """The change that adds some X, Y and Z."""

    def change(full: Mapping) -> Mapping:
        return msgspec.structs.replace(
            full,
            holds=(*full.holds, *(i for i in items if isinstance(i, Held))),
            transfers=(*full.transfers, *(i for i in items if isinstance(i, Transfer))),
            issues=(*full.issues, *(i for i in items if isinstance(i, Issue))),
        )

    return change


def with_component(problem: Problem, name: str, **fields: object) -> Problem:
    """The problem with other fields of one component."""
    parts = tuple(
        msgspec.structs.replace(part, **fields) if part.name == name else part
        for part in problem.arch.components
    )
    arch = msgspec.structs.replace(problem.arch, components=parts)
    return msgspec.structs.replace(problem, arch=arch)
