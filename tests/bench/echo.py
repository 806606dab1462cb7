"""Prints what a file has, as JSON, or waits: a process for tests of measurements."""

import json
import os
import sys
import time
from pathlib import Path

if __name__ == "__main__":
    if sys.argv[1] == "--wait":
        Path(sys.argv[2]).write_text(f"{os.getpid()}\n", encoding="utf-8")
        time.sleep(60)
    assert Path(sys.argv[3]).is_dir()
    print(json.dumps({"text": Path(sys.argv[1]).read_text(encoding="utf-8")}))
