"""The judge as a service: HTTP, stations with tokens, a director with a session.

The contract is one table, `routes`. A request passes through `middleware` (request id, log line,
metrics) and `endpoints` (decoding, authorisation, encoding) to a method of `handlers`, which is
independent of HTTP. Stations' requests wait in `batching`, one queue per worker process, for the
judge and the log. `access` stores tokens and sessions; `openapi` describes the table.
"""
