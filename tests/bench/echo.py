"""Prints what a file has, as JSON: a process for tests of measurements."""

import json
import sys
from pathlib import Path

if __name__ == "__main__":
    assert Path(sys.argv[3]).is_dir()
    print(json.dumps({"text": Path(sys.argv[1]).read_text(encoding="utf-8")}))
