"""Writes ARX projects in the layout of ARX 3 (and, where it differs, of ARX 2)."""

from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from service.arx.java_writer import Constant, Stored, java_stream

ARX, GUI = "org.deidentifier.arx.", "org.deidentifier.arx.gui.model."
DISEASES = ("flu", "cold", "angina")
RECORDS = [
    (f"p{at}", str(20 + at % 40), "mf"[at % 2], f"1{at % 9}", DISEASES[at % 3]) for at in range(120)
]
HEADER = ("name", "age", "sex", "zip", "disease")
AGES = "".join(f"{age};{age // 10 * 10}-{age // 10 * 10 + 9};*\n" for age in range(20, 60))
SEXES = "m;*\nf;*\n"
ZIPS = "".join(f"1{last};1*;*\n" for last in range(9))
ILL = "flu;airways;*\ncold;airways;*\nangina;heart;*\n"
QUASI = "QUASI_IDENTIFYING_ATTRIBUTE"


def column(name, role, datatype="String", **said):
    texts = {"name": name, "type": role, "datatype": datatype, **said}
    return "<assigment>" + "".join(element(*one) for one in texts.items()) + "</assigment>"


def element(name, text):
    return f"<{name}>{escape(str(text))}</{name}>"


COLUMNS = (
    column("name", "IDENTIFYING_ATTRIBUTE"),
    column("age", QUASI, "Integer", ref="hierarchies/age.csv", min=1, max="All"),
    column("sex", QUASI, ref="hierarchies/sex.csv", min="All", max="All"),
    column("zip", QUASI, ref="hierarchies/zip.csv", min="All", max=1),
    column("disease", "SENSITIVE_ATTRIBUTE", ref="hierarchies/disease.csv", min="All", max="All"),
)
PROMISES = ("4-anonymity", "distinct-2-diversity for attribute 'disease'")


def config(promises=PROMISES, *, metric="Loss (0.5/1.0/1.0)", weights=None, limit="0.1", **said):
    lines = [element(key, text) for key, text in said.items()]
    lines += [
        element("relativeMaxOutliers", limit),
        element("metric", metric),
        "<attributeWeights>",
    ]
    for name, weight in (weights or {}).items():
        inside = element("attribute", name) + element("weight", weight)
        lines.append(f"<attributeWeight>{inside}</attributeWeight>")
    criteria = "".join(element("criterion", one) for one in promises)
    return f"<config>{''.join(lines)}</attributeWeights><criteria>{criteria}</criteria></config>"


def objects(subset=None, modes=None, metric=None, promises=(), **settings):
    """The settings that ARX keeps as Java objects."""
    arx = {"metric": metric, **settings}
    for at, one in enumerate(promises):
        arx[f"criterion{at}"] = one
    fields = {"config": Stored(ARX + "ARXConfiguration", arx), "researchSubset": subset}
    fields["transformationModes"] = {
        name: Constant(GUI + "ModelTransformationMode", mode)
        for name, mode in (modes or {}).items()
    }
    return java_stream(Stored(GUI + "ModelConfiguration", fields))


def rows(chosen, length=120):
    words = [0] * -(-length // 64)
    for at in chosen:
        words[at >> 6] |= 1 << (at & 63)
    signed = [word - (1 << 64) if word >> 63 else word for word in words]
    return Stored(ARX + "RowSet", {"array": signed, "length": length, "size": len(chosen)})


def table(records=RECORDS, separator=";"):
    return "".join(separator.join(line) + "\n" for line in (HEADER, *records))


def write_project(path, *, settings=None, java=None, columns=COLUMNS, version="3.9.1", **parts):
    """Write a project; `parts` add or replace entries, `None` leaves one out."""
    entries = {
        "metadata.xml": f"<metadata>{element('version', version)}</metadata>",
        "project.xml": "<project><name>t</name><separator>;</separator></project>",
        "data/input.csv": table(),
        "input/config.dat": objects() if java is None else java,
        "input/config.xml": settings or config(),
        "input/definition.xml": f"<definition>{''.join(columns)}</definition>",
        "input/hierarchies/age.csv": AGES,
        "input/hierarchies/sex.csv": SEXES,
        "input/hierarchies/zip.csv": ZIPS,
        "input/hierarchies/disease.csv": ILL,
        **parts.pop("entries", {}),
    }
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            if content is not None:
                archive.writestr(name, content)
    return path
