"""The commands `shoal export-model`, `shoal export-mapping` and `shoal predict`."""

from pathlib import Path
from typing import Annotated

import typer

from shoal.cli import completion
from shoal.cli.arguments import Quiet, StudyFile, path_option
from shoal.cli.complaints import explain_errors
from shoal.cli.terminal import Screen
from shoal.errors import StudyError
from shoal.report.numbers import count_of

Unseen = Annotated[
    str,
    typer.Option(
        help="What becomes of values without a label: error or root.",
        autocompletion=lambda: ["error", "root"],
    ),
]
LearnFrom = Annotated[
    Path | None,
    path_option("A run folder to learn from; else the release is searched.", completion.runs),
]
RunOption = Annotated[
    Path | None, path_option("A run folder; else the release is searched.", completion.runs)
]


def export_model(
    study: StudyFile,
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("model.shoal"),
    run: LearnFrom = None,
    model: Annotated[
        str | None,
        typer.Option(help="The kind of model.", autocompletion=completion.learning_models),
    ] = None,
    target: Annotated[str | None, typer.Option(help="The column to predict.")] = None,
    unseen: Unseen = "error",
    scorer: Annotated[
        Path | None, typer.Option(help="Write a Python program, too, that needs no library.")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Train a model on a release and save it with everything it needs to predict.

    Reads a study, its table, and a run if there is one. Writes a file that is safe to load, and
    a Python program if asked.

    Examples:
      shoal export-model study.yaml --run run --target illness
      shoal export-model study.yaml --model decision-tree --scorer score.py
    """
    screen = Screen(quiet)
    with explain_errors():
        from shoal.service.exports import model as verbs  # noqa: PLC0415

        _refuse_overwriting(out, study)
        _refuse_overwriting(scorer or out, study)
        done = verbs.export_model(
            study, out, run=run, model=model, target=target, unseen=unseen, scorer=scorer
        )
    screen.warn(done.warnings)
    features = ", ".join(column.name for column in done.predictor.encoding.columns)
    screen.say(f"The model predicts {done.predictor.target} from {features or 'nothing'}.")
    screen.say(f"Model:  {out}")
    if scorer:
        screen.say(f"Program:  {scorer}")


def export_mapping(
    study: StudyFile,
    out: Annotated[Path, typer.Option(help="The file to write (JSON).")] = Path("mapping.json"),
    run: RunOption = None,
    unseen: Unseen = "error",
    quiet: Quiet = False,
) -> None:
    """Save the hierarchies and levels of a release, to do the same to new records.

    Reads a study, its table, and a run if there is one. Writes a JSON file.

    Examples:
      shoal export-mapping study.yaml --run run
      shoal export-mapping study.yaml --out mapping.json --unseen root
    """
    screen = Screen(quiet)
    with explain_errors():
        from shoal.service.exports import mapping as verbs  # noqa: PLC0415

        _refuse_overwriting(out, study)
        done = verbs.export_mapping(study, out, run=run, unseen=unseen)
    screen.warn(done.warnings)
    for name, reason in done.mapping.about["left_out"].items():
        typer.echo(f"Left out: {name} {reason}.", err=True)
    screen.say(f"Mapping of {', '.join(each.name for each in done.mapping.labelings)}:  {out}")


def predict(
    model: Annotated[Path, typer.Argument(help="A saved model.", show_default=False)],
    data: Annotated[Path, typer.Argument(help="The file with raw records.", show_default=False)],
    out: Annotated[Path, typer.Option(help="The file to write (CSV).")] = Path("predictions.csv"),
    quiet: Quiet = False,
) -> None:
    """Predict the records of a file with a saved model.

    Reads what `shoal export-model` has written, and a table of raw records. Writes a CSV file.

    Examples:
      shoal predict model.shoal newcomers.csv
      shoal predict model.shoal newcomers.csv --out answers.csv
    """
    with explain_errors():
        from shoal.service import predict as verbs  # noqa: PLC0415
        from shoal.study.encodings import notes_on_files  # noqa: PLC0415

        _refuse_overwriting(out, model, data)
        predictions = verbs.predict(model, data, out)
        screen = Screen(quiet)
        screen.warn(notes_on_files(data))
    screen.say(f"Predictions for {count_of(predictions.height, 'record')}:  {out}")


def _refuse_overwriting(out: Path, *read: Path) -> None:
    """Refuse to write to a file that the command reads, which may be the only copy."""
    for path in read:
        if out.resolve() == path.resolve():
            raise StudyError(f"{out} is what is read here and would be overwritten. Name another.")
