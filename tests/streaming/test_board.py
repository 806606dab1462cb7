"""Partial mappings: what is allowed leads to what the checker accepts, and nothing is forgotten."""

from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from models.errors import InfeasibleError
from shell.budget import UNLIMITED
from streaming.examples.vectors import distance
from streaming.heuristics import Board, construct, earliest, improve, uniform
from streaming.model.bounds import least_cycles, most_cycles
from streaming.model.check import check
from streaming.model.engine import Engine
from streaming.model.program import Instruction, Program
from streaming.model.recipes import random_program
from streaming.model.rules import Rules
from streaming.model.simulate import simulate

ENGINES = st.builds(
    Engine,
    tiles=st.sampled_from((5, 8, 16)),
    hops=st.sampled_from(((1, 2), (1,), (2, 1, 3))),
    relay=st.booleans(),
    waiting=st.booleans(),
    starts=st.sampled_from(("flows", "all", "free")),
    siblings=st.booleans(),
    multicast=st.booleans(),
)


def board_of(program, engine, ii):
    try:
        return Board(Rules(program, engine), ii)
    except InfeasibleError:
        return None


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 14),
    st.integers(0, 99),
    st.sampled_from(("layered", "tree")),
    ENGINES,
    st.integers(2, 6),
    st.booleans(),
)
def test_what_is_placed_to_the_end_is_a_mapping(size, seed, recipe, engine, ii, greedy):
    program = random_program(size, seed, recipe, readers=3)
    board = board_of(program, engine, ii)
    if board is None:
        return
    choose = earliest(Random(seed), 0.1) if greedy else uniform(Random(seed))
    if not construct(board, board.tables.order.tolist(), choose):
        return
    schedule = board.schedule()
    assert check(program, schedule) == []
    assert simulate(program, schedule).fault is None
    assert schedule.cycles == board.cycles
    assert least_cycles(board.rules).value <= board.cycles <= most_cycles(board.rules, ii)


def every_mapping(rules, ii):
    """Return the cycles of all mappings, by trying all tiles and spokes without looking ahead."""
    found = []
    slots = list(product(range(rules.engine.tiles), range(ii)))
    order = Board(rules, ii).tables.order.tolist()
    for chosen in product(slots, repeat=rules.size):
        if len(set(chosen)) < rules.size:
            continue
        board = Board(rules, ii)
        if all(board.place(n, *chosen[n]) for n in order) and not check(
            rules.program, board.schedule()
        ):
            found.append(tuple(chosen))
    return found


def test_looking_ahead_forbids_nothing_that_can_be_completed():
    program = Program(
        "p",
        (
            Instruction("a", "neg", (1,)),
            Instruction("b", "neg", ("a",)),
            Instruction("c", "add", ("a", "b")),
        ),
    )
    rules = Rules(program, Engine(tiles=3, hops=(1,)))
    for chosen in every_mapping(rules, 2):
        board = Board(rules, 2)
        for n in board.tables.order.tolist():
            starts = board.places(n)
            assert starts[chosen[n]] >= 0
            assert board.place(n, *chosen[n])


def test_greedy_mappings_get_better_and_the_distance_is_optimal():
    board = Board(Rules(distance(), Engine()), 6)
    cycles = [s.cycles for s in improve(board, 0, UNLIMITED, 40)]
    assert cycles == sorted(set(cycles), reverse=True) and cycles[-1] == 13
