"""Changes of words: each is noticed, or changes no number that anything depends on.

The second is shown by a run in which every unit is an uninterpreted function of its operands: then
equal numbers are the same terms, up to a collision of hashes, whatever the arithmetic hides.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest
from msgspec.structs import replace

from bench.hardware_loops import loop, mapped
from models.data.dfg import Dfg
from models.errors import InputError
from models.hardware import simulate
from models.hardware.machine import Machine, Source
from models.hardware.realise import Form, Realised, difference, realised
from models.hardware.reference import Outcome, random_stimulus
from models.hardware.simulate import UnknownError, simulate_words
from models.hardware.units import ARITY, Unit
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


def mixed(unit: Unit, word: str, operands: Sequence[int]) -> int:
    """An uninterpreted function."""
    text = f"{unit.name} {list(operands)}".encode()
    return wrapped(int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big"), word)


def terms(dfg: Dfg, machine: Machine, words: Words, patch: pytest.MonkeyPatch) -> Outcome | str:
    """What a run leaves where units are uninterpreted."""
    given = random_stimulus(dfg, words.word, words.iterations, words.address_bits)
    with patch.context() as inner:
        inner.setattr(simulate, "computes", mixed)
        try:
            return simulate_words(machine, words, given)
        except UnknownError as error:
            return str(error)


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("seed", range(10))
def test_changes(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests fifty changes: most are noticed, some are equal, and arithmetic hides very few."""
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
        assert not (same and wrong)
        found["equal" if same else "noticed" if wrong else "hidden"] += 1
    # Few change nothing, and arithmetic hides fewer still, such as what is shifted out of a word.
    assert found["noticed"] + found["refused"] >= 40, found
    assert found["hidden"] <= 8, found
    assert set(ARITY) >= {unit.expression[0] for unit in made.words.units if not unit.access}
