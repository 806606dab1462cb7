"""The scheduler of a Dask cluster."""

from __future__ import annotations

import logging
import os
from typing import Any

from models.errors import InputError

CONNECT_SECONDS = 20.0


def connect(address: str) -> Any:
    """Return a `distributed.Client` of the scheduler at `address`, or in its scheduler file.

    Raises `InputError` where distributed is missing, or no scheduler answers.
    """
    try:
        from distributed import Client
        from distributed.comm.addressing import parse_address
        from distributed.comm.registry import get_backend
    except ImportError:
        raise InputError("--cluster needs Dask: pip install 'xyzmap[cluster]'") from None
    # It logs whole tracebacks where a line says what happened.
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    try:
        file = {"scheduler_file": address} if os.path.isfile(address) else {"address": address}
        if "address" in file:
            # A client that cannot be made hangs for 40 seconds when it is freed.
            get_backend(parse_address(address)[0])
        client: Any = Client
        return client(**file, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error) or type(error).__name__
        raise InputError(f"no Dask scheduler answers: {reason}", address) from None
