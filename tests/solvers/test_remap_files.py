"""Tests of re-mapping with register files: values have addresses, and few operations move."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from archs.formats.arch_json import architecture_to_json
from models.data.architecture import Component
from models.data.certificate import RegisterFiles
from models.data.problem import Problem
from models.formats.dfg_json import dfg_to_json
from models.formats.mapping_json import mapping_from_json, mapping_to_json
from models.hardware.registers import Registers, allocate
from models.hardware.registers_check import registers_faults
from models.judge.checker import check
from solvers.questions.remap.options import RemapOptions
from solvers.questions.remap.search import Remapping
from solvers.remap import main
from solvers.search.addresses import without_addresses
from tests.solvers.addressed_problems import carried, element, random_carried
from tests.solvers.command_line import called
from tests.solvers.test_remap import fewest_moves, mapped


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("kind", ["static", "rotating"])
def test_against_numbered_registers(kind: RegisterFiles, amount: Callable[[int], int]) -> None:
    """Tests that no fewer operations could move where every value needs a register of its own.

    Some of the old mappings have none. Horizons that are refuted have no mapping with registers.
    """
    assert kind in ("static", "rotating")
    lacking = 0
    for seed in range(amount(20)):
        for contexts in (2, 3):
            problem = msgspec.structs.replace(random_carried(seed), contexts=contexts)
            old = mapped(problem, 8)
            if old is None:
                continue
            lacking += bool(without_addresses(problem, old, kind))
            answer = Remapping(problem, old, RemapOptions(), files=kind).run()
            for tried in answer.tried:
                found = fewest_moves(problem, tried.horizon, old, kind)
                due = None if tried.outcome == "refuted" else len(answer.moved)
                assert found == due, (seed, contexts)
            if answer.mapping is not None:
                assert answer.status == "optimal" and check(problem, answer.mapping) == []
                made = allocate(problem, answer.mapping, kind)
                assert isinstance(made, Registers)
                assert registers_faults(problem, answer.mapping, made) == []
    assert amount(20) < 20 or kind == "rotating" or lacking


def test_the_arrays_own(tmp_path: Path, capsys: Any) -> None:
    """Tests that the kind that an array states is the default, and that the answer names it."""
    silent = element(3, apart=True, width=2)

    def stated(part: Component) -> Component:
        kept = part.capacity is not None and part.capacity > 1
        return msgspec.structs.replace(part, file="static") if kept else part

    arch = msgspec.structs.replace(silent, components=tuple(map(stated, silent.components)))
    problem = Problem(carried(1), arch, 2)
    old = mapped(problem, 8)
    assert old is not None
    files = [tmp_path / name for name in ("dfg.json", "arch.json", "old.json", "silent.json")]
    texts = [dfg_to_json(problem.dfg), architecture_to_json(arch), mapping_to_json(old)]
    for file, text in zip(files, [*texts, architecture_to_json(silent)], strict=True):
        file.write_text(text)
    for place, more, due in (
        (1, [], "static"),
        (1, ["--register-files", "counted"], "counted"),
        (1, ["--register-files", "rotating"], "rotating"),
        (3, [], "counted"),
    ):
        words = [str(files[0]), str(files[place]), str(files[2]), "--quiet", *more]
        code, out, _ = called(main, capsys, *words, "--json")
        record = json.loads(out)
        assert (code, record["register_files"], record["files"]) == (0, due, None)
        found = mapping_from_json(json.dumps(record["mapping"]), "answer")
        assert due == "counted" or isinstance(allocate(problem, found, due), Registers)
        said = called(main, capsys, *words)[1]
        assert (f"register files: {due} (" in said) == (due != "counted")
