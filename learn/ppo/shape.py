"""The sizes of a network of the policy, and the parameters that follow from them; without torch."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from learn.ppo.features import DYNAMIC, SLOT
from learn.ppo.observation import ObservationLayout
from learn.ppo.tasks import STATIC

Arch = Literal["gga", "mlp"]
Head = Literal["slot", "flat"]
SEEN = (0, 1, 2)
"""Numbers of a slot that the flat head reads: allowed, used, later."""

FORBIDDEN = -1e8
"""The logit of masked actions."""

Size = Annotated[int, msgspec.Meta(ge=1, le=4096)]


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sizes of a network; the defaults are the paper's where it gives them.

    `arch` "gga": graph network and global graph attention, "mlp": three layers on the whole vector.
    `head` "slot": one small network rates every slot by its own numbers and the context,
    independent of its position in the row, so that it works for any number of tiles and spokes;
    "flat": one output for each slot, as in Fig. 4. The MLP has flat outputs always. `every`: also
    slots that are not allowed are rated, which takes longer, and is needed only without masks.
    `goals`: the state has one more number, the weight of tiles against cycles (§4.2).
    """

    arch: Arch = "gga"
    head: Head = "slot"
    embedding: Size = 64
    graph: Size = 128
    rounds: Annotated[int, msgspec.Meta(ge=0, le=64)] = 3
    attention: Size = 4
    slot: Size = 48
    hidden: Size = 128
    every: bool = False
    goals: bool = False

    def parameters(self, layout: ObservationLayout) -> dict[str, tuple[int, ...]]:
        """Return the shapes of all parameters, by the names that the modules of torch give them."""
        width, hidden = self.embedding, self.hidden
        (state,) = layout.shapes["state"]
        found: dict[str, tuple[int, ...]] = {}

        def linear(name: str, before: int, after: int) -> None:
            found[f"{name}.weight"], found[f"{name}.bias"] = (after, before), (after,)

        if self.arch == "mlp":
            for n, before in enumerate((layout.length - 1, 2 * hidden, hidden)):
                linear(f"body.{2 * n}", before, hidden if n else 2 * hidden)
            linear("critic", hidden, 1)
            linear("actor", hidden, layout.places)
            return found
        linear("encoder.first", len(STATIC), width)
        for n in range(self.rounds):
            linear(f"encoder.rounds.{n}", 3 * width, width)
            norm = f"encoder.norms.{n}"
            found[f"{norm}.weight"] = found[f"{norm}.bias"] = (width,)
        seen = self.attention * (width + len(DYNAMIC))
        linear("attention.query", width + state, seen)
        linear("attention.out", seen, self.graph)
        flat = self.head == "flat"
        linear("device.0", layout.places * len(SEEN) if flat else self.slot, 2 * width)
        linear("device.2", 2 * width, width)
        linear("trunk.0", self.graph + 2 * width + state, hidden)
        linear("trunk.2", hidden, hidden)
        linear("critic.0.0", hidden, width)
        linear("critic.1", width, 1)
        if flat:
            linear("actor", hidden, layout.places)
            return found
        linear("rating.look", len(SLOT), self.slot)
        linear("rating.context", hidden, self.slot)
        linear("rating.inner", self.slot, self.slot)
        linear("rating.out", self.slot, 1)
        return found
