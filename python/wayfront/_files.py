"""Errors of files as those of the operating system."""

from __future__ import annotations

import contextlib
import os
import typing

from ._errors import FileError, InputError, UsageError


@contextlib.contextmanager
def open_errors(path: str | os.PathLike[str], mode: str) -> typing.Iterator[None]:
    """Turns an error into a FileError if the file `path` cannot be opened: "r", or its folder written: "w"."""
    try:
        yield
    except FileError:
        raise
    except (InputError, UsageError) as error:
        reason = _why_not(path, mode)
        if reason is None:
            raise
        failure = FileError(reason.errno, str(error), os.fspath(path))
        failure.exit_code = error.exit_code
        raise failure from None


def _why_not(path: str | os.PathLike[str], mode: str) -> typing.Optional[OSError]:
    try:
        if mode == "r":
            with open(path, "rb"):
                return None
        folder = os.path.dirname(os.path.abspath(path))
        os.stat(folder)
        if not os.access(folder, os.W_OK):
            return PermissionError(13, "not writable")
    except OSError as error:
        return error
    return None
