"""Quality models of ARX as losses of a study: by the class of the object, or by its sentence."""

from collections.abc import Iterator
from dataclasses import fields

from shoal.data.arx.java_stream import JavaObject
from shoal.data.arx.project import ArxProject
from shoal.quality import quality_models
from shoal.study.keys.plain import Settings

# The beginning of the class's name, the loss here, what is fixed. The first that fits is taken.
CLASSES: tuple[tuple[str, str, Settings], ...] = (
    ("MetricSDAECS", "average-class-size", {}),
    ("MetricSDClassification", "classification", {}),
    ("MetricSDDiscernability", "discernibility", {"monotonic": True}),
    ("MetricSDNMDiscernability", "discernibility", {}),
    ("MetricSDNMAmbiguity", "ambiguity", {}),
    ("MetricSDNMEntropyBasedInformationLoss", "entropy-based-loss", {}),
    ("MetricSDNMKLDivergence", "kl-divergence", {}),
    ("MetricSDNMPublisher", "publisher-payout", {}),
    ("MetricMDHeight", "height", {}),
    ("MetricMDNMLoss", "loss", {}),
    ("MetricMDNMPrecision", "precision", {}),
    ("MetricMDPrecision", "precision", {"monotonic": True}),
    ("MetricMDNUNMNormalizedEntropy", "normalized-non-uniform-entropy", {}),
    ("MetricMDNUNMEntropy", "non-uniform-entropy", {}),
    ("MetricMDNUEntropy", "non-uniform-entropy", {"monotonic": True}),
)
# Words in the sentence of ARX, where there is no readable object.
WORDS: tuple[tuple[str, str, Settings], ...] = (
    ("average equivalence class size", "average-class-size", {}),
    ("classification", "classification", {}),
    ("non-monotonic discern", "discernibility", {}),
    ("discern", "discernibility", {"monotonic": True}),
    ("ambiguity", "ambiguity", {}),
    ("entropy-based", "entropy-based-loss", {}),
    ("kl", "kl-divergence", {}),
    ("publisher", "publisher-payout", {}),
    ("height", "height", {}),
    ("precision", "precision", {}),
    ("normalized non-uniform entropy", "normalized-non-uniform-entropy", {}),
    ("entropy", "non-uniform-entropy", {}),
    ("loss", "loss", {}),
)


def loss_of(project: ArxProject) -> Settings | None:
    """The loss that ARX makes small; None if it is not known here."""
    metric = _metric(project)
    if metric is not None:
        known = [(name, fixed) for start, name, fixed in CLASSES if metric.name.startswith(start)]
    else:
        known = [(name, fixed) for word, name, fixed in WORDS if word in project.loss.lower()]
    if not known:
        return None
    name, fixed = known[0]
    return {"model": name, **fixed, **_parameters(name, metric, project)}


def _parameters(name: str, metric: JavaObject | None, project: ArxProject) -> Settings:
    """The parameters of ARX that the loss here has, too."""
    takes = {field.name for field in fields(quality_models.class_of(name))}
    keys: Settings = {}
    function, factor = _field(metric, "function"), _field(metric, "gsFactor")
    if isinstance(function, str) and "aggregate" in takes:
        keys["aggregate"] = function.lower().replace("_", "-")
    if isinstance(factor, float) and factor != 0.5 and "gs_factor" in takes:
        keys["gs_factor"] = factor
    if "attacker" in takes:
        by_object = _field(metric, "journalistAttackerModel")
        journalist = "journalist" in project.loss.lower() if by_object is None else by_object
        keys["attacker"] = "journalist" if journalist else "prosecutor"
    return keys


def _metric(project: ArxProject) -> JavaObject | None:
    config = project.find("ARXConfiguration")
    metric = config.fields.get("metric") if config else None
    new = isinstance(metric, JavaObject) and metric.name.startswith(("MetricSD", "MetricMD"))
    return metric if new else None


def _field(metric: JavaObject | None, name: str) -> object:
    """A field of a quality model, or of one that it wraps; None if there is none."""
    return next((one.fields[name] for one in _wrapped(metric) if name in one.fields), None)


def _wrapped(metric: JavaObject | None) -> Iterator[JavaObject]:
    if metric is not None:
        yield metric
        for one in metric.fields.values():
            if isinstance(one, JavaObject) and one.name.startswith("Metric"):
                yield one
