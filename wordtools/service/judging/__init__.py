"""The judging door: stations with tokens, and the director. Their requests wait in `batching`, one
queue per worker process, for the judge and the log."""
