"""`python -m solvers.partition DFG ARCH`, and `python -m heuristics.partition` alike."""

import sys

from solvers.questions.partition.command import main

if __name__ == "__main__":
    sys.exit(main())
