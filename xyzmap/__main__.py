"""`python -m xyzmap COMMAND …`, the same as `xyzmap COMMAND …`."""

import sys

from solvers.cli import main

if __name__ == "__main__":
    sys.exit(main())
