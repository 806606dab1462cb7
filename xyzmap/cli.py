"""The console script `xyzmap COMMAND …`: every command is a module that also runs by itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache

from shell.guests import Entry, guests
from shell.parser import Main

MAP = "map"
ARRAY = "choose an array"
ANSWER = "use an answer"
MANY = "ask many questions, or many solvers"
BEGIN = "begin"


def _min_cycles() -> Main:
    from solvers.min_cycles import main

    return main


def _min_ii() -> Main:
    from solvers.min_ii import main

    return main


def _archs() -> Main:
    from archs.__main__ import main

    return main


def _verify() -> Main:
    from solvers.verify import main

    return main


def _draw() -> Main:
    from solvers.draw import main

    return main


def _solvers() -> Main:
    from solvers.__main__ import main

    return main


def _examples() -> Callable[..., int]:
    from examples.__main__ import main

    return main


def _completion() -> Main:
    from xyzmap.completion import completing

    return completing(commands)


CORE = {
    "min-cycles": Entry(_min_cycles, MAP, "the fewest cycles of a mapping, proven"),
    "min-ii": Entry(_min_ii, MAP, "the smallest initiation interval of a loop"),
    "archs": Entry(_archs, ARRAY, "list architecture presets, or show one"),
    "verify": Entry(_verify, ANSWER, "re-check a certificate"),
    "draw": Entry(_draw, ANSWER, "pictures of graphs, arrays and mappings: SVG, PDF, PNG"),
    "solvers": Entry(_solvers, MANY, "list solvers and their capabilities"),
    "examples": Entry(_examples, BEGIN, "write example inputs"),
    "completion": Entry(_completion, BEGIN, "a script that completes commands in a shell"),
}
"""The commands of the core; guests have theirs in `shell.guests`."""


@cache
def commands() -> dict[str, Entry]:
    """Return all commands by name."""
    return CORE | {name: entry for guest in guests() for name, entry in guest.commands.items()}


ALIASES = {"prune": "prune-arch"}
"""Other names; each may also be written with `_` for `-`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if len(words) > 1 and words[0] == "help":
        words = [*words[1:], "--help"]
    name = ALIASES.get(_dashed(words), _dashed(words))
    entry = CORE.get(name) or _of_a_guest(name)
    if entry is None:
        from shell.command import guarded

        return guarded(lambda _: _told(words), "xyzmap")(arguments)
    run = entry.main()
    if arguments is None:
        # Commands that are the whole process end at once when they are stopped.
        sys.argv = [f"xyzmap {words[0]}", *words[1:]]
        code: int = run()
    else:
        code = run(words[1:])
    return code


def _of_a_guest(name: str) -> Entry | None:
    return next((each.commands[name] for each in guests() if name in each.commands), None)


def _dashed(words: Sequence[str]) -> str:
    return words[0].replace("_", "-") if words else "--help"


def _told(words: Sequence[str]) -> int:
    """Print the version, the usage or the unknown command; return the exit code."""
    name = _dashed(words)
    if name in ("-V", "--version"):
        from shell.packages import version

        print(f"xyzmap {version()}")
        return 0
    if name not in ("-h", "--help", "help"):
        from shell.command import say

        say(f"xyzmap: unknown command '{words[0]}'{_meant(name)}")
        return 2
    print("usage: xyzmap COMMAND ...")
    for title in (MAP, ARRAY, ANSWER, MANY, BEGIN):
        print(f"\n{title}")
        for each, entry in commands().items():
            if entry.group == title:
                print(f"  {each:12} {entry.about}")
    print("\nxyzmap help COMMAND tells more, xyzmap --version which version this is")
    return 0 if words else 2


def _meant(name: str) -> str:
    """Return the command that an unknown name may have meant; all of them where none is near."""
    from difflib import get_close_matches

    if name.startswith("-"):
        return f"; options follow a command, as in xyzmap min-ii … {name}"
    near = get_close_matches(name.lower(), [*commands(), *ALIASES], 1, 0.7)
    return f"; did you mean {near[0]}?" if near else f"; known: {', '.join(commands())}"


if __name__ == "__main__":
    sys.exit(main())
