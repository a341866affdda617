"""Charts in a page: drawn as SVG in the colors of the theme, with words for who cannot see them."""
