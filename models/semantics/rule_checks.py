"""Checks that rewrite rules preserve values: both sides are tried on integers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from models.data.dfg import Dfg, Number, Rule
from models.errors import InputError
from models.semantics.operators import KNOWN, apply, close, same
from models.semantics.rule_terms import Literal, Node, Sides, Term, Variable, parts

SMALL = range(-2, 4)  # comparisons and bits differ on small numbers
SMALL_SAMPLES = 1500
LARGE_SAMPLES = 60


def check_rule_values(dfg: Dfg) -> None:
    """Raise `InputError` for the first rule whose sides differ on some integers.

    Also for a rule with an operator of unknown meaning, which cannot be tried. Floating-point
    arithmetic counts as exact.
    """
    for position, rule in enumerate(dfg.rules):
        fault = _fault(dfg, rule)
        if fault is not None:
            raise InputError(f"rule '{rule.name}' {fault}", f"$.rules[{position}]")


def _fault(dfg: Dfg, rule: Rule) -> str | None:
    terms = dfg.sides_by_rule[rule.name]
    everything = (*parts(terms.left), *parts(terms.right))
    for part in everything:
        if isinstance(part, Node) and (part.operator.lower(), len(part.operands)) not in KNOWN:
            return (
                f"cannot be checked: operator '{part.operator}' with {len(part.operands)}"
                " operand(s) has no known meaning"
            )
    names = list(dict.fromkeys(p.name for p in everything if isinstance(p, Variable)))
    for numbers in _samples(terms, len(names)):
        given: dict[str, Number] = dict(zip(names, numbers, strict=True))
        before, after = (_number(dfg, side, given) for side in terms)
        if not same(before, after) and not close(before, after):
            shown = ", ".join(f"{name} = {number}" for name, number in given.items())
            where = f"with {shown} " if shown else ""
            return f"changes values: {where}the left side is {before}, the right side {after}"
    return None


def _number(dfg: Dfg, term: Term, given: dict[str, Number]) -> Number:
    if isinstance(term, Variable):
        return given[term.name]
    if isinstance(term, Literal):
        return term.number
    operands = [_number(dfg, operand, given) for operand in term.operands]
    return apply(dfg.operator_by_name[term.operator], operands, "")


def _samples(terms: Sides, count: int) -> Iterator[tuple[int, ...]]:
    """Numbers for `count` variables: small ones, those next to the rule's own, and large ones."""
    source = random.Random(0)
    if len(SMALL) ** count <= SMALL_SAMPLES:
        yield from product(SMALL, repeat=count)
    else:
        yield from (tuple(source.choices(SMALL, k=count)) for _ in range(SMALL_SAMPLES))
    own = [p.number for side in terms for p in parts(side) if isinstance(p, Literal)]
    near = [
        sign * (round(number) + step) for number in own for step in (-1, 0, 1) for sign in (1, -1)
    ]
    # Beyond 53 bits a float cannot distinguish neighbours.
    bits = (8, 20, 40) if any(isinstance(number, float) for number in own) else (8, 20, 64, 200)
    for _ in range(LARGE_SAMPLES):
        width = source.choice(bits)
        large = [source.randrange(-(1 << width), 1 << width) for _ in range(count)]
        yield tuple(large)
        if near:
            yield tuple(source.choice((number, source.choice(near))) for number in large)
