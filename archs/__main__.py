"""`python -m archs`: list the presets, show an architecture, or write it to a file."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from archs.files import ending_of, load_architecture, save_architecture, written
from archs.presets import all_presets
from archs.show import architecture_text, preset_list
from models.errors import InputError
from models.formats.text_files import require_place
from shell.command import say
from shell.options import DFGMAP, OPTIONS_FILE, Options, choice, file, json_flag, out_file
from shell.parser import Call, Command, Input, Main


@dataclass(frozen=True, kw_only=True)
class ArchsOptions(Options):
    """How an architecture is shown or written."""

    format: Literal["json", "dfgmap"] | None = choice("write this format")
    json: bool = json_flag()
    options: str | None = file(OPTIONS_FILE, "input file", group=DFGMAP)
    out_options: str | None = file(
        "write the options file, beside --out", "output file", group=DFGMAP
    )
    out: str | None = out_file("the architecture, instead of printing it")

    def require_consistent(self) -> None:
        """Refuse two formats, and an options file without the file that it belongs to."""
        if self.json and self.format == "dfgmap":
            raise InputError("--json contradicts --format dfgmap")
        if self.out_options is not None and self.out is None:
            raise InputError("--out-options goes with --out")


COMMAND = Command(
    "archs",
    "List the preset architectures, or show or convert one architecture.",
    (
        Input(
            "spec", "ARCH", "a file (.json, .toml, .txt) or preset; none: list them", optional=True
        ),
    ),
    ArchsOptions,
)


def run(call: Call) -> int:
    """List, show or write; return the exit code. Raises `InputError`."""
    text = _text(call.prog, call.inputs["spec"], call.options)
    # A reader such as head may have seen enough.
    with suppress(BrokenPipeError):
        print(text, end="", flush=True)
    return 0


def _text(prog: str, spec: str | None, options: ArchsOptions) -> str:
    """Return the text to print, and write the requested files. Raises `InputError`."""
    format_ = "json" if options.json else options.format
    if spec is None:
        for option in ("out", "options", "format"):
            if getattr(options, option):
                raise InputError(
                    f"--{option} needs an architecture; without one, presets are listed"
                )
        presets = all_presets(lambda line: say(f"{prog}: {line}"))
        listed = {name: preset.summary for name, preset in presets.items()}
        return json.dumps(listed, indent=2) + "\n" if format_ else preset_list(presets)
    if options.out:
        require_place(options.out)
        if format_ is not None and ending_of(options.out) not in (None, format_):
            raise InputError(
                f"--format {format_} contradicts the ending; leave it out", options.out
            )
    arch = load_architecture(spec, options.options)
    if options.out:
        save_architecture(arch, options.out, options.out_options, format_)
        return ""
    if format_ is None:
        return architecture_text(arch)
    text, second = written(arch, "", format_)
    if second:
        raise InputError("needs two files: use --out FILE --out-options FILE", spec)
    return text


main = Main(COMMAND, run)

if __name__ == "__main__":
    sys.exit(main())
