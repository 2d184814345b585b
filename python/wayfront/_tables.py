"""Tables of arcs, of pandas and of all that has `__dataframe__`: which column is what, ids as indices, weights."""

from __future__ import annotations

import typing

import numpy

from . import _wayfront
from ._errors import InputError, UsageError
from ._inputs import is_of, ones, widened
from ._types import Id

Ends = tuple[numpy.ndarray, numpy.ndarray]


def as_pandas(table: typing.Any) -> typing.Any:
    if is_of(table, "pandas", "DataFrame"):
        return table
    try:
        from pandas.api.interchange import from_dataframe
    except ImportError:
        raise UsageError(f"a {type(table).__name__} is read through pandas 1.5 or newer, which is not there") from None
    return from_dataframe(table)


class Columns:
    """Those with source, target, weight and the weight of the way back, which may be None: there is none. An empty name
    stands for the column that is called so, as in a file of the loader edge-list."""

    def __init__(
        self,
        table: typing.Any,
        source: typing.Hashable,
        target: typing.Hashable,
        weight: typing.Optional[typing.Hashable],
        reverse: typing.Optional[typing.Hashable],
    ) -> None:
        self._table = table
        self.source = self._called("source") if source == "" else source
        self.target = self._called("target") if target == "" else target
        self.reverse = None if reverse == "" else reverse
        others = [name for name in table.columns if name not in (self.source, self.target, self.reverse)]
        self.weight = weight
        if weight == "":
            self.weight = self._weight(others)
            back = [name for name in others if _is_of_way_back(name) and name != self.weight]
            if back and reverse == "":
                raise InputError(
                    f"column {back[0]!r} looks like the weights of the arcs from target to source; say "
                    f"reverse={back[0]!r}, or reverse=None to leave them out"
                )

    def _called(self, what: str) -> typing.Hashable:
        found = [name for name in self._table.columns if _wayfront.column_called(_utf8(name)) == what]
        if len(found) == 1:
            return found[0]
        raise InputError(self._which(what, found))

    def _weight(self, others: list[typing.Hashable]) -> typing.Optional[typing.Hashable]:
        named = [name for name in others if _wayfront.column_called(_utf8(name)) == "weight"]
        like = [name for name in others if _wayfront.looks_like_weight(_utf8(name)) and not _is_of_way_back(name)]
        found = named or like
        if len(found) == 1:
            return found[0]
        if not others:
            return None
        raise InputError(self._which("weight", found) + ", or weight=None for 1 each")

    def _which(self, what: str, found: list[typing.Hashable]) -> str:
        several = f"both {found[0]!r} and {found[1]!r} may be it" if found else f"there are {self._all()}"
        return f"which column of the table is the {what}? {several}; say {what}=..."

    def _all(self) -> str:
        return ", ".join(map(repr, self._table.columns))

    def are_directed(self) -> bool:
        """As a column Type or directed says; otherwise they are."""
        said = {"undirected": False, "false": False, "directed": True, "true": True}
        for name in self._table.columns:
            if "".join(filter(str.isalnum, str(name).lower())) not in ("type", "directed"):
                continue
            values = {str(value).lower() for value in self._table[name].unique()}
            if not values or not values <= set(said):  # a type of anything else
                continue
            if len({said[value] for value in values}) > 1:
                raise InputError(
                    f"column {name!r} has directed and undirected rows; say directed=..., or write two rows for each "
                    "undirected edge"
                )
            return said[min(values)]
        return True

    def column(self, name: typing.Hashable) -> typing.Any:
        if name not in self._table.columns:
            raise InputError(f"the table has no column {name!r}; its columns are {self._all()}")
        column = self._table[name]
        if column.ndim != 1:
            raise InputError(f"the table has several columns {name!r}")
        return column


def _utf8(name: typing.Hashable) -> bytes:
    """Of a column, for the extension, which knows as the loader edge-list what columns of a name hold."""
    return str(name).encode("utf-8", "surrogatepass")


