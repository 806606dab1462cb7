"""Which question a problem of the soak is, by its number: a fixed mixture of hundreds."""

from __future__ import annotations

import random

from tests.soak import arrays, mapping, programs
from tests.soak.case import Question

QUESTIONS: dict[str, tuple[Question, int, str]] = {
    "min_cycles": (mapping.fewest_cycles, 16, "fewest cycles"),
    "min_cycles --contexts": (mapping.fewest_pipelined, 9, "fewest cycles, pipelined"),
    "min_cycles --transform": (mapping.transformed, 8, "sums in any order"),
    "min_cycles, multi-node": (mapping.multi_node, 6, "multiply-adds"),
    "min_cycles --pin --forbid": (mapping.pinned, 7, "partial mappings, broken arrays"),
    "min_ii": (mapping.smallest_interval, 15, "smallest interval of a loop"),
    "min_ii --method sa": (mapping.by_annealing, 4, "annealing alone"),
    "min_ii --method lisa": (mapping.by_labels, 2, "annealing by predicted labels"),
    "prune_arch": (arrays.pruned, 5, "smallest array"),
    "trade_off": (arrays.traded, 2, "its size against cycles"),
    "remap": (mapping.remapped, 5, "fewest moves after a fault"),
    "configure": (mapping.configured, 3, "what the hardware is told"),
    "export": (arrays.exported, 3, "model solved by others"),
    "compare": (arrays.compared, 1, "SAT, CP-SAT and ILP agree"),
    "partition": (programs.partitioned, 4, "parts one after another"),
    "programs.optimize": (programs.optimized, 1, "loops of C"),
    "streaming exact": (programs.streaming_exact, 5, "streaming engine"),
    "streaming greedy": (programs.streaming_greedy, 3, "the same, greedily"),
    "streaming ppo": (programs.streaming_policy, 1, "the same, by the policy"),
}
"""The question, how many of a hundred problems it is, and what it is about."""

WHOLE = 20
"""Every so manieth problem is asked by processes of its own."""


def _mixture() -> list[str]:
    names = [name for name, (_, count, _) in QUESTIONS.items() for _ in range(count)]
    random.Random("mixture").shuffle(names)
    return names


MIXTURE = _mixture()


def name_of(seed: int) -> str:
    """Return the question of a problem."""
    return MIXTURE[seed % len(MIXTURE)]


def is_whole(seed: int) -> bool:
    """Whether a problem is asked by processes of its own; each question has some of those."""
    return (seed // len(MIXTURE) + seed) % WHOLE == 0
