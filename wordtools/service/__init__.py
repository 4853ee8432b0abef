"""The judge as a service: HTTP, stations with tokens, a director with a session.

The contract is one table, `routes`. A request passes `middleware` (its id, one log line, metrics)
and `endpoints` (decodes it, checks who is asking, encodes the answer) to a function of `handlers`,
which knows nothing of HTTP. What a station asks waits in `batching`, one queue in each worker
process, for the judge and the log. `access` stores who may ask; `openapi` describes the table.
"""
