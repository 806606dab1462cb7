"""What the streaming engine's search compiles on first use, within the time that there is."""

from __future__ import annotations

from dataclasses import replace

from shell.budget import UNLIMITED, Budget
from solvers.search.supervisor import compiled_first
from streaming.heuristics.kernel import kernels as boards
from streaming.model.rules import Rules
from streaming.question.search import StreamingSearch
from streaming.question.state import Settings


def prepared(rules: Rules, settings: Settings, budget: Budget) -> bool:
    """Have everything compiled that a search calls; return whether `budget` was enough."""
    policy = "ppo" in (settings.method, settings.hint)
    if _is_compiled(policy):
        return True
    once = replace(settings, method="ppo" if policy else "greedy", tries=1, beam=None)
    search = StreamingSearch(rules, once, UNLIMITED, lambda line: None)
    return compiled_first(search.run, budget)


def _is_compiled(policy: bool) -> bool:
    """Whether everything compiled is kept, or would not be."""
    own = [boards]
    if policy:
        from learn.ppo.features import kernels as observations

        own.append(observations)
    return all(each.are_compiled() or each.folder is None for each in own)
