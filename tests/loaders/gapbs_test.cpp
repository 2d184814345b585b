#include <cstdint>
#include <string>
#include <vector>

#include "load/loaded_graph.hpp"
#include "load_and_save.hpp"

namespace wayfront::host {
namespace {

std::string i64s(std::initializer_list<std::int64_t> values) {
  std::string all;
  for (const std::int64_t value : values) all.append(reinterpret_cast<const char*>(&value), sizeof(value));
  return all;
}
std::string i32s(std::initializer_list<std::int32_t> values) {
  std::string all;
  for (const std::int32_t value : values) all.append(reinterpret_cast<const char*>(&value), sizeof(value));
  return all;
}

const std::string directed(1, '\1'), undirected(1, '\0');

/// 0 -> 1 (7), 0 -> 2 (-8), 2 -> 0 (9)
const std::string offsets = i64s({0, 2, 2, 3}), in_offsets = i64s({0, 1, 2, 3});
const std::string weighted =
    directed + i64s({3, 3}) + offsets + i32s({1, 7, 2, -8, 0, 9}) + in_offsets + i32s({2, 9, 0, 7, 0, -8});
const std::string plain = directed + i64s({3, 3}) + offsets + i32s({1, 2, 0}) + in_offsets + i32s({2, 0, 0});
/// 0 - 1 (7), 1 - 1 (5)
const std::string edges = undirected + i64s({3, 2}) + i64s({0, 1, 3}) + i32s({1, 7, 0, 7, 1, 5});

std::string error(const std::string& content, const std::string& name = "x.wsg") {
  return error_of(content, {.loader = "gapbs"}, name);
}

TEST_CASE("directed graphs, with weights and without") {
  const LoadedGraph loaded = load_text(weighted);
  CHECK(loaded.loader == "gapbs");
  CHECK(loaded.directed);
  CHECK(loaded.weighted);
  CHECK(loaded.ids.first() == 0);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(loaded), {{0, 1, 7}, {0, 2, -8}, {2, 0, 9}}));
  CHECK(same<float>(arcs_of<float>(load_text(weighted, {.weights = WeightKind::float32})),
                    {{0, 1, 7}, {0, 2, -8}, {2, 0, 9}}));
  CHECK_FALSE(load_text(plain).weighted);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(load_text(plain)), {{0, 1, 1}, {0, 2, 1}, {2, 0, 1}}));
}

TEST_CASE("undirected graphs list each edge at both ends, a loop once") {
  const LoadedGraph loaded = load_text(edges);
  CHECK_FALSE(loaded.directed);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(loaded), {{0, 1, 7}, {1, 0, 7}, {1, 1, 5}}));
  // a rule gives both directions of an edge one weight
  const LoadedGraph ruled = load_text(undirected + i64s({2, 2}) + i64s({0, 1, 2}) + i32s({1, 0}),
                                      {.missing_weights = WeightRule::Kind::hash1000});
  const auto arcs = arcs_of<std::int32_t>(ruled);
  REQUIRE(arcs.size() == 2);
  CHECK(arcs[0].weight == arcs[1].weight);
}

TEST_CASE("zero bytes are not a graph without vertices") {
  CHECK(sniff("gapbs", std::string(4096, '\0')).confidence == 0);
  CHECK(sniff("gapbs", std::string(26, '\0')).confidence == 0);
  CHECK(sniff("gapbs", std::string(25, '\0')).confidence == 80);  // undirected, no vertices, one offset
  CHECK(sniff("gapbs", directed + std::string(32, '\0')).confidence == 80);
  CHECK(error_of(std::string(5000, '\0'), {}, "x.wel").find("only zero bytes") != std::string::npos);
}

TEST_CASE("where the size is not known, the name says whether there are weights, or the option") {
  const Scratch scratch;
  const LoadedGraph graph = load_text(weighted);
  save(graph, scratch.path() / "x.wsg.gz", "gapbs");
  CHECK(load(scratch.path() / "x.wsg.gz").digest == graph.digest);
  save(graph, scratch.path() / "x.bin.gz", "gapbs");
  CHECK_THROWS_WITH_AS(load(scratch.path() / "x.bin.gz"),
                       doctest::Contains("neither its size nor its name says whether it has weights"), UserError);
  CHECK(load(scratch.path() / "x.bin.gz", {.loader = "gapbs", .options = "weighted = 'yes'"}).digest == graph.digest);
  CHECK_THROWS_WITH_AS(load(scratch.path() / "x.wsg.gz", {.loader = "gapbs", .options = "weighted = 'no'"}),
                       doctest::Contains("byte 53: edge at vertex 0 to vertex 7, but"), UserError);
}

TEST_CASE("without edges the name decides") {
  const std::string empty = undirected + i64s({0, 2}) + i64s({0, 0, 0});
  const Scratch scratch;
  CHECK(load(scratch.write("x.wsg", empty)).weighted);
  CHECK_FALSE(load(scratch.write("x.sg", empty)).weighted);
}

