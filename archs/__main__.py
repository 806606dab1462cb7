"""`python -m archs`: list the presets, show an architecture, or write it to a file."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import suppress

from archs.files import load_architecture, save_architecture
from archs.formats.arch_json import architecture_to_json
from archs.formats.dfgmap_write import architecture_to_dfgmap, options_to_dfgmap
from archs.presets import all_presets
from archs.show import architecture_text, preset_list
from models.errors import InputError
from models.process.command import Parser, guarded, say


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = Parser(
        prog="python -m archs",
        description="List the preset architectures, or show or convert one architecture.",
    )
    made.add_argument("spec", nargs="?", help="a file (.json, .txt) or preset; none: list them")
    made.add_argument("--json", action="store_true", help="the same as --format json")
    made.add_argument("--format", choices=("json", "dfgmap"), help="write this format")
    made.add_argument("-o", "--output", metavar="FILE", help="write into FILE")
    made.add_argument("--options", metavar="FILE", help="options file of a dfgmap architecture")
    made.add_argument(
        "--options-output", metavar="FILE", help="where options go when writing dfgmap"
    )
    return made


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code. Raises `InputError`."""
    text = _run(parser().parse_args(arguments))
    # A reader such as head may have seen enough.
    with suppress(BrokenPipeError):
        print(text, end="", flush=True)
    return 0


main = guarded(run, "archs")


def _run(options: argparse.Namespace) -> str:
    if options.json and options.format == "dfgmap":
        raise InputError("--json contradicts --format dfgmap")
    format_ = "json" if options.json else options.format
    if options.spec is None:
        for option in ("output", "options", "options_output", "format"):
            if getattr(options, option):
                name = option.replace("_", "-")
                raise InputError(f"--{name} needs an architecture; without one, presets are listed")
        presets = all_presets(lambda line: say(f"archs: {line}"))
        listed = {name: preset.summary for name, preset in presets.items()}
        return json.dumps(listed, indent=2) + "\n" if format_ else preset_list()
    arch = load_architecture(options.spec, options.options)
    if options.output:
        save_architecture(arch, options.output, options.options_output, format_)
        return ""
    if format_ is None:
        return architecture_text(arch)
    if format_ == "json":
        return architecture_to_json(arch)
    if options_to_dfgmap(arch):
        raise InputError("needs two files: use --output FILE --options-output FILE", options.spec)
    return architecture_to_dfgmap(arch)


if __name__ == "__main__":
    sys.exit(main())
