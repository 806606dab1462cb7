"""`python -m hardware.area ARCH`: the transistors of an array, measured by Yosys."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hardware.hardware_options import FILES, WordOptions, read_machine, sizes_of
from models.errors import InputError
from shell.options import choice, json_flag
from solvers.questions.ask import Question
from solvers.questions.command import command
from solvers.questions.inputs import named
from solvers.questions.shared_options import ARCH, ArrayOptions


@dataclass(frozen=True, kw_only=True)
class AreaOptions(ArrayOptions, WordOptions):
    """The hardware options of the array."""

    register_files: Literal["own", "static", "moves", "rotating"] = choice(
        "kind of register files, as of rtl", "own", group=FILES
    )
    json: bool = json_flag()


QUESTION = Question(
    name="area",
    about="Count the transistors of the Verilog of an array, as Yosys maps it to gates: the"
    " units, and the datapath around them. Wires and layout are not counted.",
    inputs=(ARCH,),
    options=AreaOptions,
    codes="exit codes: 0 done, 2 usage or input error, or Yosys is missing or takes too long",
)


def run(inputs: Mapping[str, object], options: AreaOptions) -> int:
    """Print the area; return the exit code. Raises `InputError`."""
    from hardware.synthesis import area_of, require_yosys
    from models.register_files.files import files_by_kind, files_shown
    from models.text import table

    require_yosys()
    machine = read_machine(inputs["arch"], options, options, options.register_files)
    try:
        area = area_of(machine)
    except InputError as error:
        raise error.inside(named(inputs["arch"])) from None
    if options.json:
        record = {
            "schema": "xyzmap/area/1",
            "architecture": machine.arch.name,
            "word": machine.word,
            "register_files": machine.kind,
            "files": files_by_kind(machine.arch, "own") if machine.kind == "own" else None,
            "units": [
                {"module": name, "transistors": area.units[name], "times": times}
                for name, times in area.times.items()
            ],
            "datapath": area.rest,
            "total": area.total,
        }
        print(json.dumps(record, indent=2))
        return 0
    rows = [
        (name, str(times), f"{area.units[name]:,}", f"{area.units[name] * times:,}")
        for name, times in area.times.items()
    ]
    rows.append(("datapath without units", "1", f"{area.rest:,}", f"{area.rest:,}"))
    print(
        f"{machine.arch.name}, {machine.word}, {files_shown(machine.arch, machine.kind)} registers:"
        f" {area.total:,} transistors"
    )
    print("\n".join(table(("module", "times", "transistors", "together"), rows, (1, 2, 3))))
    print(sizes_of(machine))
    return 0


main = command(QUESTION, run)

if __name__ == "__main__":
    sys.exit(main())
