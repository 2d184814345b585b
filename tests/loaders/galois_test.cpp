#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "load/loaded_graph.hpp"
#include "load_and_save.hpp"

namespace wayfront::host {
namespace {

/// Numbers as their bytes, one after the other.
template <class... T>
std::string bytes(T... values) {
  std::string all;
  const auto add = [&](auto value) { all.append(reinterpret_cast<const char*>(&value), sizeof(value)); };
  (add(values), ...);
  return all;
}
std::string u64s(std::initializer_list<std::uint64_t> values) {
  std::string all;
  for (const std::uint64_t value : values) all += bytes(value);
  return all;
}
std::string u32s(std::initializer_list<std::uint32_t> values) {
  std::string all;
  for (const std::uint32_t value : values) all += bytes(value);
  return all;
}

/// 0 -> 1, 0 -> 2, 2 -> 0
std::string version_1(std::uint64_t data_bytes) {
  return u64s({1, data_bytes, 3, 3, 2, 2, 3}) + u32s({1, 2, 0}) + u32s({0});
}
std::string version_2(std::uint64_t data_bytes) { return u64s({2, data_bytes, 3, 3, 2, 2, 3, 1, 2, 0}); }

const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 7}, {0, 2, -8}, {2, 0, 9}};

std::string error(const std::string& content, const Loading& how = {}) { return error_of(content, how, "x.gr"); }

