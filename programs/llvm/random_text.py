"""Random loops in LLVM's text: arithmetic, branches, memory, rotated values and early exits."""

from __future__ import annotations

import random

BINARY = "add sub mul and or xor shl lshr ashr udiv srem".split()
COMPARED = "eq ne slt sle sgt sge ult ugt".split()
SHIFTS = ("shl", "lshr", "ashr", "udiv", "srem")


class _Body:
    """The text of a loop that is being written, and the values that can be read in it."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.lines: list[str] = []
        self.values = ["%a", "%n"]
        self.count = 0

    def value(self) -> str:
        """Return a value, or a number."""
        if self.chance.random() < 0.15:
            return str(self.chance.randrange(-5, 9))
        return self.chance.choice(self.values[-12:])

    def name(self) -> str:
        """Return a new name."""
        self.count += 1
        return f"%v{self.count}"

    def step(self) -> None:
        """Add an operation, a load or a store."""
        chance, made = self.chance, self.name()
        kind = chance.random()
        if kind < 0.25:
            index, wide, place = self.name(), self.name(), self.name()
            base = chance.choice(("%p", "%q", "%r"))
            number = chance.randrange(4)
            stepped = chance.random() < 0.5
            self.lines += [
                f"{index} = and i32 {'%i' if stepped else self.value()}, 63",
                f"{wide} = zext i32 {index} to i64",
                f"{place} = getelementptr [4 x i32], ptr {base}, i64 {wide}, i64 {number}",
            ]
            if kind < 0.15:
                self.lines.append(f"{made} = load i32, ptr {place}")
            else:
                self.lines.append(f"store i32 {self.value()}, ptr {place}")
                return
        elif kind < 0.35:
            bit = self.name()
            self.lines += [
                f"{bit} = icmp {chance.choice(COMPARED)} i32 {self.value()}, {self.value()}",
                f"{made} = select i1 {bit}, i32 {self.value()}, i32 {self.value()}",
            ]
        else:
            word = chance.choice(BINARY)
            other = str(chance.randrange(1, 30)) if word in SHIFTS else self.value()
            self.lines.append(f"{made} = {word} i32 {self.value()}, {other}")
        self.values.append(made)

    def branch(self, number: int) -> None:
        """Add a branch with a side or two, whose values meet behind it."""
        bit, before = self.name(), list(self.values)
        word = self.chance.choice(COMPARED)
        self.lines.append(f"{bit} = icmp {word} i32 {self.value()}, {self.value()}")
        self.lines.append(f"br i1 {bit}, label %then{number}, label %else{number}")
        ends = []
        for side in ("then", "else"):
            self.values = list(before)
            self.lines.append(f"{side}{number}:")
            for _ in range(self.chance.randrange(4)):
                self.step()
            ends.append(self.value())
            self.lines.append(f"br label %end{number}")
        self.values = before
        made = self.name()
        self.lines.append(f"end{number}:")
        self.lines.append(
            f"{made} = phi i32 [ {ends[0]}, %then{number} ], [ {ends[1]}, %else{number} ]"
        )
        self.values.append(made)

    def exit(self, number: int) -> None:
        """Add an exit of the loop on some value."""
        bit = self.name()
        self.lines += [
            f"{bit} = icmp eq i32 {self.value()}, {self.chance.randrange(-3, 9)}",
            f"br i1 {bit}, label %out{number}, label %go{number}",
            f"go{number}:",
        ]


def random_loop_text(seed: int) -> str:
    """Return a module of one function `f` with a loop."""
    chance = random.Random(f"loop {seed}")
    body = _Body(chance)
    phis = [f"%h{k}" for k in range(chance.randrange(4))]
    body.values += [*phis, "%i"]
    exits = []
    for number in range(chance.randrange(2, 6)):
        for _ in range(chance.randrange(1, 5)):
            body.step()
        if chance.random() < 0.4:
            body.branch(number)
        elif chance.random() < 0.3:
            exits.append((number, body.value()))
            body.exit(number)
    nexts = [chance.choice([*phis, body.value(), body.value()]) for _ in phis]
    result = body.value()
    latch = next((w[:-1] for w in reversed(body.lines) if w.endswith(":")), "head")
    lines = [
        "define i32 @f(ptr noalias %p, ptr %q, ptr %r, i32 %n, i32 %a) {",
        "entry:",
        "br label %head",
        "head:",
        f"%i = phi i32 [ 0, %entry ], [ %j, %{latch} ]",
    ]
    for phi, next_ in zip(phis, nexts, strict=True):
        start = chance.choice(("%a", "%n", str(chance.randrange(9))))
        lines.append(f"{phi} = phi i32 [ {start}, %entry ], [ {next_}, %{latch} ]")
    lines += [
        *body.lines,
        "%j = add nsw i32 %i, 1",
        "%more = icmp slt i32 %j, %n",
        "br i1 %more, label %head, label %done",
        "done:",
        f"ret i32 {result}",
    ]
    for number, value in exits:
        lines += [f"out{number}:", f"ret i32 {value}"]
    return "\n".join([*lines, "}", ""])
