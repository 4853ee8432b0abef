"""Functions on columns of words for DuckDB, Polars, pandas, Dask, Spark and Ray Data, and compiling
of lists too large for one machine.

`columns` has the functions; each engine's module connects them to it. All modules need the extra
`columns`, and each needs its engine.
"""
