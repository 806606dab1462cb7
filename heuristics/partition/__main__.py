"""`python -m heuristics.partition DFG ARCH`: see `solvers.partition`, which maps the parts."""

import sys

from solvers.questions.partition.command import main

if __name__ == "__main__":
    sys.exit(main())
