"""Java objects are read as data, whatever class they are of."""

import subprocess

import pytest

from service.arx.java_writer import Constant, Stored, java_stream
from shoal.data.arx.java_stream import MAGIC, find_objects, read_object
from shoal.errors import DataError

SOURCE = """
import java.io.*;
import java.util.*;

public class Sample implements Serializable {
  enum Mode { PLAIN, OTHER { public String toString() { return "other"; } } }
  static class Base implements Serializable { double factor = 0.25; }
  static class Rows extends Base { long[] array = {5L, -1L}; int length = 70; }
  static class Own implements Serializable {
    int kept = 3;
    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(7);
      out.writeObject("sp\\u00e4ter\\u0000\\uD83D\\uDE00");
    }
  }
  Map<String, Mode> modes = new HashMap<>();
  Map<String, Integer> levels = new HashMap<>();
  Rows rows = new Rows();
  Set<Object> promises = new HashSet<>(Arrays.asList(rows, "one"));
  Own own = new Own();
  Double weight = 0.5;
  String[][] labels = {{"a", "*"}, {"b", "*"}};
  Locale locale = Locale.GERMANY;
  Class<?> type = String.class;
  Object self = this;

  public static void main(String[] given) throws Exception {
    Sample sample = new Sample();
    sample.modes.put("age", Mode.OTHER);
    sample.levels.put("zip", 2);
    try (ObjectOutputStream out = new ObjectOutputStream(new FileOutputStream(given[0]))) {
      out.writeObject(sample);
    }
  }
}
"""


@pytest.mark.slow
@pytest.mark.needs("java")
def test_what_java_itself_writes_is_read(tmp_path):
    (tmp_path / "Sample.java").write_text(SOURCE)
    target = tmp_path / "sample.dat"
    command = ["java", tmp_path / "Sample.java", target]
    subprocess.run(command, check=True, capture_output=True)
    found = read_object(target.read_bytes())
    assert found.fields["modes"].pairs() == {"age": "OTHER"}
    assert found.fields["levels"].pairs() == {"zip": 2}
    assert found.fields["rows"].fields == {"factor": 0.25, "length": 70, "array": [5, -1]}
    assert found.fields["own"].more[1:] == ["später\0😀"]
    assert found.fields["weight"] == 0.5
    assert found.fields["labels"] == [["a", "*"], ["b", "*"]]
    assert found.fields["self"] is found
    assert list(find_objects(found, "Rows")) == [found.fields["rows"]]


SAMPLE = Stored(
    "org.Sample$Config",
    {"mode": Constant("org.Mode", "ON"), "names": {"a": 1, "b": None}, "bits": [1, -1], "x": 0.5},
)


def test_fields_maps_and_arrays_are_plain_values():
    found = read_object(java_stream(SAMPLE))
    assert (found.name, found.fields["mode"], found.fields["bits"]) == ("Config", "ON", [1, -1])
    assert (found.fields["names"].pairs(), found.fields["x"]) == ({"a": 1, "b": None}, 0.5)


def test_a_stream_that_ends_early_is_damaged_wherever_it_ends():
    content = java_stream(SAMPLE)
    for end in range(len(content)):
        with pytest.raises(DataError):
            read_object(content[:end])


@pytest.mark.parametrize(
    "content",
    [b"", b"no Java", MAGIC + b"\x71\x00\x7e\x00\x09", MAGIC + b"\x79", MAGIC + b"\x75\x70" * 9999],
)
def test_nonsense_is_damaged(content):
    with pytest.raises(DataError):
        read_object(content)
