"""The judging door: stations with tokens, and the director. Requests wait for the judge and the log
in one queue per worker process (see `batching`).
"""
