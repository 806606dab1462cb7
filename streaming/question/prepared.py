"""Ahead-of-use compilation of the streaming search's kernels, within the time limit."""

from __future__ import annotations

from dataclasses import replace

from solvers.search.supervisor import compiled_first
from streaming.heuristics.kernel import kernels as boards
from streaming.model.rules import Rules
from streaming.question.search import StreamingSearch
from streaming.question.state import Settings


def prepared(rules: Rules, settings: Settings, deadline: float | None) -> bool:
    """Compile all kernels of a search; return whether that finished by `deadline`.

    `deadline` is a time of `time.perf_counter`.
    """
    policy = "ppo" in (settings.method, settings.hint)
    if _is_compiled(policy):
        return True
    once = replace(settings, method="ppo" if policy else "greedy", tries=1, beam=None)
    search = StreamingSearch(rules, once, None, lambda line: None)
    return compiled_first(search.run, deadline)


def _is_compiled(policy: bool) -> bool:
    """Return whether the kernels are cached, or cannot be cached."""
    own = [boards]
    if policy:
        from learn.ppo.features import kernels as observations

        own.append(observations)
    return all(each.are_compiled() or each.folder is None for each in own)
