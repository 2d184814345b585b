// Arrays of arcs. tests/numpy/graphs_test.py has those that NumPy itself writes and reads.
#include <cstdint>
#include <string>
#include <vector>

#include "load/loaded_graph.hpp"
#include "load_and_save.hpp"
#include "numpy_files.hpp"

namespace wayfront::host {
namespace {

const std::string weighted = npy_file<std::int32_t>("<i4", {0, 1, 7, 0, 2, -8, 2, 0, 9}, {3, 3});
const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 7}, {0, 2, -8}, {2, 0, 9}};

std::string error(const std::string& content) { return error_of(content, {.loader = "npy"}); }

bool says(const std::string& message, std::string_view words) {
  const bool found = message.starts_with("npy: FILE: ") && message.find(words) != message.npos;
  CHECK_MESSAGE(found, words << " is not in: " << message);
  return found;
}

TEST_CASE("two columns and three, integers and floats, both orders") {
  const LoadedGraph loaded = load_text(weighted);
  CHECK(loaded.loader == "npy");
  CHECK(loaded.weighted);
  CHECK(loaded.directed);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(loaded), arcs));
  CHECK(loaded.reading == std::vector<std::string>{"an array of 3 rows: source, target, weight, of type <i4"});
  CHECK_FALSE(load_text(npy_file<std::uint64_t>("<u8", {0, 1, 0, 2}, {2, 2})).weighted);
  std::string by_columns = npy_file<double>("<f8", {0, 0, 2, 1, 2, 0, 7, -8, 9}, {3, 3});
  by_columns.replace(by_columns.find("False, "), 7, "True,  ");
  CHECK(load_text(by_columns).digest == loaded.digest);
  CHECK(same<double>(
      arcs_of<double>(load_text(npy_file<double>("<f8", {5, 4, 0.25}, {1, 3}), {.weights = WeightKind::float64})),
      {{1, 0, 0.25}}));
}

TEST_CASE("floats that may have been rounded are no ids") {
  CHECK(load_text(npy_file<float>("<f4", {0, 16777215}, {1, 2})).ids.describe(2) == "0 .. 16777215, with gaps");
  says(error(npy_file<float>("<f4", {0, 16777216}, {1, 2})), "and below 2^24");
  says(error(npy_file<double>("<f8", {0, 0x1p53}, {1, 2})), "and below 2^53");
}

TEST_CASE("ids with gaps and beyond 32 bits; edges in both directions") {
  const LoadedGraph gaps =
      load_text(npy_file<std::int64_t>("<i8", {5, 900, 3, 5, 70'000'000'000, 4, 900, 5, 1}, {3, 3}));
  CHECK(gaps.digest == load_text("5 900 3\n5 70000000000 4\n900 5 1\n").digest);
  CHECK(gaps.ids[2] == VertexId(std::uint64_t{70'000'000'000}));
  const LoadedGraph small = load_text(npy_file<std::int64_t>("<i8", {7, 9, 3}, {1, 3}));
  CHECK(small.graph->info().vertices == 2);
  CHECK(small.ids[1] == VertexId(std::uint64_t{9}));
  CHECK(load_text(npy_file<std::int64_t>("<i8", {7, 8, 3}, {1, 3})).ids.first() == 7);
  const LoadedGraph both = load_text(weighted, {.loader = "npy", .options = "edges = 'undirected'"});
  CHECK_FALSE(both.directed);
  CHECK(both.graph->info().edges == 6);
  CHECK(load_text(npy_file<std::int64_t>("<i8", {}, {0, 3})).graph->info().vertices == 0);
}

TEST_CASE("arrays that are no arcs") {
  CHECK(says(error(npy_file<double>("<f8", {0, 1.5, 7}, {1, 3})), "row 0 has 1.5"));
  CHECK(says(error(npy_file<double>("<f8", {0, 1e300, 7}, {1, 3})), "as target, which is not an id"));
  CHECK(says(error(npy_file<std::int32_t>("<i4", {0, 1, -1, 2}, {2, 2})), "row 1 has -1 as source"));
  CHECK(says(error(npy_file<double>("<f8", {0, 1, 0.5}, {1, 3})), "row 0: weight 0.5"));
  CHECK(says(error(npy_file<std::int32_t>("<i4", {0, 1, 7})), "it has the shape (3,)"));
  CHECK(says(error(npy_file<std::int32_t>("<i4", std::vector<std::int32_t>(25), {5, 5})), "like a dense matrix"));
  CHECK(says(error(npy_file<std::int32_t>("<i4", {0, 1, 7}, {1, 3, 1})), "it has the shape (1, 3, 1)"));
  CHECK(says(error(npy_file<std::int32_t>("<i4", {0, 1, 7}, {2, 3})), "it is truncated"));
  CHECK(says(error(npy_file<std::int32_t>("<i4", {0, 1, 7, 8}, {1, 3})), "it has more bytes than its shape says"));
  CHECK(says(error(npy_file<std::int32_t>("<i4", {}, {1ULL << 62, 3})), "it has a shape that is too large"));
  CHECK(says(error(npy_file<double>("|O", {1, 2}, {1, 2})), "it has Python objects"));
  CHECK(says(error(npy_file<double>("<c8", {1, 2}, {1, 2})), "it has entries of type '<c8'"));
  CHECK(says(error(npy_file<std::int16_t>("<f2", {1, 2}, {1, 2})), "it has entries of type '<f2'"));
  CHECK(says(error(numpy::write_header("[('u', '<i4'), ('v', '<i4')]", {}) + "12345678"), "several fields"));
  CHECK(says(error("\x93NUMPY\x01"), "it is truncated"));
  CHECK(says(error(std::string("\x93NUMPY\x01\0\xff\xff{", 11)), "header is longer than any"));
  CHECK(says(error(std::string("\x93NUMPY\x01\0\x06\0{'des }", 16)), "header is not the dictionary"));
}

TEST_CASE("what an array of arcs cannot hold") {
  CHECK(refusal_of(graph_of<std::int32_t>(3, {{0, 2, 1}}), "x.npy", "npy").find("vertex 1 has no arcs") !=
        std::string::npos);
  const LoadedGraph named = load_text("source,target,weight\na,b,3\n");
  CHECK(refusal_of(named, "x.npy", "npy").find("not names") != std::string::npos);
  LoadedGraph large = graph_of<double>(2, {{0, 1, 0.5}});
  large.ids = VertexIds::of_numbers({7, (std::uint64_t{1} << 53) + 2});
  CHECK(refusal_of(large, "x.npy", "npy").find("does not hold the id 9007199254740994") != std::string::npos);
}

}  // namespace
}  // namespace wayfront::host
