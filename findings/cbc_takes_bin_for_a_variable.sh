#!/usr/bin/env bash
# HiGHS writes LP files whose section of 0-1 variables begins with `bin`. CBC 2.10.3 (in PuLP 3.3.2)
# knows `binary` and `binaries`; it takes `bin` for a variable, and solves the relaxation: the
# variables become fractions, without a warning. With `binary` both find the same optimum.
#
# Seen with highspy 1.14.0 and pulp 3.3.2 on Linux x86-64, Python 3.11, for
# maximise x + y + z with x + y <= 1, y + z <= 1, x + z <= 1 over 0-1 variables:
#   HiGHS 1, CBC on HiGHS's file 1.5, CBC with `binary` in place of `bin` 1
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check highspy==1.14.0 pulp==3.3.2
cd "$folder"
venv/bin/python - <<'PYTHON'
import highspy

solver = highspy.Highs()
solver.setOptionValue("output_flag", False)
x, y, z = (solver.addBinary(obj=-1, name=name) for name in "xyz")
for pair in ((x, y), (y, z), (x, z)):
    solver.addConstr(pair[0] + pair[1] <= 1)
solver.writeModel("triangle.lp")
solver.run()
print("HiGHS", -solver.getInfo().objective_function_value)
PYTHON
grep -q '^bin$' triangle.lp
sed 's/^bin$/binary/' triangle.lp >binary.lp
cbc=$(venv/bin/python -c 'import pathlib, pulp; print(pathlib.Path(pulp.__file__).parent / "solverdir/cbc/linux/i64/cbc")')
best() {
    "$cbc" "$1" solve solution answer.txt >/dev/null
    head -1 answer.txt | grep -o '[0-9.]*$'
}
relaxed=$(best triangle.lp)
whole=$(best binary.lp)
echo "CBC on HiGHS's file $relaxed, with 'binary' $whole"
python3 -c "import sys; sys.exit(not (float('$relaxed') == 1.5 and float('$whole') == 1))"
