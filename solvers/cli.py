"""The console script `xyzmap COMMAND …`: every command is a module that also runs by itself."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

GROUPS = {
    "map": {
        "min-cycles": ("solvers.min_cycles", "the fewest cycles of a mapping, proven"),
        "min-ii": ("solvers.min_ii", "the smallest initiation interval of a loop"),
        "partition": ("partition.__main__", "cut a DFG larger than the array into parts"),
        "optimize": ("programs.__main__", "transform the loops of a C program, and map them"),
        "streaming": ("streaming.__main__", "map a program onto the streaming engine"),
        "remap": ("solvers.remap", "map again after a small change, moving little"),
    },
    "choose an array": {
        "archs": ("archs.__main__", "list architecture presets, or show one"),
        "area": ("hardware.area", "the transistors of an array, as Yosys finds them"),
        "prune-arch": ("pruning.__main__", "the smallest part of an array that does the job"),
        "trade-off": (
            "pruning.trade_off.__main__",
            "how small an array can be, for how many cycles",
        ),
    },
    "use an answer": {
        "verify": ("solvers.verify", "re-check a certificate"),
        "configure": (
            "hardware.configure",
            "what a mapping asks of the hardware, context by context",
        ),
        "rtl": ("hardware.rtl", "an array as Verilog, and the run of a mapping on it"),
        "draw": ("solvers.draw", "pictures of graphs, arrays and mappings: SVG, PDF, PNG"),
    },
    "ask many questions, or many solvers": {
        "sweep": ("solvers.sweep", "many questions at once, each answered once and kept"),
        "compare": ("solvers.compare", "measure solvers and encodings on one problem"),
        "export": ("solvers.export", "write the model for other tools"),
        "solvers": ("solvers.__main__", "list solvers and what they can do"),
        "teach-labels": ("solvers.teach_labels", "labels of random DFGs, from proven minima"),
    },
    "begin": {
        "dfg": ("programs.dfg", "a loop of C or of LLVM's text as a graph"),
        "examples": ("examples.__main__", "write example inputs"),
        "completion": ("solvers.completion", "a script that completes commands in a shell"),
    },
}
"""What is wanted: the commands for that, each with its module and its purpose."""

COMMANDS = {name: made for group in GROUPS.values() for name, made in group.items()}

ALIASES = {"prune": "prune-arch"}
"""Other names; each may also be written with `_` for `-`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    name = ALIASES.get(_dashed(words), _dashed(words))
    if name not in COMMANDS:
        from shell.command import guarded

        return guarded(_told, "xyzmap")(arguments)
    module = importlib.import_module(COMMANDS[name][0])
    if arguments is None:
        # Commands that are the whole process end at once when they are stopped.
        sys.argv = [f"xyzmap {words[0]}", *words[1:]]
        code: int = module.main()
    else:
        code = module.main(words[1:])
    return code


def _dashed(words: Sequence[str]) -> str:
    return words[0].replace("_", "-") if words else "--help"


def _told(arguments: Sequence[str] | None) -> int:
    """Print the version, the usage or the unknown command; return the exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    name = _dashed(words)
    if name == "--version":
        from shell.packages import version

        print(f"xyzmap {version()}")
        return 0
    if name not in ("-h", "--help"):
        from shell.command import say

        say(f"xyzmap: unknown command '{words[0]}'{_meant(name)}")
        return 2
    print("usage: xyzmap COMMAND ...")
    for title, group in GROUPS.items():
        print(f"\n{title}")
        for each, (_, purpose) in group.items():
            print(f"  {each:12} {purpose}")
    print("\nxyzmap COMMAND --help tells more, xyzmap --version which version this is")
    return 0 if words else 2


def _meant(name: str) -> str:
    """Return the command that an unknown name may have meant; all of them where none is near."""
    from difflib import get_close_matches

    near = get_close_matches(name, [*COMMANDS, *ALIASES], 1, 0.7)
    return f"; did you mean {near[0]}?" if near else f"; known: {', '.join(COMMANDS)}"


if __name__ == "__main__":
    sys.exit(main())
