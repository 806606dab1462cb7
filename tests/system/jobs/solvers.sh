# Which solver is the fastest for one graph, and do all of them say the same?
xyzmap examples dot 3 -o dot
xyzmap compare dot/dfg.json mesh:2x2,io=all --cycles 5,6 --solver cadical195 cp-sat highs --quiet --markdown dot.md --out dot.json --plot dot.svg
xyzmap compare dot/dfg.json mesh:2x2,io=all --cycles 5 --solver cadical195 cadical195 --quiet
xyzmap min-cycles dot/dfg.json mesh:2x2,io=all --solver highs --quiet
xyzmap min-cycles dot/dfg.json mesh:2x2,io=all --solver highs --certify --quiet
