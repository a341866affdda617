"""The routes: one file per noun. Each route parses, calls one verb of the service, and shows."""

from shoal.api.routes import (
    actions,
    connections,
    hierarchies,
    jobs,
    keys,
    ledger,
    models,
    projects,
    runs,
    sessions,
    studies,
    tables,
    tokens,
)

NOUNS = (
    sessions, tokens, models, connections, tables, hierarchies, projects, keys, studies, actions,
    jobs, runs, ledger,
)  # fmt: skip
