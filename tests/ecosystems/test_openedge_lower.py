"""Graphs of the machine's operations compute what the graphs that they are made of compute."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from archs.files import load_architecture
from ecosystems.loops.search import find
from ecosystems.openedge.asked import Asked, spares
from ecosystems.openedge.csv_files import instructions_text, read_instructions
from ecosystems.openedge.interpreter import Machine, signed
from ecosystems.openedge.lower import lowered
from ecosystems.openedge.program import program_of
from ecosystems.openedge.reference import in_order
from ecosystems.openedge.search import MACHINE
from models.data.dfg import Constant, Dfg, Initial, Operand, Operation, Operator, OrderEdge
from shell.budget import Budget
from solvers.tasks.solver_options import SolverOptions

WORDS = "add sub mul and or xor shl lshr ashr smin smax umin umax".split()
PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge".split()
NUMBERS = (0, 1, -1, 2, 3, -3, 7, 31, 100, -1000)
ROUNDS, SPARE = 9, 4000
HERE = range(1000, 1064, 4)


@dataclass
class Drawn:
    """A random graph while it is made: its words and its conditions can be read."""

    chance: random.Random
    operations: list[Operation] = field(default_factory=list)
    operators: dict[str, Operator] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    bits: list[str] = field(default_factory=list)
    initial: list[Initial] = field(default_factory=list)

    def add(self, word: str, type_: str | None, of: str | None, *operands: Operand) -> str:
        operator = f"{word}/{type_}/{of}" if type_ and of else f"{word}/{type_}" if type_ else word
        effect = word.partition(".")[0] in ("load", "store", "br")
        self.operators[operator] = Operator(
            operator, len(operands), effect=effect, type=type_, of=of
        )
        name = f"v{len(self.operations)}"
        self.operations.append(Operation(name, operator, operands))
        if type_ == "i1":
            self.bits.append(name)
        elif word.partition(".")[0] != "store" and type_:
            self.words.append(name)
        return name

    def read(self, names: list[str]) -> Operand:
        """Return a word or a condition of this iteration, or of the one before."""
        name = self.chance.choice(names)
        return Operand(name, int(self.chance.random() < 0.15))

    def word(self) -> Operand:
        if self.chance.random() < 0.25:
            return Operand(str(self.chance.choice(NUMBERS)))
        return self.read(self.words)

    def address(self) -> Operand:
        low = self.add("and", "i32", None, self.read(self.words), Operand("60"))
        return Operand(self.add("add", "i32", None, Operand(low), Operand("1000")))

    def bit(self) -> Operand:
        return self.read(self.bits)

    def step(self) -> None:
        """Add an operation of a random kind."""
        kind = self.chance.randrange(14)
        if kind < 4:
            word = self.chance.choice(WORDS)
            second = self.word()
            if word in ("shl", "lshr", "ashr"):
                second = Operand(str(self.chance.choice((1, 2, 31))))
            self.add(word, "i32", None, self.read(self.words), second)
        elif kind < 7:
            operands = [self.read(self.words), self.word()]
            self.chance.shuffle(operands)
            self.add(f"icmp.{self.chance.choice(PREDICATES)}", "i1", "i32", *operands)
        elif kind == 7:
            self.add("select", "i32", None, self.bit(), self.word(), self.word())
        elif kind == 8:
            self.add(self.chance.choice(("and", "or", "xor")), "i1", None, self.bit(), self.bit())
        elif kind == 9:
            self.add(self.chance.choice(("zext", "sext")), "i32", "i1", self.bit())
        elif kind == 10:
            self.add("trunc", "i1", "i32", self.read(self.words))
        elif kind == 11:
            self.add(self.chance.choice(("abs", "neg", "not", "mov")), "i32", None, self.word())
        elif kind == 12:
            self.add("load", "i32", None, self.address())
        else:
            address, how = self.address(), self.chance.choice((".if", ".unless", ""))
            given = [self.bit()] if how else []
            self.add(f"store{how}", "i32", None, *given, address, self.word())


def _graph(seed: int) -> Dfg:
    drawn = Drawn(random.Random(seed))
    chance = drawn.chance
    index = drawn.add("add", "i32", None, Operand("v0", 1), Operand("1"))
    drawn.initial.append(Initial(index, (chance.randrange(-4, 4),)))
    drawn.add("mul", "i32", None, Operand(index), Operand(str(chance.choice(NUMBERS))))
    drawn.add("load", "i32", None, drawn.address())
    drawn.add("icmp.slt", "i1", "i32", Operand(drawn.words[-1]), Operand("3"))
    for _ in range(chance.randrange(4, 16)):
        drawn.step()
    late = {o.value for one in drawn.operations for o in one.operands if o.distance} - {index}
    for name in sorted(late):
        number = chance.randrange(2) if name in drawn.bits else chance.choice(NUMBERS)
        drawn.initial.append(Initial(name, (number,)))
    last = drawn.initial[0].numbers[0]
    assert isinstance(last, int)
    way = chance.choice((("slt", "unless", 0), ("ne", "unless", 0), ("sge", "", 0), ("eq", "", 0),
                         ("sle", "unless", -1), ("sgt", "", -1)))  # fmt: skip
    bound = str(last + ROUNDS + way[2])
    more = drawn.add(f"icmp.{way[0]}", "i1", "i32", Operand(index), Operand(bound))
    drawn.add(f"br.{way[1]}" if way[1] else "br", None, None, Operand(more))
    accesses = [o.name for o in drawn.operations if o.operator.startswith(("load", "store"))]
    order = [OrderEdge(a, b) for a, b in zip(accesses, accesses[1:], strict=False)]
    order.append(OrderEdge(accesses[-1], accesses[0], 1))
    numbers = {str(n) for n in (*NUMBERS, 60, 1000)} | {bound}
    return Dfg(
        name=f"drawn {seed}",
        operators=tuple(drawn.operators.values()),
        inputs=(),
        operations=tuple(drawn.operations),
        results=(chance.choice(drawn.words),),
        constants=tuple(Constant(n, int(n)) for n in sorted(numbers)),
        order=tuple(order),
        initial=tuple(drawn.initial),
    )


def _memory(seed: int) -> dict[int, int]:
    """Return a random memory; every second one has words of all bits."""
    chance = random.Random(seed)
    if seed % 2:
        return {place: signed(chance.getrandbits(32)) for place in HERE}
    return {place: chance.choice(NUMBERS) for place in HERE}


@pytest.mark.parametrize("masks", [False, True])
def test_drawn_graphs(masks: bool, amount: Callable[[int], int]) -> None:
    """Tests graphs of all operations that are lowered, in both forms of selections."""
    for seed in range(amount(1500)):
        dfg = _graph(seed)
        asked = Asked(results={name: 2000 for name in dfg.results}, spare=SPARE, masks=masks)
        made = lowered(dfg, asked)
        before = _memory(seed)
        wanted, after = dict(before), dict(before)
        assert in_order(dfg, asked, wanted) == in_order(made, Asked(), after) == ROUNDS
        for address in spares(dfg, asked).values():
            after.pop(address, None)
        assert after == wanted, seed
        assert len({o.operator for o in made.operations} & {"blt", "bge", "beq", "bne"}) == 1
        again = lowered(made, Asked(masks=masks))
        assert again.operations == made.operations and again.order == made.order


def test_programs_of_drawn_graphs(amount: Callable[[int], int]) -> None:
    """Tests the whole way, from a graph to the memory after its program, on 4×4 elements."""
    arch = load_architecture("satmapit:4x4,moves=unlimited")
    for seed in range(amount(50)):
        dfg = _graph(seed)
        asked = Asked(results={name: 2000 for name in dfg.results}, spare=SPARE)
        found = find(MACHINE, lowered(dfg, asked), arch, SolverOptions(), Budget())
        wanted, after = _memory(seed), _memory(seed)
        assert in_order(dfg, asked, wanted) == ROUNDS
        text = instructions_text(program_of(MACHINE.placed(found)).words)
        Machine(read_instructions(text, "text"), after).run()
        for address in spares(dfg, asked).values():
            after.pop(address, None)
        assert after == wanted, (seed, text)


def test_numbers_before_the_first_iteration() -> None:
    """Tests that the first number is of the iteration before it, the second of the one before."""
    dfg = Dfg(
        "two",
        (Operator("add", 2, type="i32"), Operator("store", 2, effect=True, type="i32")),
        (),
        (
            Operation("f", "add", (Operand("f", 1), Operand("f", 2))),
            Operation("s", "store", (Operand("1000"), Operand("f"))),
        ),
        (),
        (Constant("1000", 1000),),
        initial=(Initial("f", (5, 3)),),
    )
    for rounds, number in ((1, 5 + 3), (2, 8 + 5), (3, 13 + 8)):
        memory = dict[int, int]()
        assert in_order(dfg, Asked(rounds=rounds), memory) == rounds
        assert memory == {1000: number}


def test_stores_wait_for_the_branches_of_earlier_iterations() -> None:
    """Tests that nothing is stored by an iteration that is not reached."""
    stores = 0
    for seed in range(40):
        dfg = _graph(seed)
        asked = Asked(results={name: 2000 for name in dfg.results}, spare=SPARE)
        made = lowered(dfg, asked)
        branch = next(
            o.name for o in made.operations if o.operator[:3] in ("blt", "bge", "beq", "bne")
        )
        late = {e.after for e in made.order if (e.before, e.distance) == (branch, 1)}
        own = {o.name for o in made.operations if o.operator == "store"}
        assert own <= late
        stores += len(own)
    assert stores
