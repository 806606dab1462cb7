"""Random questions about what is written, compared, cut into parts or transformed.

Like those of `tests.system.questions`: each returns a status, and raises `FalseError` where an
independent judge disagrees.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from itertools import product
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from archs.formats.arch_json import architecture_from_json
from archs.presets import architecture_preset
from models.data.problem import Problem
from models.formats.dfg_files import load_dfg
from models.judge.checker import check
from models.judge.simulator import simulate
from models.space_time.decode import decode
from models.space_time.xyz import build
from tests.system.judge import claimed, judged, mapping_of, need
from tests.system.oracle import Told, feasible
from tests.system.problems import array, graph, loop_array, loop_body

if TYPE_CHECKING:
    from tests.system.questions import Asking

TIMED = ("--time-limit", "12", "--json", "--quiet")
ENDINGS = (".cnf", ".opb", ".lp", ".mps", ".pb", ".pbtxt")
SOLVERS = ("cadical195", "cp-sat", "highs")
PARTITIONED = ("s4:2x2,io=memory", "mesh:2x2,io=all", "adres:2x2,io=memory", "hycube:2x2,io=memory")


def _small(case: Asking, most: int) -> tuple[Problem, list[str], list[str]]:
    """Return a small problem, its files, and its option of contexts."""
    draw = case.draw
    loop = draw.random() < 0.3
    dfg = graph(draw, draw.randint(1, most), loop=loop, words=True)
    problem = Problem(dfg, array(draw, 2), draw.randint(1, 3) if loop else None)
    own = [] if problem.contexts is None else ["--contexts", str(problem.contexts)]
    return problem, case.files(problem.dfg, problem.arch), own


def compared(case: Asking) -> str:
    """Whether SAT, CP-SAT and ILP agree, and the oracle with them."""
    problem, files, own = _small(case, 4)
    words = [*files, *own, "--solver", *SOLVERS, "--time-limit", "20", "--json", "--quiet"]
    # Code 20: arithmetic refutes every number of cycles, and there is nothing to compare.
    answer = case.ask("solvers.compare", *words, codes=(0, 20, 30), bare=True)
    if answer["code"] == 20:
        case.none(Told(problem), range(1, 5), problem.contexts, "nothing to compare")
        return "infeasible"
    need(not answer["errors"], f"compare: {answer['errors'][:1]}")
    said: dict[int, set[str]] = {}
    for line in answer["lines"]:
        said.setdefault(line["cycles"], set()).add(line["status"])
    for cycles, words_of in said.items():
        sure = words_of & {"SAT", "UNSAT"}
        need(len(sure) < 2, f"{cycles} cycles: {sorted(words_of)}")
        if sure == {"UNSAT"}:
            case.none(Told(problem), range(cycles, cycles + 1), problem.contexts, "UNSAT")
    return "optimal"


def exported(case: Asking) -> str:
    """The model with as many cycles as are needed, and with one less, solved elsewhere."""
    from tests.solvers.exported import decided

    problem, files, own = _small(case, 5)
    answer = case.ask("solvers.min_cycles", *files, *own, "--workers", "1", *TIMED)
    if answer["status"] != "optimal":
        return str(answer["status"])
    judged(problem, answer["mapping"])
    ending = case.draw.choice(ENDINGS)
    for cycles in (answer["cycles"], answer["cycles"] - 1):
        path = case.folder / f"model{cycles}{ending}"
        words = [*files, *own, "--cycles", cycles, path]
        code = case.ask("solvers.export", *words, codes=(0, 2, 20), bare=True)["code"]
        if code:
            need(cycles < answer["cycles"], f"no model with {cycles} cycles (exit code {code})")
            continue
        model = build(problem, cycles)
        true = decided(path, model)
        there = cycles == answer["cycles"]
        need((true is not None) == there, f"elsewhere {cycles} cycles ({ending}): {true}")
        if true is not None:
            mapping = decode(model, true)
            need(not (wrong := check(problem, mapping)), f"elsewhere: {wrong[:1]}")
            need(simulate(problem, mapping).ok, "elsewhere: simulator")
    return "optimal"


def configured(case: Asking) -> str:
    """What a mapping asks of the hardware: an array that knows this alone runs the graph."""
    from models.configuration.build import configuration
    from models.configuration.check import configuration_faults
    from models.formats.configuration_json import configuration_to_json
    from tests.models.configured import assert_runs

    dfg, arch = loop_body(case.draw), loop_array(case.draw)
    files, path = case.files(dfg, arch), case.folder / "mapping.json"
    first = case.ask("solvers.min_ii", *files, "--first", "--mapping", path, *TIMED)
    if first.get("mapping") is None:
        return str(first["status"])
    mapping = mapping_of(first["mapping"])
    problem = Problem(dfg, arch, mapping.contexts)
    judged(problem, first["mapping"])
    printed = case.ask("solvers.configure", *files, path, "--json", codes=(0,), bare=True)
    made = configuration(problem, mapping)
    need(json.loads(configuration_to_json(made)).items() <= printed.items(), "another is printed")
    need(not (wrong := configuration_faults(problem, mapping, made)), f"{wrong[:1]}")
    for iterations in (1, made.stages + 2):
        try:
            assert_runs(problem, made, iterations, 5)
        except (AssertionError, KeyError, IndexError) as error:
            need(False, f"an array that has the configuration alone: {type(error).__name__}")
    return str(first["status"])


def traded(case: Asking) -> str:
    """How small an array can be, for several numbers of cycles; the oracle knows no smaller one."""
    from tests.solvers.pruning.small import small_array, small_graph
    from tests.system.questions import PARTS, smaller

    draw = case.draw
    dfg, arch = small_graph(draw), small_array(draw, draw.choice((1, 2, 2, 3)))
    first = next((n for n in range(3, 9) if feasible(dfg, arch, None, n)), None)
    if first is None:
        return "none"
    words = ["--cycles", f"{first}-{first + 1}", "--minimise", "elements", *TIMED]
    answer = case.ask("solvers.trade_off", *case.files(dfg, arch), *words)
    sizes = []
    for point in answer["points"]:
        if not point.get("counts"):
            continue
        left = architecture_from_json(msgspec.json.encode(point["left"]), "left")
        for raw in point["mappings"]:
            judged(Problem(dfg, left, point["contexts"]), raw)
        if point["status"] == "optimal":
            count = point["counts"]["elements"]
            sizes.append(count)
            for part, _ in zip(smaller(arch, "elements", count - 1), range(PARTS), strict=False):
                case.count += 1
                there = feasible(dfg, part, None, point["horizons"][0])
                need(not there, f"{count} elements, but {part} does")
    need(sizes == sorted(sizes, reverse=True), f"more cycles need more elements: {sizes}")
    need(answer["proven"] or answer["stopped"], "not proven, and yet not stopped")
    return "optimal" if answer["proven"] else "feasible"


def partitioned(case: Asking) -> str:
    """A loop cut into parts that run one after another, against all partitions."""
    from models.partition import Partition, PartitionGraph
    from models.partition.check import check_parts
    from models.partition.limits import Limits
    from models.partition.model import Asked
    from tests.solvers.partition_oracle import value

    draw = case.draw
    dfg, arch = loop_body(draw), architecture_preset(draw.choice(PARTITIONED))
    blocks = PartitionGraph(dfg)
    parts = draw.choice((None, None, 1, 2, 3))
    parts = None if parts is None else min(parts, len(blocks.blocks))  # more is refused
    words = ["--max-ii", draw.randint(2, 4), "--jobs", 1, "--map-time", 4]
    words += [] if parts is None else ["--parts", parts]
    method = draw.choice(("auto", "auto", "exact", "multilevel"))
    words += ["--method", method if find_spec("pymetis") else method.replace("multilevel", "auto")]
    answer = case.ask("solvers.partition", *case.files(dfg, arch), *words, *TIMED)
    if answer["status"] == "unknown":
        return "unknown"
    count = parts or min(3, max(2, len(answer["parts"])))
    asked = Asked(count, "intervals", full=parts is not None, max_interval=answer["max_ii"])
    limits, least = Limits(blocks, arch), None
    if count ** len(blocks.blocks) <= 10_000:
        case.count += 1
        every = product(range(count), repeat=len(blocks.blocks))
        totals = (value(blocks, limits, asked, part) for part in every)
        least = min((total for total in totals if total is not None), default=None)
    if answer["status"] == "infeasible":
        need(least is None, f"no partition, but one may have a total of {least}")
        return "infeasible"
    members = tuple(tuple(part["operations"]) for part in answer["parts"])
    mappings = [mapping_of(part["mapping"]) for part in answer["parts"]]
    checked, total = check_parts(dfg, arch, Partition(members), mappings), answer["total_ii"]
    need(checked.fault is None, f"parts: {checked.fault}")
    need(total == sum(part["ii"] for part in answer["parts"]), "the total is no sum")
    need(answer["bound"] <= total, f"total {total}, but at least {answer['bound']}")
    need(answer["status"] != "optimal" or answer["bound"] == total, "optimal, but above its bound")
    need(least is None or total >= least, f"total {total}, but at least {least}")
    return str(answer["status"])


def optimized(case: Asking) -> str:
    """A C program, transformed and mapped, executed as it is left."""
    from programs.loops import execute
    from programs.loops.emit import emit_program
    from programs.loops.random_values import random_values
    from programs.source import read_file
    from tests.programs.random_regions import RandomOptions, random_region

    seed = case.draw.randrange(10**6)
    region = random_region(seed, RandomOptions(nests=1, depth=2, statements=1, trips=4, operands=2))
    source, out = case.folder / "program.c", case.folder / "out"
    source.write_text(emit_program(region), encoding="utf-8")
    spec = case.draw.choice(("s4:2x2", "s4", "h6:2x2,memory=all"))
    words = [source, spec, "--space", case.draw.choice(("none", "full")), "--keep", 2]
    words += ["--map-time", 3, "--prove-time", 2, "--check", "always", "--jobs", 1]
    answer = case.ask("programs.optimize", *words, "--folder", out, *TIMED, bare=True)
    if answer["status"] == "unknown":
        return "unknown"
    for path in sorted(out.glob("*.mapping.json")):
        base = str(path).removesuffix(".mapping.json")
        problem = Problem(load_dfg(f"{base}.dfg.json"), architecture_preset(spec), 1)
        judged(problem, json.loads(path.read_text("utf-8")))
        claimed(path.with_name(path.name.replace(".mapping.json", ".certificate")))
    values = random_values(region, seed + 1)
    (left,) = read_file(str(out / "winner.c"))
    one, two = execute(region, values), execute(left, values)
    for name, expected in one.items():
        equal = np.array_equal(np.asarray(expected), np.asarray(two[name]), equal_nan=True)
        need(equal, f"the winner leaves other numbers in '{name}'")
    return str(answer["status"])
