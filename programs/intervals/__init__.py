"""Training data of II predictors: the IIs of random programs on random arrays.

After PT-Map (Sec. 3.3.1, Table 4): this package owns random nests and their unrolled variants
(`nests`, `kernels`), random arrays (`arrays`), and the mapper's answer for a pair of both
(`label`). It is also how `learn` gets at programs and arrays.
"""
