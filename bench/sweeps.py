"""The papers' experiments as sweeps: `python -m bench.sweeps FOLDER` writes inputs and TOML files.

Each file is for `python -m solvers.sweep`, on this machine or on a cluster. Graphs that other
people have published are taken where they are, if they are there; our own ones are always there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from archs.formats.arch_json import architecture_to_json
from bench import partition_sets
from bench.counted import OPTION
from bench.lisa_sets import GROUPS, bodies, unrolled
from bench.programs import APPLICATIONS, ARRAYS
from bench.programs import FOLDER as PROGRAMS
from bench.table3 import three_registers
from bench.zero_patterns import classes
from examples.aes import aes
from examples.matrices import sparse
from examples.ring import ring
from examples.streaming import build
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_to_json
from models.formats.text_files import make_folder, write_text
from models.process.command import guarded
from models.streaming.program import program_to_json

STREAMING = ("distance", "vector_add:8", "fir:8", "matvec:4x4", "ifft_loop", "ifft:8:simd")
SIZES = (10, 15, 20, 25, 30)
SEEDS = 5


@dataclass(frozen=True)
class Part:
    """A table `[[sweep]]`; `graphs` are written beside it, `arrays` are names or written too."""

    question: str
    graphs: dict[str, str]
    arrays: dict[str, str] = field(default_factory=dict)
    presets: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    verify: bool = False
    time_limit: int = 120


def sat_mapping() -> Iterable[Part]:
    """Table 1 (SAT against ILP), rings of all sizes, Table 3, the AES array's smallest part."""
    options = {"multi_node": "off", "cycles": [9, 10], "seed": [0, 1, 2]}
    proving = {**options, "solver": ["cadical195", "glucose4"]}
    by_word = {**options, "solver": ["cp-sat", "highs"]}
    yield _pair("ring4", ring(4), options=proving, time_limit=300)
    yield _pair("ring4", ring(4), options=by_word, time_limit=300, verify=False)
    for size in range(3, 11):
        reordered = {"transform": "auto"}
        yield _pair(f"ring{size}_mac", ring(size, "pattern"), options=reordered, time_limit=600)
    for pattern in classes(3):
        dfg, arch = sparse(3, str(pattern))
        both = (dfg, three_registers(arch))
        yield _pair(f"sparse3_{pattern}", both, options={"contexts": [1, 2, 3]}, time_limit=90)
    kernel = {"aes": dfg_to_json(aes(3)[0])}
    meshes = ("mesh:3x3", "mesh:4x4", "mesh:5x5", "mesh:3x3,io=all", "mesh:3x3,io=top")
    yield Part("prune_arch", kernel, presets=meshes, options={"cycles": "52"}, time_limit=600)


def lisa() -> Iterable[Part]:
    """LISA's six arrays, and unrolled loops: proof, guided and plain annealing."""
    for group in GROUPS:
        loops = {
            name.replace(" ×", "_x"): dfg_to_json(dfg)
            for name, dfg in (unrolled if group.unrolled else bodies)()
        }
        exact = {"method": ["exact"], **OPTION}
        annealed = {"method": ["lisa", "sa"], "seed": [0, 1, 2], **OPTION}
        for options, verify in ((exact, True), (annealed, False)):
            if loops:
                yield Part("min_ii", loops, {}, (group.arch,), options, verify, 60)


def bopart() -> Iterable[Part]:
    """The poster's table, if its graphs are there."""
    for kernel in partition_sets.KERNELS:
        if kernel.path.exists():
            graph = {kernel.name: dfg_to_json(kernel.dfg())}
            exact = {"max_ii": 16, "parts": 2, "method": ["auto", "exact", "multilevel"], **OPTION}
            drawn = {"max_ii": 16, "parts": 2, "method": ["bopart", "nsga2"], "seed": [*range(5)]}
            drawn |= OPTION
            yield Part("partition", graph, {}, (kernel.arch,), exact)
            yield Part("partition", graph, {}, (kernel.arch,), drawn)


