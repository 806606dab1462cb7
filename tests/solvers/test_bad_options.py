"""Tests that what options cannot mean is refused in one line by every command, before any work."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from solvers.cli import main
from tests.solvers.command_line import ROOT, called, files
from tests.solvers.pruning.commands import ring_files
from tests.solvers.test_min_ii import loop

ROWS = r"""
min-cycles d.json a.json
    --contexts -3 | must be from 1
    --cycles 0 | must be from 1
    --cycles 99999999999999999999 | must be from 1 to 1000000
    --cycles 9.5 | is no whole number
    --cycles 9 --max-cycles 9 | not allowed with
    --time-limit nan | positive number of seconds
    --time-limit inf | positive number of seconds
    --time-limit 0 | positive number of seconds
    --memory-limit 0 | must be from 1
    --workers 0 | must be from 1
    --at-most-one bimander:0 | an integer >= 1
    --at-most-one product:2 | takes no parameter
    --at-most-k bimander:2 | bound 1 only
    --mapping . | not a directory
    --mapping '' | name a file
    --certificate '' | holds other files
    --certificate /dev/null | /dev/null: cannot create this directory
    --certificate /proc/here | /proc/here: cannot create this directory
    --picture no/such/file | 'no/such' is not a directory
    --solver glucose4 --solver glucose4 | named twice
    --solver cadical195 --solver glucose4 --deterministic | --deterministic goes with one solver
min-cycles d.json
    ring:-1 | takes N, from 1
    ring:1000000 | takes N, from 1 to 4096
    ring:4,width=0 | width '0' must be an integer from 1
compare d.json a.json
    --solver nosuch | unknown solver 'nosuch'
    --solver cadical195:x=1 | unknown option 'x'
    --solver dimacs:command=/no/such | there is no program
    --at-most-one nosuch | unknown encoding 'nosuch'
    --at-most-k pairwise | does bound 1 only
    --at-most-one pairwise,,product | has an empty name
    --cycles 0 | 0 must be from 1
    --cycles 9, | --cycles
    --cycles 9,x | --cycles
    --runs 0 | --runs
    --plot no/such/place/a.svg | is not a directory
    --plot a.eps | .svg, .pdf or .png
    --markdown no/such/place/a.md | is not a directory
    --solver glucose4 --at-most-one native | nothing is left to compare
    --contexts x | --contexts
export d.json a.json
    --cycles 5 m.xyz | m.xyz: unknown ending '.xyz'; known: .cnf, .lp, .mps
    --cycles 5 m | m: unknown ending ''; known:
    --cycles 5 no/m.cnf | cannot write: 'no' is not a directory
    --cycles 5 d.opb | d.opb: cannot write: name a file, not a directory
    --cycles 0 m.cnf | argument --cycles: 0 must be from 1 to 1000000
    --cycles x m.cnf | argument --cycles: 'x' is no whole number
    m.cnf | the following arguments are required: --cycles
    --cycles 5 m.cnf --at-most-one no | unknown encoding 'no'; known:
    --cycles 5 m.cnf --at-most-k product | 'product' does bound 1 only
    --cycles 5 m.cnf --at-most-k native | clauses are all that .cnf has
    --cycles 5 m.opb --at-most-one ladder | without encoding
    --cycles 5 m.cnf --transform tree | invalid choice: 'tree'
    --cycles 5 m.cnf --rules none | none: cannot read: No such file
draw
    dfg nosuch.json -o a.svg | nosuch.json: cannot read
    dfg d.json -o a.jpg | a picture is written as .svg, .pdf or .png
    dfg d.json | the following arguments are required: -o/--out
    graph d.json -o a.svg | invalid choice: 'graph'
    array ring:4 --left ring:5 -o a.svg | ring:5 of ring:4: left is
    schedule d.json ring:3 dot.mapping.json -o a.svg | not a legal mapping
    routes d.json ring:4 d.json -o a.svg | $
    '' | invalid choice
min-ii loop.json two.json
    --max-ii 0 | argument --max-ii
    --slack x | argument --slack
    --rewritten own.json | --rewritten goes with --inductions own
    --mapping /no/such/place/a.json | is not a directory
    --time-limit 0 | argument --time-limit
    --rules /no/such/file | cannot read
    --method luck | argument --method: invalid choice: 'luck'
    --movements 0 --method sa | argument --movements
    --alpha -1 --method sa | argument --alpha
    --alpha nan --method sa | argument --alpha
    --movements 5 | --movements goes with --method sa or lisa
    --alpha 5 | --alpha goes with --method sa or lisa
    --weights w.json | cannot read
    --weights w.json --method sa | --weights goes with --method exact or lisa
    --shortest --method sa | --shortest goes with --method exact
    --slack 0 --method lisa | --slack goes with --method exact
    --fewest registers --method sa | --fewest goes with --method exact
    --fewest registers --register-files static | register-files
    --fewest transfers --register-files static | register-files
    --pin v0=@3 --method sa | annealing keeps no pins; --method exact does
    --pin v0=@3 --method lisa | annealing keeps no pins; --method exact does
    --pin v0=@3 --weights w.json | annealing keeps no pins
    --method lisa --weights /no/such/file | cannot read
