"""The nine patients of Campan & Truta (2009), which paper 002 shows in part; two partitions."""

from shoal.hierarchies.hierarchy import Hierarchy

AGES = [25, 25, 27, 35, 38, 36, 30, 28, 33]
ZIPS = ["41076", "41075", "41076", "41099", "48201", "41075", "41099", "41099", "41075"]
SEXES = ["Male", "Male", "Male", "Male", "Female", "Female", "Male", "Male", "Female"]
ZIP = Hierarchy.of(
    [["41075", "41076", "41099", "48201"], ["410**", "410**", "410**", "482**"], ["*****"] * 4],
    "zip",
)
SEX = Hierarchy.of([["Male", "Female"], ["*", "*"]], "sex")
NINE = {"age": AGES}, {"zip": (ZIPS, ZIP), "sex": (SEXES, SEX)}
S1 = (3, 6, 7), (0, 1, 2), (4, 5, 8)
S2 = (3, 4, 5), (0, 1, 2), (6, 7, 8)
