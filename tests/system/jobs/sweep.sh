# Two kernels on three arrays, each asked once.
xyzmap examples dot 3 -o dot
xyzmap examples polybench gemm -o gemm
cat > sweep.toml <<'END'
[[sweep]]
question = "min_ii"
dfgs = ["dot/dfg.json", "gemm/dfg.json"]
architectures = ["mesh:2x2,io=all", "hycube:2x2", "adres:3x3"]
END
xyzmap sweep sweep.toml --list
xyzmap sweep sweep.toml --quiet --out rows.csv --out rows.md
xyzmap sweep sweep.toml --quiet
