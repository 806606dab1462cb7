"""The questions of the command line and the library, one package each."""
