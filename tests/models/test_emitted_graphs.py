"""What users of other tools write is read as the same program: random graphs as such texts."""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec.structs import replace

from models.data.dfg import Dfg
from models.errors import NotSupportedError
from models.formats.morpher_dfg import dfg_from_morpher
from models.notes import noted
from models.semantics.needed import unneeded
from tests.models.drawn_graphs import PLAIN, drawn, executed
from tests.models.emitted_graphs import morpher_text
from tests.models.format_trips import differences


def near(dfg: Dfg) -> Dfg:
    """Return a graph that reads no value later than an iteration after."""
    operations = tuple(
        replace(o, operands=tuple(replace(x, distance=min(x.distance, 1)) for x in o.operands))
        for o in dfg.operations
    )
    order = tuple(replace(edge, distance=min(edge.distance, 1)) for edge in dfg.order)
    return replace(dfg, operations=operations, order=order)


def test_texts_are_read_as_what_they_say(amount: Callable[[int], int]) -> None:
    """Tests results and effects by numbers, after XML of Morpher, which has no writer."""
    features = {"carried", "constants", "effects", "order", "guarded"}
    count, carried, wrong = amount(400), 0, []
    for seed in range(count):
        chance = random.Random(f"morpher {seed}")
        own = {feature for feature in sorted(features) if chance.random() < 0.6}
        dfg = near(drawn(chance, own, PLAIN))
        try:
            text = morpher_text(dfg)
        except NotSupportedError:
            continue
        with noted():
            found = dfg_from_morpher(text, "f.xml", "top", inputs=True)
        carried += 1
        wanted, is_ = executed(dfg), executed(found)
        wanted = wanted._replace(results={n: wanted.results[n] for n in is_.results})
        lines = differences(wanted, is_)
        lines += ["a value that is needed for nothing"] * bool(unneeded(found))
        wrong += [f"seed {seed}: {line}" for line in lines]
    assert not wrong, "\n".join(wrong[:20])
    assert carried > count / 3
