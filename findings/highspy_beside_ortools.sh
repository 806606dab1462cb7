#!/usr/bin/env bash
# OR-Tools 9.15 and HiGHS for Python (highspy) 1.15.1 cannot be imported in one process, in either
# order, though each can alone. Both bring a HiGHS as a shared library whose symbols the other one
# finds first, and the two releases of HiGHS do not have the same ones.
#
# Seen with ortools 9.15.6755 on Linux x86-64, Python 3.11:
#   highspy 1.14.0: both orders work
#   highspy 1.15.1: ImportError: … undefined symbol: …, in both orders
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
python=$folder/venv/bin/python
quiet=(--quiet --disable-pip-version-check)
"$python" -m pip install "${quiet[@]}" ortools==9.15.6755
tried() {
    if "$python" -c "$1" 2>"$folder/error"; then
        echo works
    else
        tail -1 "$folder/error" | grep -o '^ImportError\|undefined symbol' | paste -sd ' '
    fi
}
for version in 1.14.0 1.15.1; do
    "$python" -m pip install "${quiet[@]}" "highspy==$version"
    "$python" -c 'import highspy'
    first=$(tried 'import highspy; from ortools.sat.python import cp_model')
    after=$(tried 'from ortools.sat.python import cp_model; import highspy')
    echo "$version: highspy first: $first; OR-Tools first: $after"
    expected=works
    [ "$version" = 1.14.0 ] || expected="ImportError undefined symbol"
    [ "$first" = "$expected" ] && [ "$after" = "$expected" ]
done
