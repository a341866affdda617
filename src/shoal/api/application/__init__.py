"""The running service: `app` puts gate, routes and problems together, `server` listens.

`gate` is what every request passes first, `callers` is about connections that keep the server
waiting, and `openapi` is what the service says about itself.
"""
