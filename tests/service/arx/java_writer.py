"""Writes Java objects as `ObjectOutputStream` does, as far as ARX needs it."""

from dataclasses import dataclass, field
from struct import pack

SERIALIZABLE, WRITES_MORE, ENUM = 2, 1, 16


@dataclass
class Stored:
    """An object to write: the full name of its class and its fields."""

    name: str
    fields: dict = field(default_factory=dict)


@dataclass
class Constant:
    """A constant of a Java enum."""

    name: str
    value: str


def java_stream(root):
    return b"\xac\xed\x00\x05" + content(root)


def content(value):  # noqa: PLR0911  (one return for each kind of value)
    if value is None:
        return b"\x70"
    if isinstance(value, str):
        return b"\x74" + utf(value)
    if isinstance(value, bool):
        return stored(Stored("java.lang.Boolean", {"value": value}))
    if isinstance(value, float):
        return stored(Stored("java.lang.Double", {"value": value}))
    if isinstance(value, int):
        return stored(Stored("java.lang.Integer", {"value": value}))
    if isinstance(value, Constant):
        parent = described("java.lang.Enum", SERIALIZABLE | ENUM, (), b"\x70")
        kind = described(value.name, SERIALIZABLE | ENUM, (), parent)
        return b"\x7e" + kind + content(value.value)
    if isinstance(value, dict):
        return hash_map(value)
    if isinstance(value, list):
        kind = described("[J", SERIALIZABLE, (), b"\x70")
        return b"\x75" + kind + pack(">i", len(value)) + b"".join(pack(">q", one) for one in value)
    return stored(value)


def stored(one):
    primitive = {bool: ("Z", ">?"), int: ("I", ">i"), float: ("D", ">d")}
    fields, values = [], b""
    boxed = one.name.startswith("java.lang.")
    for name, value in one.fields.items():
        kind = primitive.get(type(value)) if boxed or not name.endswith("Boxed") else None
        fields.append((kind[0] if kind else "L", name))
        values += pack(kind[1], value) if kind else content(value)
    return b"\x73" + described(one.name, SERIALIZABLE, fields, b"\x70") + values


def hash_map(pairs):
    kind = described(
        "java.util.HashMap", SERIALIZABLE | WRITES_MORE, [("F", "loadFactor")], b"\x70"
    )
    head = pack(">f", 0.75) + b"\x77\x08" + pack(">ii", 16, len(pairs))
    items = b"".join(content(key) + content(value) for key, value in pairs.items())
    return b"\x73" + kind + head + items + b"\x78"


def described(name, flags, fields, parent):
    said = b"".join(
        kind.encode() + utf(name) + (content("Ljava/lang/Object;") if kind in "L[" else b"")
        for kind, name in fields
    )
    head = b"\x72" + utf(name) + bytes(8) + bytes([flags]) + pack(">H", len(fields))
    return head + said + b"\x78" + parent


def utf(text):
    raw = text.encode()
    return pack(">H", len(raw)) + raw