def _is_of_way_back(name: typing.Hashable) -> bool:
    return _wayfront.looks_like_weight(_utf8(name)) and _wayfront.is_of_way_back(_utf8(name))


def _refuse_missing(name: typing.Hashable, missing: typing.Any) -> None:
    if missing.any():
        raise InputError(f"column {name!r} has no value in row {numpy.argmax(missing)}; drop such rows with dropna()")


# Ids.


def ends(columns: Columns) -> tuple[list[Id], Ends]:
    """The ids in ascending order, where they have one, and the ends of the arcs as indices."""
    import pandas

    names = columns.source, columns.target
    given = [columns.column(name) for name in names]
    half = len(given[0])
    if any(isinstance(column.dtype, pandas.CategoricalDtype) for column in given):
        (codes, labels), (more_codes, more_labels) = map(_of_categories, names, given)
        merged, ids = _indexed(labels.append(more_labels))
        found = merged[: len(labels)][codes], merged[len(labels) :][more_codes]
    else:
        all_ends, ids = _indexed(pandas.concat(given, ignore_index=True))
        found = all_ends[:half], all_ends[half:]
        for name, end in zip(names, found):
            _refuse_missing(name, end < 0)
    return ids, (found[0].astype(numpy.uint32), found[1].astype(numpy.uint32))


def _indexed(values: typing.Any) -> tuple[numpy.ndarray, list[Id]]:
    """The place of each value among the sorted ones, -1 where there is none, and these."""
    import pandas

    if values.dtype == object:
        found = _wayfront.sorted_texts(numpy.ascontiguousarray(values.to_numpy()))
        if found is not None:
            return found
    try:
        codes, labels = pandas.factorize(values, sort=True)
    except TypeError:  # values without an order, such as numbers and texts
        codes, labels = pandas.factorize(values)
    return codes, labels.tolist()


def _of_categories(name: typing.Hashable, column: typing.Any) -> tuple[numpy.ndarray, typing.Any]:
    """The codes of a column, and its categories without those that do not occur."""
    column = column.astype("category")
    codes, categories = column.cat.codes.to_numpy(), column.cat.categories
    _refuse_missing(name, codes < 0)
    occurs = numpy.zeros(len(categories), bool)
    occurs[codes] = True
    return (numpy.cumsum(occurs) - 1)[codes], categories[occurs]


# Weights.


def arcs(columns: Columns, of: Ends, negative: str) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """Sources, targets and weights; with the arcs of the way back behind the others."""
    if negative not in ("", "arc", "no arc"):
        raise UsageError(f"negative is {negative!r}; it must be 'arc' or 'no arc'")
    sources, targets = of
    if columns.weight is None:
        if columns.reverse is not None:
            raise UsageError("reverse without weight: say which column has the weights")
        return sources, targets, ones(len(sources))
    weights = _weights(columns, columns.weight)
    if columns.reverse is not None:
        back = _weights(columns, columns.reverse)
        if negative == "" and ((weights < 0).any() or (back < 0).any()):
            raise UsageError(
                "there are negative weights; say negative='no arc' if they stand for closed directions, as in "
                "pgRouting's tables, or negative='arc'"
            )
        if weights.dtype == back.dtype:
            weights = numpy.concatenate([weights, back])
        else:
            weights = widened(numpy.array([*weights.tolist(), *back.tolist()], object), "weights")
        sources, targets = numpy.concatenate([sources, targets]), numpy.concatenate([targets, sources])
    if negative == "no arc":
        there = weights >= 0
        sources, targets, weights = sources[there], targets[there], weights[there]
    return sources, targets, weights


def _weights(columns: Columns, name: typing.Hashable) -> numpy.ndarray:
    column = columns.column(name)
    _refuse_missing(name, column.isna())
    weights = widened(column.to_numpy(), f"column {name!r}")
    beyond = ~numpy.isfinite(weights)
    if beyond.any():
        row = beyond.argmax()
        raise InputError(f"column {name!r} has the weight {weights[row]} in row {row}; weights are finite numbers")
    return weights
