"""What a placement costs, as far as one operation or two change it. Compiled."""

from __future__ import annotations

from heuristics.transport.compiled import inner

EARLY, EARLIER = 3.0, 0.3
"""What it costs to be read too early, and for every cycle more."""


@inner
def edge_price(layout, site, cycle, e):
    """The price of an edge, from the unit of its source to that of its target."""
    u, v = layout.source[e], layout.target[e]
    a, b = layout.unit[site[u]], layout.unit[site[v]]
    waited = cycle[v] + layout.shift[e] - cycle[u] - layout.latency[u, a] + 1
    if waited < 1:
        return EARLY + EARLIER * (1 - waited)
    return layout.price[layout.kind[e], a, b, min(waited, layout.price.shape[3] - 1)]


@inner
def price_at(layout, site, cycle, o, other):
    """The price of all edges of operation o, but for those to and from `other`, and its own."""
    total = layout.own[o, layout.unit[site[o]]]
    for x in range(layout.begin[o], layout.begin[o + 1]):
        e = layout.touching[x]
        if layout.source[e] != other and layout.target[e] != other:
            total += edge_price(layout, site, cycle, e)
    return total


@inner
def count_cells(layout, state, u, much):
    """Add `much` (1 or -1) for what the value of u takes; return the change of what is too much.

    The result itself takes the register that it goes to, also where nothing reads it, since the
    issue slot is taken. What ways to several readers share is taken once.
    """
    change = 0
    unit = layout.unit[state.site[u]]
    done = state.cycle[u] + layout.latency[u, unit] - 1
    change += _take(layout, state, layout.component[unit], done, much)
    readers = 0
    for x in range(layout.begin[u], layout.begin[u + 1]):
        readers += layout.source[layout.touching[x]] == u
    state.stamp[0] += 1
    stamp, span = state.stamp[0], layout.price.shape[3]
    for x in range(layout.begin[u], layout.begin[u + 1]):
        e = layout.touching[x]
        if layout.source[e] != u:
            continue
        v = layout.target[e]
        b = layout.unit[state.site[v]]
        waited = min(state.cycle[v] + layout.shift[e] - done, span - 1)
        if waited < 1:
            continue
        way = ((layout.kind[e] * len(layout.component) + unit) * len(layout.component) + b) * span
        for n in range(layout.first[way + waited], layout.first[way + waited + 1]):
            of, after = layout.cell_of[n], layout.cell_after[n]
            if readers > 1:
                if state.seen[of, after] == stamp:
                    continue
                state.seen[of, after] = stamp
            change += _take(layout, state, of, done + after, much)
    return change


@inner
def _take(layout, state, of, cycle, much):
    slot = cycle % layout.interval
    if much > 0:
        state.taken[of, slot] += 1
        return int(state.taken[of, slot] > layout.room[of])
    state.taken[of, slot] -= 1
    return -int(state.taken[of, slot] >= layout.room[of])
