"""Tests of the smallest interval with register files in which values have addresses."""

from __future__ import annotations

import json
import time
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from archs.formats.arch_json import architecture_to_json
from models.data.architecture import Architecture, Component, RegisterFile
from models.data.mapping import Held, Mapping
from models.data.problem import Problem
from models.errors import InputError
from models.formats.dfg_json import dfg_to_json
from models.hardware.files import Kind
from models.hardware.realise import Form, difference, realised
from models.hardware.registers import Registers, Shortage, allocate
from models.hardware.registers_check import registers_faults
from models.judge.checker import check
from models.space_time.addressed_files import rule_avoided, rule_stretches
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.backends.sat import SatSession
from solvers.min_ii import main
from solvers.search import addressed_intervals, addressed_race, addresses, interval_files
from solvers.search.addressed_tries import LEAST_CONFLICTS
from solvers.search.addresses import require_sizes, without_addresses
from solvers.search.interval_race import Race, Verdict
from solvers.search.options import SolverOptions
from solvers.verify import main as verify
from tests.models.hardware.kept import keeping
from tests.models.naive_registers import static_feasible
from tests.models.random_problems import random_problem
from tests.solvers.addressed_problems import carried, element, random_carried
from tests.solvers.command_line import called
from xyzmap import min_ii

command = partial(called, main)
MOST = 4
ONE_ROUND = {"pe": 1, "rf": 1}


@pytest.fixture(autouse=True)
def patient(monkeypatch: Any) -> None:
    """An interval has all the time that it takes, however slow the machine is."""
    monkeypatch.setattr(addressed_intervals, "ASCENT_SECONDS", 1000.0)


def given(folder: Path, problem: Problem) -> list[str]:
    """Write the files of a problem; return the words that name them."""
    files = [folder / "dfg.json", folder / "arch.json"]
    files[0].write_text(dfg_to_json(problem.dfg))
    files[1].write_text(architecture_to_json(problem.arch))
    return [str(file) for file in files]


@pytest.mark.oracle(keep=5)
@pytest.mark.parametrize("seed", range(60))
def test_against_numbered_registers(seed: int) -> None:
    """Tests that optimal is the smallest interval of a model with a variable per register.

    What is found otherwise has a solution there, and no interval below the bound has one. Mappings
    run as words.
    """
    problem = random_carried(seed)
    answer = min_ii(problem.dfg, problem.arch, max_ii=MOST, register_files="static")
    cycles = answer.record["cycles"] or 0
    fits = [
        contexts
        for contexts in range(1, MOST + 1)
        if static_feasible(
            msgspec.structs.replace(problem, contexts=contexts), max(10 + 2 * contexts, cycles)
        )
    ]
    least = min(fits, default=MOST + 1)
    assert answer.lower_bound <= least
    assert answer.value is None or answer.value in fits
    if answer.status == "optimal":
        assert answer.value == least
    if answer.status == "infeasible":
        assert not fits
    if answer.mapping is not None:
        own = msgspec.structs.replace(problem, contexts=answer.value)
        mapping = answer.mapping.mapping
        chosen = allocate(own, mapping, "static")
        assert check(own, mapping) == []
        assert isinstance(chosen, Registers) and registers_faults(own, mapping, chosen) == []
        made = realised(own, mapping, Form("static"))
        assert difference(own.dfg, made.machine, made.words, seed) is None


def test_larger_interval() -> None:
    """Tests that an interval which only moving values reach is not said to be static's.

    y = a + y@2 has II 1 where two registers may pass y on. With II 2, y comes back from the memory.
    """
    problem = random_carried(1)
    counted, static = (
        min_ii(problem.dfg, problem.arch, max_ii=MOST, register_files=kind)
        for kind in ("counted", "static")
    )
    assert (counted.status, counted.value) == ("optimal", 1)
    assert (static.status, static.value, static.lower_bound) == ("feasible", 2, 1)
    assert [one["outcome"] for one in static.record["tried"]] == ["open", "mapped"]


def test_no_mapping(tmp_path: Path, capsys: Any) -> None:
    """Tests that a loop without any static mapping is unknown, never infeasible, up to a limit.

    A value that is read two iterations later stays for longer than one interval.
    """
    words = given(tmp_path, Problem(carried(2), element(3), 1))
    assert command(capsys, *words, "--quiet")[0] == 0
    code, out, _ = command(capsys, *words, "--quiet", "--json", "--register-files", "static")
    found = json.loads(out)
    assert (code, found["status"], found["ii"], found["mapping"]) == (30, "unknown", None, None)
    assert "static files" in found["stopped"] and found["lower_bound"] == 2
    assert {one["outcome"] for one in found["tried"][1:]} == {"open"}


