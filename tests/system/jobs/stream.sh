# A polynomial by Horner's rule on the streaming engine: exactly, with a proof, and greedily.
cat > polynomial.json <<'END'
{
  "schema": "xyzmap/streaming_program/1",
  "name": "polynomial",
  "instructions": [
    {"name": "a", "op": "muladd", "operands": ["c3", "x", "c2"]},
    {"name": "b", "op": "muladd", "operands": ["a", "x", "c1"]},
    {"name": "y", "op": "muladd", "operands": ["b", "x", "c0"]}
  ],
  "variables": ["x", "c0", "c1", "c2", "c3"]
}
END
xyzmap streaming polynomial.json --quiet --minimise ii --certificate proof --out mapping.json --html page.html
xyzmap verify proof
xyzmap streaming polynomial.json --quiet --ii 3 --placed mapping.json
xyzmap streaming polynomial.json --quiet --ii 3 --method greedy --tries 5
xyzmap streaming polynomial.json --quiet --ii 2
