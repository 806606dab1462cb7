"""The C reader: regions between `#pragma PTMAP` and `#pragma ENDMAP` as loop programs.

A file (`reader`) is preprocessed (`preprocess`) and parsed by pycparser; its declarations
(`declarations`), loops (`bounds`), statements (`statements`) and expressions (`expressions`) become
objects of `programs.loops`. Unsupported code in a region is rejected with file and line.
"""

from programs.source.reader import read_file, read_text

__all__ = ["read_file", "read_text"]
