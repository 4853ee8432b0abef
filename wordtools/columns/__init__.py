"""Functions on columns of words for DuckDB, Polars, pandas, Dask, Spark and Ray Data; and a way to
compile lists too large for one machine.

`columns` has the functions; a module for each engine makes them available there. All modules need
the extra `columns`, and each needs its engine.
"""
