"""`python -m hardware.configure DFG ARCH MAPPING`: the configuration of the array per context."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from hardware.hardware_options import HardwareOptions, form_of, told_meanings
from models.errors import InputError
from shell.command import say
from shell.options import file, json_flag, out_file
from solvers.questions.ask import Question
from solvers.questions.command import command
from solvers.questions.inputs import named, read_legal
from solvers.questions.shared_options import (
    ARCH,
    DFG,
    MAPPING,
    ArrayOptions,
    GraphOptions,
)


@dataclass(frozen=True, kw_only=True)
class ConfigureOptions(ArrayOptions, GraphOptions, HardwareOptions):
    """Options of the mapping, of the hardware, and of the output."""

    json: bool = json_flag()
    out: str | None = out_file("the output, instead of printing it")
    words: str | None = file(
        "write FILE: the configuration words as JSON, with the array's own files unless"
        " --register-files says otherwise",
        "output file",
        group="output",
    )


QUESTION = Question(
    name="configure",
    about="Print the configuration for a mapping: for each component and context the operation, the"
    " sources of its operands and the stored values, and for each path its value and source; then"
    " prologue and epilogue.",
    inputs=(DFG, ARCH, MAPPING),
    options=ConfigureOptions,
    codes="exit codes: 0 done, 2 usage or input error, or a mapping that is not legal",
)


def run(inputs: Mapping[str, object], options: ConfigureOptions) -> int:
    """Print or write the configuration; return the exit code. Raises `InputError`."""
    from hardware.configuration.build import configuration
    from hardware.configuration.check import configuration_faults
    from hardware.model.realise import difference, realised, registers_of
    from models.formats.text_files import write_text
    from models.register_files.files import files_by_kind, settled

    problem, mapping = read_legal(inputs, options)
    try:
        made = configuration(problem, mapping)
    except InputError as error:
        raise error.inside(named(inputs["mapping"])) from None
    faults = configuration_faults(problem, mapping, made)
    if faults:  # an internal error; a wrong configuration must not reach hardware
        raise InputError(f"the configuration is not that of the mapping: {faults[0]}")
    registers = words = wrong = None
    wider = ""
    try:
        if options.words is not None:
            form, wider = form_of(options, problem, mapping)
            hardware = realised(problem, mapping, form)
            words, registers = hardware.words, hardware.registers
            told_meanings(problem.dfg, hardware, 0)
            wrong = difference(problem.dfg, hardware.machine, words, begins=hardware.begins)
        elif options.register_files is not None:
            kind = settled(problem.arch, options.register_files)
            registers = registers_of(problem, mapping, kind)
    except InputError as error:
        raise error.inside(named(inputs["mapping"])) from None
    if wrong is not None:  # an internal error; wrong words must not reach hardware
        raise InputError(f"the words do not compute the graph: {wrong}", named(inputs["mapping"]))
    if options.json:
        from hardware.configuration_json import configuration_to_json

        own = registers is not None and registers.kind == "own"
        files = files_by_kind(problem.arch, "own") if own else None
        text = configuration_to_json(made, registers, files)
    else:
        from hardware.configuration_view import configuration_text

        width = shutil.get_terminal_size((120, 24)).columns
        text = configuration_text(problem, made, width=width, registers=registers)
    if words is not None and options.words is not None:
        from hardware.words_json import words_to_json

        write_text(options.words, words_to_json(words))
        if wider:
            say(f"configure: words of type {words.word}, since {wider}")
        if words.read_back:
            say(f"configure: sent out of the array and read back: {', '.join(words.read_back)}")
    if options.out is None:
        print(text, end="")
    else:
        write_text(options.out, text)
    return 0


main = command(QUESTION, run)

if __name__ == "__main__":
    sys.exit(main())
