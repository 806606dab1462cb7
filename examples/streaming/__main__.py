"""List the programs, or write some: `python -m examples.streaming fir:8 ifft:8 -o DIR`.

`named` are those of examples/data/streaming.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from examples.streaming.registry import FAMILIES, NAMED, build
from models.errors import InputError
from models.streaming.program import program_to_json


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, like those of every other command."""

    def error(self, message: str) -> NoReturn:
        raise InputError(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit code: 0, or 2 after a usage error."""
    try:
        chosen = _parser().parse_args(arguments)
        if not chosen.spec:
            print(_listing())
            return 0
        texts: dict[str, str] = {}
        for spec in chosen.spec:
            named = NAMED.items() if spec == "named" else [("", spec)]
            for name, each in named:
                program = build(each)
                texts[f"{name or program.name}.json"] = program_to_json(program)
        chosen.output.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (chosen.output / name).write_text(text, encoding="utf-8")
            print(chosen.output / name)
    except InputError as error:
        print(f"examples.streaming: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"examples.streaming: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


def _parser() -> _Parser:
    parser = _Parser(prog="python -m examples.streaming", description=__doc__)
    parser.add_argument("spec", nargs="*", metavar="SPEC", help="a program, or named")
    parser.add_argument(
        "-o", "--output", type=Path, default=Path(), metavar="DIR", help="default: here"
    )
    return parser


def _listing() -> str:
    width = max(len(family.usage) for family in FAMILIES.values())
    return "\n".join(f"{f.usage:{width}}  {f.summary}" for f in FAMILIES.values())


if __name__ == "__main__":
    sys.exit(main())
