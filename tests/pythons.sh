#!/usr/bin/env bash
# Installs the package alone with each supported Python of this machine, maps with it, and verifies,
# where files have the names of rooms.
# `tests/pythons.sh 3.12 3.13` takes these only. Says which were not found; CI tests one of them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
data=$root/examples/data

python_of() {
    for python in "python$1" "$HOME/.pyenv/versions/$1".*/bin/python /opt/python/"$1"*/bin/python; do
        if "$python" -c '' 2>/dev/null; then
            echo "$python"
            return
        fi
    done
}

tried=0
[ $# -gt 0 ] || set -- 3.11 3.12 3.13 3.14
for one; do
    python=$(python_of "$one")
    if [ -z "$python" ]; then
        echo "$one: not found"
        continue
    fi
    home=$(mktemp -d)
    trap 'rm -rf "$home"' EXIT
    "$python" -m venv "$home/venv"
    "$home/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$root"
    (
        mkdir "$home/user" "$home/user/views"
        cd "$home/user"
        echo 'raise SystemExit("the wrong one")' | tee models.py examples.py >views/__init__.py
        unset PYTHONPATH
        export PYTHONWARNINGS=error PATH=$home/venv/bin:$PATH
        xyzmap min-cycles "$data/ring4.dfg.json" ring:4 --quiet --certificate ring4 >/dev/null
        xyzmap verify ring4 >/dev/null
        xyzmap min-ii "$data/ring4.dfg.json" hycube:4x4,io=memory --quiet --html r.html >/dev/null
        python -c "import xyzmap; xyzmap.min_cycles(*xyzmap.example('ring', size=4))"
    )
    size=$(du -sm "$home/venv" | cut -f1)
    echo "$one: $("$home/venv/bin/python" -V) maps and verifies, in $size MB"
    rm -rf "$home"
    tried=$((tried + 1))
done
[ "$tried" -gt 0 ]