TEST_CASE("headers that are wrong") {
  CHECK(error("\2" + weighted.substr(1)) == "gapbs: FILE: byte 0: the first byte is 2; 1 is directed, 0 undirected");
  CHECK(error(directed + i64s({-1, 3})) == "gapbs: FILE: byte 1: -1 edges");
  CHECK(
      error(directed + i64s({1, -3})) ==
      "gapbs: FILE: byte 9: -3 vertices, but this format has ids of 31 bits: 0 to 2147483648; Galois' .gr files and .wfg files "
      "number 4294967294");
  CHECK(error(directed + i64s({1, 3'000'000'000})).find("byte 9: 3000000000 vertices") != std::string::npos);
  CHECK(error(directed + i64s({INT64_MAX, 3}))
            .starts_with("gapbs: FILE: byte 1: 9223372036854775807 edges are more than"));
  CHECK(error(undirected + i64s({1, 1}), "x") ==
        "gapbs: FILE: the header says 1 vertices and 1 edges, which are 37 bytes or, with weights, 41, but the file "
        "has 17; it is truncated, or the header is wrong");
  CHECK(error(directed) ==
        "gapbs: FILE: ends at byte 1, in the middle of the header; it is truncated, or its header is wrong");
  CHECK(error(weighted + "x").find("but the file has 130") != std::string::npos);
}

TEST_CASE("every cut is noticed") {
  for (std::size_t size = 1; size < weighted.size(); ++size) CHECK(error(weighted.substr(0, size)) != "no error");
}

TEST_CASE("offsets and edges that are wrong") {
  const auto with = [](std::initializer_list<std::int64_t> index, std::initializer_list<std::int32_t> targets) {
    return error(undirected + i64s({3, 3}) + i64s(index) + i32s(targets));
  };
  CHECK(with({1, 2, 2, 3}, {1, 2, 0}) == "gapbs: FILE: byte 17: offset 1 of vertex 0 instead of 0");
  CHECK(with({0, 2, 1, 3}, {1, 2, 0}) == "gapbs: FILE: byte 33: offset 1 of vertex 1 behind 2, and the last must be 3");
  CHECK(with({0, 4, 4, 3}, {1, 2, 0}) == "gapbs: FILE: byte 25: offset 4 of vertex 0 behind 0, and the last must be 3");
  CHECK(with({0, 2, 2, 2}, {1, 2, 0}) ==
        "gapbs: FILE: byte 41: the last of the offsets is 2, but the header says 3 edges");
  CHECK(with({0, 2, 2, 3}, {1, 3, 0}) ==
        "gapbs: FILE: byte 53: edge at vertex 0 to vertex 3, but the header says 3 vertices, counted from 0");
  CHECK(with({0, 2, 2, 3}, {1, -1, 0}).find("to vertex -1, but") != std::string::npos);
  CHECK(with({0, 2, 2, 3}, {1, 2, 0}) ==
        "gapbs: FILE: the first byte says undirected, but not every edge is there in both directions");
}

TEST_CASE("in-edges must be the edges turned round, with their weights") {
  const std::string out = directed + i64s({3, 3}) + offsets + i32s({1, 7, 2, -8, 0, 9});
  CHECK(error(out + in_offsets + i32s({2, 9, 0, 7, 0, 8})) ==
        "gapbs: FILE: its in-edges are not the reversed edges; it is damaged");
  CHECK(error(out + i64s({0, 1, 3, 3}) + i32s({2, 9, 0, 7, 0, -8})).find("reversed edges") != std::string::npos);
  CHECK(error(out + i64s({0, 1, 2, 2}) + i32s({2, 9, 0, 7, 0, -8})) ==
        "gapbs: FILE: byte 97: the last of the offsets of the in-edges is 2, but the header says 3 edges");
}

TEST_CASE("weights that do not fit") {
  CHECK(error(undirected + i64s({1, 1}) + i64s({0, 1}) + i32s({0, 2147483647})) ==
        "gapbs: FILE: byte 37: weight 2147483647 does not fit int32, which takes -2147483646 to 2147483646; weights = "
        "\"int64\" reads it, on the command line --weights int64");
}

TEST_CASE("sniffing") {
  CHECK(sniff("gapbs", weighted).confidence == 80);
  CHECK(sniff("gapbs", edges).confidence == 80);
  CHECK(sniff("gapbs", "\1").confidence == 0);
  CHECK(sniff("gapbs", directed + i64s({3, 3}) + i64s({1, 2, 2, 3})).confidence == 0);
  CHECK(sniff("gapbs", directed + i64s({3, 3}) + i64s({0, 4})).confidence == 0);
  CHECK(sniff("gapbs", "1 2 3\n4 5 6\n7 8 9\n10 11 12\n13 14 15\n").confidence == 0);
  for (const char* other : {"dimacs", "edge-list", "galois", "ligra", "matrix-market", "metis", "tntp"})
    CHECK(sniff(other, weighted).confidence == 0);
}

}  // namespace
}  // namespace wayfront::host
