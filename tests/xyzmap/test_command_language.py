"""One language for all commands: the same options everywhere, and one meaning for each name."""

from __future__ import annotations

import argparse
import re
from collections import defaultdict

import pytest

from shell.options import FOLDER, OUT
from shell.renamed import RENAMED, meant_option
from tests.docs.shared_options import actions, parsers
from xyzmap.cli import main

pytestmark = pytest.mark.guests

PARSERS = dict(parsers())
COMMANDS = {
    name: parser
    for name, parser in PARSERS.items()
    if not any(isinstance(action, argparse._SubParsersAction) for action in parser._actions)
}
"""Commands and subcommands, without those that only lead to subcommands."""

EVERYWHERE = ("-h", "--help", "-V", "--version", "-q", "--quiet")
SEARCHING = ("--json", "--seed", "--time-limit")
SEARCHES = """min-cycles min-ii neura openedge vectorcgra partition optimize remap streaming
    prune-arch trade-off compare""".split()

OTHERWISE = {
    "--time-limit": {"compare": "limit for each cell", "teach-labels": "limit for each DFG"},
    "--memory": dict.fromkeys(
        ("examples tile", "examples stencil", "examples transform"), "loads and stores"
    ),
    "--steps": {"examples stencil": "of the stencil"},
    "--constraints": {"ppo train": "starts that break a rule"},
    "--pipeline": {"min-ii": "heuristics beside the solvers"},
}
"""Options that mean something else in some commands, with what they mean there."""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_what_all_have(name: str) -> None:
    found = actions(COMMANDS[name])
    assert found.keys() >= {*EVERYWHERE}
    if name in SEARCHES:
        assert found.keys() >= {*SEARCHING}
    if "--out" in found:
        assert found["-o"] is found["--out"]


def meaning(action: argparse.Action) -> str:
    """What help says before details of the command: up to a colon, a comma or brackets."""
    said = str(action.help).replace(FOLDER, OUT)
    return re.split(r" \(|[:;,]", said)[0]


def test_a_name_means_the_same_in_all_commands() -> None:
    meanings = defaultdict[str, set[str]](set)
    for command, parser in COMMANDS.items():
        for option, action in actions(parser).items():
            if command not in OTHERWISE.get(option, ()):
                meanings[option].add(meaning(action))
    assert {option: found for option, found in meanings.items() if len(found) > 1} == {}


def test_help_of_options_is_no_sentence() -> None:
    """Tests that all options have help, none of which ends with a full stop."""
    for command, parser in COMMANDS.items():
        for option, action in actions(parser).items():
            assert action.help and not action.help.endswith("."), f"{command} {option}"


@pytest.mark.parametrize("former", RENAMED)
def test_a_former_name_means_the_present_one(former: str) -> None:
    """Tests every command that has the present name, and no option of the former one."""
    known = [{flag[2:] for flag in actions(parser)} for parser in COMMANDS.values()]
    tried = [names for names in known if names & {*RENAMED[former]} and former not in names]
    assert tried and all(meant_option(former, names) in RENAMED[former] for names in tried)


def test_the_line_of_a_former_name(capsys: pytest.CaptureFixture[str]) -> None:
    for words, new in (
        (["min-cycles", "a", "b", "--workers", "4"], "--jobs"),
        (["min-ii", "a", "b", "--mapping=m"], "--out"),
        (["min-ii", "a", "b", "--timeout", "5"], "--time-limit"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(words)
        out, err = capsys.readouterr()
        assert (ended.value.code, out, err.count("\n")) == (2, "", 1)
        assert f"did you mean {new}?" in err


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (["help"], "usage: xyzmap COMMAND"),
        (["help", "min-ii"], "usage: min-ii "),
        (["help", "prune"], "usage: prune-arch "),
        (["help", "labels", "train"], "usage: labels train "),
        (["-V"], "xyzmap "),
        (["min-ii", "-V"], "xyzmap "),
        (["labels", "train", "--version"], "xyzmap "),
        (["examples", "ring", "-V"], "xyzmap "),
    ],
)
def test_help_and_version(
    words: list[str], begins: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(words)
    except SystemExit as ended:
        code = ended.code
    assert code == 0
    assert capsys.readouterr().out.startswith(begins)


def test_help_of_an_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "min-iii"]) == 2
    assert "unknown command 'min-iii'; did you mean min-ii?" in capsys.readouterr().err


def test_options_for_other_files_are_shown_where_such_a_file_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Tests that help leaves out what goes with files of other tools, and says so."""
    groups = {"a.json": [], "a.txt": ["--units"], "a.dot": ["--sources"]}
    for file, shown in groups.items():
        for words in ([file, "--help"], ["--help", file]):
            with pytest.raises(SystemExit):
                main(["min-ii", *words])
            out = " ".join(capsys.readouterr().out.split())
            assert [each for each in ("--units", "--sources") if each in out] == shown
            left_out = ("dfgmap architectures (.txt)", "graphs of other tools")
            tail = out.partition("Options for ")[2]
            assert [each in tail for each in left_out] == [
                "--units" not in shown,
                "--sources" not in shown,
            ]
