"""FF1 against the samples that NIST publishes with SP 800-38G."""

import pytest

from shoal.identifiers import ff1
from shoal.identifiers.key import Key

LONG = "2b7e151628aed2a6abf7158809cf4f3cef4359d8d580aa4f7f036d6f04fc6a94"
KEYS = {bits: bytes.fromhex(LONG[: bits // 4]) for bits in (128, 192, 256)}
SAMPLES = [
    (128, 10, "", "0123456789", "2433477484"),
    (128, 10, "39383736353433323130", "0123456789", "6124200773"),
    (128, 36, "3737373770717273373737", "0123456789abcdefghi", "a9tv40mll9kdu509eum"),
    (192, 10, "", "0123456789", "2830668132"),
    (192, 10, "39383736353433323130", "0123456789", "2496655549"),
    (192, 36, "3737373770717273373737", "0123456789abcdefghi", "xbj3kv35jrawxv32ysr"),
    (256, 10, "", "0123456789", "6657667009"),
    (256, 10, "39383736353433323130", "0123456789", "1001623463"),
    (256, 36, "3737373770717273373737", "0123456789abcdefghi", "xs8a0azh2avyalyzuwd"),
]


@pytest.mark.parametrize(("bits", "radix", "tweak", "plain", "cipher"), SAMPLES)
def test_the_samples_of_the_standard(bits, radix, tweak, plain, cipher):
    key, settings = Key(KEYS[bits]), (radix, len(plain), bytes.fromhex(tweak))
    assert ff1.encrypt(key, int(plain, radix), *settings) == int(cipher, radix)
    assert ff1.decrypt(key, int(cipher, radix), *settings) == int(plain, radix)


def test_numbers_wider_than_a_block_come_back():
    key = Key(KEYS[256])
    for number in (0, 1, 2**399, 2**400 - 1):
        there = ff1.encrypt(key, number, 2, 400)
        assert there < 2**400
        assert ff1.decrypt(key, there, 2, 400) == number
