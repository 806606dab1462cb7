"""`python -m streaming PROGRAM`: where and when the streaming engine does what."""

import sys

from solvers.questions.command import command
from streaming.question.question import QUESTION

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
