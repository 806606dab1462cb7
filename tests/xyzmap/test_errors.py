"""What the library says to bad input, and graphs by `build_dfg`."""

from __future__ import annotations

import time
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from models.data.dfg import Constant, Operand
from solvers.certificates import folder_lock
from tests.system.commands import run_python
from xyzmap import (
    InputError,
    build_architecture,
    build_dfg,
    example,
    load_architecture,
    min_cycles,
    min_ii,
    partition,
    prune,
    trade_off,
)

LINE = build_dfg("line", {"p": ("add", "a", "b"), "q": ("add", "p", 1)}, ["q"])
LOOP = build_dfg("loop", {"s": ("add", "a", ("s", 1))}, ["s"])


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (lambda: load_architecture("cube:3"), "cube:3: unknown preset 'cube'; known: "),
        (lambda: min_cycles(LOOP, "ring:4"), "loop on ring:4: 'loop' has loop-carried edges"),
        (lambda: min_cycles(LINE, "ring:4", transform="sort"), "--transform: invalid choice"),  # type: ignore[arg-type]
        (lambda: min_cycles(3.5, "ring:4"), "expected a Dfg or a file name, not a float"),  # type: ignore[arg-type]
        (lambda: min_ii(LOOP, "ring:4", movements=5), "--movements goes with --method sa"),
        (lambda: min_cycles(LINE, build_architecture("a", {"pe": 2}), units=2), "a: --units goes"),
        (lambda: min_cycles(LINE, "ring:4", sources="inputs"), "line: --sources goes only with"),
        (lambda: prune([], "ring:4"), "name at least one DFG"),
        (lambda: trade_off(LINE, "ring:4"), "name the numbers of cycles"),
        (lambda: partition(LOOP, "ring:4"), "has any number of contexts: give --max-ii"),
        (lambda: example("fib"), "unknown example 'fib'; known: "),
        (lambda: example("fir", size=3), "'fir' has no parameter 'size'; known: "),
        (lambda: build_dfg("d", {"a": ("add", "x", "a")}), "cycle of distance 0"),
        (lambda: build_architecture("a", {"pe": 2}, [("pe", "p")]), "unknown component 'p'"),
        (
            lambda: build_architecture("a", {"pe": 2}, operators={"p": ["add"]}),
            "operators: unknown element 'p'; known: pe",
        ),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(ask: object, line: str) -> None:
    assert callable(ask)
    with pytest.raises(InputError) as raised:
        ask()
    assert line in str(raised.value)
    assert "\n" not in str(raised.value)


def test_an_answer_without_a_mapping_draws_nothing(tmp_path: Path) -> None:
    answer = min_cycles(LINE, "ring:4", cycles=2)
    assert answer.status == "infeasible" and answer.mapping is None and answer.value is None
    for draw in (answer.svg, lambda: answer.save(tmp_path / "none.json")):
        with pytest.raises(InputError, match="there is no mapping: infeasible: 'line' on 'ring:4'"):
            draw()
    assert "infeasible" in answer._repr_html_() and "infeasible" in answer.html()
    array = prune(LINE, "ring:4", cycles=1)
    assert (array.arch, array.mappings) == (None, ()) and array.reason in unescape(array.html())
    assert not list(tmp_path.iterdir())


THREAD = """
import threading
from xyzmap import build_dfg, min_ii

loop, found = build_dfg("loop", {"s": ("add", "a", ("s", 1))}, ["s"]), []
thread = threading.Thread(target=lambda: found.append(min_ii(loop, "ring:2", time_limit=60)))
thread.start()
thread.join()
print(found[0].status)
"""


def test_a_thread_may_ask_as_well() -> None:
    """Tests a thread of a process of its own: processes of tests have threads that fork badly."""
    done = run_python("-X", "faulthandler", "-c", THREAD)
    assert (done.returncode, done.stdout) == (0, "optimal\n"), done.stderr


def test_a_folder_without_a_certificate_is_free_for_others(tmp_path: Path) -> None:
    used, before = tmp_path / "used", set(folder_lock._held)
    used.mkdir()
    (used / "letter").touch()
    assert prune(LINE, "ring:4", cycles=1, certificate=tmp_path / "pruned").certificate is None
    with pytest.raises(InputError, match="holds other files"):
        prune(LINE, "ring:4", certificate=used)
    assert set(folder_lock._held) == before


def test_time_that_is_up_at_once_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*arguments: object, **options: object) -> None:
        while True:
            time.sleep(0.001)

    monkeypatch.setattr("shell.graph_files.load_dfg", endless)
    with pytest.raises(TimeoutError, match="time limit before the search began"):
        min_cycles("examples/data/ring4.dfg.json", "mesh:8x8", time_limit=1e-4)


def test_an_unknown_keyword_is_an_error_of_the_program() -> None:
    with pytest.raises(TypeError, match="time"):
        min_cycles(LINE, "ring:4", time=3)  # type: ignore[call-arg]


def test_numbers_that_are_names_of_values() -> None:
    """Tests that a number stays a number where an operation or an input is called like it."""
    dfg = build_dfg("g", {"3": ("sub", 3, "4"), "s": ("sub", "3", 4), "t": ("sub", 4, 4.0)}, ["t"])
    assert dfg.inputs == ("4",)
    assert dfg.constants == (Constant("3.const", 3), Constant("4.const", 4), Constant("4.0", 4.0))
    assert dfg.operation_by_name["3"].operands == (Operand("3.const"), Operand("4"))
    assert dfg.operation_by_name["s"].operands == (Operand("3"), Operand("4.const"))


@pytest.mark.parametrize(
    ("operations", "more", "line"),
    [
        ({"p": "mul"}, {}, "'p': 'mul' must be a list or tuple"),
        ({"p": ("neg", True)}, {}, "True of 'p' is no finite number"),
        ({"p": ("neg", "a")}, {"results": "p"}, "results: 'p' must be a list or tuple"),
        ({"p": ("neg", "a")}, {"initial": {"p": 0}}, "initial, 'p': 0 must be a list or tuple"),
    ],
)
def test_bad_members(operations: Any, more: dict[str, Any], line: str) -> None:
    """Tests that a text is not taken for its letters, and other mistakes are one line."""
    with pytest.raises(InputError) as caught:
        build_dfg("g", operations, **more)
    assert line in str(caught.value)
