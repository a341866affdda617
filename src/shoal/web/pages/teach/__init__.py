"""Teaching: the person in the loop answers questions, Shoal learns the weights (paper 002)."""

from shoal.web.pages.teach import page  # noqa: F401  (importing it registers it)
