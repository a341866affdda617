"""The pages: one file each, or a folder where a page has several parts."""
