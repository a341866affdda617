"""A hierarchy as a tree on the terminal: the root first, long lists of children cut short."""

from rich.text import Text
from rich.tree import Tree

from shoal.hierarchies.hierarchy import Hierarchy
from shoal.report.numbers import count_of, number
from shoal.report.words import label

CHILDREN = 12  # labels that are shown below a label


def hierarchy_tree(hierarchy: Hierarchy, children: int = CHILDREN) -> Tree:
    """The tree of a hierarchy; `children` labels are shown below each label, 0 for all."""
    levels = [[label(text) for text in level] for level in hierarchy.levels]
    sizes = " → ".join(number(len(labels)) for labels in hierarchy.labels)
    height = count_of(hierarchy.height, "level")
    top = Text(f"{label(hierarchy.source)}: {height} above the values ({sizes})")
    tree = Tree(top, guide_style="dim")
    _grow(tree, levels, list(range(len(levels[0]))), hierarchy.height, children)
    return tree


def _grow(tree: Tree, levels: list[list[str]], rows: list[int], level: int, most: int) -> None:
    """Add the labels that some values have at a level to the tree, and below them the finer ones.

    Args:
        tree: Where they are added.
        levels: For each level, the label of each value.
        rows: The values, by their positions.
        level: The level.
        most: How many labels are shown below each label; 0 for all.
    """
    groups: dict[str, list[int]] = {}
    for row in rows:
        groups.setdefault(levels[level][row], []).append(row)
    shown = list(groups.items())[: most or None]
    for name, members in shown:
        branch = tree.add(_label_text(name, len(members), level))
        below = _next_change(levels, members, level)
        if below is not None:
            _grow(branch, levels, members, below, most)
    if len(groups) > len(shown):
        tree.add(Text(f"… {number(len(groups) - len(shown))} more", style="dim"))


def _next_change(levels: list[list[str]], members: list[int], level: int) -> int | None:
    """The next level below on which not all members have the label of this one; None if none."""
    name = levels[level][members[0]]
    changes = (
        at for at in reversed(range(level)) if {levels[at][row] for row in members} != {name}
    )
    return next(changes, None)


def _label_text(name: str, values: int, level: int) -> Text:
    text = Text(name, style="bold" if level else "")
    return text.append(f"  {number(values)} values", style="dim") if level and values > 1 else text
