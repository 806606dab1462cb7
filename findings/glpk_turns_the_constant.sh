#!/usr/bin/env bash
# In an MPS file the right-hand side of the objective row is minus the constant of the objective for
# HiGHS, CPLEX and most readers. GLPK 5.0 takes it with its own sign: a constant of 10 that HiGHS
# writes becomes -10, and the optimum differs by 20, without a warning.
#
# Seen with highspy 1.14.0 and swiglpk 5.0.12 (GLPK 5.0) on Linux x86-64, Python 3.11, for
# minimise 10 + x over x >= 2:
#   HiGHS 12, GLPK -8
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check highspy==1.14.0 swiglpk==5.0.12
cd "$folder"
venv/bin/python - <<'PYTHON'
import highspy
import swiglpk as glpk

solver = highspy.Highs()
solver.setOptionValue("output_flag", False)
solver.addVariable(lb=2, ub=9, obj=1, name="x")
solver.changeObjectiveOffset(10)
solver.writeModel("constant.mps")
solver.run()
first = solver.getInfo().objective_function_value
glpk.glp_term_out(glpk.GLP_OFF)
made = glpk.glp_create_prob()
assert glpk.glp_read_mps(made, glpk.GLP_MPS_FILE, None, "constant.mps") == 0
glpk.glp_simplex(made, None)
other = glpk.glp_get_obj_val(made)
print("HiGHS", first, "GLPK", glpk.glp_version(), other)
assert (first, other) == (12, -8)
PYTHON
