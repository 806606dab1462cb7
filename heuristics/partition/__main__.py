"""`python -m heuristics.partition DFG ARCH`: see `solvers.partition`, which maps the parts."""

import runpy

if __name__ == "__main__":
    runpy.run_module("solvers.partition", run_name="__main__")
