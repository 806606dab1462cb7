"""`xyzmap completion bash|zsh|fish`: a script that completes commands and options in a shell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from models.errors import InputError, unknown
from shell.guests import Entry
from shell.options import Options, options_of
from shell.parser import Command, Commands, Input, Main
from solvers.questions.ask import Question
from solvers.questions.command import command

Flags = Mapping[str, list[str]]
"""Commands by name, each with the words of its options."""

BASH = """\
_xyzmap() {{
    local words
    case "${{COMP_WORDS[1]}}" in
{cases}
    *) words="{commands}" ;;
    esac
    [ "$COMP_CWORD" = 1 ] && words="{commands}"
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _xyzmap xyzmap
"""
"""zsh runs the same after `bashcompinit`. Where no word fits, file names are completed."""


QUESTION = Question(
    name="completion",
    about="Print a script that completes the commands and options of xyzmap. For bash:"
    ' eval "$(xyzmap completion bash)" in ~/.bashrc; zsh and fish alike, in their own files.',
    inputs=(Input("shell", "SHELL", "bash, zsh or fish"),),
    options=Options,
)


def completing(commands: Callable[[], Mapping[str, Entry]]) -> Main:
    """Return the `main` of the command, given all commands by name."""

    def run(inputs: Mapping[str, str], options: Options) -> int:
        shell = inputs["shell"]
        if shell not in SHELLS:
            raise InputError(unknown("shell", shell, SHELLS))
        known = commands()
        print(SHELLS[shell](dict(all_flags(known)), known), end="")
        return 0

    return command(QUESTION, run)


def all_flags(commands: Mapping[str, Entry]) -> Iterator[tuple[str, list[str]]]:
    """Yield every command with the flags that it, or one of its subcommands, takes."""
    for name, entry in commands.items():
        # The script of this command would ask for itself.
        made = QUESTION if name == QUESTION.name else getattr(entry.main(), "command", None)
        yield name, _flags(made)


def _flags(made: Command | Commands | None) -> list[str]:
    parts = made.commands if isinstance(made, Commands) else [made] if made else []
    options = (each for one in parts for each in options_of(one.options).values())
    own = {flag for each in options for flag in each.flags if flag.startswith("--")}
    return sorted({"--help", "--version", *own})


def bash(flags: Flags, commands: Mapping[str, Entry]) -> str:
    """Return the script for bash."""
    cases = "\n".join(f'    {name}) words="{" ".join(own)}" ;;' for name, own in flags.items())
    return BASH.format(cases=cases, commands=" ".join([*flags, "help"]))


def zsh(flags: Flags, commands: Mapping[str, Entry]) -> str:
    """Return the script for zsh."""
    return "autoload -U +X bashcompinit && bashcompinit\n" + bash(flags, commands)


def fish(flags: Flags, commands: Mapping[str, Entry]) -> str:
    """Return the script for fish."""
    lines = []
    for name, own in flags.items():
        about = commands[name].about.replace("'", "")
        lines.append(f"complete -c xyzmap -n __fish_use_subcommand -a {name} -d '{about}'")
        seen = f"-n '__fish_seen_subcommand_from {name}'"
        lines += [f"complete -c xyzmap {seen} -l {flag.removeprefix('--')}" for flag in own]
    return "\n".join(lines) + "\n"


SHELLS: dict[str, Callable[[Flags, Mapping[str, Entry]], str]] = {
    "bash": bash,
    "zsh": zsh,
    "fish": fish,
}
