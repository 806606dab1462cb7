"""The independent certificate verifier: re-checks a claim without the code that made it.

No module here imports the constraint model, its windows, the encoders or the lowering to CNF. The
verifier reads the problem, states the rules of legal mappings a second time, and derives from them
why every line of a certificate holds. `docs/certificates.md` lists the remaining trusted parts.
"""
