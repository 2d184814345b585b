#!/usr/bin/env python3
"""Tables of pandas: columns by name, ids of any type."""

import importlib.util
import os
import pathlib
import re
import sys
import tempfile
import unittest
import unittest.mock

from needed import need

pandas, numpy = need("pandas", "numpy")
import wayfront  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
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

    def test_columns_are_found_as_the_loader_of_files_finds_them(self):
        """The names of loaders/text/column_names.cpp, as they are and as people write them."""
        source = (ROOT / "loaders" / "text" / "column_names.cpp").read_text(encoding="ascii")
        lists = re.findall(r"_view \w+\[\] = \{(.*?)\};", source, re.DOTALL)
        sources, targets, weights, parts = (re.findall(r'"(\w+)"', found) for found in lists)
        headers = [(one, other, "weight") for one, other in zip(sources, targets)]
        headers += [("u", "v", weight) for weight in [*weights, "Reverse", "note"]]
        headers += [("FromNodeId", "to node", "W"), ("start_node", "end_node", "Cost"), (":START_ID", ":END_ID", "w"),
                    ("vid", "v", "w"), ("u", "uid", "w"), ("idv", "u", "w"), ("nodes", "v", "w"), ("id", "v", "w")]
        self.assertGreater(len(headers), 25)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "arcs.csv")
            for header in headers:
                pandas.DataFrame([[1, 2, 5], [2, 3, 7]], columns=header).to_csv(path, index=False)
                from_file, from_table = (self.arcs_of(make) for make in (
                    lambda: wayfront.load(path, loader="edge-list"), lambda: wayfront.graph(pandas.read_csv(path))))
                self.assertEqual(from_file, from_table, header)
        for part in [*parts, "time", "length_km"]:  # the only one that looks like a weight
            self.assertEqual(self.arcs_of(lambda: wayfront.graph(TABLE.rename(columns={"weight": f"my_{part}"}))),
                             self.arcs_of(lambda: wayfront.graph(TABLE)))

    def arcs_of(self, make):
        try:
            graph = make()
        except wayfront.InputError:
            return None
        return graph.ids.tolist(), graph.offsets.tolist(), graph.targets.tolist(), graph.weights.tolist()

    def test_the_table_of_pgrouting(self):
        """Of its documentation: from 2 to 3 the way back of the last two arcs is open, and the short way is not."""
        rows = ("1 2 1 1; 2 3 -1 1; 3 4 -1 1; 2 5 1 1; 3 6 1 -1; 7 8 1 1; 8 5 1 1; 5 6 1 1; 6 9 1 1; 5 10 1 1;"
                "6 11 1 -1; 10 11 1 -1; 11 12 1 -1; 10 13 1 1; 9 12 1 1; 4 9 1 1; 14 15 1 1; 16 17 1 1").split(";")
        names = ["source", "target", "cost", "reverse_cost"]
        roads = pandas.DataFrame([map(int, row.split()) for row in rows], columns=names)
        roads.insert(0, "id", range(1, 19))
        graph = wayfront.graph(roads, reverse="reverse_cost", negative="no arc")
        self.assertEqual((wayfront.solve(graph, 2).distance(3), graph.arcs), (5, 30))
        mixed = roads.astype({"reverse_cost": float})
        self.assertEqual(wayfront.graph(mixed, reverse="reverse_cost", negative="no arc").dtype, "float64")
        for options, words in (
            ({}, "'reverse_cost' looks like"), ({"reverse": "reverse_cost"}, "say negative='no arc'"),
            ({"negative": "closed", "weight": "cost"}, "it must be"), ({"weight": None, "reverse": "cost"}, "without"),
        ):
            with self.assertRaisesRegex(ValueError, words):
                wayfront.graph(roads, **options)
        self.assertEqual(wayfront.graph(roads, weight="cost").arcs, 18)
        self.assertEqual(wayfront.graph(roads, reverse=None).weights.min(), -1)
        plain = roads.rename(columns={"reverse_cost": "cost_to", "cost": 0}).rename(columns={"cost_to": 1})
        self.assertEqual(wayfront.graph(plain, weight=1, reverse=0, negative="no arc").arcs, 30)
        both = wayfront.graph(roads, reverse="reverse_cost", negative="arc")
        self.assertEqual((both.arcs, both.weights.min()), (36, -1))

    def test_ids_of_all_kinds_become_the_same_graph(self):
        random = numpy.random.default_rng(3)
        for names in (["a", "b"], ["\u00e9t\u00e9", "z"], ["a" * 70, "b"], [""], list("abcdefghijk"),
                      [f"{i:09}" for i in range(999)]):
            ends = random.choice(numpy.array(names, object), (2, 50))
            table = pandas.DataFrame({"u": ends[0], "v": ends[1]})
            first = self.arcs_of(lambda: wayfront.graph(table))
            self.assertEqual(first[0], sorted(set(ends.ravel())))
            more = pandas.CategoricalDtype(["unused", *names])
            for kinds in ({"u": "category", "v": "category"}, {"u": more}, {"u": more, "v": more}, {"v": "string"}):
                self.assertEqual(first, self.arcs_of(lambda: wayfront.graph(table.astype(kinds))))

    def test_what_only_has_the_protocol(self):
        class Foreign:
            def __dataframe__(self, **options):
                return TABLE.astype({"source": "category"}).__dataframe__(**options)

        self.assertEqual(self.arcs_of(lambda: wayfront.graph(Foreign())), self.arcs_of(lambda: wayfront.graph(TABLE)))
        with unittest.mock.patch.dict(sys.modules, {"pandas.api.interchange": None}):
            with self.assertRaisesRegex(wayfront.UsageError, "a Foreign is read through pandas"):
                wayfront.graph(Foreign())

    def test_directions(self):
        for column, value, arcs in (
            ("Type", "Undirected", 6), ("Type", "Directed", 3), ("Type", "road", 3), ("directed", False, 6),
            ("Directed?", False, 6),
        ):
            self.assertEqual(wayfront.graph(TABLE.assign(**{column: value})).arcs, arcs)
        self.assertEqual(wayfront.graph(TABLE.assign(Type="Undirected"), directed=True).arcs, 3)

    def test_mistakes(self):
        for table, words in (
            (TABLE.assign(source=["Rome", numpy.nan, "Bari"]), "column 'source' has no value in row 1"),
            (TABLE.assign(target=pandas.Categorical(["Pisa", None, "Rome"])), "column 'target' has no value in row 1"),
            (TABLE.assign(cost=1), "which column of the table is the weight. both 'weight' and 'cost' may be it"),
            (TABLE.rename(columns={"weight": "x"}), "there are 'source', 'target', 'x'; say weight=..., or weight=None"),
            (TABLE.rename(columns={"target": "name"}), "which column of the table is the target.*; say target="),
            (TABLE.assign(cost_reverse=1), "say reverse='cost_reverse', or reverse=None"),
            (TABLE.assign(Type=["Directed", "Undirected", "Directed"]), "column 'Type' has directed and undirected rows"),
            (pandas.concat([TABLE, TABLE.weight], axis=1), "both 'weight' and 'weight'"),
            (TABLE.assign(weight=numpy.array([2**53 + 1, 0.5, 1], object)), "9007199254740993 is too large"),
            (TABLE.assign(target=["Pisa", None, "Rome"]), "column 'target' has no value in row 1"),
            (TABLE.assign(weight=[1, numpy.nan, 2]), "column 'weight' has no value in row 1"),
            (TABLE.assign(weight=[1, numpy.inf, 2]), "column 'weight' has the weight inf in row 1"),
            (TABLE.assign(weight=[3, "4", 1]), "column 'weight' has '4' in row 1"),
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
