"""The judge as a service: HTTP, stations with tokens, a director with a session.

The contract is one table, `routes`. A request passes through `middleware` (its id, one log line,
metrics) and `endpoints` (decodes it, checks the caller, encodes the answer) to a method of
`handlers`, which knows nothing of HTTP. Requests of stations wait in `batching`, one queue in each
worker process, for the judge and the log. `access` stores tokens and sessions; `openapi` describes
the table.
"""
