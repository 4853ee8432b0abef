"""The judge as a service: HTTP, stations with tokens, a director with a session.

A request travels `watch` (ids, limits, log lines, metrics) → `app` (routes) → `desk` (one queue a
worker process: rulings, and whatever needs the database) → the log. `access` keeps who may ask.
"""
