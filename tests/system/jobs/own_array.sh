# An array of 5 rows and 3 columns that no preset has, and a loop on it with a proof.
cat > own.toml <<'END'
rows = 5
columns = 3
registers = 4
io = "left"
ops = ["add", "sub", "const"]
regions = [
    {columns = 0, ops = ["memory"]},
    {columns = 1, ops = ["mul"], latencies = {mul = 2}},
]
END
xyzmap archs own.toml
xyzmap examples dot 6 -o dot
xyzmap min-ii dot/dfg.json own.toml --quiet --certificate proof --out dot.mapping.json
xyzmap verify proof
xyzmap verify proof --second no-such-checker
xyzmap draw schedule dot/dfg.json own.toml dot.mapping.json -o dot.svg
xyzmap examples loop sha1 -o sha1
xyzmap min-ii sha1/dfg.json own.toml --quiet
