"""`python -m solvers.trade_off DFG… ARCH --cycles 8-14`: how small, for how many cycles."""

import sys

from solvers.questions.command import command
from solvers.questions.trade_off.options import QUESTION

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
