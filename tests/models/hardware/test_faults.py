"""Changes of words: each is noticed, or is shown to change no result of any inputs.

The second is shown by a run on symbols: inputs are terms, and units make terms of terms, but for
laws of arithmetic by which an operand does not matter. What leaves the array are then equal terms.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

import pytest
from msgspec.structs import replace

from bench.hardware_loops import loop, mapped
from models.data.dfg import Dfg
from models.errors import InputError
from models.hardware import simulate
from models.hardware.machine import Machine, Source
from models.hardware.realise import Form, Realised, difference, realised
from models.hardware.simulate import UnknownError, simulate_words
from models.hardware.stimulus import Memory, Outcome, Stimulus
from models.hardware.units import ARITY, Unit, computes
from models.hardware.words import Words, require_fitting
from models.semantics.typed import wrapped

SPECS = ("mesh:2x2,io=all,registers=3", "adres:2x2", "hycube:2x2", "lisa:2x2", "s4:2x2")


@cache
def example(seed: int) -> tuple[Dfg, Realised]:
    """A loop without a memory, on hardware."""
    loops = (loop(n, 4, 9) for n in range(seed * 100, seed * 100 + 100))
    dfg = next(found for found in loops if "load" not in {o.operator for o in found.operations})
    case = mapped(dfg, SPECS[seed % len(SPECS)])
    assert case is not None
    return dfg, realised(*case, Form("moves", 64))


def changed(machine: Machine, words: Words, source: random.Random) -> Words:
    """The words with one choice made in another way."""
    kind = source.choice(("slots", "registers", "lanes", "deliveries"))
    items = getattr(words, kind)
    place = source.randrange(len(items))
    item = items[place]
    if kind == "slots":
        what = source.choice(("operand", "opcode", "stage"))
        if what == "operand" and item.operands:
            number = source.randrange(len(item.operands))
            other = source.choice(machine.operand_sources(item.component))
            if other.kind == "immediate":
                other = Source("immediate", number=source.randrange(-9, 9))
            rest = list(item.operands)
            rest[number] = other
            item = replace(item, operands=tuple(rest))
        elif what == "opcode":
            same = [u.name for u in words.units if u.arity == len(item.operands)]
            item = replace(item, opcode=source.choice(same))
        else:
            item = replace(item, stage=item.stage + source.choice((-1, 1)))
    elif kind == "deliveries":
        item = replace(item, stage=item.stage + source.choice((-1, 1)))
    else:
        known = (
            machine.register_sources(item.component, item.register)
            if kind == "registers"
            else machine.lane_sources(item.path)
        )
        other = source.choice(known)
        if other.kind == "stream":
            stream, stage = source.randrange(len(words.streams)), source.randrange(words.rounds)
            other = Source("stream", index=stream, number=stage)
        item = replace(item, source=other)
    return replace(words, **{kind: (*items[:place], item, *items[place + 1 :])})


class Term(int):
    """A value that depends on inputs, as a hash of how it is computed; other integers are known.

    Its last `zeros` bits are 0.
    """

    zeros = 0


def term(*parts: object) -> Term:
    """Terms of the same parts are equal, and of other parts are not."""
    digits = hashlib.blake2b(repr(parts).encode(), digest_size=15).digest()
    return Term(int.from_bytes(digits, "big"))


Law = Callable[[Sequence[int], int], int | None]
"""The result where operands say it, however wide the word: else None."""


def _absorbing(bits: int) -> Law:
    """The known operand, or 0, where it has these bits wherever the other may have a 1."""

    def law(given: Sequence[int], width: int) -> int | None:
        for known, other in (given, given[::-1]):
            zeros = other.zeros if isinstance(other, Term) else 0
            mask = ((1 << width) - 1) >> zeros << zeros
            if type(known) is int and known & mask == bits & mask:
                return known if bits else 0
        return None

    return law


def _zero(given: Sequence[int], _: int) -> int | None:
    return 0 if any(type(n) is int and n == 0 for n in given) else None


def _same(result: int | None) -> Law:
    def law(given: Sequence[int], _: int) -> int | None:
        return None if given[0] != given[1] else given[0] if result is None else result

    return law


def _shifted_out(given: Sequence[int], width: int) -> int | None:
    """Unsigned, a negative number of places is large."""
    far = type(given[1]) is int and not 0 <= given[1] < width
    return 0 if far or (type(given[0]) is int and given[0] == 0) else None


def _shifted_left(given: Sequence[int], width: int) -> int | None:
    """Nothing is left of a word whose other bits are shifted out."""
    if isinstance(given[0], Term) and type(given[1]) is int and given[1] >= 0:
        return 0 if given[0].zeros + given[1] >= width else None
    return None


LAWS: dict[str, tuple[Law, ...]] = {
    "and": (_absorbing(0), _same(None)),
    "or": (_absorbing(-1), _same(None)),
    "mul": (_zero,),
    "xor": (_same(0),),
    "sub": (_same(0),),
    "shl": (_shifted_out, _shifted_left),
    "lshr": (_shifted_out,),
    "ashr": (_shifted_out,),
}


def symbolic(unit: Unit, word: str, operands: Sequence[int]) -> int:
    """What a unit makes of terms and known numbers."""
    if not any(isinstance(n, Term) for n in operands):
        return computes(unit, word, operands)
    for law in LAWS.get(unit.expression[0], ()):
        if unit.arity == 2 and (found := law(operands, int(word[1:]))) is not None:
            return found
    made = term(unit.name, [(type(n).__name__, int(n)) for n in operands])
    if unit.expression[0] == "shl" and not isinstance(operands[1], Term):
        made.zeros = operands[1] + (operands[0].zeros if isinstance(operands[0], Term) else 0)
    return made


def terms(dfg: Dfg, machine: Machine, words: Words, patch: pytest.MonkeyPatch) -> Outcome | str:
    """What a run leaves, whatever the inputs are."""
    inputs = {name: tuple(term(name, n) for n in range(words.iterations)) for name in dfg.inputs}
    with patch.context() as inner:
        inner.setattr(simulate, "computes", symbolic)
        try:
            return simulate_words(machine, words, Stimulus(inputs, Memory(words.word, 1)))
        except UnknownError as error:
            return str(error)


@pytest.mark.parametrize("name", LAWS)
def test_laws(name: str) -> None:
    """Tests that what a law says of some operands is what the unit computes, at several widths."""
    unit, source, used = Unit(name, (name, "_", "_")), random.Random(name), 0
    for word in ("i2", "i8", "i64", "u16"):
        width = int(word[1:])
        few = (0, -1, 1, width, width - 1, width + 1, -width, 1 << (width - 1))
        for _ in range(300):
            given = [wrapped(source.choice((*few, source.getrandbits(width))), word) for _ in "ab"]
            for n in range(2):
                # The other operand is anything: a law must not look at it, but for equality.
                some = [Term(a) if m == n else a for m, a in enumerate(given)]
                one = some[n]
                assert isinstance(one, Term)
                one.zeros = (one & -one).bit_length() - 1 if one else 0
                for law in LAWS[name]:
                    found = law(some, width)
                    if found is not None:
                        used += 1
                        assert wrapped(found, word) == computes(unit, word, given), (word, given)
    assert used


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("seed", range(10))
def test_changes(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests fifty changes: each is refused, noticed, or changes nothing whatever the inputs are."""
    dfg, made = example(seed)
    source = random.Random(seed)
    right = terms(dfg, made.machine, made.words, monkeypatch)
    assert isinstance(right, Outcome)
    found: Counter[str] = Counter()
    while found.total() < 50:
        words = changed(made.machine, made.words, source)
        if words == made.words:
            continue
        try:
            require_fitting(made.machine, words)
        except InputError:
            found["refused"] += 1
            continue
        same = terms(dfg, made.machine, words, monkeypatch) == right
        wrong = any(difference(dfg, made.machine, words, n) is not None for n in range(3))
        assert same != wrong, words
        found["equal" if same else "noticed"] += 1
    assert found["noticed"] >= 40, found
    assert set(ARITY) >= {unit.expression[0] for unit in made.words.units if not unit.access}
