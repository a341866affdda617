"""Objects that a Java program has stored, as plain data: no class is loaded and no code is run.

ARX keeps some settings (research subset, population, costs) only in this form. The format is
Oracle's "Java Object Serialization Specification", chapter 6. An object becomes the names and
values of its fields; what its class wrote besides follows in `more`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from struct import Struct
from typing import Any

from shoal.errors import DataError

MAGIC = b"\xac\xed\x00\x05"
FIRST_HANDLE = 0x7E0000
PRIMITIVES = {
    "B": Struct(">b"), "C": Struct(">H"), "D": Struct(">d"), "F": Struct(">f"),
    "I": Struct(">i"), "J": Struct(">q"), "S": Struct(">h"), "Z": Struct(">?"),
}  # fmt: skip
WRITES_MORE, SERIALIZABLE, EXTERNALIZABLE, IN_BLOCKS = 1, 2, 4, 8
BOXES = ("Boolean", "Byte", "Character", "Double", "Float", "Integer", "Long", "Short")
END = object()


@dataclass(eq=False)
class JavaObject:
    """An object: the last part of its class's name, its fields, and what else was written."""

    name: str
    fields: dict[str, Any] = field(default_factory=dict)
    more: list[Any] = field(default_factory=list)

    def pairs(self) -> dict[Any, Any]:
        """The entries of a hash map."""
        items = [plain(one) for one in self.more if not isinstance(one, bytes)]
        return dict(zip(items[::2], items[1::2], strict=False))


def read_object(content: bytes) -> Any:  # noqa: ANN401  (whatever was stored)
    """The first object of a stream; DataError if it is damaged."""
    if content[:4] != MAGIC:
        raise DataError("The stored settings are not those of a Java program.")
    try:
        return plain(_Reader(content).read_content())
    except (IndexError, KeyError, ValueError, TypeError, AttributeError, RecursionError):
        raise DataError("The stored settings of the Java program are damaged.") from None


def find_objects(root: object, name: str) -> Iterator[JavaObject]:
    """All objects of a class, wherever they are inside another."""
    seen: set[int] = set()
    left = [root]
    while left:
        one = left.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, JavaObject):
            if one.name == name:
                yield one
            left += [*one.fields.values(), *one.more]
        elif isinstance(one, list):
            left += one


def plain(value: Any) -> Any:  # noqa: ANN401
    """A boxed number or boolean as the value in the box."""
    return value.fields.get("value") if getattr(value, "name", None) in BOXES else value


@dataclass(eq=False)
class _Class:
    name: str
    flags: int = 0
    fields: tuple[tuple[str, str], ...] = ()
    parent: "_Class | None" = None

    def line(self) -> list["_Class"]:
        """The class with all it inherits from, the most general first."""
        return [*(self.parent.line() if self.parent else []), self]


class _Reader:
    """Reads a stream piece by piece; `handles` are the things that later ones refer to."""

    def __init__(self, content: bytes) -> None:
        self.content, self.at = content, len(MAGIC)
        self.handles: list[Any] = []
        self.readers: dict[int, Callable[[], Any]] = {
            0x70: lambda: None, 0x71: self._reference, 0x72: self._class, 0x73: self._object,
            0x74: lambda: self._text("H"), 0x75: self._array, 0x76: self._class_itself,
            0x77: lambda: self._take(self._take(1)[0]), 0x78: lambda: END,
            0x7A: lambda: self._take(self._number("I")), 0x7C: lambda: self._text("Q"),
            0x7D: self._proxy, 0x7E: self._enum,
        }  # fmt: skip

    def read_content(self) -> Any:  # noqa: ANN401
        return self.readers[self._take(1)[0]]()

    def _take(self, count: int) -> bytes:
        piece = self.content[self.at : self.at + count]
        if len(piece) != count:
            raise IndexError
        self.at += count
        return piece

    def _number(self, form: str) -> int:
        number = Struct(f">{form}")
        return int(number.unpack(self._take(number.size))[0])

    def _utf(self, form: str = "H") -> str:
        """A text in Java's own UTF-8, in which a zero and letters beyond 16 bits differ."""
        raw = self._take(self._number(form)).replace(b"\xc0\x80", b"\0")
        units = raw.decode("utf-8", "surrogatepass").encode("utf-16-le", "surrogatepass")
        return units.decode("utf-16-le", "replace")

    def _keep(self, value: Any) -> Any:  # noqa: ANN401
        self.handles.append(value)
        return value

    def _text(self, form: str) -> str:
        at = len(self.handles)
        self._keep(None)
        self.handles[at] = self._utf(form)
        return str(self.handles[at])

    def _reference(self) -> Any:  # noqa: ANN401
        return self.handles[self._number("I") - FIRST_HANDLE]

    def _class(self) -> _Class:
        found = self._keep(_Class(self._utf()))
        self._take(8)
        found.flags = self._take(1)[0]
        found.fields = tuple(self._field() for _ in range(self._number("H")))
        self._more()
        found.parent = self.read_content()
        return found  # type: ignore[no-any-return]

    def _field(self) -> tuple[str, str]:
        kind, name = chr(self._take(1)[0]), self._utf()
        if kind in "L[":
            self.read_content()
        return kind, name

    def _proxy(self) -> _Class:
        found = self._keep(_Class("proxy", SERIALIZABLE))
        for _ in range(self._number("I")):
            self._utf()
        self._more()
        found.parent = self.read_content()
        return found  # type: ignore[no-any-return]

    def _class_itself(self) -> _Class:
        return self._keep(self.read_content())  # type: ignore[no-any-return]

    def _enum(self) -> str:
        self.read_content()
        at = len(self.handles)
        self._keep(None)
        self.handles[at] = self.read_content()
        return str(self.handles[at])

    def _array(self) -> Any:  # noqa: ANN401
        kind = self.read_content().name[1]
        values: list[Any] = self._keep([])
        for _ in range(self._number("I")):
            values.append(self._value(kind))
        return values

    def _object(self) -> JavaObject:
        kind = self.read_content()
        found = self._keep(JavaObject(kind.name.rpartition(".")[2].rpartition("$")[2]))
        for each in kind.line():
            if each.flags & SERIALIZABLE:
                found.fields |= {name: self._value(form) for form, name in each.fields}
            if each.flags & (EXTERNALIZABLE if each.flags & IN_BLOCKS else WRITES_MORE):
                found.more += self._more()
            elif each.flags & EXTERNALIZABLE:
                raise ValueError
        return found  # type: ignore[no-any-return]

    def _more(self) -> list[Any]:
        """What a class wrote by itself, until its end."""
        more: list[Any] = []
        while (one := self.read_content()) is not END:
            more.append(one)
        return more

    def _value(self, kind: str) -> Any:  # noqa: ANN401
        if kind in "L[":
            return plain(self.read_content())
        form = PRIMITIVES[kind]
        return form.unpack(self._take(form.size))[0]
