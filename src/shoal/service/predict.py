"""The verb `predict`: what a saved model says about the raw records of a file."""

from pathlib import Path

import polars as pl

from shoal.data.files import read, resolve_source
from shoal.data.files.csv_writer import write_csv
from shoal.data.source import Source
from shoal.errors import DataError
from shoal.learning.bundle import read_bundle
from shoal.pipeline.folder.added import write_down


def predict(model: Path, data: Path | str, out: Path) -> pl.DataFrame:
    """Write the class of each record and the confidence in each class, in the file's order.

    Returns the same table.

    Args:
        model: A file that `export_model` wrote.
        data: The file of the records; columns that the model does not need play no part.
        out: The file to write (CSV).
    """
    predictor = read_bundle(model)
    source = resolve_source(Source.of(data))
    predictions = predictor.predict(read(source), source.decimal or ".")
    try:
        write_csv(predictions, out)
    except OSError as error:
        raise DataError(f"{out} cannot be written: {error.strerror}.") from None
    write_down(out, "predict")
    return predictions
