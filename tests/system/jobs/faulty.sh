# A tile dies: the mapping again with as few moves as possible, and then as Verilog.
xyzmap examples loop sha1 -o sha1
xyzmap min-ii sha1/dfg.json adres:4x4 --quiet --out old.json
xyzmap remap sha1/dfg.json adres:4x4 old.json --forbid 1_1 --quiet --out new.json
xyzmap configure sha1/dfg.json adres:4x4 new.json -o new.txt
xyzmap rtl adres:4x4 --dfg sha1/dfg.json --mapping new.json -o verilog
xyzmap remap sha1/dfg.json adres:4x4 old.json --forbid 9_9 --quiet
