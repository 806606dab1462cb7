"""Tests of native code that signals end, and of what a comparison costs."""

from __future__ import annotations

import ctypes
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from programs.llvm import trials
from programs.llvm.child import answered, output_of
from programs.llvm.comparison import MEMORIES, compared
from programs.llvm.native import returns
from tests.programs.llvm.texts import graph_of

ENDS = """
define void @ends(ptr %in, ptr %out) {
  %bad = load i64, ptr %in
  %divided = sdiv i64 7, %bad
  store i64 %divided, ptr %out
  %place = inttoptr i64 %bad to ptr
  %word = load i64, ptr %place
  store i64 %word, ptr %out
  ret void
}
"""

FAR = """
define i64 @far(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi i64 [ 0, %entry ], [ %t, %loop ]
  %scaled = mul i64 %i, 1099511627776
  %off = or i64 %scaled, 1048576
  %place = getelementptr i8, ptr %p, i64 %off
  %word = load i64, ptr %place
  %t = add i64 %s, %word
  %j = add i64 %i, 1
  %more = icmp slt i64 %j, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %t
}
"""


def test_calls_return_where_a_signal_ends_them() -> None:
    """Tests a bad address and a division by zero, several times, and a call without a fault."""

    def work() -> str:
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine()
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(ENDS), machine)
        engine.finalize_object()
        address, out = engine.get_function_address("ends"), ctypes.c_int64(0)
        good = ctypes.c_int64(5)
        given = (8, 0, 8, 0, ctypes.addressof(good), 8, ctypes.addressof(good))
        found = [returns(address, ctypes.c_int64(word), out) for word in given]
        return f"{found} {out.value}"

    assert answered(work) == "[False, False, False, False, True, False, True] 5"


def test_signals_of_other_code_end_the_process() -> None:
    """Tests that signals have their default handlers before and after a call."""

    def work(write: int) -> None:
        guarded = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: None)
        address = ctypes.cast(guarded, ctypes.c_void_p).value
        assert address is not None and returns(address, ctypes.c_int64(0), ctypes.c_int64(0))
        ctypes.string_at(8)

    assert output_of(work) == ("", signal.SIGSEGV)


def test_faults_need_no_process_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def counted(serve: Callable[[int], None]) -> tuple[str, int]:
        calls.append(serve)
        return output_of(serve)

    monkeypatch.setattr(trials, "output_of", counted)
    report = compared(graph_of(tmp_path, FAR), 100, 1)
    assert report.verdicts == {"fault": 100, "drawn again": 500}
    assert len(calls) <= len(MEMORIES) + 1


def test_comparing_imports_no_large_package() -> None:
    """Tests that a short command is not spent on imports: NumPy takes longer than LLVM's passes."""
    text = "import sys, programs.dfg, programs.llvm.comparison; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
