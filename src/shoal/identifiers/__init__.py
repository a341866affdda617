"""Methods that replace identifiers by pseudonyms, or drop them: one method per file.

To add one, write a frozen dataclass with `pseudonyms(values, means)`, register it with its card
under its study name in a new file of this folder, and give it worked examples in
`tests/identifiers`.
"""

from shoal.identifiers.method import Means, PseudonymMethod, pseudonym_methods

pseudonym_methods.live_in(__name__)

__all__ = ["Means", "PseudonymMethod", "pseudonym_methods"]