prune-arch dfg0.json arch.json
    --cycles 8,9 | --cycles has 2 numbers for 1 kernel
    --cycles 8,x | argument --cycles
    --contexts x | argument --contexts
    --contexts 2,2 | --contexts has 2 numbers for 1 kernel
    --keep pe9 | --keep: 'pe9' is no component and no path
    --cost paths=1 --minimise paths | contradict each other
    --cost paths=1,paths=2 | two weights for 'paths'
    --cost paths=-1 | is negative
    --cost paths=0,elements=0 | all weights are 0
    --cost wires=1 | 'wires=1' is not KIND=WEIGHT
    --cost paths | 'paths' is not KIND=WEIGHT
    --cost '' | is not KIND=WEIGHT
    --cost paths=much | 'much' is no weight
    --cost paths=nan | 'nan' is no weight
    --cost paths=inf | 'inf' is no weight
    --cost paths=1/0 | '1/0' is no weight
    --cost paths=1e999999999 | is no weight for 'paths'
    --cost elements:pe9=1 | unknown name 'pe9'
    --cost operators:nosuch=1 | unknown name 'nosuch'
    --cost elements:extmem=1 | unknown name 'extmem'
    --cost elements:=3 | unknown name ''
    --cost paths:pe0=2 | unknown name 'pe0'
    --cost contexts=1 | is not KIND=WEIGHT
    --cost area:x | 'x' is no number of bits
    --cost area:0 | --cost: '0' is no number of bits from 2 to 64
    --cost area:99 | --cost: '99' is no number of bits from 2 to 64
    --cost area,paths=1 | 'area' is not KIND=WEIGHT
    --cost area --minimise operators | operators have no prices
    --cost area --minimise elements | only be removed together with paths
    --minimise wires | unknown kind 'wires'
    --minimise paths,paths | 'paths' is named twice
    --minimise '' | unknown kind ''
    --minimise paths,contexts --contexts 2 | contexts can only come first
    --minimise contexts,paths | needs --contexts
    --minimise memories | no memories
    --architecture /tmp | name a file, not a directory
    --picture '' | name a file
    --mappings /dev/null/maps | cannot create this directory
    --solver cp-sat | cannot go on after an answer
    --solver lingeling | cannot go on after an answer
    --order backwards | argument --order
prune-arch
    arch.json | name at least one DFG
    no.json arch.json | no.json: cannot read
    arch.json arch.json | arch.json
trade-off dfg0.json arch.json
    --json | name the numbers of cycles
    --cycles 9-8 | argument --cycles
    --cycles x | argument --cycles
    --cycles 0-3 | --cycles 0
    --cycles 1-99999999999 | too much: at most 1000 numbers
    --cycles 2000000 | each from 0 to 1000000
    --cycles 9 --contexts 2 --minimise contexts | is for prune-arch
    --slack 0-1 --cost elements:pe9=2 | unknown name 'pe9'
    --cycles 8-9 --contexts 2-3 | both ranges
    --cycles 8 --slack 0-1 | --slack goes with
    --cycles 8-9 --weights 1 | --weights of kernels go with --slack
    --slack 0-1 --weights 1,2 | --weights has 2 numbers for 1 kernel
    --cycles 8-9 --plot curve.eps | as .svg, .pdf or .png
    --cycles 8-9 --minimise chips | unknown kind 'chips'
streaming distance.json
    --hops 1,x | 'x' is no whole number
    --ii 0 | must be from 1
    --tiles 5000 | 5000 tiles; allowed: 1 to 1024
    --method magic | invalid choice
    --placed nowhere.json | nowhere.json
sweep
    sweep.toml --export rows.xls | exported as .csv, .md, .parquet or .jsonl
    nowhere.toml | cannot read: No such file or directory
remap dfg arch old
    --html no/such/page.html | 'no/such' is not a directory
partition dfg arch
    --html no/such/page.html | 'no/such' is not a directory
optimize file.c s4
    --html no/such/page.html | 'no/such' is not a directory
solvers
    --xml | unrecognized arguments: --xml
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
    (place / "d.opb").mkdir()
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
