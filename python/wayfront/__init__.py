"""Single-source shortest paths with answers that are proved: graphs of NumPy, SciPy, pandas, NetworkX and files in,
NumPy arrays out.

    import wayfront

    result = wayfront.solve(matrix, 0, predecessors=True)      # a scipy.sparse matrix, a file, a NetworkX graph ...
    result.distances                                           # a NumPy array
    result.path(5).vertices

docs/from-python.md leads through all of it.
"""

from . import _wayfront
from ._comparison import Comparison, OptionInfo, PluginInfo
from ._errors import (
    ArrayTypeError, CancelledError, Error, FileError, InputError, NegativeCycleError, PluginError, SolveError,
    TimeoutError, UnsupportedError, UsageError, WrongAnswerError,
)
from ._graph import Graph, Solver, closed
from ._library import Library
from ._result import DeviceArray, Result
from ._types import MeanCycle, Path, unreached

__version__ = _wayfront.version()

_default = Library()
graph = _default.graph
load = _default.load
from_csr = _default.from_csr
from_edges = _default.from_edges
from_scipy = _default.from_scipy
from_pandas = _default.from_pandas
from_networkx = _default.from_networkx
generate = _default.generate
solve = _default.solve
nearest = _default.nearest
closeness = _default.closeness
min_mean_cycle = _default.min_mean_cycle
distances = _default.distances
compare = _default.compare
run = _default.run
plugins = _default.plugins
describe = _default.describe

__all__ = [
    "ArrayTypeError", "CancelledError", "Comparison", "DeviceArray", "Error", "FileError", "Graph", "InputError",
    "Library", "MeanCycle", "NegativeCycleError", "OptionInfo", "Path", "PluginError", "PluginInfo", "Result",
    "SolveError", "Solver", "TimeoutError", "UnsupportedError", "UsageError", "WrongAnswerError", "closed", "closeness",
    "compare", "describe", "distances", "from_csr", "from_edges", "from_networkx", "from_pandas", "from_scipy",
    "generate", "graph", "load", "min_mean_cycle", "nearest", "plugins", "run", "solve", "unreached",
]
