"""The judging door: stations with tokens, and the director. Their requests wait for the judge and
the log in one queue per worker process (see `batching`).
"""
