"""Refutations of problems with a choice of operations: verified as they are, not when changed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path as File

import pytest

from archs.presets import architecture_preset
from examples.ring import ring
from models.data.architecture import Architecture, Support
from models.data.certificate import Counting
from models.data.dfg import Dfg, Operation, Rule
from models.data.problem import Problem
from solvers.search.bounds import Arithmetic
from solvers.verify import main
from tests.models.mappings import operation
from tests.solvers.test_verify_material import (
    SUM_OPERATORS,
    edit,
    encode,
    first_mapping,
    one_element,
    random_sums,
    sums_graph,
    write_claim,
    write_proof,
)
from tests.solvers.test_verify_tampering import rejected

SLOW_MAC = (*(row.name for row in SUM_OPERATORS), Support("mac", 3))


def total(*terms: str, operator: str = "+") -> list[Operation]:
    """Operations s1, s2, … that add up the terms from left to right."""
    made: list[Operation] = []
    for n, term in enumerate(terms[1:], start=1):
        made.append(operation(f"s{n}", operator, made[-1].name if made else terms[0], term))
    return made


PRODUCTS = [operation("p", "*", "a", "b"), operation("q", "*", "b", "c")]
THREE = sums_graph([*PRODUCTS, *total("p", "q", "c")], ("s2",), "mac", "dot")
FOUR = sums_graph([*PRODUCTS, *total("a", "p", "b", "q")], ("s3",), "mac")
TWO = sums_graph(
    [
        *PRODUCTS,
        *total("a", "p", "b", "q"),
        operation("u", "+", "p", "q"),
        operation("t", "+", "u", "c"),
        operation("v", "+", "t", "d"),
    ],
    ("s3", "v"),
    "mac",
)
FIVE = sums_graph(
    [*PRODUCTS, operation("r", "*", "c", "d"), *total("p", "q", "r", "d")], ("s3",), "mac", "dot"
)
PLAIN = sums_graph(total("a", "b", "c", "a"), ("s3",))
STEPS = sums_graph(total("a", "b", "c", "k", operator="cat"), ("s3",), "joined")
LOOP = sums_graph(total("a", "b", "s2@1"), ("s2",), "add3")
SHARED = sums_graph(
    [*total("a", "b", "c"), operation("r", "+", "b", "c"), operation("e", "store", "r")],
    ("s2",),
    "add3",
)


def preset(spec: str) -> Architecture:
    return architecture_preset(spec)


CASES = {
    "three on one": Problem(THREE, one_element(), None, "enumerate"),
    "three as written": Problem(THREE, one_element(), None, "none"),
    "three, slow": Problem(THREE, one_element(ops=SLOW_MAC, capacity=3), None, "enumerate"),
    "four, few registers": Problem(FOUR, one_element(capacity=2), None, "enumerate"),
    "four, pipelined": Problem(FOUR, preset("single"), 4, "enumerate"),
    "five, slow": Problem(FIVE, one_element(ops=SLOW_MAC, write_ports=2), None, "enumerate"),
    "two sums on one": Problem(TWO, one_element(), None, "enumerate"),
    "two sums on a line": Problem(TWO, preset("line:2"), None, "enumerate"),
    "two sums, pipelined": Problem(TWO, preset("line:2"), 3, "enumerate"),
    "two sums as written": Problem(TWO, preset("line:2"), 4, "none"),
    "no patterns": Problem(PLAIN, preset("line:2"), None, "enumerate"),
    "in sequence": Problem(STEPS, preset("single"), None, "enumerate"),
    "recurrence": Problem(LOOP, preset("line:2"), 2, "enumerate"),
    "shared, with an effect": Problem(SHARED, preset("single"), 4, "enumerate"),
}


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", CASES)
def test_every_refutation_is_verified(name: str, tmp_path: File, capsys) -> None:
    """Tests that optimality by proofs of all smaller horizons is verified."""
    problem = CASES[name]
    mapping, refuted = first_mapping(problem, range(1, 12))
    assert mapping is not None
    bounds = [write_proof(tmp_path, problem, horizon) for horizon in refuted]
    write_claim(tmp_path, problem, bounds, mapping)
    assert main([str(tmp_path)]) == 0
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.startswith(f"verified: {mapping.horizon} cycles are optimal for '")
    assert line.endswith("in any order (enumerate)") == (problem.transform == "enumerate")


@pytest.mark.oracle
def test_random_refutations_are_verified(tmp_path: File) -> None:
    """Tests refutations of random problems with sums and patterns, in both readings."""
    count = 0
    for seed in range(25):
        for how in ("none", "enumerate"):
            problem = random_sums(seed, how)
            _, refuted = first_mapping(problem, range(1, 7))
            for horizon in refuted[-2:]:
                write_claim(tmp_path, problem, [write_proof(tmp_path, problem, horizon)])
                assert main([str(tmp_path)]) == 0, (seed, how, horizon)
                count += 1
    assert count > 80


@pytest.mark.parametrize(("size", "cycles"), [(4, 8), (5, 9)])
def test_rings_as_written_are_refuted_by_proof(size: int, cycles: int, tmp_path: File) -> None:
    """Tests that products may be executed alone or in a multiply-add, sums in their order."""
    problem = Problem(*ring(size, "pattern"))
    write_claim(tmp_path, problem, [write_proof(tmp_path, problem, cycles - 1)])
    assert main([str(tmp_path)]) == 0


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize(("size", "cycles"), [(4, 7), (5, 8), (6, 9), (12, 15)])
def test_rings_in_any_order_are_bounded_by_counting(
    size: int, cycles: int, tmp_path: File, capsys
) -> None:
    """Tests the count of products, whatever the order in which they are added up."""
    problem = Problem(*ring(size, "pattern"), transform="enumerate")
    horizon, bound = Arithmetic(problem).first_horizon()
    assert horizon == cycles
    assert isinstance(bound, Counting)
    assert bound.items[0].startswith("p_")
    write_claim(tmp_path, problem, [bound])
    assert main([str(tmp_path)]) == 0
    fewer = Counting(**{**{f: getattr(bound, f) for f in bound.__struct_fields__}, "units": 1})
    write_claim(tmp_path, problem, [fewer])
    assert rejected(tmp_path, capsys, "units are there")


def test_counting_names_what_must_be_executed(tmp_path: File, capsys) -> None:
    """Tests steps of sums as items, and items that are none or of which two are one issue."""
    four = Problem(sums_graph(total("a", "b", "c", "d"), ("s3",)), one_element(), None, "enumerate")
    good = Counting(3, "issue slots", ("p",), 1, 1, ("s3", "s3#1", "s3#2"), 1)
    write_claim(tmp_path, four, [good])
    assert main([str(tmp_path)]) == 0
    for items, word in (
        (("s3", "s3#1", "s3#3"), "no mapping needs operation 's3#3'"),
        (("s3", "s3#1", "s3#1"), "an item is listed twice"),
        (("s3", "s1"), "no mapping needs operation 's1'"),
        (("s3", "+(a,b)"), "no mapping needs operation"),
    ):
        write_claim(tmp_path, four, [Counting(3, "issue slots", ("p",), 1, 1, items, 1)])
        assert rejected(tmp_path, capsys, word)
    fused = sums_graph(total("a", "b", "c", "d"), ("s3",), "add3")
    write_claim(tmp_path, Problem(fused, one_element(), None, "enumerate"), [good])
    assert rejected(tmp_path, capsys, "executes two of the items")
    for how in ("xbtree", "select", "chain"):
        write_claim(tmp_path, Problem(four.dfg, four.arch, None, how), [good])
        assert main([str(tmp_path)]) == 0


def test_a_product_may_hide_in_a_multiply_add(tmp_path: File, capsys) -> None:
    """Tests that a product and the sum that may absorb it are not counted together."""
    graph = sums_graph(
        [operation("p", "*", "a", "b"), operation("s", "+", "p", "c")], ("s",), "mac"
    )
    for how in ("none", "enumerate"):
        both = Counting(3, "issue slots", ("p",), 1, 1, ("p", "s"), 1)
        write_claim(tmp_path, Problem(graph, one_element(), None, how), [both])
        assert rejected(tmp_path, capsys, "executes two of the items")
    mapping, _ = first_mapping(Problem(graph, one_element()), range(1, 5))
    assert mapping is not None and mapping.horizon == 3


def test_proofs_need_all_ways_listed(tmp_path: File, capsys) -> None:
    """Tests that a proof of all orders is one of some, by exchangers or chains, but not of one."""
    problem = CASES["three on one"]
    proof = write_proof(tmp_path, problem, 4 if encode(problem, 4)[2] is None else 3)
    for how in ("xbtree", "select", "chain"):
        write_claim(tmp_path, Problem(problem.dfg, problem.arch, None, how), [proof])
        assert main([str(tmp_path)]) == 0
    write_claim(tmp_path, Problem(problem.dfg, problem.arch), [proof])
    assert rejected(tmp_path, capsys, ".symbols: line 1")


@pytest.fixture(scope="module")
def original(tmp_path_factory) -> File:
    """A refutation of sums with shared parts and multiply-adds, as files called `proof`."""
    folder = tmp_path_factory.mktemp("original")
    problem = CASES["two sums on one"]
    _, refuted = first_mapping(problem, range(1, 12))
    write_claim(folder, problem, [write_proof(folder, problem, refuted[-1])])
    for kind in ("cnf", "symbols", "drat"):
        (folder / f"horizon-{refuted[-1]}.{kind}").rename(folder / f"proof.{kind}")
    text = (folder / "certificate.json").read_text()
    (folder / "certificate.json").write_text(text.replace(f"horizon-{refuted[-1]}.", "proof."))
    return folder


@pytest.fixture
def folder(original: File, tmp_path: File) -> File:
    shutil.copytree(original, tmp_path, dirs_exist_ok=True)
    assert main([str(tmp_path)]) == 0
    return tmp_path


def table(folder: File, kind: str) -> list[list[str]]:
    lines = (folder / "proof.symbols").read_text().splitlines()
    return [line.split() for line in lines if line.startswith(f"{kind} ")]


def clauses(
    change: Callable[[list[list[int]]], list[list[int]]],
) -> Callable[[list[str]], list[str]]:
    """An edit of the clauses of a DIMACS file."""

    def edited(lines: list[str]) -> list[str]:
        made = change([[int(word) for word in line.split()[:-1]] for line in lines[1:]])
        rows = [" ".join(map(str, [*clause, 0])) for clause in made]
        return [f"p cnf {lines[0].split()[2]} {len(made)}", *rows]

    return edited


def test_a_way_that_is_left_out_is_missed(folder: File, capsys) -> None:
    """Tests that "one of these ways" must list all of them that the windows allow."""
    z = {int(words[1]) for words in table(folder, "z")}
    w = {int(words[1]) for words in table(folder, "way")}
    whole = (folder / "proof.cnf").read_text()

    def drop(found: list[list[int]]) -> list[list[int]]:
        some = next(c for c in found if -c[0] in z and len(c) > 2 and set(c[1:]) <= w)
        return [[*c[:1], *c[2:]] if c is some else c for c in found]

    edit(folder / "proof.cnf", clauses(drop))
    assert rejected(folder, capsys, "proof.cnf: clause", "not justified: -z[")
    (folder / "proof.cnf").write_text(whole)

    def require(found: list[list[int]]) -> list[list[int]]:
        some = next(c for c in found if len(c) > 2 and set(c) <= w | z and set(c) & w)
        return [c[:-1] if c is some else c for c in found]

    edit(folder / "proof.cnf", clauses(require))
    assert rejected(folder, capsys, "proof.cnf: clause", "not justified: ")


def test_invented_clauses_about_ways_are_rejected(folder: File, capsys) -> None:
    """Tests clauses that no rule gives: forced slots, forbidden ways, ways excluding others."""
    whole = (folder / "proof.cnf").read_text()
    ways = table(folder, "way")
    one = int(ways[0][1])
    slot = [int(words[1]) for words in ways if words[3:5] == ways[0][3:5]]
    issue = next(int(z[1]) for z in table(folder, "z") if z[2:5] == ways[0][2:5])
    elsewhere = next(int(words[1]) for words in ways if words[4] != ways[0][4])
    for clause in ([one], [-one], slot, [-issue, one], [-one, -elsewhere]):
        edit(folder / "proof.cnf", clauses(lambda found, c=clause: [*found, c]))
        assert rejected(folder, capsys, "proof.cnf: clause", "not justified")
        (folder / "proof.cnf").write_text(whole)
    same = [int(words[1]) for words in ways if words[2:5] == ways[0][2:5]]
    for clause in ([-one, issue], [-same[0], -same[1]]):
        edit(folder / "proof.cnf", clauses(lambda found, c=clause: [*found, c]))
        assert main([str(folder)]) == 0


def test_changed_parts_and_ways_are_rejected(folder: File, capsys) -> None:
    """Tests that names of partial results and ways must say what the clauses are about."""
    path = folder / "proof.symbols"
    whole = path.read_text()
    part, other = table(folder, "part")[:2]
    way = next(words for words in table(folder, "way") if words[5] == "+")
    fused = next(w for w in table(folder, "way") if w[5] == "mac" and w[6] not in w[8:])
    lines = whole.splitlines()

    def line(words: list[str], **changed: str) -> str:
        return " ".join(changed.get(f"at{n}", word) for n, word in enumerate(words))

    for old, new, word in (
        (part, line(part, at5="c"), "no partial result"),
        (part, line(part, at4="1"), "no partial result"),
        (part, line(part, at2="cat"), "no partial result"),
        (part, line(part, at1="s3"), "has a meaning already"),
        (part, line(part, at1="k"), "has a meaning already"),
        (part, line(other), "has a meaning already"),
        (part, line(other, at1="fresh"), "no partial result that has no name yet"),
        (part, line(part[:-1]), "not understood"),
        (part, line(part[:2]), "not understood"),
        (part, "", "unknown value"),
        (way, line(way, at6="c"), "no choice to compute"),
        (way, line(way, at7="1"), "no choice to compute"),
        (way, line(way, at5="*"), "no choice to compute"),
        (way, line(way, at5="mac"), "no choice to compute"),
        (way, line(way, at2="p"), "no choice to compute"),
        (way, line(way, at2="what"), "unknown value"),
        (way, line(way, at6="what"), "unknown value"),
        (way, line(way, at3="what"), "unknown place"),
        (way, line(way, at4="-1"), "not understood"),
        (way, line(way, at1=fused[1]), "second line"),
        (way, line([*way[:6], *way[8:10], *way[6:8]]), ""),
        (way, line(fused, at1=way[1]), "second line"),
        (fused, line([*fused[:6], *fused[8:], *fused[6:8]]), "no choice to compute"),
    ):
        position = lines.index(" ".join(old))
        path.write_text("\n".join([*lines[:position], new, *lines[position + 1 :]]) + "\n")
        if word:
            assert rejected(folder, capsys, "proof.symbols: ", word)
        else:
            assert main([str(folder)]) == 0
    path.write_text(whole)
    moved = [one for one in lines if one != " ".join(part)]
    path.write_text("\n".join([*moved, " ".join(part)]) + "\n")
    assert rejected(folder, capsys, "unknown value")


def test_too_many_orders_are_not_listed(tmp_path: File, capsys) -> None:
    """Tests that a sum with millions of orders ends the check of a proof with a line."""
    terms = [f"t{n}" for n in range(16)]
    graph = Dfg("long", SUM_OPERATORS, tuple(terms), tuple(total(*terms)), ("s15",))
    small = Problem(PLAIN, one_element(), None, "enumerate")
    proof = write_proof(tmp_path, small, 2)
    write_claim(tmp_path, Problem(graph, one_element(), None, "enumerate"), [proof])
    capsys.readouterr()
    assert main([str(tmp_path)]) == 30
    assert "more orders of sums than the limit of 300,000" in capsys.readouterr().out


def test_rewrite_rules_are_more_than_is_checked(tmp_path: File, capsys) -> None:
    """Tests that no bound is accepted for a DFG whose rules give ways that are not derived."""
    rule = Rule("back", ("+", "x", "x"), ("f", "x"))
    graph = sums_graph(total("a", "a"), ("s1",), rules=(rule,))
    problem = Problem(graph, one_element(), None, "enumerate")
    write_claim(tmp_path, problem, [Counting(1, "issue slots", ("p",), 1, 0, ("s1",), 0)])
    assert rejected(tmp_path, capsys, "rewrite rules")
