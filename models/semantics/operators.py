"""Meanings of operator names, and direct evaluation of a DFG on numbers: the reference for every
mapping of it.

Known arithmetic is exact on integers, as two's-complement words of 4096 bits: wider than any kernel
needs; they keep repeated squaring finite without breaking any law of a ring. An operator with a
type wraps around, or rounds, as words of that type do (`typed.py`). Any other name is an
uninterpreted function: the same operands give the same number, other operands another one, so that
two evaluations agree only if they apply the same operations, or operations that the declared laws
make equal.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Sequence
from collections.abc import Mapping as Dictionary
from typing import Any

from models.data.architecture import opcode_of
from models.data.dfg import Dfg, Number, Operator
from models.errors import InputError, unknown
from models.semantics.typed import FLOATS, computed, wrapped
from models.semantics.vocabulary import INSTRUCTIONS

HALF = 1 << 4095
MIX_BITS = 61
PRIME = (1 << 31) - 1
ROUNDS = 4


KNOWN: dict[tuple[str, int], Callable[..., Any]] = {
    (word, each.meaning.__code__.co_argcount): each.meaning
    for each in INSTRUCTIONS
    if each.meaning is not None
    for word in each.words
}
"""The meaning of names in lower case, by their number of operands."""

_NAMES = {
    (word, each.meaning.__code__.co_argcount): each.name
    for each in INSTRUCTIONS
    if each.meaning is not None
    for word in each.words
}


def apply(operator: Operator, operands: Sequence[Number], operation: str) -> Number:
    """Return the result of `operator` on numbers; never raises.

    `operation` is the name of the operation: it distinguishes operators without operands (two
    `const` operations are different numbers), and is ignored otherwise. Where arithmetic is
    undefined (division by zero, bits of a float, overflow) the operator is uninterpreted. An
    uninterpreted operator that is declared associative is associative exactly, on all numbers.
    """
    if operator.type is None:
        return _plain(operator, operands, operation)
    try:
        opcode = instruction_of(operator.name, len(operands))
        return computed(opcode, operator.type, operator.of or operator.type, operands)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        number = _plain(operator, operands, operation)
    if operator.associative:
        return number
    return float(int(number) >> 40) if operator.type in FLOATS else wrapped(number, operator.type)


def instruction_of(name: str, arity: int) -> str:
    """Return the instruction that an operator with a type is, such as `add` for `+` and `add/i8`.

    Its opcode in small letters where the table of instructions has no meaning for it.
    """
    opcode = opcode_of(name).lower()
    return _NAMES.get((opcode, arity), opcode)


def _plain(operator: Operator, operands: Sequence[Number], operation: str) -> Number:
    """Return a number as wide as it needs."""
    meaning = KNOWN.get((operator.name.lower(), len(operands)))
    if meaning is not None:
        try:
            return _word(meaning(*operands))
        except (ArithmeticError, TypeError, ValueError):
            pass
    if operator.associative and len(operands) == 2:
        return combine(operator.name, operands[0], operands[1], operator.commutative)
    label = operator.name if operands else f"{operator.name} {operation}"
    return mix(label, operands, operator.commutative)


def mix(label: str, operands: Sequence[Number], symmetric: bool = False) -> int:
    """Return a 61-bit number for a name and its operands, in any order when `symmetric`."""
    parts = [repr(operand) for operand in operands]
    text = "\0".join([label, *(sorted(parts) if symmetric else parts)])
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> (64 - MIX_BITS)


def combine(label: str, a: Number, b: Number, symmetric: bool) -> int:
    """Return a 62-bit number for a name and two numbers, by an associative function.

    The numbers stand for pairs modulo `PRIME`, in a disguise that depends on the name. Pairs are
    added, which is commutative too, or composed as maps x -> m·x + b, which is not.
    """
    m, c = _disguised(label, _pair(a))
    n, d = _disguised(label, _pair(b))
    pair = (m + n, c + d) if symmetric else (m * n, m * d + c)
    m, c = _disguised(label, (pair[0] % PRIME, pair[1] % PRIME), back=True)
    return m * PRIME + c


def _pair(number: Number) -> tuple[int, int]:
    """Return the pair that a number stands for; results of `combine` are not mixed again."""
    known = isinstance(number, int) and 0 <= number < PRIME * PRIME
    return divmod(int(number) if known else mix("pair", (number,)), PRIME)


def _disguised(label: str, pair: tuple[int, int], back: bool = False) -> tuple[int, int]:
    """A Feistel network: a permutation of all pairs, or its inverse."""
    left, right = pair
    for step in reversed(range(ROUNDS)) if back else range(ROUNDS):
        if back:
            left, right = right, (left - mix(f"{label} {step}", (right,))) % PRIME
        else:
            left, right = (right + mix(f"{label} {step}", (left,))) % PRIME, left
    return left, right


def same(a: Number, b: Number) -> bool:
    """Equality in which a NaN equals a NaN: both evaluations agree."""
    return a == b or (a != a and b != b)


def close(a: Number, b: Number) -> bool:
    """Whether two numbers, at least one of them a float, differ by rounding only (1e-9 of them)."""
    if isinstance(a, int) and isinstance(b, int):
        return False
    try:
        return math.isclose(a, b, rel_tol=1e-9)
    except OverflowError:
        return False


def _word(number: Number) -> Number:
    if isinstance(number, int) and not -HALF <= number < HALF:
        return (number + HALF) % (2 * HALF) - HALF
    return number


def evaluate(
    dfg: Dfg,
    iterations: int,
    inputs: Dictionary[str, Sequence[Number]],
    given: Dictionary[str, Sequence[Number]] | None = None,
) -> list[dict[str, Number]]:
    """Return, per iteration, the number of every input and every operation.

    `inputs` gives each input a sequence of at least `iterations` numbers. An operand of
    distance d reads d iterations back; before iteration 0 that is the DFG's `initial`, or 0.
    An operation with an effect, such as a load, is a function of its operands like any other,
    unless it is among `given`: then it has these numbers, one per iteration.
    Raises `InputError` for an input that is unknown or lacks numbers, and for different numbers of
    an invariant.
    """
    for name in inputs:
        if name not in dfg.inputs:
            raise InputError(unknown("input", name, dfg.inputs), "inputs")
    for name in dfg.inputs:
        count = len(inputs.get(name, ()))
        if count < iterations:
            raise InputError(
                f"input '{name}' has {count} number(s), {iterations} iterations need as many",
                "inputs",
            )
    for name in dfg.invariants:
        if any(not same(number, inputs[name][0]) for number in inputs[name][:iterations]):
            what = f"input '{name}' is an invariant of '{dfg.name}': give it the same number always"
            raise InputError(what, "inputs")
    before, known_numbers = initial_numbers(dfg, inputs), given or {}
    steps = [dfg.operation_by_name[name] for name in dfg.schedule_order]
    rows: list[dict[str, Number]] = []
    for iteration in range(iterations):
        row: dict[str, Number] = {name: inputs[name][iteration] for name in dfg.inputs}
        rows.append(row)
        for step in steps:
            numbers: list[Number] = []
            for operand in step.operands:
                back = iteration - operand.distance
                if operand.value in dfg.constant_by_name:
                    numbers.append(dfg.constant_by_name[operand.value])
                elif back < 0:
                    numbers.append(before.get((operand.value, back), 0))
                else:
                    numbers.append(rows[back][operand.value])
            if step.name in known_numbers:
                row[step.name] = known_numbers[step.name][iteration]
            else:
                row[step.name] = apply(dfg.operator_by_name[step.operator], numbers, step.name)
    return rows


def initial_numbers(
    dfg: Dfg, inputs: Dictionary[str, Sequence[Number]]
) -> dict[tuple[str, int], Number]:
    """Return the given numbers by value and iteration, -1 for the last one before the loop."""
    return {
        (initial.value, -1 - place): inputs[number][0] if isinstance(number, str) else number
        for initial in dfg.initial
        for place, number in enumerate(initial.numbers)
    }


def random_inputs(dfg: Dfg, iterations: int, seed: int = 0) -> dict[str, list[Number]]:
    """Return random integers of 21 bits for every input and iteration; same seed, same numbers.

    An invariant has its first number in all iterations.
    """
    source = random.Random(seed)
    found: dict[str, list[Number]] = {
        name: [source.randrange(-(1 << 20), 1 << 20) for _ in range(iterations)]
        for name in dfg.inputs
    }
    return found | {name: found[name][:1] * iterations for name in dfg.invariants}
