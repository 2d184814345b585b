#include <cstdint>
#include <string>
#include <vector>

#include "load/loaded_graph.hpp"
#include "load_and_save.hpp"

namespace wayfront::host {
namespace {

std::string error(std::string_view text) { return error_of(text, {.loader = "ligra"}, "x.adj"); }

/// 0 -> 1, 0 -> 2, 2 -> 0
constexpr std::string_view plain = "AdjacencyGraph\n3\n3\n0\n2\n2\n1\n2\n0\n";
constexpr std::string_view weighted = "WeightedAdjacencyGraph\n3\n3\n0\n2\n2\n1\n2\n0\n7\n-8\n9\n";

TEST_CASE("adjacency graphs with weights and without") {
  const LoadedGraph loaded = load_text(weighted);
  CHECK(loaded.loader == "ligra");
  CHECK(loaded.directed);
  CHECK(loaded.weighted);
  CHECK(loaded.ids.first() == 0);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(loaded), {{0, 1, 7}, {0, 2, -8}, {2, 0, 9}}));
  CHECK_FALSE(load_text(plain).weighted);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(load_text(plain)), {{0, 1, 1}, {0, 2, 1}, {2, 0, 1}}));
  CHECK(same<float>(arcs_of<float>(load_text("WeightedAdjacencyGraph 1 1 0 0 0.5", {.weights = WeightKind::float32})),
                    {{0, 0, 0.5F}}));
}

TEST_CASE("any blanks and line ends between the numbers") {
  CHECK(load_text("AdjacencyGraph 3 3 0 2 2 1 2 0").digest == load_text(plain).digest);
  CHECK(load_text("AdjacencyGraph\r\n3 3\r\n\r\n0 2\t2\r\n1 2 0\r\n\r\n").digest == load_text(plain).digest);
}

TEST_CASE("vertices without edges, no edges, no vertices") {
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(load_text("AdjacencyGraph\n5\n1\n0\n0\n0\n1\n1\n4\n")), {{2, 4, 1}}));
  CHECK(load_text("AdjacencyGraph\n3\n0\n0\n0\n0\n").graph->info().vertices == 3);
  CHECK(load_text("AdjacencyGraph\n0\n0\n").graph->info().vertices == 0);
}

TEST_CASE("headers that are wrong") {
  CHECK(error("adjacencygraph\n") ==
        "ligra: FILE:1: 'adjacencygraph' instead of AdjacencyGraph or WeightedAdjacencyGraph");
  CHECK(error("AdjacencyGraph\nx\n") == "ligra: FILE:2: 'x' is not a number of vertices");
  CHECK(error("AdjacencyGraph\n3\n-1\n") == "ligra: FILE:3: '-1' is not a number of edges");
  CHECK(error("AdjacencyGraph\n3\n") ==
        "ligra: FILE: ends in the middle of the header; it is truncated, or its header is wrong");
  CHECK(error("AdjacencyGraph\n3000\n1\n") ==
        "ligra: FILE:3: the header says 3000 vertices, but the file's 22 bytes hold at most 11; it is truncated, or "
        "the header is wrong");
  CHECK(error("AdjacencyGraph\n3\n1000\n").find("says 1000 edges, but the file's 22 bytes") != std::string::npos);
  CHECK(error("AdjacencyGraph\n0\n1\n1\n") == "ligra: FILE:3: 1 edges but no vertices");
}

TEST_CASE("numbers that are wrong") {
  const auto with = [](std::string_view rest) { return error("AdjacencyGraph\n3\n3\n" + std::string(rest)); };
  CHECK(with("1\n2\n2\n1\n2\n0\n") == "ligra: FILE:4: offset 1 of vertex 0; it must be 0");
  CHECK(with("0\n2\n1\n1\n2\n0\n") == "ligra: FILE:6: offset 1 of vertex 2; it must be 2 to 3");
  CHECK(with("0\n4\n2\n1\n2\n0\n") == "ligra: FILE:5: offset 4 of vertex 1; it must be 0 to 3");
  CHECK(with("0\n-1\n2\n1\n2\n0\n") == "ligra: FILE:5: '-1' is not an offset of vertex 1");
  CHECK(with("0\n2\n2\n1\n3\n0\n") ==
        "ligra: FILE:8: edge from vertex 0 to vertex '3', but the header says 3 vertices, counted from 0");
  CHECK(with("0\n2\n2\n1\n2\nx\n") ==
        "ligra: FILE:9: edge from vertex 2 to vertex 'x', but the header says 3 vertices, counted from 0");
  CHECK(with("0\n2\n2\n1\n2\n0\n1\n") == "ligra: FILE:10: '1' after the last edge");
  CHECK(with("0\n2\n2\n1\n2\n") ==
        "ligra: FILE: ends in the middle of the edges; it is truncated, or its header is wrong");
  CHECK(error("WeightedAdjacencyGraph\n1\n1\n0\n0\n1.5\n") ==
        "ligra: FILE:6: weight 1.5 is not an integer; weights = \"float64\" reads it, on the command line --weights "
        "float64");
  CHECK(error("WeightedAdjacencyGraph\n1\n1\n0\n0\n") ==
        "ligra: FILE: ends in the middle of the weights; it is truncated, or its header is wrong");
}

TEST_CASE("every cut is noticed") {
  for (std::size_t size = 1; size + 2 < weighted.size(); ++size) CHECK(error(weighted.substr(0, size)) != "no error");
}

TEST_CASE("sniffing") {
  CHECK(sniff("ligra", plain).confidence == 100);
  CHECK(sniff("ligra", weighted).confidence == 100);
  CHECK(sniff("ligra", "AdjacencyGraphs\n").confidence == 0);
  CHECK(sniff("ligra", "").confidence == 0);
  for (const char* other : {"dimacs", "edge-list", "galois", "gapbs", "matrix-market", "metis", "tntp"})
    CHECK(sniff(other, weighted).confidence == 0);
}

}  // namespace
}  // namespace wayfront::host
