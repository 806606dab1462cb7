"""Genuine certificates of smallest arrays, of the streaming engine and of partitions."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from models.data.architecture import Component
from models.data.certificate import CriticalPath
from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from streaming.model.engine import Engine
from streaming.model.program import Instruction, Program, program_to_json
from tests.solvers.verification.claims import (
    EXT,
    Files,
    array,
    cycles,
    element,
    files,
    graph,
    plain,
    proof,
)

ONE = graph("n f a", "n", "a")
TWICE = array((EXT, element("p"), element("q")), "ip ext>p:1;iq ext>q:1;op p>ext:1;oq q>ext:1")
ALONE = array((EXT, element("p")), "ip ext>p:1;op p>ext:1")


def mapping(name: str, out: str = "op", place: str = "p", contexts: int | None = None) -> Any:
    """The mapping of `ONE`."""
    made = Mapping(
        name, "array", 3, contexts,
        (Held("a", "ext", 0), Held("n", place, 1), Held("n", "ext", 2)),
        (Transfer("a", f"i{place}", 1), Transfer("n", out, 2)), (Issue("n", place, 1),),
    )  # fmt: skip
    return plain(made) | {"schema": "xyzmap/mapping/1"}


def arch_json(arch: Any) -> Any:
    return files(Problem(ONE, arch), {})["arch.json"]


def minimum() -> Files:
    """That one of two elements is needed: without both there is nothing that executes `n`."""
    claim: dict[str, Any] = {
        "question": "prune_arch", "status": "optimal", "kinds": ["elements"], "weights": None,
        "keep": [], "whole": "arch.json", "left": "left.json", "lower_bound": 1, "versions": {},
        "jobs": [{"dfg": "dfg.json", "horizon": 3, "contexts": None, "mapping": "mapping.json",
                  "symmetries": []}],
        "cores": [{"kernel": 0, "features": [["elements", "p", ""], ["elements", "q", ""]],
                   "certificate": "core"}],
        "tree": "tree.txt", "schema": "xyzmap/minimum/1",
    }  # fmt: skip
    core = cycles(
        Problem(ONE, replace(TWICE, components=(EXT,), paths=())), CriticalPath(3, "n", "ext", 3)
    )
    return files(Problem(ONE, TWICE), claim) | {
        "left.json": arch_json(ALONE),
        "mapping.json": mapping("graph"),
        "tree.txt": "add 0 1 1 1\n",
        **{f"core/{name}": content for name, content in core.items()},
    }


PRICES = {
    "word": "i8", "select": [0, 0, 8, 16, 24, 32], "register": [0, 0, 8, 16, 24, 32], "delay": 8,
    "slot": 10, "delivery": 1, "stream": 1, "units": {"neg": 5},
}  # fmt: skip


def priced() -> Files:
    """The same in transistors."""
    made = minimum()
    kinds = {"kinds": ["elements", "paths"], "lower_bound": 31, "prices": PRICES}
    made["certificate.json"] |= kinds | {"status": "feasible"}
    for name in ("arch.json", "left.json"):
        for part in made[name]["components"][1:]:
            part |= {"capacity": 1, "ops": ["neg"]}
    for name in ("dfg.json", "core/dfg.json"):
        made[name]["operations"][0]["operator"] = "neg"
    return made | {"tree.txt": "add 0 31 11 16 18 16 19 1\n"}


def stream(*bounds: dict[str, Any], reads: str = " u", **fields: Any) -> Files:
    """A claim that no mapping of u, v, … has II 1, or one of a mapping of two in a row."""
    words = reads.split(" ")
    names = "uvwxyz"[: len(words)]
    steps = tuple(Instruction(n, "f", tuple(w)) for n, w in zip(names, words, strict=True))
    variables = tuple(sorted({x for word in words for x in word if x.isupper()}))
    engine = plain(Engine(tiles=2))
    claim = {
        "objective": "cycles", "status": "infeasible", "engine": engine, "ii": 1, "cycles": None,
        "lower_ii": None, "lower_cycles": None, "program": "program.json", "mapping": None,
        "bounds": list(bounds), "versions": {}, "schema": "xyzmap/streaming_certificate/1",
    }  # fmt: skip
    program = json.loads(program_to_json(Program("flow", steps, variables)))
    placements = [["u", 0, 0], ["v", 0, 3]]
    found = {"program": "flow", "engine": engine, "ii": 4, "placements": placements}
    return {
        "certificate.json": claim | fields,
        "program.json": program,
        "mapping.json": {"schema": "xyzmap/streaming_mapping/1", **found},
    }


def streamed() -> Files:
    path = {"type": "critical path", "ii": 4, "cycles": 5, "instruction": "v"}
    ends: dict[str, Any] = {"cycles": 6, "lower_cycles": 6, "mapping": "mapping.json"}
    return stream(path, ii=4, status="optimal", **ends)


def streamed_proof() -> Files:
    """That v does not start before what it reads is there."""
    bound = {"type": "proof", "ii": 4, "cycles": 5, "mirrored": None}
    bound |= {"cnf": "proof.cnf", "symbols": "proof.symbols", "proof": "proof.lrat"}
    made = streamed()
    made["certificate.json"]["bounds"] = [bound]
    return made | proof("start 1 0 0; start 2 1 5", "1; -2; -1 2")


def partition(**fields: Any) -> Files:
    """That `ONE` is a part by itself."""
    claim = {
        "status": "optimal", "total": 1, "lower_bound": 1, "max_ii": 2, "parts": 1,
        "store": "store", "load": "load", "dfg": "dfg.json", "architecture": "arch.json",
        "operations": [["n"]], "mappings": ["mapping.json"], "recurrences": [], "tree": None,
        "versions": {}, "schema": "xyzmap/partition_certificate/1",
    }  # fmt: skip
    arch = replace(ALONE, components=(EXT, Component("p", issue=1, capacity=2)))
    made = files(Problem(ONE, arch), claim | fields)
    return made | {"mapping.json": mapping("graph.0", contexts=1)}


ROW = graph("u f a; v f u", "v", "a")


def cut() -> Files:
    """That two parts of a chain on one element take more than one context each: what is between
    them is stored and loaded.
    """
    fields: dict[str, Any] = {"status": "infeasible", "total": None, "lower_bound": 4}
    fields |= {"max_ii": 1, "parts": 2}
    fields |= {"operations": [], "mappings": [], "tree": "tree.txt"}
    made = partition(**fields)
    del made["mapping.json"]
    return made | {
        "dfg.json": files(Problem(ROW, ALONE), {})["dfg.json"],
        "tree.txt": "branch 0 0\nadd 1 1 4 1\nadd 0 1 9 1\n",
    }


ARRAYS: dict[str, Callable[[], Files]] = {
    "minimum": minimum,
    "prices": priced,
    "stream": streamed,
    "streamed proof": streamed_proof,
    "crowd": lambda: stream(
        {"type": "crowd", "ii": 1, "instructions": ["v", "w", "x"], "source": None},
        reads=" u u u",
    ),
    "spokes": lambda: stream(
        {"type": "spokes", "ii": 1, "instructions": ["u", "v"], "tiles": 1}, reads="X X"
    ),
    "partition": partition,
    "cut": cut,
}
