"""Mappings by a trained policy: greedy decoding, beam search, then samples."""

from __future__ import annotations

import time
from random import Random

from models.errors import InputError
from streaming.heuristics import beam, construct, draw
from streaming.question.state import SearchState

TRIES = 100
"""Samples, unless their number is given."""

BATCH = 32
"""Samples per batch."""


def by_policy(search: SearchState, ii: int, seconds: float) -> None:
    """Propose mappings at `ii` for at most `seconds`; improvements enter the answer.

    Raises `InputError` if no policy fits the program and engine.
    """
    try:
        from learn.ppo.predict import Mapper
        from learn.ppo.tasks import Task
    except ModuleNotFoundError as error:
        what = f"policies need {error.name}: pip install 'xyzmap[learn]'"
        raise InputError(what) from None
    until = time.perf_counter() + seconds
    settings = search.settings
    guide = Mapper.load(settings.policy).on(Task(search.rules, ii))
    board = search.board(ii)
    order = board.tables.order.tolist()
    trial = board.copy()
    if construct(trial, order, guide.best):
        search.accept(trial.schedule(), "policy")
    if settings.beam is not None and time.perf_counter() < until:
        found = beam(board, order, guide.rate, settings.beam)
        if found is not None:
            search.accept(found.schedule(), f"policy, beam of {settings.beam}")
    random, left = Random(settings.seed), TRIES if settings.tries is None else settings.tries
    while left > 0 and not search.answer.proven and time.perf_counter() < until:
        for found in draw(board, order, guide.rate, min(left, BATCH), random):
            search.accept(found.schedule(), "policy, sampled")
        left -= BATCH
