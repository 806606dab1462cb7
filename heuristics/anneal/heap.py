"""A heap of numbers, the cheapest first: states of the search for ways, or positions."""

from __future__ import annotations

from heuristics.anneal.compiled import inner


@inner
def push(state, cost, number):
    """Add to the heap; what it has no room for is lost."""
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
def pop(state):
    """Take the least off the heap."""
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
