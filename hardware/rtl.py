"""`python -m hardware.rtl ARCH -o DIR`: an array as Verilog, and a run of a mapping on it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from hardware.hardware_options import (
    FILES,
    HardwareOptions,
    form_of,
    read_machine,
    sizes_of,
    told_meanings,
)
from models.errors import InputError
from shell.command import say
from shell.options import file, flag, out_folder, seed
from solvers.questions.ask import Question
from solvers.questions.command import command
from solvers.questions.inputs import named, read_legal
from solvers.questions.shared_options import ARCH, ArrayOptions, GraphOptions

DIFFERENT = 1
"""The exit code if Verilog and the graph differ."""


@dataclass(frozen=True, kw_only=True)
class RtlOptions(ArrayOptions, GraphOptions, HardwareOptions):
    """Options of the mapping, of the hardware, and of the output files."""

    dfg: str | None = file("the graph of --mapping", "input file", group=FILES)
    mapping: str | None = file(
        "a mapping to read, onto the array: adds its words and a test bench; goes with --dfg",
        "input file",
        group=FILES,
    )
    acyclic: bool = flag(
        "copy lanes from switch to switch once per hop: then no wires form a circle", group=FILES
    )
    run: bool = flag("run the test bench with Icarus Verilog (iverilog)", group=FILES)
    vcd: bool = flag("with --run, write the waveform testbench.vcd", group=FILES)
    seed: int = seed(group=FILES)
    out: str = out_folder("the Verilog files", required=True)


QUESTION = Question(
    name="rtl",
    about="Write an array as Verilog-2005: datapath, sequencer and context memory. With a mapping,"
    " add its words and a test bench that runs them on random numbers and compares with the graph.",
    inputs=(ARCH,),
    options=RtlOptions,
    codes="exit codes: 0 done, 1 the run and the graph differ, 2 usage or input error",
)


def run(inputs: Mapping[str, object], options: RtlOptions) -> int:
    """Write the files, and run them on request; return the exit code. Raises `InputError`."""
    from models.formats.text_files import write_text

    if (options.mapping is None) != (options.dfg is None):
        raise InputError("--mapping and --dfg go together")
    if options.run and options.mapping is None:
        raise InputError("--run goes with --mapping and --dfg: it runs a test bench")
    if options.vcd and not options.run:
        raise InputError("--vcd goes with --run: a waveform is that of a run")
    for name in ("iterations", "address_bits", "seed"):
        if options.mapping is None and getattr(options, name) != getattr(RtlOptions, name):
            raise InputError(f"--{name.replace('_', '-')} goes with --mapping and --dfg")
    if options.run and shutil.which("iverilog") is None:
        raise InputError(
            "--run needs Icarus Verilog, which is not installed: apt-get install iverilog, or leave"
            " out --run and use another simulator"
        )
    files, told = _mapped(inputs, options) if options.mapping else _array(inputs, options)
    for name, text in files.items():
        write_text(os.path.join(options.out, name), text)
    print(told)
    print(f"{options.out}: {', '.join(files)}")
    return executed(options.out, options.vcd) if options.run else 0


def _array(inputs: Mapping[str, object], options: RtlOptions) -> tuple[dict[str, str], str]:
    """Return the files of an array alone, and a line about it."""
    from hardware.verilog.project import array_files
    from models.register_files.files import files_shown

    machine = read_machine(inputs["arch"], options, options, options.register_files or "own")
    told = f"{machine.arch.name}: {sizes_of(machine)}, {files_shown(machine.arch, machine.kind)}"
    told += f" registers, words of type {machine.word}"
    return array_files(machine, acyclic=options.acyclic), told


def _mapped(inputs: Mapping[str, object], options: RtlOptions) -> tuple[dict[str, str], str]:
    """Return the files of an array and a run of a mapping, and lines about them."""
    from hardware.model.realise import difference, realised
    from hardware.verilog.project import run_files
    from models.data.problem import counted_contexts
    from models.register_files.files import files_shown

    problem, mapping = read_legal(
        {**inputs, "dfg": options.dfg, "mapping": options.mapping}, options
    )
    try:
        form, wider = form_of(options, problem, mapping)
        made = realised(problem, mapping, form)
        told_meanings(problem.dfg, made, options.seed)
        run = made.machine, made.words, problem.dfg, options.seed
        files = run_files(*run, options.acyclic, made.begins)
        wrong = difference(problem.dfg, made.machine, made.words, options.seed, made.begins)
    except InputError as error:
        raise error.inside(named(options.mapping)) from None
    if wrong is not None:  # an internal error; wrong words must not reach hardware
        raise InputError(f"the words do not compute the graph: {wrong}", named(options.mapping))
    words = made.words
    lines = [
        f"{words.dfg} on {words.architecture}: II {words.interval},"
        f" {counted_contexts(words.contexts)}, {files_shown(problem.arch, words.kind)} registers,"
        f" words of type {words.word}{f', since {wider}' * bool(wider)}",
        f"words: {words.iterations} iterations executed, equal to the graph",
    ]
    if words.read_back:
        lines.append(f"sent out of the array and read back: {', '.join(words.read_back)}")
    return files, "\n".join(lines)


def executed(folder: str, waveform: bool) -> int:
    """Compile and run the test bench with Icarus Verilog; return the exit code."""
    from hardware.icarus import simulated

    well, printed = simulated(folder, *["+vcd"] * waveform)
    lines = [line for line in printed if line.startswith(("PASS", "FAIL"))]
    print("\n".join(lines))
    if well and lines and lines[-1].startswith("PASS"):
        return 0
    say("rtl: the run differs from the graph")
    return DIFFERENT


main = command(QUESTION, run)

if __name__ == "__main__":
    sys.exit(main())