def pt_map() -> Iterable[Part]:
    """Eleven applications on four arrays, ranked in two ways, and less of the space."""
    programs = {name: (PROGRAMS / f"{name}.c").read_text(encoding="utf-8") for name in APPLICATIONS}
    whole = {"predictor": ["mii", "gnn"], "jobs": 1, **OPTION}
    less = {"space": ["none", "interchange", "fusion"], "jobs": 1, **OPTION}
    for options in (whole, less):
        yield Part("programs.optimize", programs, {}, ARRAYS, options)


def streaming() -> Iterable[Part]:
    """The paper's programs and random ones: proof, rules and the policy."""
    specs = [*STREAMING, *(f"random:{n}:{s}" for n in SIZES for s in range(SEEDS))]
    programs = {spec.replace(":", "_"): program_to_json(build(spec)) for spec in specs}
    yield Part("streaming", programs, verify=True)
    quick = {"method": ["greedy", "random", "ppo"], "tries": [1, 32], "seed": [0, 1, 2]}
    yield Part("streaming", programs, options=quick)


PAPERS = {
    "sat_mapping": sat_mapping,
    "lisa": lisa,
    "bopart": bopart,
    "pt_map": pt_map,
    "streaming": streaming,
}


def _pair(name: str, pair: tuple[Dfg, Architecture], verify: bool = True, **more: Any) -> Part:
    graph, array = dfg_to_json(pair[0]), architecture_to_json(pair[1])
    return Part("min_cycles", {name: graph}, {name: array}, verify=verify, **more)


def write_sweep(folder: Path, name: str, parts: Iterable[Part]) -> Path | None:
    """Write a sweep with its inputs; None where there is nothing to ask."""
    lines = [f"# python -m solvers.sweep {name}.toml (see docs/sweeps.md)"]
    for part in parts:
        programs = part.question in ("streaming", "programs.optimize")
        ending = "c" if part.question == "programs.optimize" else "json"
        lines += ["", "[[sweep]]", f'question = "{part.question}"']
        graphs = _write(folder, f"{name}/inputs", part.graphs, ending)
        lines.append(f"{'programs' if programs else 'dfgs'} = {graphs}")
        if part.arrays or part.presets:
            files = _write(folder, f"{name}/arrays", part.arrays, "json")
            lines.append(f"architectures = {_toml([*json.loads(files), *part.presets])}")
        lines += ["verify = true"] * part.verify
        lines.append(f"time_limit = {part.time_limit}")
        lines += [f"options.{option} = {_toml(value)}" for option, value in part.options.items()]
    if len(lines) == 1:
        return None
    path = folder / f"{name}.toml"
    write_text(str(path), "\n".join(lines) + "\n")
    return path


def _write(folder: Path, under: str, texts: dict[str, str], ending: str) -> str:
    make_folder(str(folder))
    (folder / under).mkdir(parents=True, exist_ok=True)
    names = [f"{under}/{name}.{ending}" for name in texts]
    for name, text in zip(names, texts.values(), strict=True):
        write_text(str(folder / name), text)
    return _toml(names)


def _toml(value: Any) -> str:
    """Return text, numbers and lists of them, which TOML writes as JSON does."""
    return json.dumps(value)


def run(arguments: Sequence[str] | None = None) -> int:
    """Write the sweeps; return the exit code. Raises `InputError`."""
    parser = argparse.ArgumentParser(prog="bench.sweeps", description="the papers as sweeps")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where inputs and sweeps go")
    parser.add_argument("--only", nargs="+", choices=PAPERS, default=list(PAPERS), metavar="PAPER")
    options = parser.parse_args(arguments)
    for name in options.only:
        path = write_sweep(options.folder, name, PAPERS[name]())
        print(f"{name}: its graphs are not here" if path is None else path)
    return 0


main = guarded(run, "bench.sweeps")

if __name__ == "__main__":
    sys.exit(main())
