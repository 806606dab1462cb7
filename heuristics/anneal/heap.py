"""A heap of numbers, the cheapest first: states of the search for routes, or positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shell.compiled import inner

if TYPE_CHECKING:
    from heuristics.anneal.state import AnnealState


@inner
def push(state: AnnealState, cost: float, number: int) -> None:
    """Add `number` at a cost to the heap of `state`, unless the heap is full."""
    n = state.heap_size[0]
    if n >= len(state.heap_cost):
        return
    state.heap_size[0] = n + 1
    costs, states = state.heap_cost, state.heap_state
    while n > 0:
        parent = (n - 1) >> 1
        if costs[parent] <= cost:
            break
        costs[n], states[n] = costs[parent], states[parent]
        n = parent
    costs[n], states[n] = cost, number


@inner
def pop(state: AnnealState) -> int:
    """Remove the number of the least cost from the heap of `state`, which must not be empty."""
    costs, states = state.heap_cost, state.heap_state
    top = states[0]
    state.heap_size[0] -= 1
    size = state.heap_size[0]
    cost, number = costs[size], states[size]
    n = 0
    while True:
        child = 2 * n + 1
        if child >= size:
            break
        if child + 1 < size and costs[child + 1] < costs[child]:
            child += 1
        if costs[child] >= cost:
            break
        costs[n], states[n] = costs[child], states[child]
        n = child
    costs[n], states[n] = cost, number
    return top
