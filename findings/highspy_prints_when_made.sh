#!/usr/bin/env bash
# HiGHS for Python (highspy) 1.16.0 writes two lines to standard output when the first solver object
# of a process is made. `output_flag`, which silences it, can only be set on that object afterwards:
# a program whose standard output is data cannot avoid them by an option. 1.15.1 writes nothing.
#
# Seen with highspy 1.15.1 and 1.16.0 on Linux, Python 3.11:
#   1.15.1: 0 lines
#   1.16.0: 2 lines: Running HiGHS 1.16.0 (git hash: …): Copyright (c) 2026 under MIT licence terms
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
lines() {
    python3 -m venv "$folder/$1"
    "$folder/$1/bin/python" -m pip install --quiet --disable-pip-version-check "highspy==$1"
    "$folder/$1/bin/python" -c '
import highspy
solver = highspy.Highs()
solver.setOptionValue("output_flag", False)
highspy.Highs().setOptionValue("output_flag", False)
' >"$folder/$1.txt"
    wc -l <"$folder/$1.txt"
}
before=$(lines 1.15.1)
after=$(lines 1.16.0)
echo "1.15.1: $before lines"
echo "1.16.0: $after lines: $(head -1 "$folder/1.16.0.txt")"
[ "$before" -eq 0 ] && [ "$after" -eq 2 ] && grep -q '^Running HiGHS 1.16.0' "$folder/1.16.0.txt"
