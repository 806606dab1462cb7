"""The invocations that are recorded: for every command a few that answer, and some bad inputs.

A command's lines are run in order and in one folder, so that a line may read what another wrote.
`DATA`, `PROGRAMS` and `PICTURES` are folders of the checkout. Lines that begin with `!` are bad
input; these run as `xyzmap NAME` where the command has such a name. Lines that begin with `+` name
another module; they prepare the folder and are not recorded.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = {
    "DATA": ROOT / "examples/data",
    "PROGRAMS": ROOT / "examples/programs",
    "PICTURES": ROOT / "docs/pictures",
    "LOOPS": ROOT / "examples/data/loops.ll",
}

NAMES = {
    "xyzmap": "",
    "solvers.min_cycles": "min-cycles",
    "solvers.min_ii": "min-ii",
    "solvers.partition": "partition",
    "programs.optimize": "optimize",
    "solvers.remap": "remap",
    "solvers.configure": "configure",
    "solvers.rtl": "rtl",
    "solvers.area": "area",
    "solvers.dfg": "dfg",
    "solvers.streaming": "streaming",
    "solvers.sweep": "sweep",
    "solvers.draw": "draw",
    "solvers.compare": "compare",
    "solvers.export": "export",
    "solvers.prune_arch": "prune-arch",
    "solvers.trade_off": "trade-off",
    "solvers": "solvers",
    "solvers.verify": "verify",
    "archs": "archs",
    "examples": "examples",
}
"""Modules that are `xyzmap NAME`, too."""

LOOSE = {"learn.ppo", "learn.labels", "programs.optimize"}
"""Modules whose numbers depend on the version of torch, or on which of two searches ends first."""

SLOW = {"solvers.partition", "learn.intervals", "learn.ppo", "solvers.teach_labels"}
"""Modules whose cases are left to the second tier."""

EXACT = {"archs", "examples", "solvers.configure", "solvers.rtl"}
"""Modules whose output and files are the same bytes on every machine."""

CASES = {
    "xyzmap": """
        --help
        !no-such-command
        !--no-such-option
    """,
    "solvers.min_cycles": """
        +examples dot 2 -o dot2
        +examples dot 4 -o dot4
        DATA/ring4.dfg.json ring:4 --json --quiet --mapping m.json --certificate c --picture p.svg
        DATA/accumulate.dfg.json DATA/accumulate.arch.json --contexts 1 --quiet --html r.html
        DATA/ring4.dfg.json ring:4 --solver cadical195 --solver glucose4 --quiet
        dot2/dfg.json mesh:2x2,io=all --json --quiet --transform auto --certify --certificate d
        dot2/dfg.json mesh:2x2,io=all --cycles 4 --explain --quiet
        dot4/dfg.json mesh:2x2,registers=1 --json --quiet --solver glucose4
        dot4/dfg.json mesh:2x2,registers=1 --quiet --deterministic --certificate e
        !absent.json ring:4
        !DATA/ring4.dfg.json ring:4 --cycles 0
    """,
    "solvers.min_ii": """
        +examples dot 2 -o dot2
        DATA/accumulate.dfg.json DATA/accumulate.arch.json --shortest --json --quiet --certificate c
        dot2/dfg.json mesh:2x2,io=all --quiet --shortest --html r.html --mapping m
        DATA/ring4.dfg.json ring:4 --json --quiet --max-ii 5 --certificate d
        dot2/dfg.json mesh:2x2,io=all --json --quiet --method sa --forbid 0_0
        !DATA/accumulate.dfg.json ring:4,colour=1
        !DATA/accumulate.dfg.json ring:4 --method best
    """,
    "solvers.partition": """
        +examples dot 4 -o dot4
        dot4/dfg.json mesh:2x2,io=all --max-ii 1 --json --quiet --out parts --certificate c
        dot4/dfg.json full:3 --max-ii 2 --parts 2 --method exact --quiet --jobs 1 --json
        !DATA/ring4.dfg.json ring:3 --max-ii 0
        !DATA/ring4.dfg.json absent:3
    """,
    "heuristics.partition": """
        +examples dot 4 -o dot4
        dot4/dfg.json mesh:2x2,io=all --max-ii 2 --quiet --jobs 1 --picture p.svg
        !DATA/ring4.dfg.json ring:3 --max-ii 0
    """,
    "programs.optimize": """
        PROGRAMS/trisolv.c s4 --quiet --json --output o --space none
        PROGRAMS/trisolv.c s4 --quiet --space none --keep 1 --check never
        !absent.c s4
        !PROGRAMS/trisolv.c s4 --keep 0
    """,
    "solvers.remap": """
        PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json --json --quiet --mapping m
        PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json --quiet --forbid 0_0
        !PICTURES/dot.dfg.json mesh:2x2,io=all absent.json
        !PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json --forbid absent
    """,
    "solvers.dfg": """
        LOOPS --function gcd --check 10
        LOOPS --function sum_list --check 0 --json -o g.json
        !LOOPS
        !LOOPS --function gcd --loop 2
        !missing.ll
    """,
    "solvers.configure": """
        PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json --json
        PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json --width 80 -o tables.txt
        PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json \
            --register-files moves --words w
        !PICTURES/dot.dfg.json mesh:2x2,io=all absent.json
        !DATA/ring4.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json
        !PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json --register-files static
    """,
    "solvers.area": """
        !absent.json
        !mesh:2x2,registers=unlimited
        !mesh:2x2 --bits 1
    """,
    "solvers.rtl": """
        mesh:2x2,io=all -o array
        mesh:2x2,io=all -o run --dfg PICTURES/dot.dfg.json --mapping PICTURES/dot.mapping.json \
            --register-files unroll
        !mesh:2x2,io=all
        !mesh:2x2,registers=unlimited -o array
        !mesh:2x2,io=all -o run --dfg PICTURES/dot.dfg.json
        !mesh:2x2,io=all -o run --dfg PICTURES/dot.dfg.json --mapping PICTURES/dot.mapping.json \
            --register-files static
    """,
    "solvers.streaming": """
        DATA/streaming/distance.json --ii 3 --json --quiet --certificate c --out m.json
        DATA/streaming/matvec4.json --method greedy --tries 3 --quiet --json
        DATA/streaming/distance.json --ii 3 --quiet --picture p.svg --method random --html r.html
        !absent.json
        !DATA/streaming/distance.json --hops 2,1,x
    """,
    "solvers.sweep": """
        DATA/sweep.toml --list --store s.sqlite
        small.toml --json --quiet --export a.csv --export b.md
        small.toml --quiet
        !absent.toml
        !small.toml --jobs 0
    """,
    "solvers.draw": """
        dfg DATA/ring4.dfg.json -o a.svg
        array mesh:3x3,io=left -o b.svg
        schedule PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json -o c.svg
        routes PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json -o d.svg
        !dfg absent.json -o a.svg
        !array mesh:3x3 -o a.txt
    """,
    "solvers.compare": """
        +examples dot 2 -o dot2
        dot2/dfg.json mesh:2x2,io=all --cycles 4 --solver cadical195 --json - --quiet
        dot2/dfg.json mesh:2x2,io=all --cycles 5 --solver minicard --at-most-k binomial --markdown a
        !DATA/ring4.dfg.json ring:4 --solver absent
        !DATA/ring4.dfg.json ring:4 --cycles 0
    """,
    "solvers.export": """
        +examples dot 2 -o dot2
        dot2/dfg.json mesh:2x2,io=all --cycles 5 a.cnf
        dot2/dfg.json mesh:2x2,io=all --cycles 5 a.lp --transform enumerate
        dot2/dfg.json mesh:2x2,io=all --cycles 5 a.opb --contexts 2
        !DATA/ring4.dfg.json ring:4 --cycles 8 a.txt
        !DATA/ring4.dfg.json ring:4 a.cnf
    """,
    "solvers.prune_arch": """
        +examples dot 2 -o dot2
        dot2/dfg.json mesh:2x2,io=all --cycles 5 --json --quiet --certificate c
        dot2/dfg.json mesh:2x2,io=all --cycles 5 --greedy --quiet --mappings m --architecture a.json
        dot2/dfg.json mesh:2x2,io=all --cycles 2 --quiet
        !dot2/dfg.json mesh:2x2,io=all --minimise absent
        !dot2/dfg.json
    """,
    "solvers.trade_off": """
        +examples dot 2 -o dot2
        dot2/dfg.json mesh:2x2,io=all --cycles 5-6 --minimise elements --json --quiet
        dot2/dfg.json mesh:2x2,io=all --cycles 4,5 --minimise elements --quiet --architectures a
        !dot2/dfg.json mesh:2x2,io=all --cycles 8-5
        !dot2/dfg.json mesh:2x2,io=all
    """,
    "solvers": """
        --json
        !--absent
        !absent
    """,
    "solvers.verify": """
        +solvers.min_cycles DATA/ring4.dfg.json ring:4 --quiet --certificate c
        c --json
        c
        --coverage --json
        !absent
        !
    """,
    "archs": """
        --json
        mesh:2x2 --json
        DATA/ring4.arch.json
        mesh:2x2,io=all --format dfgmap -o e.txt --options-output g.txt
        !absent:2x2
        !mesh:2x2,io=everywhere
    """,
    "examples": """
        dot 2 -o a
        ring 2 --format dfgmap --mac pattern -o b
        loop sha1 --unroll 2 -o c
        random-loop 6 --seed 3 -o d
        !absent
        !ring 0
    """,
    "solvers.teach_labels": """
        hycube:3x3,io=memory --count 1 --out s.jsonl --quiet
        !mesh:0x0 --out s.jsonl
        !hycube:3x3,io=memory
    """,
    "learn.labels": """
        predict PICTURES/dot.dfg.json lisa:4x4 --json
        predict PICTURES/dot.dfg.json lisa:4x4
        !predict PICTURES/dot.dfg.json ring:4
        !evaluate lisa:4x4 --data absent.jsonl
    """,
    "learn.ppo": """
        evaluate DATA/streaming/distance.json --json --beam 0 --samples 2
        !evaluate absent.json
        !train --out run --arch absent
    """,
    "learn.intervals": """
        predict PICTURES/dot.dfg.json hycube:4x4,io=memory --json
        generate --count 1 --jobs 1 --out s.jsonl
        !predict absent.json hycube:4x4
        !evaluate --data absent.jsonl
    """,
}

FILES = {
    "solvers.sweep": {
        "small.toml": """
            [[sweep]]
            question = "min_cycles"
            dfgs = ["DATA/accumulate.dfg.json"]
            architectures = ["DATA/accumulate.arch.json"]
            options.contexts = [1, 2]
        """
    }
}
"""Files that lie in the folder of a command from the start."""
