import base64
import copy
import pickle
import traceback

import pytest

from shoal.identifiers.key import Key

SECRET = bytes(range(32))


def test_digests_are_those_of_the_standard():
    # RFC 4231, test case 2.
    [digest] = Key(b"Jefe").digests(["what do ya want for nothing?"])
    assert digest.hex() == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"


def test_a_key_shows_itself_nowhere():
    key = Key(SECRET)
    try:
        key.digests([None])
    except AttributeError as error:
        shown = "".join(
            traceback.TracebackException.from_exception(error, capture_locals=True).format()
        )
    else:
        pytest.fail("a missing value has no digest")
    assert "<Key>" in shown
    for form in (SECRET.hex(), base64.b64encode(SECRET).decode()):
        assert form not in repr(key) + str(key) + f"{key}" + shown
    assert not hasattr(key, "__dict__")


@pytest.mark.parametrize("way", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_key_is_never_stored(way):
    with pytest.raises(TypeError, match="neither copied nor stored"):
        way(Key(SECRET))


def test_every_context_has_a_key_of_its_own():
    contexts = [("a", "bc"), ("ab", "c"), ("abc",), ("a", "b", "c"), ("abc", "")]
    digests = {Key(SECRET).derive(*context).digests(["x"])[0] for context in contexts}
    assert len(digests) == len(contexts)


def test_what_was_sealed_is_opened_by_the_same_key_only_and_only_unchanged():
    sealed = Key(SECRET).seal(b"who is who", b"about")
    assert b"who" not in sealed
    assert Key(SECRET).unseal(sealed, b"about") == b"who is who"
    assert Key(SECRET[::-1]).unseal(sealed, b"about") is None
    assert Key(SECRET).unseal(sealed, b"else") is None
    changed = sealed[:-1] + bytes([sealed[-1] ^ 1])
    assert Key(SECRET).unseal(changed, b"about") is None
    assert Key(SECRET).unseal(b"short", b"about") is None


def test_sealing_twice_never_looks_the_same():
    assert Key(SECRET).seal(b"x", b"") != Key(SECRET).seal(b"x", b"")
