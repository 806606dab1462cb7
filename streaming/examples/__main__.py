"""List the programs, or write some: `python -m streaming.examples fir:8 ifft:8 -o DIR`.

`named` are those of examples/data/streaming.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from examples.writers import ExampleParser, written
from shell.command import guarded
from streaming.examples.registry import FAMILIES, NAMED, build
from streaming.model.program import program_to_json


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code. Raises `InputError`."""
    chosen = parser().parse_args(arguments)
    if not chosen.spec:
        print(_listing())
        return 0
    texts: dict[str, str] = {}
    for spec in chosen.spec:
        named = NAMED.items() if spec == "named" else [("", spec)]
        for name, each in named:
            program = build(each)
            texts[f"{name or program.name}.json"] = program_to_json(program)
    for path in written(texts, chosen.out):
        print(path)
    return 0


main = guarded(run, "streaming.examples")


def parser() -> ExampleParser:
    """Return the parser of the command."""
    made = ExampleParser(prog="python -m streaming.examples", description=__doc__)
    made.add_argument("spec", nargs="*", metavar="SPEC", help="a program, or named")
    made.add_output()
    return made


def _listing() -> str:
    width = max(len(family.usage) for family in FAMILIES.values())
    return "\n".join(f"{f.usage:{width}}  {f.summary}" for f in FAMILIES.values())


if __name__ == "__main__":
    sys.exit(main())
