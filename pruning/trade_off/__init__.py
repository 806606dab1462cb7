"""The trade-off between the size of an array and the cycles of its kernels."""
