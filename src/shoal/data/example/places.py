"""The invented state: counties on a map, their ZIP codes and their hospitals.

No name, code or share is taken from a real place. As on a real map, ZIP prefixes and counties
mostly agree but not quite: large counties have two prefixes, small neighbors share one.
"""

from dataclasses import dataclass

from shoal.data.example.dice import Ints, weight_table

CITY, SUBURB, TOWN, COUNTRY = range(4)


@dataclass(frozen=True)
class County:
    """One county.

    Attributes:
        name: What it is called.
        region: The region it belongs to.
        people: Its share of the patients, in parts of the sum over all counties.
        setting: CITY, SUBURB, TOWN or COUNTRY; decides who lives there.
        x: Position on the map, west to east.
        y: Position on the map, south to north.
        prefixes: First three digits of its ZIP codes.
        zips: How many ZIP codes it has.
        hospitals: How many hospitals it has; the first is the largest.
        price: Price level of its hospitals in percent.
    """

    name: str
    region: str
    people: int
    setting: int
    x: int
    y: int
    prefixes: tuple[str, ...]
    zips: int
    hospitals: int
    price: int

    def zip_code(self, number: int, n: int) -> str:
        """The n-th ZIP code of the county with this number on the list."""
        # Some neighbors share a prefix; the number of the county keeps their codes different.
        prefix = self.prefixes[n % len(self.prefixes)]
        return f"{prefix}{5 * (n // len(self.prefixes)) + number % 5:02d}"


COUNTIES = (
    County("Anchor", "Harbor City", 150, CITY, 9, 2, ("401", "402"), 24, 8, 118),
    County("Bellfry", "Harbor City", 95, CITY, 9, 3, ("403",), 16, 5, 98),
    County("Copperway", "Harbor City", 90, CITY, 10, 2, ("404",), 16, 5, 96),
    County("Docklow", "Harbor City", 60, SUBURB, 8, 2, ("405",), 11, 3, 106),
    County("Eastmere", "South Shore", 85, SUBURB, 11, 1, ("411", "412"), 18, 4, 132),
    County("Farsand", "South Shore", 75, SUBURB, 12, 1, ("413",), 14, 4, 126),
    County("Gullhaven", "South Shore", 18, TOWN, 13, 0, ("414",), 6, 1, 120),
    County("Heronsford", "River Valley", 62, SUBURB, 8, 4, ("421",), 12, 3, 114),
    County("Ivybrook", "River Valley", 30, TOWN, 7, 5, ("422",), 8, 2, 102),
    County("Juniper", "River Valley", 24, TOWN, 8, 6, ("422", "423"), 7, 2, 94),
    County("Kingsmoor", "Capital Hills", 50, TOWN, 7, 8, ("431",), 10, 3, 84),
    County("Larkfield", "Capital Hills", 26, TOWN, 8, 8, ("432",), 7, 2, 78),
    County("Mossback", "Capital Hills", 14, COUNTRY, 9, 9, ("432", "433"), 5, 1, 72),
    County("Northam", "Capital Hills", 12, COUNTRY, 7, 10, ("433",), 5, 1, 70),
    County("Orchard", "Lake Country", 55, CITY, 2, 7, ("441", "442"), 12, 3, 66),
    County("Pebblestone", "Lake Country", 30, TOWN, 3, 7, ("443",), 8, 2, 68),
    County("Quarry", "Lake Country", 16, COUNTRY, 2, 8, ("443",), 6, 1, 64),
    County("Rushwater", "Plateau", 48, TOWN, 4, 5, ("451",), 10, 3, 70),
    County("Stonecrop", "Plateau", 15, COUNTRY, 5, 4, ("452",), 6, 1, 66),
    County("Thistle", "Plateau", 10, COUNTRY, 4, 3, ("452",), 5, 1, 62),
)
ZIP_CODES = tuple(
    tuple(county.zip_code(number, n) for n in range(county.zips))
    for number, county in enumerate(COUNTIES)
)
HOSPITALS = tuple(
    (f"H{number:02d}{rank}", county, rank)
    for number, county in enumerate(COUNTIES, start=1)
    for rank in range(1, county.hospitals + 1)
)


def county_weights() -> list[int]:
    """How many patients come from each county."""
    return [county.people for county in COUNTIES]


def zip_weights() -> Ints:
    """How many patients of a county (row) live in each of its ZIP codes; some are crowded."""
    return weight_table([[8 + 37 * n % 41 for n in range(county.zips)] for county in COUNTIES])


def hospital_weights(*, severe: bool) -> Ints:
    """How patients of a county (row) choose each hospital (column): near ones, large ones.

    Severe cases look further, and prefer the leading hospital of a large county.
    """
    pull = 6 if severe else 20
    return weight_table(
        [
            [
                _size(host, rank, severe=severe) * 2000 // (1 + pull * _distance(home, host))
                for _, host, rank in HOSPITALS
            ]
            for home in COUNTIES
        ]
    )


def hospital_prices() -> list[int]:
    """Price level of each hospital in percent: its county's, higher where care is more special."""
    return [
        county.price + (25 if _leads(county, rank) else 23 * rank % 41 - 24)
        for _, county, rank in HOSPITALS
    ]


def _size(county: County, rank: int, *, severe: bool) -> int:
    """How strongly a hospital attracts patients, wherever they live."""
    attraction = 3 if severe and _leads(county, rank) else 1
    return county.people * 12 // (county.hospitals * (2 + rank)) * attraction


def _leads(county: County, rank: int) -> bool:
    """Whether it is the first hospital of a county with more than two."""
    return rank == 1 and county.hospitals > 2


def _distance(home: County, host: County) -> int:
    """The squared distance on the map, so that far hospitals are rarely chosen."""
    return (home.x - host.x) ** 2 + (home.y - host.y) ** 2
