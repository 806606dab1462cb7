"""What a message adds where it is plain what was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from archs.files import load_architecture
from models.errors import InputError
from models.formats.dfg_files import load_dfg
from models.process.command import Parser

DATA = Path(__file__).parents[2] / "examples" / "data"


def test_swapped_files() -> None:
    for load, name in ((load_dfg, "ring4.arch.json"), (load_architecture, "ring4.dfg.json")):
        with pytest.raises(
            InputError, match=r"expected 'xyzmap/\w+/1'; are the two files swapped\?$"
        ):
            load(str(DATA / name))


def test_programs_are_for_another_command(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match="a program is no graph; `xyzmap dfg` makes graphs of its loops"
    ):
        load_dfg(str(tmp_path / "loop.c"))


@pytest.mark.parametrize(
    ("word", "hint"), [("--certifcate", "; did you mean --certificate?"), ("--xml", "")]
)
def test_near_options(word: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = Parser(prog="map")
    parser.add_argument("--certificate")
    with pytest.raises(SystemExit):
        parser.parse_args([word, "x"])
    assert capsys.readouterr().err == f"map: unrecognized arguments: {word} x{hint}; see --help\n"
