"""`python -m streaming PROGRAM`: map a program onto the streaming engine."""

import sys

from solvers.questions.command import command
from streaming.question.question import QUESTION

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