def test_every_answer_names_its_kind(tmp_path: Path, capsys: Any) -> None:
    """Tests the kind of register files in JSON, in words, and in the page."""
    words = [*given(tmp_path, Problem(carried(1), element(2), 1)), "--quiet"]
    for kind in ("counted", "moves", "static", "rotating", "unroll"):
        more = ["--register-files", kind, "--html", str(tmp_path / "page.html")]
        code, out, _ = command(capsys, *words, *more, "--json")
        assert (code, json.loads(out)["register_files"]) == (0, kind)
        assert ("register files" in (tmp_path / "page.html").read_text()) == (kind != "counted")
        assert (f"register files: {kind}" in command(capsys, *words, *more)[1]) == (
            kind != "counted"
        )


def with_files(arch: Architecture, **kinds: RegisterFile) -> Architecture:
    """The same array, whose components state the kind of their registers."""
    replace = msgspec.structs.replace
    parts = tuple(replace(part, file=kinds.get(part.name)) for part in arch.components)
    return replace(arch, components=parts)


def test_own_files_are_named(tmp_path: Path, capsys: Any) -> None:
    """Tests that `own` is told as the one kind of all files, static unless stated, or of each."""
    # One register has one kind only.
    array = element(2, apart=True, width=2)
    for kinds, due in (({}, "static"), ({"rf": "rotating", "pe": "moves"}, "rotating")):
        words = given(tmp_path, Problem(carried(1), with_files(array, **kinds), 1))
        options = [*words, "--quiet", "--register-files", "own"]
        found = json.loads(command(capsys, *options, "--json")[1])
        assert (found["register_files"], found["files"]) == (due, None)
        assert f"register files: {due} " in command(capsys, *options)[1]
    parts = tuple(
        msgspec.structs.replace(part, capacity=2) if part.name == "pe" else part
        for part in array.components
    )
    array = msgspec.structs.replace(array, components=parts)
    mixed = with_files(array, rf="unroll")
    words, folder = given(tmp_path, Problem(carried(1), mixed, 1)), str(tmp_path / "claim")
    options = [*words, "--quiet", "--register-files", "own", "--certificate", folder]
    found = json.loads(command(capsys, *options, "--json")[1])
    assert (found["register_files"], found["files"]) == (
        "own",
        {"static": ["pe"], "unroll": ["rf"]},
    )
    shown = "register files: own (static pe, unroll rf)"
    assert shown in command(capsys, *options)[1]
    code, out, _ = called(verify, capsys, folder)
    assert code == 0 and f"{shown}, all that is kept has a register" in out


def test_certificate_of_other_components(tmp_path: Path, capsys: Any) -> None:
    """Tests that the verifier looks at the kind that each component states."""
    problem = random_carried(1)
    moving = with_files(problem.arch, pe="moves", rf="moves")
    words, folder = given(tmp_path, Problem(problem.dfg, moving, 1)), tmp_path / "claim"
    options = ["--quiet", "--register-files", "own", "--certificate", str(folder)]
    assert command(capsys, *words, *options)[0] == 0
    claim = folder / "certificate.json"
    record = json.loads(claim.read_text())
    claim.write_text(json.dumps({**record, "register_files": "own"}))
    assert called(verify, capsys, str(folder))[0] == 0
    (folder / "architecture.json").write_text(architecture_to_json(problem.arch))
    assert called(verify, capsys, str(folder))[0] == 1


@pytest.mark.oracle(keep=3)
@pytest.mark.parametrize("kind", ["moves", "static", "rotating", "unroll"])
@pytest.mark.parametrize("seed", [0, 1])
def test_certificates(seed: int, kind: str, tmp_path: Path, capsys: Any) -> None:
    """Tests that a certificate has a mapping with registers, and the bound of counted registers."""
    words = given(tmp_path, random_carried(seed))
    folder = str(tmp_path / "claim")
    options = ["--quiet", "--register-files", kind, "--certificate", folder]
    assert command(capsys, *words, *options)[0] in (0, 10)
    code, out, _ = called(verify, capsys, folder)
    assert code == 0 and "verified" in out
    assert f"register files: {kind}, all that is kept has a register" in out
    assert "words: 12 iterations of i64 agree, 2 times" in out


