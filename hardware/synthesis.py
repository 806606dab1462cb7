"""Areas of arrays by Yosys: transistors of static CMOS, without layout and wires.

Each unit module is synthesised once, and the datapath without units; the total counts each unit
once per slot. Context memory and sequencer are excluded, as the number of contexts is not a
property of the datapath. Counts are from `stat -tech cmos` after mapping to two-input gates and D
flip-flops.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from hardware.model.machine import Machine
from hardware.model.units import Unit
from hardware.verilog.project import array_files, unit_names
from models.errors import InputError
from shell.children import finished

SECONDS = 3600.0
_COUNT = re.compile(r"Estimated number of transistors:\s+(\d+)")


@dataclass(frozen=True)
class Area:
    """Transistors of each unit module with its number of instances, and of the rest."""

    units: dict[str, int]
    times: dict[str, int]
    rest: int

    @property
    def total(self) -> int:
        """The total number of transistors."""
        return self.rest + sum(self.units[name] * count for name, count in self.times.items())


def require_yosys() -> None:
    """Raise `InputError` if Yosys is not installed."""
    if shutil.which("yosys") is None:
        raise InputError("areas need Yosys, which is not installed: apt-get install yosys")


def require_gates(units: Iterable[Unit]) -> None:
    """Raise `InputError` for floating-point units, which are only simulated."""
    found = next((unit.name for unit in units if unit.behavioural), None)
    if found is not None:
        raise InputError(
            f"unit '{found}' is behavioural and has no gates; areas are those of integer units"
        )


def area_of(machine: Machine, limit: float = SECONDS) -> Area:
    """Return the area of a machine's datapath; `limit` is in seconds per module.

    Raises `InputError` for floating-point units, and if Yosys is missing, fails, or times out.
    """
    require_gates(machine.units.values())
    require_yosys()
    files = array_files(machine)
    names = unit_names(machine)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("units.v", "datapath.v"):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(files[name])
        units = {
            name: _transistors(folder, f"read_verilog units.v; synth -top {name}", limit)
            for name in names.values()
        }
        read = "read_verilog -lib units.v; read_verilog datapath.v; synth -top datapath"
        rest = _transistors(folder, read, limit)
    times = Counter(names[slot.units] for slot in machine.slots if slot.units)
    return Area(units, dict(times), rest)


def transistors_of(text: str, module: str, limit: float = SECONDS) -> int:
    """Return the number of transistors of a module of Verilog text.

    Raises `InputError` if Yosys is missing, fails, or takes longer than `limit` seconds.
    """
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "module.v"), "w", encoding="utf-8") as file:
            file.write(text)
        return _transistors(folder, f"read_verilog module.v; synth -top {module}", limit)


def _transistors(folder: str, read: str, limit: float) -> int:
    """Return the number of transistors of one module."""
    script = f"{read}; dfflegalize -cell $_DFF_P_ x; abc -g cmos2; tee -o stat.txt stat -tech cmos"
    try:
        done = finished(["yosys", "-q", "-p", script], folder=folder, seconds=limit)
    except subprocess.TimeoutExpired:
        raise InputError(f"Yosys takes more than {limit:g} seconds") from None
    except OSError as error:
        raise InputError(f"yosys does not run: {error}") from None
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["nothing said"]
        raise InputError(f"Yosys fails: {said[-1][:300]}")
    with open(os.path.join(folder, "stat.txt"), encoding="utf-8") as file:
        found = _COUNT.findall(file.read())
    return int(found[-1])
