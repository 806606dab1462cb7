"""Tests that what options cannot mean is refused in one line by every command, before any work."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from tests.pruning.commands import ring_files
from tests.solvers.command_line import called, files
from tests.solvers.test_min_ii import loop
from tests.system.commands import ROOT
from xyzmap.cli import main

ROWS = r"""
min-cycles d.json a.json
    --cycles 0 | must be from 1
    --cycles 99999999999999999999 | must be from 1 to 1000000
    --cycles 9 --max-cycles 9 | not allowed with
    --at-most-one bimander:0 | an integer >= 1
    --at-most-k bimander:2 | bound 1 only
    --out '' | is no name
    --certificate '' | is no name
    --picture no/such/file | 'no/such' is not a directory
    --solver glucose4 --solver glucose4 | named twice
min-cycles d.json
    ring:1000000 | takes N, from 1 to 4096
    ring:4,width=0 | width '0' must be an integer from 1
compare d.json a.json
    --solver nosuch | unknown solver 'nosuch'
    --solver cadical195:x=1 | unknown option 'x'
    --solver dimacs:command=/no/such | there is no program
    --at-most-one pairwise,,product | has an empty name
    --markdown no/such/place/a.md | is not a directory
    --solver glucose4 --at-most-one native | nothing is left to compare
draw
    dfg d.json -o a.jpg | a picture is written as .svg, .pdf or .png
    array ring:4 --left ring:5 -o a.svg | ring:5 of ring:4: left is
    schedule d.json ring:3 dot.mapping.json -o a.svg | not a legal mapping
    routes d.json ring:4 d.json -o a.svg | $
min-ii loop.json two.json
    --rewritten own.json | --rewritten goes with --inductions own
    --movements 5 | --movements goes with --method sa or lisa
    --weights w.json --method sa | --weights goes with --method exact or lisa
    --shortest --method sa | --shortest goes with --method exact
    --pipeline sweep --method sa | --pipeline goes with --method exact
    --solver glucose4 --method sa | --solver goes with --method exact
    --slack 2 --method lisa | --slack goes with --method exact
    --fewest registers --method sa | --fewest goes with --method exact
    --solver glucose4 --solver glucose4 | named twice
    --solver nosuch | unknown solver 'nosuch'
    --jobs 0 | 0 must be from 1 to 64
    --fewest registers --register-files static | register-files
    --pin v0=@3 --method sa | annealing keeps no pins; --method exact does
prune-arch dfg0.json arch.json
    --cycles 8,9 | --cycles has 2 numbers for 1 kernel
    --keep pe9 | --keep: 'pe9' is no component and no path
    --cost paths=1 --minimise paths | contradict each other
    --cost paths=1,paths=2 | two weights for 'paths'
    --cost paths=-1 | is negative
    --cost paths=0,elements=0 | all weights are 0
    --cost paths=much | 'much' is no weight
    --cost paths=1e999999999 | is no weight for 'paths'
    --cost elements:pe9=1 | unknown name 'pe9'
    --cost area:0 | --cost: '0' is no number of bits from 2 to 64
    --cost area --minimise operators | operators have no prices
    --cost area --minimise elements | only be removed together with paths
    --minimise wires | unknown kind 'wires'
    --minimise paths,paths | 'paths' is named twice
    --minimise paths,contexts --contexts 2 | contexts can only come first
    --minimise memories | no memories
    --solver cp-sat | cannot go on after an answer
prune-arch
    arch.json | name at least one DFG
    arch.json arch.json | arch.json
trade-off dfg0.json arch.json
    --json | name the numbers of cycles
    --cycles 1-2000 | too much: at most 1000 numbers
    --cycles 1-99999999999 | 99999999999 must be from 0 to 1000000
    --cycles 9-8 | write the smaller number first, 8-9
    --cycles 8- | '' is no whole number
    --cycles 9 --contexts 2 --minimise contexts | is for prune-arch
    --cycles 8-9 --contexts 2-3 | both ranges
    --cycles 8 --slack 0-1 | --slack goes with
    --cycles 8-9 --kernel-weights 1 | --kernel-weights goes with --slack
    --slack 0-1 --kernel-weights 1,2 | --kernel-weights has 2 numbers for 1 kernel
streaming distance.json
    --tiles 5000 | 5000 tiles; allowed: 1 to 1024
sweep
    sweep.toml --out rows.xls | exported as .csv, .md, .parquet or .jsonl
optimize file.c s4
    --html no/such/page.html | 'no/such' is not a directory
"""


def cases() -> list[tuple[str, str]]:
    """Words and what is said; a line that is not indented begins the words of those below."""
    found, begins = [], ""
    for line in ROWS.strip().splitlines():
        if not line.startswith(" "):
            begins = line
            continue
        words, _, said = line.strip().partition(" | ")
        found.append((f"{begins} {words}", said))
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the rows name."""
    place = tmp_path_factory.mktemp("inputs")
    data = ROOT / "examples" / "data"
    shutil.copy(data / "ring4.dfg.json", place / "d.json")
    shutil.copy(data / "ring4.arch.json", place / "a.json")
    shutil.copy(data / "streaming" / "distance.json", place)
    shutil.copy(ROOT / "docs" / "pictures" / "dot.mapping.json", place)
    files(place, loop(5))
    (place / "dfg.json").rename(place / "loop.json")
    (place / "arch.json").rename(place / "two.json")
    ring_files(place)
    return place


@pytest.mark.parametrize(("words", "said"), cases())
def test_one_line(
    words: str,
    said: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    before = sorted(folder.iterdir())
    code, out, err = called(main, capsys, *shlex.split(words))
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert said in err
    assert sorted(folder.iterdir()) == before
