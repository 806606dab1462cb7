# A FIR filter in C: its loop as a graph, a mapping, and a run of the mapping in Verilog.
# Needs clang and iverilog.
cat > fir.c <<'END'
void fir(const int *x, int *y, int n, int h0, int h1, int h2, int h3) {
    for (int i = 0; i < n; i++)
        y[i] = h0 * x[i] + h1 * x[i + 1] + h2 * x[i + 2] + h3 * x[i + 3];
}
END
xyzmap dfg fir.c --assume restrict -o fir.json
xyzmap min-ii fir.json adres:4x4 --quiet --out fir.mapping.json --html fir.html
xyzmap configure fir.json adres:4x4 fir.mapping.json -o fir.txt
xyzmap rtl adres:4x4 --dfg fir.json --mapping fir.mapping.json -o fir --run
