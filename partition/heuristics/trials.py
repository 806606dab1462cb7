"""The trials of a search, in memory, and in an SQLite file from which it can resume."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from models.errors import InputError
from shell.packages import require_package


def require_optuna() -> None:
    """Raise `InputError` if optuna is missing."""
    require_package("optuna", "Bayesian optimisation", "partition")


@contextmanager
def quiet() -> Iterator[None]:
    """Silence optuna's log of trials and its warnings about experimental features."""
    import optuna

    before = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            yield
    finally:
        optuna.logging.set_verbosity(before)


class Kept:
    """The finished trials of one question, in an SQLite file.

    A search runs in memory and stores each finished trial with all parameters in one transaction;
    optuna itself would write them one by one. `name` is the name of the study; a file may have
    several. Raises `InputError` if the file cannot be used, or if the study has the trials of
    another question.
    """

    def __init__(self, file: Path, name: str, question: Mapping[str, Any]) -> None:
        import optuna
        from sqlalchemy.engine import URL
        from sqlalchemy.exc import SQLAlchemyError

        self._file, self._storage = file, None
        self._errors = (SQLAlchemyError, optuna.exceptions.StorageInternalError)
        url = URL.create("sqlite", database=str(file)).render_as_string(hide_password=False)
        try:
            self._storage = optuna.storages.RDBStorage(url)
            self._study = optuna.create_study(
                storage=self._storage, study_name=name, load_if_exists=True
            )
            known = self._study.user_attrs.get("question")
            if known is None:
                if self._study.get_trials(deepcopy=False):
                    raise InputError(f"study '{name}' is none of partitions", str(file))
                self._study.set_user_attr("question", dict(question))
            elif known != question:
                raise _other(file, name, known, question)
        except (*self._errors, RuntimeError) as error:
            self.close()
            raise _unusable(file, error) from None
        except InputError:
            self.close()
            raise

    def finished(self) -> list[Any]:
        """Return the finished trials in chronological order."""
        import optuna

        done = (optuna.trial.TrialState.COMPLETE,)
        found: list[Any] = self._study.get_trials(deepcopy=False, states=done)
        return found

    def add(self, trial: Any) -> None:
        """Store a finished trial."""
        try:
            self._study.add_trial(trial)
        except self._errors as error:
            raise _unusable(self._file, error) from None

    def close(self) -> None:
        """Close the file."""
        if self._storage is not None:
            self._storage.remove_session()
            self._storage.engine.dispose()

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _unusable(file: Path, error: Exception) -> InputError:
    cause = getattr(error, "orig", None) or error.__cause__ or error
    reason = str(getattr(cause, "orig", None) or cause).strip().splitlines()
    return InputError(f"no trials can be kept here: {(reason or ['unknown'])[0]}", str(file))


def _other(file: Path, name: str, known: Any, question: Mapping[str, Any]) -> InputError:
    for key, asked in question.items():
        kept = known.get(key) if isinstance(known, dict) else None
        if kept != asked:
            what = f"{key} is {asked} here and was {kept} there"
            return InputError(
                f"study '{name}' has the trials of another question: {what}", str(file)
            )
    return InputError(f"study '{name}' has the trials of another question", str(file))
