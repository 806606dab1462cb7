"""Words of command lines: whatever they are, options are understood or refused in one line."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archs.presets import architecture_preset
from models.data.problem import Problem
from models.errors import InputError
from pruning.question.pruning_options import PruningOptions
from pruning.question.setup import read_objective
from solvers.backends.cnf import Encodings
from solvers.backends.registry import chosen
from solvers.questions.min_cycles.solve import check_encodings
from solvers.questions.pins import read_pins
from solvers.questions.shared_options import PartialOptions
from tests.docs.shared_options import parsers
from tests.fuzz import graphs
from tests.fuzz.checks import bounded, fuzzed, read_or_refused, require_line
from tests.fuzz.mutation import near, trees

PROBLEM = Problem(graphs.dfg(1), graphs.architecture(1))
PARSERS = dict(parsers())
VALUES = ["", "0", "1", "-1", "1e9", "1e400", "nan", "inf", "9" * 5000, "8-10,14", "8-", "-8",
          "1-" + "9" * 30, "a", "a b", "\n", "0\n", "a\nb", "\x1b[31m", "\udcff", "²", "1_0", "1.5",
          "1:2", ",", "1,2,3", "--", "-", "=", "x=y", "none", "auto", "cadical195"]  # fmt: skip


@pytest.mark.fuzz(keep=7)
@pytest.mark.parametrize("name", PARSERS)
def test_every_command(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = PARSERS[name]
    flags = list(parser._option_string_actions)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            flags += action.choices
    words = st.sampled_from(flags) | st.sampled_from(VALUES) | st.text(max_size=5)
    pairs = st.tuples(st.sampled_from(flags), st.sampled_from(VALUES)).map("=".join)

    @fuzzed(15)
    @given(st.lists(words | pairs, max_size=6))
    def check(arguments: list[str]) -> None:
        capsys.readouterr()
        try:
            with bounded():
                parser.parse_args(arguments)
        except InputError as error:
            require_line(error)
        except SystemExit as end:
            out, err = capsys.readouterr()
            assert end.code in (0, 2)
            if end.code == 2:
                assert out == ""
                assert err.endswith("\n")
                require_line(err[:-1])

    check()


SMALL = ["", " ", "\n", "9" * 5000, "command"]
SMALL += """elements memories paths registers operators contexts : = , / 1 0 -1 1e9 0.5 1/3 1/0 pe0
    pairwise commander bimander product native x :2 :-1 :² :a cadical195 cp_sat highs program 'a
    workers s @ % pe_0_0 0_* * [ 99""".split()
PINS = [json.dumps(["s0=pe_0_0@1%0", {"operation": "s1", "components": "0_0"}]).encode()]


def pinned(pins: Sequence[str], file: str | None = None, gone: str | None = None) -> object:
    forbids = () if gone is None else (gone,)
    options = PartialOptions(pins=tuple(pins), pins_file=file, forbids=forbids)
    return read_pins(options, graphs.dfg(1), architecture_preset("mesh:2x2"))


READERS: dict[str, Callable[[str], object]] = {
    "cost": lambda word: read_objective(PruningOptions(cost=word, minimise=None)),
    "minimise": lambda word: read_objective(PruningOptions(cost=None, minimise=word)),
    "encodings": lambda word: check_encodings(Encodings(word), PROBLEM),
    "solvers": chosen,
    "arrays": architecture_preset,
    "pins": lambda word: pinned([word]),
    "broken": lambda word: pinned([], None, word),
}


@pytest.mark.parametrize("name", READERS)
def test_small_languages(name: str) -> None:
    """Tests words that are read by parsers of their own, and one of a million letters."""
    some = st.sampled_from([*SMALL, *graphs.dfg(1).operation_by_name])

    @fuzzed(60)
    @given(st.lists(some, max_size=7).map("".join))
    def check(word: str) -> None:
        read_or_refused(lambda: READERS[name](word))

    check()
    with pytest.raises(InputError) as error:
        READERS[name]("x" * 1_000_000)
    require_line(error.value)


@fuzzed(60)
@given(near(PINS) | trees(PINS))
def test_files_of_pins(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "pins.json"
    path.write_bytes(data)
    read_or_refused(lambda: pinned([], str(path)))
