"""Ahead-of-use compilation of the streaming search's kernels, within the time limit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from shell.budget import UNLIMITED, Budget
from solvers.search.portfolio import compiled_first
from streaming.heuristics.kernel import kernels as boards
from streaming.model.rules import Rules
from streaming.question.search import StreamingSearch
from streaming.question.state import Settings


def prepared(rules: Rules, settings: Settings, budget: Budget) -> bool:
    """Compile all kernels of a search; return whether that finished within `budget`."""
    policy = "ppo" in (settings.method, settings.hint)
    once = replace(settings, method="ppo" if policy else "greedy", tries=1, beam=None)
    search = StreamingSearch(rules, once, UNLIMITED, lambda line: None)
    return prepared_by(search.run, policy, budget)


def prepared_by(use: Callable[[], object], policy: bool, budget: Budget) -> bool:
    """Compile the kernels of `use` in another process; return whether that finished in time.

    With `policy`, the observations of a policy are compiled, too.
    """
    return _is_compiled(policy) or compiled_first(use, budget)


def _is_compiled(policy: bool) -> bool:
    """Return whether the kernels are cached, or cannot be cached."""
    own = [boards]
    if policy:
        from learn.ppo.features import kernels as observations

        own.append(observations)
    return all(each.are_compiled() or each.folder is None for each in own)
