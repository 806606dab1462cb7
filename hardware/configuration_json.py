"""Configurations as JSON with the tag `xyzmap/configuration/1`, for hardware generators."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.configuration.data import Configuration, rounds
from models.data.architecture import RegisterFile
from models.formats.json_text import to_plain, write_tagged
from models.register_files.registers import Registers

CONFIGURATION_TAG = "xyzmap/configuration/1"


def configuration_to_json(
    made: Configuration,
    registers: Registers | None = None,
    files: Mapping[RegisterFile, list[str]] | None = None,
) -> str:
    """Return a configuration as JSON text, one cell, route or round per line.

    With `registers`, a row for each kept value: `[component, context, register, value, cycle]`.
    `files` gives the kind of register file per component, if they differ.

    Derived data is included: the stages, the cycles of prologue and epilogue, and the active
    operations of each round.
    """
    members = to_plain(made)
    head = {name: members.pop(name) for name in ("dfg", "architecture", "horizon", "contexts")}
    counts = {
        "interval": made.interval,
        "stages": made.stages,
        "prologue": made.ramp,
        "epilogue": made.ramp,
    }
    listed = {name: members.get(name, []) for name in ("cells", "routes", "presets")}
    more = {}
    if registers is not None:
        more = {
            "register_files": registers.kind,
            **({} if files is None else {"files": files}),
            "unroll": registers.unroll,
            "registers": to_plain(registers.places),
        }
    return write_tagged(
        CONFIGURATION_TAG, {**head, **counts, **listed, "rounds": to_plain(rounds(made)), **more}
    )
