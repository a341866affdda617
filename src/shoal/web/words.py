"""Sizes and times in words."""

UNITS = ("bytes", "kB", "MB", "GB", "TB")


def size_of(count: int) -> str:
    """A number of bytes as text: 1.4 MB."""
    size, unit = float(count), 0
    while size >= 1000 and unit < len(UNITS) - 1:
        size, unit = size / 1000, unit + 1
    return f"{count:,} bytes" if not unit else f"{size:.1f} {UNITS[unit]}"


def date_of(time: str) -> str:
    """A stored time (ISO, UTC) as text, to the minute: 2026-05-14 09:30 UTC."""
    return f"{time[:16].replace('T', ' ')} UTC"
