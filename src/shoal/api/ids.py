"""Ids in addresses: 32 hexadecimal digits, checked before anything is looked up."""

from typing import Annotated

from fastapi import Path

PATTERN = r"^[0-9a-f]{32}$"
EXAMPLE = "0123456789abcdef0123456789abcdef"
Id = Annotated[str, Path(pattern=PATTERN, examples=[EXAMPLE], description="What it is called.")]