def test_certificate_whose_words_differ(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    """Tests that the verifier executes words, and says where there is no hardware for them."""
    words = given(tmp_path, random_carried(0))
    folder = str(tmp_path / "claim")
    options = ["--quiet", "--register-files", "static", "--certificate", folder]
    assert command(capsys, *words, *options)[0] in (0, 10)
    monkeypatch.setattr("solvers.verification.words.difference", lambda *_: "'y' is 1, not 2")
    code, out, err = called(verify, capsys, folder)
    assert code == 1 and "words: they do not compute the graph: 'y' is 1, not 2" in out + err
    monkeypatch.setattr("solvers.verification.words.MOST_PARTS", 1)
    code, out, _ = called(verify, capsys, folder)
    assert code == 0 and "words: not executed, more than 1 slots" in out


def test_certificate_of_other_files(tmp_path: Path, capsys: Any) -> None:
    """Tests that a mapping which only moves or an unrolled kernel can keep is no static one."""
    words = given(tmp_path, random_carried(1))
    folder = tmp_path / "claim"
    options = ["--quiet", "--register-files", "unroll", "--certificate", str(folder), "--json"]
    code, out, _ = command(capsys, *words, *options)
    found = json.loads(out)
    assert (code, found["ii"], found["kernel_contexts"]) == (0, 1, 2)
    file = folder / "certificate.json"
    record = json.loads(file.read_text())
    for kind, code in (("moves", 0), ("rotating", 0), ("static", 1)):
        file.write_text(json.dumps({**record, "register_files": kind}))
        assert called(verify, capsys, str(folder))[0] == code, kind
    file.write_text(json.dumps({**record, "register_files": "paper"}))
    assert called(verify, capsys, str(folder))[0] == 2


def test_no_kernel_suits_all_files(monkeypatch: Any) -> None:
    """Tests that where files cannot be blamed one by one, all that is held is avoided."""
    problem, mapping = keeping([(0, 1)], 2, 2)
    shortage = Shortage("", 2, None, None, "no kernel suits all register files at once")
    monkeypatch.setattr(addresses, "allocate", lambda *_: (shortage,))
    assert without_addresses(problem, mapping, "unroll") == [mapping.holds]


def test_where_registers_are_counted_after_all(tmp_path: Path, capsys: Any) -> None:
    """Tests that without the option a note says why an array's own files are not meant."""
    array = with_files(element(3, apart=True, width=2), rf="rotating")
    words = [*given(tmp_path, Problem(carried(1), array, 1)), "--quiet", "--json"]
    assert json.loads(command(capsys, *words)[1])["register_files"] == "rotating"
    code, out, err = command(capsys, *words, "--fewest", "transfers")
    assert code == 0 and json.loads(out)["register_files"] == "counted" and "--fewest" in err
    parts = tuple(
        msgspec.structs.replace(part, capacity=None) if part.name == "pe" else part
        for part in array.components
    )
    array = msgspec.structs.replace(array, components=parts)
    words = [*given(tmp_path, Problem(carried(1), array, 1)), "--quiet", "--json"]
    code, out, err = command(capsys, *words)
    assert code == 0 and json.loads(out)["register_files"] == "counted"
    assert "pe: no number of registers, so that registers are counted" in err


def test_files_without_a_number() -> None:
    """Tests that a component that computes needs a number of registers."""
    arch = element(2)
    parts = (arch.components[0], Component("pe", issue=1))
    with pytest.raises(InputError, match="pe of 'element' has no number of registers"):
        require_sizes(msgspec.structs.replace(arch, components=parts))


def test_colours_are_avoided() -> None:
    """Tests that stretches without colours are all that a file holds, and are forbidden together.

    With three contexts, stretches over the phases 0-1, 1-2 and 2-0 need three registers.
    """
    problem, mapping = keeping([(0, 1), (1, 2), (2, 3)], 3, 2)
    (together,) = without_addresses(problem, mapping, "static")
    assert set(together) == set(mapping.holds)
    assert without_addresses(*keeping([(0, 1), (1, 2), (2, 3)], 3, 3), "static") == []


def solvers_ask(monkeypatch: Any, refused: Any) -> None:
    """Have solvers, without heuristics, ask `refused` whether a mapping has addresses."""
    for module in (addresses, addressed_race):
        monkeypatch.setattr(module, "without_addresses", refused)
    for name in ("_begin", "_find_other_ways"):
        monkeypatch.setattr(addressed_intervals.AddressedSearch, name, lambda *_: None)


def test_refused_mappings_do_not_come_back(monkeypatch: Any) -> None:
    """Tests that solvers are asked again, without what was refused, until a mapping has addresses.

    Here the first three mappings are said to have none, whatever they keep.
    """
    problem, seen = Problem(carried(1), element(2, apart=True, width=2), 1), list[set[Held]]()

    def refused(asked: Problem, mapping: Mapping, kind: Kind) -> list[tuple[Held, ...]]:
        here = tuple(held for held in mapping.holds if held.component in ("pe", "rf"))
        seen.append(set(here))
        return [here] if len(seen) <= 3 else without_addresses(asked, mapping, kind)

    solvers_ask(monkeypatch, refused)
    answer = min_ii(problem.dfg, problem.arch, register_files="static")
    assert (answer.status, answer.value, len(seen)) == ("optimal", 2, 4)
    assert not any(seen[later] >= seen[n] for n in (1, 2) for later in range(n + 1, 4))


def test_what_cannot_be_avoided_is_not_decided(monkeypatch: Any) -> None:
    """Tests that a race ends where a mapping holds again what was to be avoided."""
    problem, held = Problem(carried(1), element(2, apart=True, width=2), 2), (Held("y", "pe", 1),)
    monkeypatch.setattr(addressed_race, "without_addresses", lambda *_: [held])
    monkeypatch.setattr(addressed_race, "Race", Same)
    verdict = addressed_race.race(problem, (7, 7), SolverOptions(files="static"), None)
    assert (verdict.mapping, verdict.refuted) == (None, False)
    assert verdict.stopped == addressed_race.UNSEEN


class Same(Race):
    """A race whose solver does not know what is to be avoided."""

    def run(self, *_: Any) -> Verdict:
        """Return a mapping that holds it."""
        mapping = with_addresses(self.problem)
        return Verdict(msgspec.structs.replace(mapping, holds=(Held("y", "pe", 1),)))


@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize("seed", range(300, 330))
def test_solvers_alone(seed: int, monkeypatch: Any) -> None:
    """Tests the search on problems with every feature, with the counted mapping always refused."""
    given = random_problem(seed, 1 + seed % 2, ports=seed % 3 == 0)
    parts = tuple(
        msgspec.structs.replace(part, capacity=part.capacity or 2) if part.issue else part
        for part in given.arch.components
    )
    arch = msgspec.structs.replace(given.arch, components=parts)
    seen = []

    def refused(asked: Problem, mapping: Mapping, kind: Kind) -> list[tuple[Held, ...]]:
        seen.append(mapping)
        return without_addresses(asked, mapping, kind) if len(seen) > 1 else [mapping.holds]

    solvers_ask(monkeypatch, refused)
    answer = min_ii(given.dfg, arch, max_ii=3, register_files="static")
    if answer.status == "optimal":
        cycles = max(9, answer.record["cycles"])
        problems = [Problem(given.dfg, arch, n) for n in range(1, 4)]
        fits = [any(static_feasible(one, n) for n in range(1, cycles + 1)) for one in problems]
        assert len(seen) > 1 and fits.index(True) + 1 == answer.value


def test_clauses() -> None:
    """Tests that no solution has a stretch longer than the interval, nor one that is avoided."""
    problem = Problem(carried(1), element(2, apart=True, width=2), 2)
    avoided: list[tuple[Held, ...]] = []
    for _ in range(6):
        model = build(problem, 7)
        rule_stretches(model, ONE_ROUND)
        rule_avoided(model, avoided)
        session = SatSession(lower(model.constraints), "glucose4")
        outcome = session.solve()
        session.close()
        assert outcome.satisfiable
        mapping = decode(model, outcome.model)
        held = {held for held in mapping.holds if held.component != "ext"}
        assert check(problem, mapping) == [] and without_addresses(problem, mapping, "static") == []
        assert all(not held.issuperset(one) for one in avoided)
        avoided.append(tuple(held))


def with_addresses(problem: Problem) -> Mapping:
    """A mapping of seven cycles that has addresses."""
    model = build(problem, 7)
    rule_stretches(model, ONE_ROUND)
    session = SatSession(lower(model.constraints), "glucose4")
    outcome = session.solve()
    session.close()
    mapping = decode(model, outcome.model)
    assert without_addresses(problem, mapping, "static") == []
    return mapping


class Never:
    """A race that ends without an answer."""

    def __init__(self, problem: Problem, *_: object) -> None:
        self.contexts = problem.contexts

    def run(self, until: float, _: object) -> Verdict:
        """Say that the time is up."""
        return Verdict(stopped="time limit")


def test_intervals_are_tried_again(monkeypatch: Any) -> None:
    """Tests that what a moment does not decide gets twice the time, until it is decided."""
    monkeypatch.setattr(addressed_intervals, "ASCENT_SECONDS", 5.0)
    granted: list[tuple[int | None, float]] = []

    class Later(Never):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self.given = given

        def run(self, until: float, _: object) -> Verdict:
            granted.append((self.contexts, until - time.perf_counter()))
            if len([one for one, _ in granted if one == self.contexts]) < 3:
                return super().run(until, _)
            return Race(*self.given).run(until + 1000, lambda: False)

    monkeypatch.setattr(addressed_race, "Race", Later)
    problem = random_carried(1)
    answer = min_ii(problem.dfg, problem.arch, max_ii=2, register_files="static")
    assert (answer.status, answer.value) == ("feasible", 2)
    seconds = [round(n) for contexts, n in granted if contexts == 1]
    assert seconds[:3] == [5, 10, 20]


def test_rounds_are_bounded(monkeypatch: Any) -> None:
    """Tests that a search without a time limit ends, and does not speak of one."""
    monkeypatch.setattr(addressed_race, "Race", Never)
    problem = random_carried(1)
    answer = min_ii(problem.dfg, problem.arch, max_ii=2, register_files="static")
    assert (answer.status, answer.value) == ("unknown", None)
    assert "time limit" not in str(answer.record)


@pytest.mark.parametrize("limit", [None, 1000.0])
def test_effort_is_bounded(limit: float | None, monkeypatch: Any) -> None:
    """Tests that an interval is given up after so many conflicts, also within a time limit."""
    tried: list[int | None] = []

    class Hard(Never):
        def run(self, until: float, _: object) -> Verdict:
            tried.append(self.contexts)
            return Verdict(stopped="time limit", conflicts=LEAST_CONFLICTS)

    monkeypatch.setattr(addressed_race, "Race", Hard)
    monkeypatch.setattr(addressed_intervals.AddressedSearch, "_begin", lambda *_: None)
    monkeypatch.setattr(addressed_intervals.AddressedSearch, "_find_other_ways", lambda *_: None)
    problem = Problem(carried(2), element(3), 1)
    answer = min_ii(problem.dfg, problem.arch, max_ii=3, register_files="static", time_limit=limit)
    assert (answer.status, answer.value) == ("unknown", None)
    assert len(tried) == len(set(tried)) > 1
    assert any("counted registers do with II" in note for note in answer.record["notes"])


@pytest.mark.parametrize("first", [False, True])
def test_a_mapping_given_is_kept(first: bool, monkeypatch: Any) -> None:
    """Tests that the mapping given, if it has addresses, is the answer until there is a better."""
    monkeypatch.setattr(addressed_race, "Race", Never)
    problem = random_carried(1)
    given = with_addresses(msgspec.structs.replace(problem, contexts=2))
    options = {"register_files": "static", "warm_start": given, "first": first}
    answer = min_ii(problem.dfg, problem.arch, max_ii=MOST, **options)
    assert (answer.status, answer.value) == ("feasible", 2)
    assert answer.record["found_by"] == "the mapping given"
    assert answer.mapping is not None
    problem = msgspec.structs.replace(problem, contexts=2)
    assert without_addresses(problem, answer.mapping.mapping, "static") == []


def test_a_share_that_is_not_needed(monkeypatch: Any) -> None:
    """Tests that counted registers have all of the time as long as their mapping has addresses."""
    monkeypatch.setattr(interval_files, "COUNTED_SHARE", 0)
    problem = Problem(carried(1), element(2, apart=True, width=2), 3)
    options = {"register_files": "static", "warm_start": with_addresses(problem)}
    answer = min_ii(problem.dfg, problem.arch, time_limit=1000, **options)
    assert (answer.status, answer.value) == ("optimal", 2)
