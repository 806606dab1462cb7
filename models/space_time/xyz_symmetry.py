"""Which symmetry a question is asked without: the one that saves most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.data.certificate import Arrival, Placement
from models.space_time.xyz_arrival import rule_arrival
from models.space_time.xyz_placement import rule_placement

if TYPE_CHECKING:
    from models.space_time.xyz import XyzModel


def break_symmetry(model: XyzModel) -> Arrival | Placement | None:
    """Add clauses that leave a mapping if there is one; return what they assume.

    An order of interchangeable results is worth more than a place for one operation: on the
    ring of five elements it divides conflicts by ten, not by less than two.
    """
    return rule_arrival(model) or rule_placement(model)
