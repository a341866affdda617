"""A table of forty columns, some of each kind that a hospital has, with what is true about each.

Names are awkward on purpose: identifiers behind names that say nothing, and harmless columns that
are called, or look, like identifiers.
"""

import random
import uuid

import polars as pl

FIRST = ["Mary", "John", "Ingrid", "Zoltan", "Aiko", "Peter", "Linda", "Xochitl", "Karen", "Uwe"]
LAST = ["Smith", "Kowalczyk", "Müller", "Nguyen", "Okafor", "Baker", "Schmidt", "Lee", "Aalto"]


def column_makers(dice):
    """For each column: the kind it holds by number, or None, and how a value is made."""
    digits = lambda count: "".join(dice.choices("0123456789", k=count))  # noqa: E731
    pick, whole = dice.choice, dice.randint
    day = lambda: f"{whole(1950, 2020)}-{whole(1, 12):02}-{whole(1, 28):02}"  # noqa: E731
    first, last = lambda: pick(FIRST), lambda: pick(LAST)
    return {
        "first_name": (1, first),
        "c01": (1, lambda: f"{pick(FIRST)} {pick(LAST)}"),
        "Nachname": (1, last),
        "zip": (2, lambda: digits(5)),
        "home_city": (2, lambda: pick(["Albany", "Troy", "Utica", "Rome", "Ithaca"])),
        "Street": (2, lambda: f"{whole(1, 300)} {pick(['Elm', 'Oak'])} Street"),
        "pos": (2, lambda: f"{dice.uniform(40, 45):.5f}, {dice.uniform(-79, -72):.5f}"),
        "dob": (3, day),
        "Aufnahmedatum": (3, lambda: ".".join(reversed(day().split("-")))),
        "seen_at": (3, lambda: f"{day()}T{whole(0, 23):02}:15:00"),
        "patientAge": (3, lambda: str(whole(60, 99))),
        "phone": (4, lambda: f"({whole(200, 999)}) 555-{digits(4)}"),
        "contact": (4, lambda: f"+1{digits(10)}"),
        "Fax": (5, lambda: f"{whole(200, 999)}-555-{digits(4)}"),
        "eMail": (6, lambda: f"{pick(FIRST)}{digits(3)}@mail.example"),
        "c02": (7, lambda: f"{whole(100, 899)}-{digits(2)}-{digits(4)}"),
        "SSN": (7, lambda: digits(9)),
        "mrn": (8, lambda: digits(8)),
        "patient_id": (8, lambda: digits(6)),
        "member_id": (9, lambda: pick("ABC") + digits(9)),
        "account_number": (10, lambda: digits(10)),
        "c03": (10, lambda: with_luhn(digits(15))),
        "drivers_license": (11, lambda: pick("ABCDE") + digits(7)),
        "vin": (12, lambda: digits(17)),
        "implant_serial": (13, lambda: f"SN{digits(8)}"),
        "profile": (14, lambda: f"https://people.example/{digits(6)}"),
        "last_login_from": (15, lambda: f"10.{whole(0, 255)}.{whole(0, 255)}.{whole(1, 254)}"),
        "fingerprint": (16, lambda: digits(20)),
        "photo": (17, lambda: f"faces/{digits(5)}.jpg"),
        "c04": (18, lambda: str(uuid.UUID(int=dice.getrandbits(128)))),
        "sex": (None, lambda: pick(["female", "male"])),
        "drug_name": (None, lambda: pick(["metformin", "insulin", "aspirin", "ramipril"])),
        "birth_year": (None, lambda: str(whole(1940, 2005))),
        "age_group": (None, lambda: pick(["0-17", "18-49", "50-69", "70+"])),
        "length_of_stay": (None, lambda: str(whole(1, 99))),
        "total_charges": (None, lambda: str(whole(10000, 99999))),
        "diagnosis": (None, lambda: f"{pick('EIJ')}{whole(10, 99)}.{whole(0, 9)}"),
        "systolic": (None, lambda: str(whole(90, 180))),
        "platelet_count": (None, lambda: str(whole(150_000, 450_000))),
        "state": (None, lambda: pick(["New York", "Ohio", "Texas"])),
    }


def forty_columns(records=400, seed=7):
    """The table, and the kind of each column."""
    dice = random.Random(seed)
    makers = column_makers(dice)
    frame = {name: [make() for _ in range(records)] for name, (_, make) in makers.items()}
    return pl.DataFrame(frame), {name: kind for name, (kind, _) in makers.items()}


def with_luhn(digits):
    """The digits and the one that makes their sum right."""
    doubled = [int(d) if at % 2 else sum(divmod(2 * int(d), 10)) for at, d in enumerate(digits)]
    return digits + str(-sum(doubled) % 10)
