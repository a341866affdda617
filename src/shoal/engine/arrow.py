"""The buffers behind a text column, through the Arrow C stream interface.

PyArrow could give them, too, but importing it costs more time and memory than a whole search; the
interface is a public, stable contract of four C structures
(https://arrow.apache.org/docs/format/CStreamInterface.html).
"""

import ctypes as c
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import polars as pl


class _Schema(c.Structure):
    pass


class _Array(c.Structure):
    pass


class _Stream(c.Structure):
    pass


_Schema._fields_ = [
    ("format", c.c_char_p),
    ("name", c.c_char_p),
    ("metadata", c.c_char_p),
    ("flags", c.c_int64),
    ("n_children", c.c_int64),
    ("children", c.c_void_p),
    ("dictionary", c.c_void_p),
    ("release", c.CFUNCTYPE(None, c.POINTER(_Schema))),
    ("private_data", c.c_void_p),
]
_Array._fields_ = [
    ("length", c.c_int64),
    ("null_count", c.c_int64),
    ("offset", c.c_int64),
    ("n_buffers", c.c_int64),
    ("n_children", c.c_int64),
    ("buffers", c.POINTER(c.c_void_p)),
    ("children", c.c_void_p),
    ("dictionary", c.c_void_p),
    ("release", c.CFUNCTYPE(None, c.POINTER(_Array))),
    ("private_data", c.c_void_p),
]
_Stream._fields_ = [
    ("get_schema", c.CFUNCTYPE(c.c_int, c.POINTER(_Stream), c.POINTER(_Schema))),
    ("get_next", c.CFUNCTYPE(c.c_int, c.POINTER(_Stream), c.POINTER(_Array))),
    ("get_last_error", c.CFUNCTYPE(c.c_char_p, c.POINTER(_Stream))),
    ("release", c.CFUNCTYPE(None, c.POINTER(_Stream))),
    ("private_data", c.c_void_p),
]

_pointer = c.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = c.c_void_p, [c.py_object, c.c_char_p]


@dataclass(eq=False)
class TextBuffers:
    """The memory of one chunk of a text column; released when nobody holds it any more.

    Attributes:
        length: The number of texts.
        offset: Where the first text's view stands.
        views: The address of the views, 16 bytes each.
        long_texts: The addresses of the buffers that hold long texts.
    """

    length: int
    offset: int
    views: int
    long_texts: tuple[int, ...]
    _array: _Array = field(repr=False)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """The views as two words each, for NumPy to read where they are."""
        address = self.views + 16 * self.offset if self.length else 1  # NumPy refuses address 0
        shape = (self.length, 2)
        return {"data": (address, True), "shape": shape, "typestr": "<u8", "version": 3}

    def __del__(self) -> None:
        if self._array.release:
            self._array.release(c.byref(self._array))


def text_buffers(texts: pl.Series) -> Iterator[TextBuffers]:
    """The chunks of a text column."""
    capsule = texts.__arrow_c_stream__(None)
    stream = _Stream.from_address(_pointer(capsule, b"arrow_array_stream"))
    _check_format(stream)
    while True:
        array = _Array()
        if stream.get_next(c.byref(stream), c.byref(array)):
            raise MemoryError("Polars could not hand over a text column.")
        if not array.release:  # the end of the stream
            return
        # Buffers of string views: validity, views, any number with long texts, their lengths.
        addresses = [array.buffers[at] or 0 for at in range(array.n_buffers)]
        yield TextBuffers(array.length, array.offset, addresses[1], tuple(addresses[2:-1]), array)


def _check_format(stream: _Stream) -> None:
    """Refuse anything but string views: their layout is what the kernels read."""
    schema = _Schema()
    stream.get_schema(c.byref(stream), c.byref(schema))
    found = schema.format
    schema.release(c.byref(schema))
    if found != b"vu":
        raise TypeError(f"Expected texts as Arrow string views, got the format {found!r}.")
