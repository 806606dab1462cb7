"""Calls of native code that return where it is ended by a signal, such as for a bad address.

A child process for each such end would be simpler, but costs 4 to 6 ms of processor time, for the
tables of 100 MB of memory. A handler jumps back to the call, past the native code only. Where that
is impossible, as after an overflow of the stack, the process is ended.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import signal
from functools import cache
from typing import Any

SIGNALS = (signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL)

_TEXT = """
@place = internal global [64 x i64] zeroinitializer, align 16

declare i32 @_setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn

define void @xyzmap.caught(i32 %signal) {
  call void @longjmp(ptr @place, i32 1)
  unreachable
}

define i32 @xyzmap.guarded(ptr %called, ptr %in, ptr %out) {
  %again = call i32 @_setjmp(ptr @place) returns_twice
  %first = icmp eq i32 %again, 0
  br i1 %first, label %call, label %end
call:
  call void %called(ptr %in, ptr %out)
  br label %end
end:
  ret i32 %again
}
"""


class _Guard:
    def __init__(self) -> None:
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine()
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(_TEXT), machine)
        self.engine.finalize_object()
        self.caught = self.engine.get_function_address("xyzmap.caught")
        address = self.engine.get_function_address("xyzmap.guarded")
        self.call = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 3)(address)
        libc = ctypes.CDLL(None)
        libc.signal.restype, libc.signal.argtypes = ctypes.c_void_p, [ctypes.c_int, ctypes.c_void_p]
        self.handle: Any = libc.signal


guard = cache(_Guard)
"""Compiles the guard once, for this process and its children."""


def returns(address: int, given: Any, out: Any) -> bool:
    """Call `void (ptr, ptr)` at an address; return whether it returns, and is not ended before.

    The signals have their default handlers then: this is for processes that only try such code.
    """
    made = guard()
    for number in SIGNALS:
        made.handle(number, made.caught)
    ended = made.call(address, ctypes.addressof(given), ctypes.addressof(out))
    for number in SIGNALS:
        made.handle(number, None)
    if ended:
        # A handler that does not return leaves its signal blocked.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    return not ended


def load_math(llvm: Any) -> None:
    """Make the functions of C's library of mathematics known to native code."""
    try:
        llvm.load_library_permanently("libm.so.6")
    except RuntimeError:
        if (library := ctypes.util.find_library("m")) is not None:
            llvm.load_library_permanently(library)
