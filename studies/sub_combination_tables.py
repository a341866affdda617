"""The tables of paper 003 as they are printed, line by line; cells are parted by commas."""

# SSN, ethnicity, birth, sex and ZIP code of Table 2, births with all digits of the year.
TABLE_2 = """
819181496,Black,1965-09-02,m,02141
195925972,Black,1965-02-01,m,02141
902750852,Black,1965-01-08,f,02138
985820581,Black,1965-08-04,f,02138
209559459,Black,1964-01-07,f,02138
679392975,Black,1964-02-04,f,02138
819491049,Caucasian,1964-01-05,m,02138
749201844,Caucasian,1965-03-01,f,02139
985302952,Caucasian,1964-08-03,m,02139
874593560,Caucasian,1964-05-05,m,02139
703872052,Caucasian,1967-02-06,m,02138
963963603,Caucasian,1967-03-09,m,02138
"""
# Ethnicity, birth, sex, ZIP code, bin size and "% of N".
TABLE_3A = """
Caucasian,1965,f,02139,1,8%
Caucasian,1964,m,02138,1,17%
Black,1965,m,02141,2,33%
Black,1965,f,02138,2,50%
Black,1964,f,02138,2,67%
Caucasian,1964,m,02139,2,83%
Caucasian,1967,m,02138,2,100%
"""
TABLE_3B = """
Caucasian,1965,f,02130,1,8%
Black,1965,m,02140,2,33%
Black,1965,f,02130,2,50%
Black,1964,f,02130,2,67%
Caucasian,1967,m,02130,2,100%
Caucasian,1964,m,02130,3,17%
"""
# SSN, ethnicity, birth, sex and ZIP code; an empty cell is a suppressed one.
TABLE_3C = """
902387250,Black,1965,m,02140
197150725,Black,1965,m,02140
486062381,Black,1965,f,02130
235978021,Black,1965,f,02130
214684616,Black,1964,f,02130
135434342,Black,1964,f,02130
458762056,Caucasian,1964,m,02130
860424429,Caucasian,1964,m,02130
259003630,Caucasian,1964,m,02130
410968224,Caucasian,1967,m,02130
664545451,Caucasian,1967,m,02130
"""
TABLE_4B = """
902387250,Black,1965,m,02141
197150725,Black,1965,m,02141
486062381,Black,1965,f,02138
235978021,,1965,f,02138
214684616,Black,1964,f,02138
135434342,Black,1964,f,02138
458762056,Caucasian,1964,m,
976245951,,1965,f,
860424429,Caucasian,1964,m,02139
259003630,Caucasian,1964,m,02139
410968224,Caucasian,1967,m,02138
664545451,Caucasian,1967,m,02138
"""
TABLE_5 = """
,Black,1965,m,02141
,Black,1965,m,02141
,Black,1965,f,02138
,Black,1965,f,02138
,Black,1964,f,02138
,Black,1964,f,02138
,Caucasian,1964,m,02138
,,1965,f,
,Caucasian,1964,m,02139
,Caucasian,1964,m,02139
,Caucasian,1967,m,02138
,Caucasian,1967,m,02138
"""
BIN_SIZES = (3, 12, 27)
# Field, and its bits for the three bin sizes.
TABLE_6A = """
Gender,420,420,420
VisitDate,2097,2089,2067
Ethnicity,899,560,546
Diagnosis,2740,1481,1490
Birthdate,1692,1385,1120
"""
TABLE_6B = """
Gender,600,600,600
VisitDate,2100,2100,2100
Ethnicity,900,900,600
Diagnosis,3000,1500,1500
Birthdate,1800,1500,1200
"""


def rows(table: str) -> list[tuple[str, ...]]:
    """The rows of a printed table."""
    return [tuple(line.split(",")) for line in table.strip().splitlines()]
