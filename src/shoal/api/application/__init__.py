"""The running service: `app` puts gate, routes and problems together, `server` listens.

Every request passes the `gate` first; `callers` closes connections that keep the server waiting.
"""
