# The smallest part of an array for one kernel, and the kernel on what is left.
xyzmap examples dot 3 -o dot
xyzmap prune-arch dot/dfg.json mesh:2x2,io=all --quiet --out small --picture small.svg --certificate proof
xyzmap verify proof
xyzmap archs small/array.json
xyzmap min-cycles dot/dfg.json small/array.json --quiet --out dot.mapping.json
xyzmap rtl small/array.json --dfg dot/dfg.json --mapping dot.mapping.json -o verilog
xyzmap prune-arch dot/dfg.json small/array.json --quiet --method greedy
xyzmap prune-arch dot/dfg.json mesh:2x2,io=all --quiet --cycles 5
