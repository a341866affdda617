"""The commands `shoal export-model`, `shoal export-mapping` and `shoal predict`."""

from pathlib import Path
from typing import Annotated

import typer

from shoal.complaints import explained
from shoal.errors import StudyError


def export_model(
    study: Annotated[Path, typer.Argument(help="The study file (YAML).", show_default=False)],
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("model.shoal"),
    run: Annotated[
        Path | None, typer.Option(help="A run folder to learn from; else the release is searched.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="The kind of model.")] = None,
    target: Annotated[str | None, typer.Option(help="The column to predict.")] = None,
    unseen: Annotated[
        str, typer.Option(help="What becomes of values without a label: error or root.")
    ] = "error",
    scorer: Annotated[
        Path | None, typer.Option(help="Write a Python program, too, that needs no library.")
    ] = None,
) -> None:
    """Train a model on a release and save it with everything it needs to predict."""
    with explained():
        from shoal.service.exports import model as verbs  # noqa: PLC0415

        _refuse_overwriting(out, study)
        _refuse_overwriting(scorer or out, study)
        done = verbs.export_model(
            study, out, run=run, model=model, target=target, unseen=unseen, scorer=scorer
        )
    for warning in done.warnings:
        typer.echo(f"Warning: {warning}", err=True)
    features = ", ".join(column.name for column in done.predictor.encoding.columns)
    typer.echo(f"The model predicts {done.predictor.target} from {features or 'nothing'}.")
    typer.echo(f"Model:  {out}")
    if scorer:
        typer.echo(f"Program:  {scorer}")


def export_mapping(
    study: Annotated[Path, typer.Argument(help="The study file (YAML).", show_default=False)],
    out: Annotated[Path, typer.Option(help="The file to write (JSON).")] = Path("mapping.json"),
    run: Annotated[
        Path | None, typer.Option(help="A run folder; else the release is searched.")
    ] = None,
    unseen: Annotated[
        str, typer.Option(help="What becomes of values without a label: error or root.")
    ] = "error",
) -> None:
    """Save the hierarchies and levels of a release, to do the same to new records."""
    with explained():
        from shoal.service.exports import mapping as verbs  # noqa: PLC0415

        _refuse_overwriting(out, study)
        done = verbs.export_mapping(study, out, run=run, unseen=unseen)
    for warning in done.warnings:
        typer.echo(f"Warning: {warning}", err=True)
    for name, reason in done.mapping.about["left_out"].items():
        typer.echo(f"Left out: {name} {reason}.", err=True)
    typer.echo(f"Mapping of {', '.join(each.name for each in done.mapping.labelings)}:  {out}")


def predict(
    model: Annotated[Path, typer.Argument(help="A saved model.", show_default=False)],
    data: Annotated[Path, typer.Argument(help="The file with raw records.", show_default=False)],
    out: Annotated[Path, typer.Option(help="The file to write (CSV).")] = Path("predictions.csv"),
) -> None:
    """Predict the records of a file with a saved model."""
    with explained():
        from shoal.service.learning import predict as verbs  # noqa: PLC0415

        _refuse_overwriting(out, model, data)
        found = verbs.predict(model, data, out)
    typer.echo(f"Predictions for {found.height:,} records:  {out}")


def _refuse_overwriting(out: Path, *read: Path) -> None:
    """What a command reads may be the only copy."""
    for path in read:
        if out.resolve() == path.resolve():
            raise StudyError(f"{out} is what is read here and would be overwritten. Name another.")
