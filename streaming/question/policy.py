"""Mappings by a trained policy: greedy decoding, beam search, then samples."""

from __future__ import annotations

from random import Random

from shell.budget import Budget
from streaming.heuristics import beam, construct, draw
from streaming.question.state import SearchState

TRIES = 100
"""Samples, unless their number is given."""

BATCH = 32
"""Samples per batch, and as a hint of the exact method in all."""


def by_policy(search: SearchState, ii: int, budget: Budget, tries: int | None = None) -> None:
    """Propose mappings at `ii` within `budget`; improvements enter the answer.

    `tries` are the samples, `TRIES` if it is None.

    Raises `InputError` if no policy fits the program and engine.
    """
    from learn.ppo.predict import Mapper
    from learn.ppo.tasks import Task

    settings = search.settings
    guide = Mapper.load(settings.policy).on(Task(search.rules, ii))
    board = search.board(ii)
    order = board.tables.order.tolist()
    trial = board.copy()
    if construct(trial, order, guide.best):
        search.accept(trial.schedule(), "policy")
    if settings.beam is not None and not budget.over():
        found = beam(board, order, guide.rate, settings.beam)
        if found is not None:
            search.accept(found.schedule(), f"policy, beam of {settings.beam}")
    random, left = Random(settings.seed), TRIES if tries is None else tries
    while left > 0 and not search.answer.proven and not budget.over():
        for found in draw(board, order, guide.rate, min(left, BATCH), random):
            search.accept(found.schedule(), "policy, sampled")
        left -= BATCH
