#!/usr/bin/env python3
"""Tables of pandas: columns by name, ids of any type."""

import importlib.util
import os
import tempfile
import unittest

from needed import need

pandas, numpy = need("pandas", "numpy")
import wayfront  # noqa: E402

TABLE = pandas.DataFrame({"source": ["Rome", "Pisa", "Bari"], "target": ["Pisa", "Siena", "Rome"], "weight": [3, 4, 1]})


class Tables(unittest.TestCase):
    def test_names(self):
        graph = wayfront.graph(TABLE)
        self.assertEqual(graph.ids.tolist(), ["Bari", "Pisa", "Rome", "Siena"])
        result = wayfront.solve(TABLE, "Rome", predecessors=True)
        self.assertEqual(result.distances.tolist(), [result.unreached, 3, 0, 7])
        self.assertEqual(result.path("Siena").vertices, ["Rome", "Pisa", "Siena"])
        both = wayfront.from_pandas(TABLE, directed=False)
        self.assertEqual(wayfront.solve(both, "Rome").distance("Bari"), 1)

    @unittest.skipUnless(importlib.util.find_spec("pyarrow"), "there is no pyarrow")
    def test_tables_of_parquet_and_arrow(self):
        with tempfile.TemporaryDirectory() as folder:
            parquet, arrow = os.path.join(folder, "roads.parquet"), os.path.join(folder, "roads.arrow")
            TABLE.to_parquet(parquet)
            TABLE.to_feather(arrow)
            for table in (pandas.read_parquet(parquet), pandas.read_feather(arrow)):
                self.assertEqual(wayfront.solve(table, "Rome").distance("Siena"), 7)

    def test_columns_and_their_types(self):
        columns = {"km": [2.5, 1.0], "to": [70, 4294967300], "from": [10, 70], "hops": [True, True]}
        table = pandas.DataFrame(columns, index=[9, 4])
        graph = wayfront.from_pandas(table, "from", "to", "km")
        self.assertEqual(graph.ids.tolist(), [10, 70, 4294967300])
        self.assertEqual(wayfront.solve(graph, 10).distance(4294967300), 3.5)
        self.assertEqual(wayfront.from_pandas(table, "from", "to", None).dtype, "int32")
        self.assertEqual(wayfront.from_pandas(table, "from", "to", "hops").dtype, "int32")
        self.assertEqual(wayfront.distances(graph, [10], [70]).tolist(), [[2.5]])
        for dtype, expected in (("int8", "int32"), ("uint16", "int32"), ("int32", "int32"), ("uint32", "int64"),
                                ("uint64", "int64"), ("float32", "float32"), ("Int64", "int64"), ("O", "int64")):
            typed = table.assign(km=[2, 1]).astype({"km": dtype})
            self.assertEqual(wayfront.from_pandas(typed, "from", "to", "km").dtype, expected, dtype)

    def test_ids_of_several_types(self):
        table = TABLE.assign(target=["Pisa", 7, "Rome"])
        self.assertEqual(wayfront.solve(table, "Rome").distance(7), 7)

    def test_mistakes(self):
        for table, words in (
            (TABLE.rename(columns={"weight": "cost"}), "'source', 'target', 'cost': .* by from_pandas.table, source="),
            (TABLE.assign(weight=numpy.array([2**53 + 1, 0.5, 1], object)), "9007199254740993 is too large"),
            (TABLE.assign(target=["Pisa", None, "Rome"]), "column 'target' has no value in row 1"),
            (TABLE.assign(weight=[1, numpy.nan, 2]), "column 'weight' has no value in row 1"),
            (TABLE.assign(weight=[1, numpy.inf, 2]), "inf"),
            (TABLE.assign(weight=["3", "4", "1"]), "column 'weight' has dtype"),
            (TABLE.assign(weight=[1, 2, 2**63]).astype({"weight": "uint64"}), "column 'weight' has dtype uint64"),
        ):
            with self.assertRaisesRegex(wayfront.InputError, words) as raised:
                wayfront.graph(table)
            self.assertIsInstance(raised.exception, ValueError)
        self.assertEqual(len(wayfront.graph(TABLE[:0])), 0)
        with self.assertRaisesRegex(wayfront.UsageError, "'Oslo' is not in the graph"):
            wayfront.solve(TABLE, "Oslo")


if __name__ == "__main__":
    unittest.main()
