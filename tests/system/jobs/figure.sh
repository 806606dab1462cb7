# The figures of a paper, each one column wide.
xyzmap examples loop gsm-add -o loop
xyzmap min-ii loop/dfg.json mesh:3x3,io=left --quiet --out mapping.json
xyzmap draw dfg loop/dfg.json --width 3.3 -o graph.svg
xyzmap draw array mesh:3x3,io=left --width 3.3 -o array.svg
xyzmap draw schedule loop/dfg.json mesh:3x3,io=left mapping.json --width 3.3 -o schedule.svg
xyzmap draw schedule loop/dfg.json mesh:3x3,io=left mapping.json --width 3.3 -o schedule.pdf
xyzmap draw routes loop/dfg.json mesh:3x3,io=left mapping.json --width 3.3 -o routes.svg
xyzmap draw routes loop/dfg.json mesh:3x3,io=left mapping.json --width 3.3 -o routes.pdf
