"""`python -m xyzmap COMMAND …`, the same as `xyzmap COMMAND …`."""

import sys

from xyzmap.cli import main

if __name__ == "__main__":
    sys.exit(main())
