"""`python -m solvers.prune_arch DFG… ARCH`: the smallest part of an array that does the job."""

import sys

from solvers.questions.command import command
from solvers.questions.prune_arch.options import QUESTION

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
