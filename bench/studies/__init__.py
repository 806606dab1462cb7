"""Measurements that no command of the product makes: each is a process that prints JSON.

What a study lacks on this machine is one line on stderr, and exit code 2.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from bench.process import Answer
from models.errors import InputError
from shell.command import USAGE


def printed(study: Callable[..., Answer], *words: str) -> None:
    """Print what a study answers."""
    try:
        print(json.dumps(study(*words)))
    except (InputError, ImportError) as error:
        print(str(error).splitlines()[0], file=sys.stderr)
        sys.exit(USAGE)
