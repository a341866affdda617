"""Files in neither UTF-8 nor UTF-16: found out, asked about, never changed without a word."""

import gzip

import pytest

from shoal.data.files import read, resolve_source
from shoal.data.source import Source
from shoal.data.text_file import detect_encoding
from shoal.errors import DataError

GERMAN = "name;ort\nMüller;Köln\nSchäfer;Düsseldorf\nWeiß;Münster\n"
FRENCH = "prénom;ville\nHélène;Orléans\nFrançois;Nîmes\nZoë;Besançon\n"
POLISH = "imię;miasto\nŁukasz;Łódź\nGrażyna;Kraków\nMałgorzata;Wrocław\nŚwiętosław;Gdańsk\n"
GREEK = "όνομα;πόλη\nΓιώργος;Αθήνα\nΜαρία;Θεσσαλονίκη\nΔημήτρης;Πάτρα\n"
RUSSIAN = "имя;город\nИван;Москва\nЕкатерина;Санкт-Петербург\nДмитрий;Казань\n"
JAPANESE = "名前;都市\n田中さくら;東京\n鈴木一郎;大阪\nヤマダ;京都\n"
CHINESE = "姓名;城市\n王伟;北京\n李娜;上海\n张敏;广州\n"
TURKISH = "isim;şehir\nAyşe;İstanbul\nGülşen;Muğla\nÇağla;Şırnak\n"
FOUND = [
    (GERMAN, "cp1252"), (FRENCH, "cp1252"), (POLISH, "cp1250"), (POLISH, "iso8859_2"),
    (GREEK, "cp1253"), (RUSSIAN, "cp1251"), (RUSSIAN, "cp866"), (JAPANESE, "cp932"),
    (JAPANESE, "euc_jp"), (CHINESE, "gb18030"), (TURKISH, "cp1254"), (GERMAN, "cp850"),
    ("dose;at\n5 µg;36 °C\n6 µg;37 °C\n", "cp1252"),
]  # fmt: skip


@pytest.fixture
def kept(tmp_path):
    def keep(content, name="patients.csv"):
        (tmp_path / name).write_bytes(content)
        return tmp_path / name

    return keep


@pytest.mark.parametrize(("text", "encoding"), FOUND)
def test_every_letter_of_an_export_comes_through(kept, text, encoding):
    frame = read(Source.of(kept(text.encode(encoding)))).frame
    header, *lines = text.splitlines()
    assert frame.columns == header.split(";")
    assert frame.rows() == [tuple(line.split(";")) for line in lines]


def test_a_packed_file_is_looked_into(kept):
    path = kept(gzip.compress(POLISH.encode("cp1250")), "patients.csv.gz")
    assert resolve_source(Source.of(path)).encoding == "cp1250"


def test_one_byte_that_is_not_utf8_is_asked_about(kept):
    path = kept(GERMAN.encode() + b"J\xe4ger;Bonn\n")
    with pytest.raises(DataError, match="partly UTF-8: line 2 is, line 5 is not"):
        read(Source.of(path))


def test_one_utf8_cell_in_an_older_encoding_is_asked_about(kept):
    path = kept(GERMAN.encode("cp1252") * 50 + "Jäger;Bonn\n".encode())
    with pytest.raises(DataError, match="partly UTF-8: line 201 is, line 2 is not"):
        read(Source.of(path))


def test_the_odd_line_is_found_far_behind_the_first_megabyte(kept):
    path = kept(GERMAN.encode("cp1252") + b"Meier;Bonn\n" * 200_000 + "Jäger;Bonn\n".encode())
    with pytest.raises(DataError, match="partly UTF-8"):
        read(Source.of(path))


def test_whoever_says_the_encoding_is_not_asked(kept):
    path = kept(GERMAN.encode() + b"J\xe4ger;Bonn\n")
    frame = read(Source.of({"path": path, "encoding": "cp1252"})).frame
    assert frame["name"][-1] == "Jäger"


@pytest.mark.parametrize(
    "content",
    [
        "miasto\nGdańsk\nPoznań\n".encode("cp1250"),
        "ä;b\n1;2\n".encode("cp1252"),
        b"a\nM\xfcll\x81\n",
    ],
)
def test_too_little_to_be_certain_is_asked_about(kept, content):
    with pytest.raises(DataError, match=r"not certain.*`encoding`"):
        detect_encoding(kept(content))


def test_the_question_tells_letters_and_no_value(kept):
    with pytest.raises(DataError) as caught:
        detect_encoding(kept("miasto\nGdańsk\nPoznań\n".encode("cp1250")))
    assert "cp1252 (letters ñ), cp1250 (letters ń)" in str(caught.value)
    assert "Gda" not in str(caught.value)
