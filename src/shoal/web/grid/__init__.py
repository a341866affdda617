"""A grid for tables of millions of records, paged from the server."""

from shoal.web.grid.grid import Grid, table_grid

__all__ = ["Grid", "table_grid"]
