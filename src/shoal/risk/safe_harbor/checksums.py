"""Numbers that carry check digits: a number that only looks like one fails nearly always."""

LETTERS = {letter: str(ord(letter) - ord("A") + 10) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
VIN_VALUES = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "12345678123457923456789"), strict=True))
VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def iban_holds(text: str) -> bool:
    """ISO 13616: with the first four characters last, letters as numbers, 1 is left modulo 97."""
    plain = text.replace(" ", "")
    digits = "".join(LETTERS.get(letter, letter) for letter in plain[4:] + plain[:4])
    return digits.isdecimal() and int(digits) % 97 == 1


def luhn_holds(text: str) -> bool:
    """ISO 7812: every second digit from the right doubled, the sum is a multiple of ten."""
    digits = [int(letter) for letter in reversed(text) if letter.isdecimal()]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return len(set(digits)) > 1 and (sum(digits[::2]) + sum(doubled)) % 10 == 0


def vin_holds(text: str) -> bool:
    """ISO 3779: the ninth character is the weighted sum modulo 11, X for ten."""
    values = [VIN_VALUES[letter] if letter in VIN_VALUES else int(letter) for letter in text]
    left = sum(value * weight for value, weight in zip(values, VIN_WEIGHTS, strict=True)) % 11
    return text[8] == ("X" if left == 10 else str(left))
