# A loop that needs more contexts than the array has, cut into parts.
xyzmap examples polybench gesummv --unroll 2 -o loop
xyzmap min-ii loop/dfg.json adres:3x3 --max-ii 2 --quiet
xyzmap partition loop/dfg.json adres:3x3 --max-ii 2 --quiet --out parts --certificate proof
xyzmap verify proof
xyzmap min-ii parts/part0.dfg.json adres:3x3 --max-ii 2 --quiet
xyzmap configure parts/part0.dfg.json adres:3x3 parts/part0.mapping.json -o part0.txt
xyzmap draw routes parts/part1.dfg.json adres:3x3 parts/part1.mapping.json -o part1.svg
