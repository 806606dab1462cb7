"""`python -m ecosystems.neura.arch FILE.yaml`: an array of Neura as an architecture of xyzmap."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass

from ecosystems.neura.standard import STANDARD
from ecosystems.neura.timing import Convention
from shell.options import Options, choice, out_file
from shell.parser import Call, Command, Input, Main


@dataclass(frozen=True, kw_only=True)
class NeuraArchOptions(Options):
    """The timing and the file of the architecture."""

    timing: Convention = choice(
        "rtl: a neighbour reads a result in the next cycle (default); solver: one cycle later",
        "rtl",
    )
    out: str | None = out_file("the architecture, instead of printing it")


COMMAND = Command(
    "neura_arch",
    "Turn an array of the compiler Neura into an architecture, as JSON. Its units execute the"
    " compiler's classes of operations, and the operators of these classes.",
    (Input("array", "FILE", f"a YAML file; '{STANDARD}': the 4×4 array of the compiler's tests"),),
    NeuraArchOptions,
)


def run(call: Call) -> int:
    """Print or write the architecture; return the exit code. Raises `InputError`."""
    from ecosystems.neura.arch.build import architecture_of
    from models.formats.native_json import architecture_to_json
    from models.formats.text_files import write_text

    text = architecture_to_json(architecture_of(call.inputs["array"], call.options.timing))
    if call.options.out is not None:
        write_text(call.options.out, text)
        return 0
    # A reader such as head may have seen enough.
    with suppress(BrokenPipeError):
        print(text, end="", flush=True)
    return 0


main = Main(COMMAND, run)

if __name__ == "__main__":
    sys.exit(main())
