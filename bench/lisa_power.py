"""Power of LISA's arrays by a table of energies per event, for comparing mappings (Fig. 10).

The table is an assumption, not a synthesis: a 32-bit array in a 22 nm low-power process at 100 MHz.
Arithmetic and memory start from what M. Horowitz ("Computing's energy problem", ISSCC 2014) gives
for 45 nm and 0.9 V: 0.1 pJ for a 32-bit addition, 3.1 pJ for a multiplication, 5 pJ for 32 bits
from 8 KB of SRAM; 22 nm is taken to need 0.4 times as much. All else is estimated. Every PE pays
for its clock tree and for the context word that it reads in every cycle, whatever it does, and
leaks: what is spent without use is why a smaller II saves energy. Only ratios are meant; absolute
figures are optimistic beside the 26.4 MOPS/mW that HyCUBE's 40 nm chip is published with.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from learn.labels.vocabulary import kind_of
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from solvers.questions.entries import Entry

CYCLE_NS = 10.0
"""100 MHz, as in the paper."""


@dataclass(frozen=True)
class PowerTable:
    """Energies in pJ per event, and what each PE takes in any case.

    `idle` is in pJ for each PE and cycle: clock tree, context word and its multiplexers. `leakage`
    is in µW for each PE with its share of memory.
    """

    add: float = 0.04
    multiply: float = 1.24
    divide: float = 2.5
    access: float = 2.0
    constant: float = 0.01
    register: float = 0.1
    hop: float = 0.2
    idle: float = 3.0
    leakage: float = 10.0

    def rows(self) -> list[list[object]]:
        """Return the table as it stands on the page."""
        return [
            ["addition, logic, shift", "pJ each", self.add],
            ["multiplication", "pJ each", self.multiply],
            ["division", "pJ each", self.divide],
            ["load or store", "pJ each", self.access],
            ["constant", "pJ each", self.constant],
            ["value kept in a register file", "pJ each, and cycle", self.register],
            ["link between two PEs", "pJ each value", self.hop],
            ["clock, context word and multiplexers", "pJ per PE and cycle", self.idle],
            ["leakage", "µW per PE", self.leakage],
        ]

    def scaled(self, factor: float) -> PowerTable:
        """Return a table in which what is spent without use is `factor` times as much."""
        return replace(self, idle=factor * self.idle, leakage=factor * self.leakage)


TABLE = PowerTable()


def activity(mapping: Mapping, dfg: Dfg, arch: Architecture) -> dict[str, int]:
    """Return how often each event of the table happens in an iteration, by its field's name."""
    from heuristics.labels.tiles import tile_numbers

    found: Counter[str] = Counter()
    operator = {operation.name: operation.operator for operation in dfg.operations}
    for issue in mapping.issues:
        found[_event(operator[issue.operation])] += 1
    stores = {c.name for c in arch.components if not c.issue and c.capacity != 0}
    found["register"] += sum(held.component in stores for held in mapping.holds)
    numbers = tile_numbers(arch).tolist()
    tile = {c.name: number for c, number in zip(arch.components, numbers, strict=True)}
    between = {
        path.name
        for path in arch.paths
        if any(tile[a] != tile[b] for a in path.sources for b in path.targets)
    }
    found["hop"] += sum(transfer.path in between for transfer in mapping.transfers)
    return dict(found)


def _event(operator: str) -> str:
    kind = kind_of(operator)
    if kind in ("load", "store", "input", "output"):
        return "access"
    return {"mul": "multiply", "div": "divide", "const": "constant"}.get(kind, "add")


def efficiency(
    operations: int, ii: int, pes: int, events: dict[str, int], table: PowerTable = TABLE
) -> Entry:
    """Return MOPS, milliwatts and MOPS/W of a loop at an interval."""
    nanoseconds = ii * CYCLE_NS
    energy = sum(count * getattr(table, event) for event, count in events.items())
    energy += pes * ii * table.idle
    # pJ / ns = mW
    milliwatts = energy / nanoseconds + pes * table.leakage / 1000
    mops = operations / nanoseconds * 1000
    return {"mops": mops, "milliwatts": milliwatts, "mops_per_watt": mops / milliwatts * 1000}
