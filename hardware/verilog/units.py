"""The unit modules: one for each list of units, from an opcode and operands to a word.

They are combinational. An instruction of a narrower type uses the low bits of its operands,
extended by the signedness of its type. Results undefined in LLVM are 0, as in
`models.semantics.typed`.
"""

from __future__ import annotations

from typing import NamedTuple

from hardware.model.floats import (
    ARITHMETIC,
    BITS,
    CONVERSIONS,
    EITHER,
    FLOATING,
    RARE,
    TO_FLOAT,
)
from hardware.model.layout import bits
from hardware.model.shapes import MERGE
from hardware.model.units import (
    COUNTING,
    FUSED,
    JOINTS,
    PREDICATED,
    READS,
    SATURATED,
    STREAMED,
    Unit,
    types_of,
)
from hardware.verilog.counting import counting
from hardware.verilog.float_functions import MORE_FUNCTIONS
from hardware.verilog.floats import FUNCTIONS, SIGNS, compared
from hardware.verilog.names import comment
from models.semantics.typed import FLOATS

OPERANDS = tuple("abcdefghi")
"""Names of operands; a pattern of three instructions reads at most seven."""


class Type(NamedTuple):
    """An integer type in Verilog: its bits, as an expression, and whether it is signed."""

    width: str
    signed: bool


SLOW = ("fma", "frem")
"""Floating-point instructions that are slow to simulate."""

FLOAT_BITS = {type_: Type(str(size), False) for type_, size in BITS.items()}


def unit_module(name: str, units: tuple[Unit, ...], word: str) -> str:
    """Return a module with an opcode per unit, from 1 on.

    `loaded` is the word of the memory at the address `a`, `taken` the number of the stream.
    """
    body = _Body(word)
    cases = [
        f"    {number}: result = {body.unit(unit, number)}; // {comment(' '.join(unit.expression))}"
        for number, unit in enumerate(units, 1)
    ]
    ports = [f"  input  wire [{max(bits(len(units) + 1), 1) - 1}:0] opcode,"]
    operands = OPERANDS[: max((unit.arity for unit in units), default=0)]
    ports += [f"  input  wire [WIDTH-1:0] {port}," for port in (*operands, "loaded", "taken")]
    floats = [FUNCTIONS[:-1]] if any(unit.behavioural for unit in units) else []
    parts = {part.partition(":")[0] for u in units if u.behavioural for part in u.expression}
    floats += [MORE_FUNCTIONS[:-1]] if not parts.isdisjoint((*RARE, *EITHER)) else []
    return "\n".join(
        [
            f"module {name} #(",
            f"  parameter WIDTH = {int(word[1:])}",
            ") (",
            *ports,
            "  output reg  [WIDTH-1:0] result",
            ");",
            *floats,
            *body.functions.values(),
            *body.lines,
            "  always @* case (opcode)",
            *cases,
            "    default: result = {WIDTH{1'bx}};",
            "  endcase",
            "endmodule",
        ]
    )


def unit_instance(
    module: str, slot: str, opcode: str, operands: int, loaded: str, taken: str
) -> str:
    """Return the instantiation of a unit module in a slot."""
    ports = "".join(f" .{port}({slot}_{port})," for port in OPERANDS[:operands])
    return f"""\
  {module} #(.WIDTH(WIDTH)) {slot}_unit (
    .opcode({opcode}),{ports}
    .loaded({loaded}), .taken({taken}), .result({slot}_computed));"""


