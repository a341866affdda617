"""When no candidate satisfies a study: what blocks it, and the smallest change that helps."""
