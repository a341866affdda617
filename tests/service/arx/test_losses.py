"""Quality models of ARX, by class and by sentence."""

from types import SimpleNamespace

import pytest

from service.arx import project_file as arx
from service.arx.java_writer import Constant, Stored, java_stream
from shoal.data.arx.java_stream import find_objects, read_object
from shoal.quality import quality_models
from shoal.service.arx.losses import CLASSES, loss_of


def project(metric=None, loss=""):
    config = Stored(arx.ARX + "ARXConfiguration", {"metric": metric})
    objects = read_object(java_stream(config))
    find = lambda name: next(iter(find_objects(objects, name)), None)  # noqa: E731
    return SimpleNamespace(find=find, loss=loss)


@pytest.mark.parametrize("start", [one[0] for one in CLASSES])
def test_a_class_becomes_a_loss_that_can_be_built(start):
    function = Constant(arx.ARX + "metric.Metric$AggregateFunction", "GEOMETRIC_MEAN")
    metric = Stored(arx.ARX + "metric.v2." + start, {"function": function, "gsFactor": 0.25})
    found = loss_of(project(metric))
    quality_models.build(found)
    assert found.get("aggregate", "geometric-mean") == "geometric-mean"
    assert found.get("gs_factor", 0.25) == 0.25


def test_a_wrapped_quality_model_tells_its_parameters():
    function = Constant(arx.ARX + "metric.Metric$AggregateFunction", "RANK")
    inside = Stored(arx.ARX + "metric.v2.MetricMDNMLoss", {"function": function})
    metric = Stored(
        arx.ARX + "metric.v2.MetricMDNMLossPotentiallyPrecomputed", {"defaultMetric": inside}
    )
    assert loss_of(project(metric)) == {"model": "loss", "aggregate": "rank"}


@pytest.mark.parametrize(
    ("said", "model"),
    [
        ("Loss (0.5/1.0/1.0)", "loss"),
        ("Average equivalence class size", "average-class-size"),
        ("Non-monotonic discernability", "discernibility"),
        ("Non-uniform entropy", "non-uniform-entropy"),
        ("Normalized non-uniform entropy", "normalized-non-uniform-entropy"),
        ("Entropy-based information loss", "entropy-based-loss"),
        ("PublisherBenefit (Journalist)", "publisher-payout"),
        ("KL-Divergence", "kl-divergence"),
    ],
)
def test_without_an_object_the_sentence_is_enough(said, model):
    assert loss_of(project(loss=said))["model"] == model


def test_the_attacker_is_the_one_of_the_project():
    assert loss_of(project(loss="PublisherBenefit (Journalist)"))["attacker"] == "journalist"
    metric = Stored("a.MetricSDNMPublisherPayout", {"journalistAttackerModel": False})
    assert loss_of(project(metric, "x"))["attacker"] == "prosecutor"


@pytest.mark.parametrize("name", ["MetricMDNMSSE", "MetricMDStatic"])
def test_what_has_no_counterpart_is_none(name):
    assert loss_of(project(Stored(arx.ARX + name, {}), "SSE")) is None
