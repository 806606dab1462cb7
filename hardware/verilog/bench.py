"""The test bench: streams, a memory, the expected values of a run, and the comparison.

Files of hexadecimal numbers have a word per line. `streams.hex` has, stream after stream, a word
per iteration from `-DISTANCE` on, and x for words that the array must write. `expected.hex` has the
expected words of the compared streams (`DUE`) from iteration 0 on, and 0 elsewhere. The memory has
the words that the loop touches: `addresses.hex` are their addresses in order, `memory.hex` and
`memory_expected.hex` their values before and after. `invariants.hex` has what is loaded before the
run, in this order.
"""

from __future__ import annotations

from collections.abc import Iterable

from hardware.model.layout import WordLayout
from hardware.model.machine import Machine
from hardware.model.stimulus import Outcome, Stimulus
from hardware.model.words import Words
from hardware.verilog.ports import COUNTER, buses, ports_of
from models.errors import InputError


def hexadecimal(numbers: Iterable[int | str], width: int) -> str:
    """Return words as lines of a file; x becomes a word of this digit."""
    digits, mask = (width + 3) // 4, (1 << width) - 1
    lines = (n * digits if isinstance(n, str) else f"{n & mask:0{digits}x}" for n in numbers)
    return "".join(f"{line}\n" for line in lines)


def bench_files(machine: Machine, words: Words, given: Stimulus, due: Outcome) -> dict[str, str]:
    """Return the files of numbers by name. Raises `InputError` for missing inputs."""
    width = int(words.word[1:])
    before: list[int | str] = []
    after: list[int | str] = []
    for stream in words.streams:
        count = words.iterations
        if stream.kind == "input":
            numbers = given.inputs.get(stream.name, ())
            if len(numbers) < count:
                raise InputError(f"input '{stream.name}' has {len(numbers)} of {count} numbers")
            early = [given.inputs[n][0] if isinstance(n, str) else n for n in stream.before]
            early += [0] * (words.distance - len(early))
            before += [*reversed(early), *numbers[:count]]
        else:
            before += ["x"] * (words.distance + count)
        wanted = due.outputs.get(stream.name) if stream.kind == "output" else None
        after += [0] * words.distance
        after += wanted if wanted is not None else [0] * count
    found = [given.memory.at(address) for address in due.touched]
    left = [due.stored.get(address, n) for address, n in zip(due.touched, found, strict=True)]
    loaded = {(each.component, each.index): each.stream for each in words.invariants}
    chain = [(each.place, each.index) for each in reversed(machine.invariants())]
    held: list[int | str] = [
        given.inputs[words.streams[loaded[place]].name][0] if place in loaded else "x"
        for place in chain
    ]
    return {
        **({"invariants.hex": hexadecimal(held, width)} if held else {}),
        "streams.hex": hexadecimal(before, width),
        "expected.hex": hexadecimal(after, width),
        "addresses.hex": hexadecimal(due.touched, width),
        "memory.hex": hexadecimal(found, width),
        "memory_expected.hex": hexadecimal(left, width),
    }


PLACE = """\
  // Where an address is among those that the loop touches; PLACES where it is none of them.
  function [31:0] place(input filled, input [WIDTH-1:0] whole);
    reg [31:0] low, high, middle;
    reg [WIDTH-1:0] address;
    begin
      low = 0;
      high = PLACES;
      address = whole & MASK;
      if (filled !== 1'b1 || ^whole === 1'bx) low = PLACES;
      while (low < high) begin
        middle = (low + high) / 2;
        if (addresses[middle] < address) low = middle + 1;
        else high = middle;
      end
      place = (low < PLACES && addresses[low] == address) ? low : PLACES;
    end
  endfunction"""
