"""The library of the extension, and which process may use a device."""

from __future__ import annotations

import functools
import os
import typing

from . import _wayfront
from ._errors import UnsupportedError


class Native(_wayfront.Library):
    """Remembers which plugins need a device."""

    def __init__(self, *arguments: typing.Any) -> None:
        super().__init__(*arguments)
        self._arguments = arguments
        self._on_device: dict[str, bool] = {}

    def __reduce__(self) -> typing.Any:
        """For pickles of graphs."""
        return _native_of, self._arguments

    def needs_device(self, plugin: str) -> bool:
        if plugin and plugin not in self._on_device:
            self._on_device[plugin] = "device" in self.describe(plugin)["capabilities"]
        return bool(plugin) and self._on_device[plugin]


@functools.lru_cache(maxsize=None)
def _native_of(*arguments: typing.Any) -> Native:
    return Native(*arguments)


_device_process: typing.Optional[int] = None


def use_device(plugin: str) -> None:
    """Says that this process uses a device. CUDA does not outlast a fork, so that a child of it is refused."""
    global _device_process
    process = os.getpid()
    if _device_process is None:
        _device_process = process
    elif _device_process != process:
        raise UnsupportedError(
            f"plugin '{plugin}': this process was forked after CUDA was used, and cannot use it; start it with "
            "multiprocessing.get_context('spawn')"
        )
