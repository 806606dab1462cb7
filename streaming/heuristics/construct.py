"""Mappings constructed by placing instructions one by one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from streaming.heuristics.board import Board, Starts
from streaming.heuristics.tables import placing_order
from streaming.model.schedule import Schedule

Chooser = Callable[[Board, int, Starts], int]
"""Chooses a place (tile · ii + spoke) of instruction n among the starts that are not -1."""


FAR = 1 << 40


def uniform(random: Random) -> Chooser:
    """Return a chooser that draws a legal place uniformly."""

    def choose(board: Board, n: int, starts: Starts) -> int:
        return random.choice(np.flatnonzero(starts.ravel() >= 0).tolist())

    return choose


def earliest(random: Random, slack: float = 0.0) -> Chooser:
    """Return a chooser that draws a place with the earliest start; ties are random.

    With probability `slack` it takes one that starts a cycle later.
    """

    def choose(board: Board, n: int, starts: Starts) -> int:
        flat = starts.ravel()
        first = int(flat[flat >= 0].min())
        if slack and random.random() < slack and (flat == first + 1).any():
            first += 1
        return random.choice(np.flatnonzero(flat == first).tolist())

    return choose


def on_tiles(tile: Sequence[int]) -> Chooser:
    """Return a chooser that takes the earliest start on the given tile of each instruction.

    If no place on that tile is legal, it takes the earliest start on any tile.
    """

    def choose(board: Board, n: int, starts: Starts) -> int:
        own = starts[tile[n]]
        at = (
            tile[n]
            if (own >= 0).any()
            else int(np.where(starts < 0, FAR, starts).argmin()) // board.ii
        )
        return at * board.ii + int(np.where(starts[at] < 0, FAR, starts[at]).argmin())

    return choose


def construct(board: Board, order: Sequence[int], choose: Chooser) -> bool:
    """Place the unplaced instructions in this order; return False if one has no place."""
    for n in order:
        if board.tile[n] >= 0:
            continue
        starts = board.places(n)
        if (starts < 0).all():
            return False
        if not board.place(n, *divmod(choose(board, n, starts), board.ii)):
            return False
    return True


def improve(board: Board, seed: int, deadline: float, tries: int = 1 << 30) -> Iterator[Schedule]:
    """Yield mappings with ever fewer cycles, by randomised greedy restarts.

    The first try takes instructions by their longest remaining work, later tries add noise to that
    priority. A place has the earliest start, or occasionally a start one cycle later.
    """
    random, best = Random(seed), None
    tail: NDArray[np.int64] = board.tables.tail
    for attempt in range(tries):
        if time.perf_counter() > deadline:
            return
        order: Sequence[int] = board.tables.order.tolist()
        slack = 0.0
        if attempt:
            noise = random.choice((0, 2, 6))
            order = placing_order(
                board.rules, [t + random.randint(0, noise) for t in tail.tolist()]
            )
            slack = random.choice((0.0, 0.0, 0.1))
        trial = board.copy()
        if construct(trial, order, earliest(random, slack)) and (
            best is None or trial.cycles < best.cycles
        ):
            best = trial.schedule()
            yield best


Rate = Callable[[Sequence[Board], int, Sequence[Starts]], Sequence[NDArray[np.float64]]]
"""For each board the log-probabilities of the places of instruction n, flat [tiles · ii], -inf at
illegal places."""


def draw(board: Board, order: Sequence[int], rate: Rate, count: int, random: Random) -> list[Board]:
    """Return the complete mappings among `count` whose places are drawn by the rates.

    All boards advance in step, so that `rate` is called once per step for all of them.
    """
    alive = [board.copy() for _ in range(count)]
    for n in order:
        if board.tile[n] >= 0:
            continue
        starts = [b.places(n) for b in alive]
        alive, starts = (
            [b for b, s in zip(alive, starts, strict=True) if (s >= 0).any()],
            [s for s in starts if (s >= 0).any()],
        )
        if not alive:
            return []
        rates = rate(alive, n, starts)
        alive = [b for b, r in zip(alive, rates, strict=True) if b.place(n, *_drawn(b, r, random))]
    return alive


def _drawn(board: Board, rates: NDArray[np.float64], random: Random) -> tuple[int, int]:
    total = np.exp(rates - rates.max()).cumsum()
    place = int(np.searchsorted(total, random.random() * total[-1], side="right"))
    return divmod(min(place, int(np.flatnonzero(np.isfinite(rates))[-1])), board.ii)


def beam(
    board: Board,
    order: Sequence[int],
    rate: Rate,
    width: int,
) -> Board | None:
    """Return the best complete mapping that a beam of `width` boards finds, or None.

    Boards are kept by the sum of rates over all steps.
    """
    alive: list[tuple[float, Board]] = [(0.0, board.copy())]
    for n in order:
        if board.tile[n] >= 0:
            continue
        boards = [b for _, b in alive]
        starts = [b.places(n) for b in boards]
        rates = rate(boards, n, starts)
        options = [
            (score + float(rates[b][place]), b, int(place))
            for b, (score, _) in enumerate(alive)
            for place in np.flatnonzero(np.isfinite(rates[b]))
        ]
        options.sort(key=lambda option: -option[0])
        following = []
        for score, b, place in options:
            child = boards[b].copy()
            if child.place(n, *divmod(place, board.ii)):
                following.append((score, child))
            if len(following) == width:
                break
        alive = following
        if not alive:
            return None
    complete = [b for _, b in alive if b.complete]
    return min(complete, key=lambda b: b.cycles, default=None)