USING = """\
  generate for (i = 0; i < USERS; i = i + 1) begin : using
    wire [31:0] at = place(ready, memory_address[i*WIDTH +: WIDTH]);
    assign memory_loaded[i*WIDTH +: WIDTH] = memory[at];
    always @(posedge clk) if (memory_store[i]) begin
      if (at < PLACES) memory[at] <= memory_data[i*WIDTH +: WIDTH];
      else begin
        wrong = wrong + 1;
        $display("FAIL %h is stored at address %h, and nothing is due there",
          memory_data[i*WIDTH +: WIDTH], memory_address[i*WIDTH +: WIDTH]);
      end
    end
  end endgenerate"""


def bench_module(layout: WordLayout, words: Words, due: Outcome) -> str:
    """Return the module `testbench`, which prints PASS and the compared counts, or FAIL lines."""
    places = len(due.touched)
    compared = [s.kind == "output" and s.name in due.outputs for s in words.streams]
    bits_due = "".join(str(int(each)) for each in reversed(compared)) or "0"
    ports = ports_of(layout.machine)
    reads, writes, users = len(ports.reads), len(ports.writes), ports.memory_ports
    stream, bits = max(layout.stream_bits, 1), words.address_bits
    logic = []
    if reads:
        logic += [
            "  generate for (i = 0; i < READS; i = i + 1) begin : reading",
            f"    wire signed [{COUNTER - 1}:0] at = read_iteration[i*{COUNTER} +: {COUNTER}];",
            f"    wire [{stream - 1}:0] stream = read_stream[i*{stream} +: {stream}];",
            "    assign read_data[i*WIDTH +: WIDTH] = at >= -DISTANCE && at < ITERATIONS"
            " ? streams[$signed({1'b0, stream})*SPAN + at + DISTANCE] : {WIDTH{1'bx}};",
            "  end endgenerate",
        ]
    if writes:
        logic += [
            "  generate for (i = 0; i < WRITES; i = i + 1) begin : writing",
            f"    wire signed [{COUNTER - 1}:0] at = write_iteration[i*{COUNTER} +: {COUNTER}];",
            f"    wire [{stream - 1}:0] stream = write_stream[i*{stream} +: {stream}];",
            "    always @(posedge clk) if (write_enable[i] && at >= -DISTANCE && at < ITERATIONS)",
            "      streams[$signed({1'b0, stream})*SPAN + at + DISTANCE]"
            " <= write_data[i*WIDTH +: WIDTH];",
            "  end endgenerate",
        ]
    if users:
        logic += [PLACE, USING]
    loads = len(layout.machine.invariants())
    declared = [
        f"  {'reg ' if bus.name.startswith('load') else 'wire'} [{bus.size}-1:0] {bus.name};"
        for bus in buses(layout)
    ]
    declared += [f"  reg [WIDTH-1:0] invariants [0:{loads - 1}];"] * bool(loads)
    joined = "".join(f", .{bus.name}({bus.name})" for bus in buses(layout))
    count = len(words.streams)
    return "\n".join(
        [
            "// Runs the array once, and compares what it leaves with what it should.",
            "// Call it with +vcd for a waveform in testbench.vcd.",
            "// There may be no words or ports: comparisons are constant, buses are not driven.",
            "// The clock is made here.",
            "// verilator lint_off UNSIGNED",
            "// verilator lint_off BLKSEQ",
            "// verilator lint_off UNDRIVEN",
            "module testbench;",
            f"  localparam WIDTH = {layout.machine.width};",
            f"  localparam STREAMS = {max(count, 1)};",
            f"  localparam [STREAMS-1:0] DUE = {max(count, 1)}'b{bits_due};",
            f"  localparam ITERATIONS = {words.iterations};",
            f"  localparam DISTANCE = {words.distance};",
            f"  localparam PLACES = {places};",
            f"  localparam [WIDTH-1:0] MASK = {{{{WIDTH-{bits}{{1'b0}}}}, {{{bits}{{1'b1}}}}}};"
            if bits < layout.machine.width
            else "  localparam [WIDTH-1:0] MASK = {WIDTH{1'b1}};",
            f"  localparam READS = {reads};",
            f"  localparam WRITES = {writes};",
            f"  localparam USERS = {users};",
            "  localparam SPAN = DISTANCE + ITERATIONS;",
            f"  localparam CYCLES = {words.rounds * words.interval};",
            "  reg clk = 1'b0;",
            "  reg reset = 1'b1;",
            "  wire done;",
            "  reg [WIDTH-1:0] streams [0:STREAMS*SPAN-1];",
            "  reg [WIDTH-1:0] expected [0:STREAMS*SPAN-1];",
            # An additional word, unknown, serves loads from any other address.
            "  reg [WIDTH-1:0] addresses [0:PLACES];",
            "  reg [WIDTH-1:0] memory [0:PLACES];",
            "  reg [WIDTH-1:0] memory_expected [0:PLACES];",
            "  reg ready = 1'b0;",
            "  genvar i;",
            "  integer n, compared, wrong;",
            *declared,
            "  array #(",
            f"    .WIDTH(WIDTH), .INTERVAL({words.interval}), .CONTEXTS({words.contexts}),",
            f"    .DISTANCE(DISTANCE), .FIRST_CONTEXT({words.first_context}),",
            f'    .ROUNDS({words.rounds}), .ITERATIONS(ITERATIONS), .FILE("contexts.hex")',
            f"  ) array_0 (.clk(clk), .reset(reset), .done(done){joined});",
            *logic,
            "  initial begin",
            '    $readmemh("streams.hex", streams);' if count else "",
            '    $readmemh("expected.hex", expected);' if count else "",
            *(
                f'    $readmemh("{name}.hex", {name}, 0, PLACES - 1);'
                for name in ("addresses", "memory", "memory_expected") * bool(places)
            ),
            "    ready = 1'b1;",
            *(
                line
                for line in (
                    '    $readmemh("invariants.hex", invariants);',
                    "    load = 1'b1;",
                    f"    for (n = 0; n < {loads}; n = n + 1) begin",
                    "      load_data = invariants[n];",
                    "      #1 clk = 1'b1;",
                    "      #1 clk = 1'b0;",
                    "    end",
                    "    load = 1'b0;",
                )
                if loads
            ),
            '    if ($test$plusargs("vcd")) begin',
            '      $dumpfile("testbench.vcd");',
            "      $dumpvars(0, testbench);",
            "    end",
            "    compared = 0;",
            "    wrong = 0;",
            "    #1 clk = 1'b1;",
            "    #1 clk = 1'b0;",
            "    reset = 1'b0;",
            "    for (n = 0; n < CYCLES; n = n + 1) begin",
            "      #1 clk = 1'b1;",
            "      #1 clk = 1'b0;",
            "    end",
            "    if (done !== 1'b1) begin",
            '      $display("FAIL the run has not ended");',
            "      wrong = wrong + 1;",
            "    end",
            f"    for (n = 0; n < {count}*SPAN; n = n + 1)",
            "      if (DUE[n / SPAN] && n % SPAN >= DISTANCE) begin",
            "        compared = compared + 1;",
            "        if (streams[n] !== expected[n]) begin",
            "          wrong = wrong + 1;",
            '          $display("FAIL stream %0d iteration %0d: %h, not %h",',
            "            n / SPAN, n % SPAN - DISTANCE, streams[n], expected[n]);",
            "        end",
            "      end",
            "    for (n = 0; n < PLACES; n = n + 1) begin",
            "      compared = compared + 1;",
            "      if (memory[n] !== memory_expected[n]) begin",
            "        wrong = wrong + 1;",
            '        $display("FAIL address %h: %h, not %h",',
            "          addresses[n], memory[n], memory_expected[n]);",
            "      end",
            "    end",
            '    if (wrong == 0) $display("PASS %0d numbers", compared);',
            "    $finish;",
            "  end",
            "endmodule",
            "",
        ]
    )