class _Body:
    """The wires of a module, one per instruction."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.lines: list[str] = []
        self.functions: dict[str, str] = {}
        self.known: dict[tuple[str, str], str] = {}
        self.count = self.opcode = 0

    def unit(self, unit: Unit, opcode: int) -> str:
        """Return the expression of a unit."""
        self.opcode = opcode
        slots = list(OPERANDS[: unit.arity])
        done: list[str] = []
        for part in reversed(unit.expression):
            if part == "_":
                done.append(slots.pop())
                continue
            name, own, of = types_of(part, self.word)
            operands = [done.pop() for _ in range(READS.get(name, unit.arity))]
            done.append(self.instruction(name, own, of, operands))
        return done.pop()

    def type(self, type_: str) -> Type:
        """Return an integer type; a bit is unsigned, and pointers have 64 bits."""
        if type_ == self.word:
            return Type("WIDTH", type_[0] == "i")
        width = 64 if type_ == "ptr" else int(type_[1:])
        return Type(str(width), type_[0] != "u" and width > 1)

    def wire(self, name: str, type_: Type, expression: str) -> str:
        """Declare a wire, and return its name."""
        signed = "signed " if type_.signed else ""
        self.lines.append(f"  wire {signed}[{type_.width}-1:0] {name} = {expression};")
        return name

    def new(self, type_: Type, expression: str) -> str:
        """Declare a wire of an instruction."""
        self.count += 1
        return self.wire(f"n{self.count}", type_, expression)

    def asked(self, type_: Type, expression: str) -> str:
        """Declare a word that is computed only for the unit's opcode, to save simulation time."""
        self.count += 1
        name = f"n{self.count}"
        self.lines += [
            f"  reg [{type_.width}-1:0] {name};",
            f"  always @* if (opcode == {self.opcode}) {name} = {expression};"
            f" else {name} = {{({type_.width}){{1'bx}}}};",
        ]
        return name

    def cast(self, operand: str, type_: str, signed: bool | None = None) -> str:
        """Return an operand cast to a type, with the type's or the given signedness."""
        shape = self.type(type_)
        shape = shape if signed is None else shape._replace(signed=signed)
        if shape == Type("WIDTH", False) and operand in OPERANDS:
            return operand
        tag = f"{'s' if shape.signed else 'u'}{'' if shape.width == 'WIDTH' else shape.width}"
        key = (operand, tag)
        if key not in self.known:
            name = f"{operand}_{tag}"
            self.known[key] = self.wire(name, shape, f"{operand}[{shape.width}-1:0]")
        return self.known[key]

    def extended(self, wire: str, type_: Type) -> str:
        """Return a wire extended to the width of the operands."""
        if type_.width == "WIDTH":
            return wire
        return self.new(Type("WIDTH", type_.signed), wire)

    def instruction(self, name: str, own: str, of: str, operands: list[str]) -> str:
        """Return the wire of an instruction."""
        if name in ("const", "mov", "output"):
            return operands[0]
        if name == "input":
            return "taken"
        if name in ("load", "store", *FUSED):
            return self.access(name, own, operands)
        if name in JOINTS:
            return self.joint(name, operands)
        if name in STREAMED:
            base, _, condition = name.partition(".")
            found = "taken" if base == "input" else operands[1]
            return self.joint(f".{condition}", [operands[0], found])
        if name in PREDICATED:
            base, _, condition = name.partition(".")
            happens = f"|{operands[0]}" if condition == "if" else f"~|{operands[0]}"
            found = self.access(base, own, operands[1:])
            return self.new(Type("WIDTH", False), f"({happens}) ? {found} : 0")
        if name == "select":
            return self.new(Type("WIDTH", False), f"|{operands[0]} ? {operands[1]} : {operands[2]}")
        if name.startswith("icmp."):
            how = name.removeprefix("icmp.")
            plain = False if how.startswith("u") else None
            a, b = (self.cast(operand, of, plain) for operand in operands)
            bit = self.new(Type("1", False), f"{a} {SIGNS[how[-2:]]} {b}")
            return self.extended(bit, Type("1", False))
        if name in FLOATING or (name in EITHER and own in FLOATS):
            return self.floating(name, own, of, operands)
        return self.extended(self.arithmetic(name, own, of, operands), self.type(own))

    def joint(self, name: str, operands: list[str]) -> str:
        """Return the wire of a joint around an instruction: a predicate, a merge or a zero."""
        word = Type("WIDTH", False)
        if name == ".zero":
            return self.new(word, "0")
        first, second = operands
        none = first if name == MERGE else "0"
        yes, no = (none, second) if name in (MERGE, ".unless") else (second, none)
        return self.new(word, f"|{first} ? {yes} : {no}")

    def floating(self, name: str, own: str, of: str, operands: list[str]) -> str:
        """Return the wire of a floating-point instruction, an unsigned word."""
        if name in TO_FLOAT:
            number = self.cast(operands[0], of, signed=False if name == "uitofp" else None)
            made = f"{own}_integer({number})"
            return self.extended(self.new(FLOAT_BITS[own], made), FLOAT_BITS[own])
        bits = [self.cast(operand, f"u{BITS[of]}") for operand in operands]
        if name in ARITHMETIC or name in EITHER or name in CONVERSIONS:
            made = f"{own}_{of if name in CONVERSIONS else name}({', '.join(bits)})"
            new = self.asked if name in SLOW else self.new
            return self.extended(new(FLOAT_BITS[own], made), FLOAT_BITS[own])
        _, _, how = name.partition(".")
        made = compared(how, of, *bits) if how else f"integer_{of}({bits[0]})"
        return self.extended(self.new(self.type(own), made), self.type(own))

    def access(self, name: str, own: str, operands: list[str]) -> str:
        """Return the loaded or the stored word."""
        if name.startswith("store"):
            if not name.endswith(".trunc"):
                return operands[1]
            return self.extended(self.cast(operands[1], own), self.type(own))
        return self.extended(self.cast("loaded", own), self.type(own))

    def arithmetic(self, name: str, own: str, of: str, operands: list[str]) -> str:
        """Return the wire of an instruction that computes words of its type."""
        type_ = self.type(own)
        if name == "zext":
            return self.new(type_, self.cast(operands[0], of, signed=False))
        if name == "sext":
            # A bit is 0 or 1, but extended by its sign it is 0 or -1.
            return self.new(type_, self.cast(operands[0], of, True if of == "i1" else None))
        if name in COUNTING:
            function = f"{name}_{type_.width}"
            self.functions[function] = counting(name, function, type_.width)
            return self.new(type_, f"{function}({self.cast(operands[0], own, signed=False)})")
        if name in SATURATED:
            words = [self.cast(operand, own, signed=False) for operand in operands]
            return self.new(type_, self.saturated(name, type_.width, *words))
        if name == "bitcast":
            return self.cast(operands[0], own)
        own_sign = [self.cast(operand, of) for operand in operands]
        unsigned = [self.cast(operand, own, signed=False) for operand in operands]
        a, b, c = (own_sign + [""] * 3)[:3]
        ua, ub = (unsigned + [""] * 2)[:2]
        simple = {
            "add": f"{a} + {b}", "sub": f"{a} - {b}", "mul": f"{a} * {b}", "and": f"{a} & {b}",
            "or": f"{a} | {b}", "xor": f"{a} ^ {b}", "neg": f"-{a}", "not": f"~{a}",
            "trunc": a, "fma": f"{a} * {b} + {c}",
            "abs": f"({a} < 0) ? -{a} : {a}" if type_.signed else a,
            "smin": f"({a} < {b}) ? {a} : {b}", "smax": f"({a} > {b}) ? {a} : {b}",
            "umin": f"({ua} < {ub}) ? {ua} : {ub}", "umax": f"({ua} > {ub}) ? {ua} : {ub}",
            "cmp": f"({a} > {b}) ? 1 : ({a} < {b}) ? -1 : 0",
        }  # fmt: skip
        if name in simple:
            return self.new(type_, simple[name])
        if name in ("shl", "lshr", "ashr"):
            left = ua if name == "lshr" else a
            sign = {"shl": "<<", "lshr": ">>", "ashr": ">>>"}[name]
            # In a separate wire: its sign must not depend on the context of the expression.
            moved = self.new(type_, f"{left} {sign} {ub}")
            return self.new(type_, f"({ub} < {type_.width}) ? {moved} : 0")
        return self.division(name, type_, (a, b), (ua, ub))

    def saturated(self, name: str, width: str, a: str, b: str) -> str:
        """Return a saturating sum or difference."""
        last = f"[{width}-1]"
        if name == "uadd.sat":
            return f"({a} > ~{b}) ? {{({width}){{1'b1}}}} : {a} + {b}"
        if name == "usub.sat":
            return f"({a} < {b}) ? 0 : {a} - {b}"
        sign, differs = ("+", "==") if name == "sadd.sat" else ("-", "!=")
        plain = self.new(Type(width, False), f"{a} {sign} {b}")
        over = f"{a}{last} {differs} {b}{last} && {plain}{last} != {a}{last}"
        # The least number if the first operand is negative, else the largest one.
        return f"({over}) ? {{{a}{last}, {{({width}-1){{~{a}{last}}}}}}} : {plain}"

    def division(
        self, name: str, type_: Type, own: tuple[str, str], unsigned: tuple[str, str]
    ) -> str:
        """Return a quotient or remainder, rounded toward zero; 0 if the divisor is 0."""
        a, b = unsigned if name[0] == "u" else own
        whole = self.new(
            type_._replace(signed=type_.signed and name[0] == "s"),
            f"{a} {'/' if name.endswith('div') else '%'} {b}",
        )
        if name[0] == "s" and type_.signed:
            # The least number divided by -1 wraps around to itself in two's complement.
            minus = f"-{a}" if name == "sdiv" else "0"
            return self.new(type_, f"({b} == 0) ? 0 : (&{b}) ? {minus} : {whole}")
        return self.new(type_, f"({b} == 0) ? 0 : {whole}")
