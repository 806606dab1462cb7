"""`python -m pruning.trade_off DFG… ARCH --cycles 8-14`: the least size per number of cycles."""

import sys

from pruning.trade_off.question import QUESTION
from solvers.questions.command import command

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
