"""The door of pruning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from shell.guests import Covered, Entry, Guest, Verifiable
from shell.parser import Main
from solvers.questions.kinds import GRAPHS, Kind, Numbers
from xyzmap_packages import PREFIX


def _prune_arch() -> Main:
    from pruning.__main__ import main

    return main


def _trade_off() -> Main:
    from pruning.trade_off.__main__ import main

    return main


def _claim() -> Callable[..., Verifiable]:
    from pruning.verification.minimum import MinimumClaim

    return MinimumClaim.read


def _numbers(answer: Mapping[str, Any]) -> Numbers:
    # A bound on what is minimised later holds only where all that comes before is as small.
    first = dict([*answer["lower_bounds"].items()][:1])
    return answer["counts"].get("elements"), first.get("elements")


def _sweep() -> Kind:
    from pruning.question.pruning_options import PruneArchOptions

    module = f"{PREFIX}pruning"
    return Kind(module, PruneArchOptions, GRAPHS, "elements", "elements", numbers=_numbers)


def _library() -> ModuleType:
    from pruning import library

    return library


GUEST = Guest(
    name="pruning",
    needs=("hardware",),
    commands={
        "prune-arch": Entry(
            _prune_arch, "choose an array", "the smallest part of an array that does the job"
        ),
        "trade-off": Entry(
            _trade_off, "choose an array", "how small an array can be, for how many cycles"
        ),
    },
    claims={
        "xyzmap/minimum/1": _claim,
    },
    covered=(
        Covered("prune_arch", "core", "a certificate of min_cycles for each"),
        Covered("prune_arch", "core that leaves nothing", "no component is left"),
        Covered("prune_arch", "hitting set", "a branch tree with prices"),
        Covered("prune_arch", "no mapping onto the whole array", "min_cycles --cycles"),
        Covered("prune_arch", "fewest contexts", "min_cycles --contexts --cycles"),
        Covered("trade_off", "point", "prune_arch --cycles, for each"),
        Covered("trade_off", "conclusion from another point", "that of the other point"),
        Covered("trade_off", "infeasible point", "min_cycles --cycles"),
    ),
    sweeps={
        "prune_arch": _sweep,
    },
    library=_library,
    names=("Pruned", "TradeOff", "prune", "trade_off"),
)
