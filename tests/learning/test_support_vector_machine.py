"""Support vector machines: the widest margin, and confidences that grow with the distance."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.svm import LinearSVC

from shoal.errors import StudyError
from shoal.learning import learning_models

CATEGORIES = np.zeros(1, np.bool_)


def machine(**settings):
    return learning_models.build({"model": "support-vector-machine", **settings})


def fitted(values, labels, **settings):
    matrix = csr_array(np.array(values, float).reshape(len(labels), -1))
    categorical = np.zeros(matrix.shape[1], np.bool_)
    return machine(**settings).estimator(0, categorical).fit(matrix, np.array(labels)), matrix


def test_the_border_lies_in_the_middle_and_confidence_grows_with_the_distance():
    learned, matrix = fitted([-3, -2, -1, 1, 2, 3] * 20, [0, 0, 0, 1, 1, 1] * 20)
    sure = learned.predict_proba(matrix)[:6, 1]
    assert (np.diff(sure) > 0).all()
    assert sure[2] + sure[3] == pytest.approx(1, abs=1e-6)
    assert sure[0] < 0.1
    assert sure[-1] > 0.9


def test_the_border_is_that_of_scikit_learn():
    learned, matrix = fitted([-3, -1, 2, 4], [0, 0, 1, 1], penalty=0.5)
    expected = LinearSVC(C=2, dual=False).fit(matrix / 4, [0, 0, 1, 1])
    assert learned.machine.coef_ == pytest.approx(expected.coef_)


def test_a_curved_border_tells_what_no_plane_can():
    values, labels = [-2, 0, 2] * 20, [1, 0, 1] * 20
    plane, matrix = fitted(values, labels)
    curved, _ = fitted(values, labels, kernel="radial")
    assert (plane.predict_proba(matrix).argmax(axis=1) == labels).mean() < 0.9
    assert (curved.predict_proba(matrix).argmax(axis=1) == labels).all()


@pytest.mark.parametrize("kernel", ["linear", "radial"])
def test_several_classes_have_a_border_each(kernel):
    values = np.eye(4)[[0, 1, 2, 3] * 15]
    learned, matrix = fitted(values, [0, 1, 2, 3] * 15, kernel=kernel)
    found = learned.predict_proba(matrix)
    assert found.shape == (60, 4)
    assert found.sum(axis=1) == pytest.approx(np.ones(60))
    assert found.argmax(axis=1).tolist() == [0, 1, 2, 3] * 15


def test_a_record_with_a_weight_counts_as_often():
    few, weights = np.array([[-1.0], [1.0], [0.5]]), np.array([3.0, 2.0, 4.0])
    labels = np.array([0, 1, 0])
    once = machine().estimator(0, CATEGORIES).fit(csr_array(few), labels, sample_weight=weights)
    times = weights.astype(int)
    each = machine().estimator(0, CATEGORIES)
    each.fit(csr_array(np.repeat(few, times, axis=0)), np.repeat(labels, times))
    found = [one.predict_proba(csr_array(few)) for one in (once, each)]
    assert found[0] == pytest.approx(found[1], abs=1e-3)


@pytest.mark.parametrize("kernel", ["linear", "radial"])
def test_a_matrix_with_long_places_is_as_good(kernel):
    matrix = csr_array(np.eye(2)[[0, 1] * 10])
    matrix.indices, matrix.indptr = matrix.indices.astype(np.int64), matrix.indptr.astype(np.int64)
    learned = machine(kernel=kernel).estimator(0, np.ones(2, np.bool_)).fit(matrix, [0, 1] * 10)
    assert learned.predict_proba(matrix).argmax(axis=1).tolist() == [0, 1] * 10
    assert matrix.indices.dtype == np.int64


@pytest.mark.parametrize("settings", [{"kernel": "cubic"}, {"penalty": 0}])
def test_wrong_parameters_are_told(settings):
    with pytest.raises(StudyError, match=next(iter(settings))):
        machine(**settings)
