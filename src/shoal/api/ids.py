"""Ids in the addresses of routes, checked before anything is looked up."""

from typing import Annotated

from fastapi import Path

from shoal.server.stored.ids import PATTERN

EXAMPLE = "0123456789abcdef0123456789abcdef"
Id = Annotated[str, Path(pattern=PATTERN, examples=[EXAMPLE], description="What it is called.")]
