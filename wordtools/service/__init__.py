"""The service, which speaks HTTP and has separate doors for looking up, judging and playing.

Each door is a folder that contains a table of its routes. All doors use the modules beside these
folders. A request passes through `middleware` (request id, log line, metrics) and `endpoints`
(decoding, authorisation, encoding) to a handler, which is independent of HTTP. `access` stores
tokens and sessions; `doors` opens the doors that the configuration names; `openapi` describes their
routes.
"""