TEST_CASE("versions 1 and 2 with integers of 4 and 8 bytes") {
  const std::string narrow = u32s({7, 0xffff'fff8, 9});
  const std::string wide = u64s({7, 0xffff'ffff'ffff'fff8, 9});
  for (const std::string& content :
       {version_1(4) + narrow, version_2(4) + narrow, version_1(8) + wide, version_2(8) + wide}) {
    const LoadedGraph loaded = load_text(content);
    CHECK(loaded.loader == "galois");
    CHECK(loaded.directed);
    CHECK(loaded.weighted);
    CHECK(loaded.ids.first() == 0);
    CHECK(loaded.graph->info().vertices == 3);
    CHECK(same(arcs_of<std::int32_t>(loaded), arcs));
    CHECK(same<float>(arcs_of<float>(load_text(content, {.weights = WeightKind::float32})),
                      {{0, 1, 7}, {0, 2, -8}, {2, 0, 9}}));
  }
}

TEST_CASE("floats of 4 and 8 bytes") {
  const Loading how{.loader = "galois", .options = "edge_data = 'float'", .weights = WeightKind::float32};
  for (const std::string& content :
       {version_1(4) + bytes(1.5F, -0.0F, 0.1F), version_2(8) + bytes(1.5, -0.0, static_cast<double>(0.1F))}) {
    const auto read = arcs_of<float>(load_text(content, how));
    CHECK(same<float>(read, {{0, 1, 1.5F}, {0, 2, 0}, {2, 0, 0.1F}}));
    CHECK_FALSE(std::signbit(read[1].weight));
  }
  CHECK(
      error(version_1(4) + bytes(1.5F, 2.0F, 1.0F), {.loader = "galois", .options = "edge_data = 'float'"}) ==
      "galois: FILE: byte 8: edge_data = \"float\" needs weights = \"float32\", on the command line --weights float32");
  CHECK(error(version_1(4) + bytes(1.5F, 2.0F, INFINITY), how) ==
        "galois: FILE: byte 80: weight inf is not a finite number");
  CHECK(error(version_2(8) + bytes(1.5, 1e300, 1.0), how).find("byte 88: weight 1000000") != std::string::npos);
}

TEST_CASE("edge data that may be floats are not read as integers unless that is said") {
  const Loading floats{.weights = WeightKind::float32};
  for (const std::string& content : {version_1(4) + bytes(1.5F, 0.0F, -0.1F), version_2(8) + bytes(1.5, 0.0, -0.1)}) {
    CHECK(error(content, floats).find("its edge data may be floats or integers") != std::string::npos);
    CHECK(error(content, floats).find("--set edge_data=float") != std::string::npos);
  }
  CHECK(error(version_1(4) + bytes(1.5F, 0.0F, 0.1F)).find("--set edge_data=float") != std::string::npos);
  CHECK(error(version_2(8) + bytes(1.5, 0.0, 0.1)).find("edge_data = \"float\" reads it") != std::string::npos);
  const Loading integers{.loader = "galois", .options = "edge_data = 'int'"};
  CHECK(arcs_of<std::int32_t>(load_text(version_1(4) + bytes(1.5F, 0.0F, 0.1F), integers))[0].weight == 0x3fc0'0000);
  CHECK(load_text(version_1(4) + u32s({7, 0x3fc0'0000, 9})).notes.empty());  // one is small, so all are integers
  CHECK(load_text(version_1(4) + u32s({7, 0xffff'fff8, 9})).notes.empty());
  CHECK(load_text(version_1(4) + u32s({7, 0x8000'0010, 9})).notes.size() == 1);
  CHECK(load_text(version_1(4) + u32s({7, 0x8000'0010, 9}), integers).notes.empty());
}

TEST_CASE("no edge data: no weights; the padding may be left out then") {
  const std::string content = version_1(0);
  CHECK_FALSE(load_text(content).weighted);
  CHECK(load_text(content).digest == load_text(content.substr(0, content.size() - 4)).digest);
  CHECK(load_text(version_2(0)).digest == load_text(content).digest);
}

TEST_CASE("weights that do not fit") {
  CHECK(error(version_1(4) + u32s({7, 0x7fff'ffff, 9})) ==
        "galois: FILE: byte 76: weight 2147483647 does not fit int32, which takes -2147483646 to 2147483646; weights = "
        "\"int64\" reads it, on the command line --weights int64");
  CHECK(error(version_1(4) + u32s({0x8000'0000, 1, 9})).find("byte 72: weight -2147483648 does not fit") !=
        std::string::npos);
  CHECK(error(version_2(8) + u64s({7, 1, std::uint64_t{1} << 31})).find("byte 96: weight 2147483648 does not fit") !=
        std::string::npos);
  const Loading unsigned_data{.loader = "galois", .options = "edge_data = 'uint'"};
  CHECK(
      error(version_1(4) + u32s({7, 0xffff'fff8, 9}), unsigned_data).find("byte 76: weight 4294967288 does not fit") !=
      std::string::npos);
  CHECK(same(arcs_of<std::int32_t>(load_text(version_1(4) + u32s({7, 8, 9}), unsigned_data)),
             {{0, 1, 7}, {0, 2, 8}, {2, 0, 9}}));
}

TEST_CASE("graphs without vertices or edges") {
  CHECK(load_text(u64s({1, 4, 0, 0})).graph->info().vertices == 0);
  CHECK(load_text(u64s({2, 0, 2, 0, 0, 0})).graph->info().vertices == 2);
}

TEST_CASE("headers that are wrong") {
  const Loading forced{.loader = "galois"};
  CHECK(error(u64s({3, 4, 0, 0}), forced) == "galois: FILE: byte 0: version 3; supported are the versions 1 and 2");
  CHECK(error(u64s({1, 5, 0, 0}), forced) ==
        "galois: FILE: byte 8: edge data of 5 bytes; supported are 0 (no weights), 4 and 8");
  CHECK(
      error(u64s({1, 4, 4294967295, 0}), forced) ==
      "galois: FILE: byte 16: 4294967295 vertices, but ids have 32 bits: at most 4294967294; more would need 8 bytes for each target, in files and while they are loaded");
  CHECK(error(u64s({1, 4, 2, ~std::uint64_t{0}}), forced)
            .starts_with("galois: FILE: byte 24: 18446744073709551615 edges are more than"));
  CHECK(error(u64s({1, 4, 2, 5}), forced) ==
        "galois: FILE: the header says 2 vertices and 5 edges with 4 bytes of data each, which are 92 bytes, but the "
        "file has 32; it is truncated, or the header is wrong");
  CHECK(error("hello", forced) ==
        "galois: FILE: ends at byte 5, in the middle of the header; it is truncated, or its header is wrong");
  CHECK(error(version_1(4) + u32s({7, 8, 9, 10}), forced).find("which are 84 bytes, but the file has 88") !=
        std::string::npos);
}

TEST_CASE("every cut is noticed, also where the size is not known beforehand") {
  const std::string whole = version_1(4) + u32s({7, 8, 9});
  for (std::size_t size = 1; size < whole.size(); ++size)
    CHECK(error(whole.substr(0, size), {.loader = "galois"}).find("truncated") != std::string::npos);
  const LoadedGraph graph = load_text(whole);
  const Scratch scratch;
  save(graph, scratch.path() / "x.gr.gz", "galois");
  CHECK(load(scratch.path() / "x.gr.gz").digest == graph.digest);
}

TEST_CASE("an index and edges that are wrong") {
  const auto with = [](std::initializer_list<std::uint64_t> index, std::initializer_list<std::uint32_t> targets) {
    return error(u64s({1, 0, 3, 3}) + u64s(index) + u32s(targets), {.loader = "galois"});
  };
  CHECK(with({2, 1, 3}, {1, 2, 0}) ==
        "galois: FILE: byte 40: the edges of vertex 1 end at 1, but those before it at 2 of 3");
  CHECK(with({2, 4, 3}, {1, 2, 0}) ==
        "galois: FILE: byte 40: the edges of vertex 1 end at 4, but those before it at 2 of 3");
  CHECK(with({2, 2, 2}, {1, 2, 0}) == "galois: FILE: byte 56: the index ends at edge 2, but the header says 3 edges");
  CHECK(with({2, 2, 3}, {1, 3, 0}) ==
        "galois: FILE: byte 60: edge from vertex 0 to vertex 3, but the header says 3 vertices, counted from 0");
  CHECK(error(u64s({2, 0, 2, 1, 1, 1, std::uint64_t{1} << 32}), {.loader = "galois"}) ==
        "galois: FILE: byte 48: edge from vertex 0 to vertex 4294967296, but the header says 2 vertices, counted from "
        "0");
}

TEST_CASE("sniffing") {
  CHECK(sniff("galois", version_1(4) + u32s({7, 8, 9})).confidence == 90);
  CHECK(sniff("galois", version_2(0)).confidence == 90);
  CHECK(sniff("galois", version_1(4) + u32s({7, 8, 9, 10})).confidence == 10);
  CHECK(sniff("galois", u64s({1, 4, 3, 3, 2, 1})).confidence == 10);
  CHECK(sniff("galois", u64s({1, 3, 3, 3})).confidence == 10);
  CHECK(sniff("galois", u64s({3, 4, 3, 3})).confidence == 0);
  CHECK(sniff("galois", "p sp 3 4\na 1 2 3\na 1 2 3\na 1 2 3\n").confidence == 0);
  CHECK(sniff("galois", "").confidence == 0);
  CHECK(sniff("dimacs", version_1(4)).confidence == 0);
  CHECK(sniff("gapbs", version_1(4)).confidence == 0);
  CHECK(sniff("edge-list", version_1(4)).confidence == 0);
}

}  // namespace
}  // namespace wayfront::host
