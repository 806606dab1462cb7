"""`python -m ecosystems.neura DFG.json`: a mapping for the compiler Neura, with a proof."""

import sys

from ecosystems.neura.question import QUESTION
from solvers.questions.command import command

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
