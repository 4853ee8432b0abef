"""The judge as a service: HTTP, stations with tokens, a director with a session.

A request travels `middleware` (ids, limits, log lines, metrics) → `app` (routes) → `batching` (one
queue a worker process: rulings, and whatever needs the database) → the log. `access` keeps who may
ask.
"""
