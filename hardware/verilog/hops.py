"""Lanes between switches, over which a value takes several hops per cycle."""

from __future__ import annotations

from hardware.model.machine import Machine


def passing(machine: Machine) -> set[str]:
    """Return the paths without a latency from a switch to a switch."""
    switches = {part.name for part in machine.arch.components if part.switch}
    return {
        path.name
        for path in machine.arch.paths
        if not path.latency and switches & set(path.sources) and switches & set(path.targets)
    }


def hops_of(machine: Machine, passing: set[str]) -> int:
    """Return the maximum number of `passing` paths that a value takes per cycle."""
    switches = sum(component.switch for component in machine.arch.components)
    most = machine.arch.max_hops
    if most is None or any(machine.arch.path_by_name[name].hops < 1 for name in passing):
        return max(switches, 1)
    return max(min(most, switches), 1)
