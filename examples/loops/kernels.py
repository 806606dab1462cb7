"""The loops without arrays, by name: small kernels first, then large ones."""

from __future__ import annotations

from collections.abc import Callable

from examples.loops import bits, ciphers, filters, hashes, speech, strings, transforms
from examples.loops.body import LoopBody, unrolled
from models.data.dfg import Dfg
from models.errors import InputError, unknown

SMALL: dict[str, Callable[[LoopBody], None]] = {
    "adpcm": speech.adpcm,
    "align": strings.align,
    "biquad": filters.biquad_cascade(1),
    "bit-count": bits.bit_count,
    "bit-reverse": bits.bit_reverse,
    "crc32": hashes.crc32,
    "fletcher": hashes.fletcher,
    "gsm-add": speech.gsm_add,
    "gsm-lattice": speech.gsm_synthesis(2),
    "isqrt": bits.isqrt,
    "jenkins": hashes.jenkins,
    "lcg": bits.lcg,
    "sha1": hashes.sha1,
    "sha256-schedule": hashes.sha256_schedule,
    "shift-or": strings.shift_or,
    "tea": ciphers.tea,
    "xorshift": bits.xorshift,
}
LARGE: dict[str, Callable[[LoopBody], None]] = {
    "sha256": hashes.sha256,
    "fft-butterflies": transforms.fft_butterflies(4),
    "lms": filters.lms(12),
    "dct-blocks": transforms.dct_blocks,
    "aes-round": ciphers.aes_round,
    "state-space": filters.state_space(6),
    "biquad-cascade": filters.biquad_cascade(8),
    "fft-butterflies-7": transforms.fft_butterflies(7),
    "lms-20": filters.lms(20),
    "gsm-synthesis": speech.gsm_synthesis(8),
    "state-space-12": filters.state_space(12),
}
KERNELS = {**SMALL, **LARGE}


def kernel_loop(kernel: str, unroll: int = 1) -> Dfg:
    """Return the graph of a kernel, unrolled."""
    if kernel not in KERNELS:
        raise InputError(unknown("kernel", kernel, KERNELS))
    return unrolled(kernel, KERNELS[kernel], unroll)
