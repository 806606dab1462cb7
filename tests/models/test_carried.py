"""Tests that cycles of DOT graphs without distances are read as a phi says, or with a note."""

from __future__ import annotations

import random

import pytest

from models.data.dfg import Dfg
from models.formats.carried import Link, components, distances
from models.formats.dot_dfg import dfg_from_dot
from models.formats.dot_write import dfg_to_dot
from models.notes import noted


def read(text: str) -> tuple[Dfg, list[str]]:
    """Return a graph and the notes on it."""
    with noted() as notes:
        dfg = dfg_from_dot(text, "f.dot", sources="inputs", constants="immediate")
    return dfg, notes


def carried(dfg: Dfg) -> set[tuple[str, str]]:
    return {(x.value, o.name) for o in dfg.operations for x in o.operands if x.distance}


NEST = """digraph {
  i [opcode=phi]; j [opcode=phi]; s [opcode=add]; t [opcode=add]; k [opcode=const]; o [opcode=store]
  k -> i; i -> j; s -> j; j -> s; s -> t; t -> i; s -> o }"""
JOIN = """digraph {
  a [opcode=phi]; s [opcode=add]; k [opcode=phi]; o [opcode=store]; x [opcode=input]
  k -> a; a -> s; x -> s; s -> k; a -> k; k -> o }"""
CHAIN = """digraph {
  a [opcode=phi]; b [opcode=phi]; c [opcode=add]; o [opcode=store]
  b -> a; c -> b; a -> c; b -> c; a -> o }"""
DELAY = """digraph {
  x [opcode=load]; y [opcode=neg]; p [opcode=phi]; d [opcode=sub]; i [opcode=input]
  i -> x; x -> y; y -> p; y -> d; p -> d }"""
PLAIN = """digraph {
a [opcode=add]; b [opcode=sub]; c [opcode=mul]
a -> b
b -> c
c -> a }"""
BRANCH = (
    """digraph { c [opcode=cmp]; b [opcode=br]; i [opcode=add]; c -> b; b -> c; i -> i; i -> c }"""
)


@pytest.mark.parametrize(
    ("text", "wanted", "said"),
    [
        (NEST, {("t", "i"), ("s", "j")}, ["line 3: within an iteration", "i -> j (line 3)"]),
        (JOIN, {("k", "a")}, ["line 3: within an iteration", "s -> k (line 3), a -> k (line 3)"]),
        (CHAIN, {("b", "a"), ("c", "b")}, ["loop-carried, as they lead into phis: b -> a"]),
        (DELAY, set(), ["within an iteration", "y -> p", "write distance=1"]),
        (PLAIN, {("c", "a")}, ["line 5: cycles do not say", "taken: c -> a (line 5); write"]),
        (BRANCH, {("b", "c"), ("i", "i")}, ["taken: b -> c (line 1)", "only later"]),
    ],
    ids=["nest", "join", "chain", "delay", "plain", "branch"],
)
def test_what_is_chosen_is_said(text: str, wanted: set[tuple[str, str]], said: list[str]) -> None:
    """Tests which edges are loop-carried, and that notes name what could be meant otherwise."""
    dfg, notes = read(text)
    assert carried(dfg) == wanted
    shown = "\n".join(notes)
    assert all(piece in shown for piece in said if piece != "only later"), shown
    again, more = read(dfg_to_dot(dfg))
    assert (again.operations, again.results, more) == (dfg.operations, dfg.results, [])


@pytest.mark.parametrize("seed", range(15))
def test_every_cycle_has_a_distance(seed: int) -> None:
    """Tests that no cycle stays within an iteration, and that only edges of cycles are carried."""
    chance = random.Random(seed)
    names = [f"n{k}" for k in range(chance.randrange(1, 9))]
    opcodes = {name: chance.choice(("phi", "add", "add", "br")) for name in names}
    links = [
        Link(chance.choice(names), chance.choice(names), chance.choice((None, None, None, 2)))
        for _ in range(chance.randrange(16))
    ]
    with noted():
        found = distances(links, opcodes, "f")
    now = [link[:2] for link, far in zip(links, found, strict=True) if not far]
    number = components(names, now)
    assert all(number[a] != number[b] for a, b in now)
    free = components(names, [link[:2] for link in links if not link.distance])
    for link, far in zip(links, found, strict=True):
        assert far == link.distance or link.distance is None
        assert not (far and link.distance is None) or free[link.source] == free[link.target]
