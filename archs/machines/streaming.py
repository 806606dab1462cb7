"""The streaming engine as an array of the X/Y/Z model.

Faithful, for a program without messages and shared variables as a DFG (`streaming.model.dfg`), with
II contexts, on an engine that waits, sends to several tiles at once, does not relay, and asks
neither siblings nor starts to be apart: a mapping of C + 2 cycles exists if and only if one of C
cycles on the engine exists. The first extra cycle is the model's cycle 0, which holds the inputs
only; in the second the external memory takes the last result.

- A unit starts one operation per cycle and context, a tile's spoke, and its result is in its output
  for one cycle, `pipeline` cycles later: the own unit can read it then.
- The result enters the delays of tiles at distance d, and is read there, `hops[d-1]` cycles later
  or at any time after that. Values leave delays to the own unit only: results are not relayed.
- All inputs come from an external memory, to any unit at any time, as from tile memory.

Where starts need not be within the first II cycles, as here, a mapping has no fewer cycles: a start
can be earlier by as many IIs as it is late, and delays take early values.

Not modelled: rules about instructions on the same tile or on different ones (siblings, starts of
flows, shared variables), messages, and a last operand that may not wait. With `delays=N` values in
the delays of a tile are counted, which the engine's rules do not.
"""

from __future__ import annotations

from archs.machines.generators import EXTMEM, Build, wired_unit
from archs.machines.operators import ADDING, FULL_UNIT, MEMORY, MULTIPLYING, OPS, executed
from archs.machines.spec import Request, count, max_contexts
from models.data.architecture import Architecture, Component, Support

OPTIONS = {
    "pipeline": count("3", "cycles from the start of an operation to its result", most=1024),
    "near": count("1", "cycles to the next tile", most=1024),
    "far": count("2", "cycles to the tile after that", most=1024),
    "delays": count("unlimited", "values that wait for a tile's unit", unlimited=True),
    "ops": OPS,
    "max_contexts": max_contexts(),
}
MULTIPLY_ADDS = ("muladd", "fma", "madd")


def streaming(request: Request) -> Architecture:
    """N tiles in a row, a unit pe_0_t and delays delay_0_t each, with links of one and two tiles.

    A result takes `pipeline` cycles, and the links `near` and `far`; external memory at each unit.
    """
    build, tiles = Build(request.name), range(request.columns)
    pipeline, delays = request.number("pipeline"), request.limit("delays")
    hops = (1, request.number("near"), request.number("far"))
    ops = tuple(
        Support(name, pipeline)
        for name in executed(request, (*FULL_UNIT, *MEMORY, *MULTIPLY_ADDS), *ADDING, *MULTIPLYING)
    )
    for t in tiles:
        unit = wired_unit(f"pe_0_{t}", ops)
        build.components += [unit, Component(f"delay_0_{t}", capacity=delays)]
        build.wire(f"delay_0_{t}", f"pe_0_{t}", None)
    for t in tiles:
        for u in tiles:
            if abs(t - u) < len(hops):
                build.wire(f"pe_0_{t}", f"delay_0_{u}", 1, hops[abs(t - u)] - 1)
    build.external(False, request.external_inputs)
    for t in tiles:
        build.wire(EXTMEM, f"pe_0_{t}", None)
        build.wire(f"pe_0_{t}", EXTMEM, None)
    return build.finish(request.limit("max_contexts"))
