"""Functions of columns of words for DuckDB, Polars, pandas, Dask, Spark and Ray Data, and the
compiling of lists too large for one machine.

`columns` computes; each other module connects it to the engine of its name. They need the package's
extra `columns`, and the engine itself.
"""
