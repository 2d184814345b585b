#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "../scratch.hpp"
#include "arcs_of.hpp"
#include "base/errors.hpp"
#include "load/graph_store.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

const PluginRegistry& registry() {
  static const PluginRegistry plugins = [] {
    PluginRegistry it;
    it.add_file(WAYFRONT_DIMACS);
    return it;
  }();
  return plugins;
}

GraphRequest request_for(const fs::path& path, WeightKind weights = WeightKind::int32) {
  GraphRequest request;
  request.path = path;
  request.loader = "dimacs";
  request.weights = weights;
  request.missing_weights.kind = WeightRule::Kind::constant;
  return request;
}

LoadedGraph load(const fs::path& path, WeightKind weights = WeightKind::int32) {
  HostContext context(1);
  return load_graph(request_for(path, weights), registry(), context);
}

LoadedGraph load_text(std::string_view text, WeightKind weights = WeightKind::int32) {
  const Scratch scratch;
  return load(scratch.write("x.gr", text), weights);
}

/// What is wrong with a text, "FILE" in place of the path.
std::string error_of(std::string_view text, WeightKind weights = WeightKind::int32) {
  const Scratch scratch;
  const fs::path path = scratch.write("x.gr", text);
  try {
    load(path, weights);
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::input);
    std::string message = error.what();
    const std::size_t at = message.find(path.string());
    REQUIRE(at != message.npos);
    return message.replace(at, path.string().size(), "FILE");
  }
  return "no error";
}

Match sniff(std::string_view head) {
  return opened(registry().find(PluginKind::loader, "dimacs")).sniff(head.data(), head.size());
}

const fs::path data = fs::path(WAYFRONT_TEST_DATA) / "dimacs";

TEST_CASE("arcs with signed weights; loops and parallel arcs are kept") {
  const LoadedGraph loaded = load(data / "small.gr");
  CHECK(loaded.name == "small.gr");
  CHECK(loaded.directed);
  CHECK(loaded.weighted);
  CHECK(loaded.ids.first() == 1);
  CHECK(loaded.graph->info().vertices == 6);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(loaded), {{0, 1, 7},
                                                           {0, 2, 9},
                                                           {0, 2, 12},
                                                           {1, 1, 1},
                                                           {1, 2, 0},
                                                           {1, 4, 2147483646},
                                                           {2, 3, -2},
                                                           {3, 4, 100000000},
                                                           {4, 0, 3},
                                                           {5, 0, 4}}));
}

TEST_CASE("blanks, blank lines, CRLF and a missing last line end change nothing") {
  CHECK(load(data / "small_crlf.gr").digest == load(data / "small.gr").digest);
}

TEST_CASE("PACE: undirected edges without weights") {
  const LoadedGraph loaded = load(data / "small_pace.gr");
  CHECK_FALSE(loaded.directed);
  CHECK_FALSE(loaded.weighted);
  CHECK(loaded.weight_rule == "constant 1");
  CHECK(same<std::int32_t>(
      arcs_of<std::int32_t>(loaded),
      {{0, 1, 1}, {0, 2, 1}, {0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {1, 0, 1}, {2, 1, 1}, {2, 2, 1}, {2, 0, 1}}));
}

TEST_CASE("decimals and exponents are float weights") {
  CHECK(same<float>(arcs_of<float>(load(data / "decimals.gr", WeightKind::float32)),
                    {{0, 1, 1.5F}, {0, 2, 0.25F}, {1, 2, 2}, {2, 0, 1e-3F}}));
  CHECK(load(data / "small.gr", WeightKind::float32).graph->info().max_weight == 2147483648.0);
}

/// The same arc where the fast path has all the bytes that it wants, and where it has not.
const std::string_view behind[] = {"", "\nc ------------------------------------------------------------\n"};

TEST_CASE("int64 weights are exact over the whole range") {
  for (const std::string_view tail : behind) {
    const auto weight = [&](std::string_view text) {
      const std::string file = "p sp 2 1\na 1 2 " + std::string(text) + std::string(tail);
      return arcs_of<std::int64_t>(load_text(file, WeightKind::int64)).at(0).weight;
    };
    CHECK(weight("9223372036854775806") == 9223372036854775806);
    CHECK(weight("-9223372036854775806") == -9223372036854775806);
    CHECK(weight("9007199254740993") == 9007199254740993);
    CHECK(weight("-1234567890123456") == -1234567890123456);
    CHECK(weight("12345678") == 12345678);
    CHECK(weight("123456789") == 123456789);
    CHECK(weight("+4294967296") == 4294967296);
    CHECK(weight("0") == 0);
    for (const std::string_view bad :
         {"9223372036854775807", "-9223372036854775807", "-9223372036854775808", "99999999999999999999"})
      CHECK(error_of("p sp 2 1\na 1 2 " + std::string(bad) + std::string(tail), WeightKind::int64) ==
            "dimacs: FILE:2: weight " + std::string(bad) +
                " does not fit int64, which takes -9223372036854775806 to 9223372036854775806; weights = \"float64\" "
                "reads it, rounded, on the command line --weights float64");
  }
}

TEST_CASE("float64 weights are the nearest double") {
  for (const std::string_view tail : behind) {
    const auto weight = [&](std::string_view text) {
      const std::string file = "p sp 2 1\na 1 2 " + std::string(text) + std::string(tail);
      return arcs_of<double>(load_text(file, WeightKind::float64)).at(0).weight;
    };
    for (const std::string text :
         {"0.1", "-0.30000000000000004", "1.7976931348623157e308", "5e-324", "0.1000000000000000055511151231257827",
          "9007199254740993", "99999999999999999999", "123456789012345.5", "16777217", "-2.5e-3", "7"})
      CHECK(weight(text) == std::strtod(text.c_str(), nullptr));
    CHECK_FALSE(std::signbit(weight("-0")));
    CHECK_FALSE(std::signbit(weight("-0.0000000000000000000")));
  }
}

TEST_CASE("graphs without arcs or vertices") {
  CHECK(load_text("p sp 0 0\n").graph->info().vertices == 0);
  CHECK(load_text("p sp 3 0").graph->info().vertices == 3);
  CHECK(load_text("p tw 3 0\n").graph->info().edges == 0);
}

struct BadText {
  std::string_view text;
  std::string_view error;
};

constexpr std::string_view vertices_8 = "p sp 8 2\na 1 2 3\n";

TEST_CASE("what is wrong is said with its line") {
  const BadText bad[] = {
      {"a 1 9 5", "arc to vertex 9, but the header says 8 vertices"},
      {"a 9 1 5", "arc from vertex 9, but the header says 8 vertices"},
      {"a 123456789 1 5", "arc from vertex 123456789, but the header says 8 vertices"},
      {"a 99999999999999999999999 1 5", "arc from vertex 99999999999999999999999, but the header says 8 vertices"},
      {"a 4294967297 1 5", "arc from vertex 4294967297, but the header says 8 vertices"},
      {"a 0 1 5", "arc from vertex 0: ids start at 1"},
      {"a 1 0 5", "arc to vertex 0: ids start at 1"},
      {"a 1 -2 5", "arc to vertex '-2': ids are numbers from 1"},
      {"a x 2 5", "arc from vertex 'x': ids are numbers from 1"},
      {"a 1.5 2 5", "arc from vertex '1.5': ids are numbers from 1"},
      {"a 1 2", "the arc has no weight; the line must be: a FROM TO WEIGHT"},
      {"a 1 2 \t ", "the arc has no weight; the line must be: a FROM TO WEIGHT"},
      {"a 1", "an arc needs two vertices"},
      {"a", "an arc needs two vertices"},
      {"a 1 2 3 4", "'4' after the end of the arc"},
      {"a 1 2 3 c comment", "'c' after the end of the arc"},
      {"a 1 2 3x", "weight '3x' is not a finite number"},
      {"a 1 2 heavy", "weight 'heavy' is not a finite number"},
      {"a 1 2 -", "weight '-' is not a finite number"},
      {"a 1 2 +-3", "weight '+-3' is not a finite number"},
      {"a 1 2 nan", "weight 'nan' is not a finite number"},
      {"a 1 2 inf", "weight 'inf' is not a finite number; leave out arcs that nobody can take"},
      {"a 1 2 1.5",
       "weight 1.5 is not an integer; weights = \"float64\" reads it, on the command line --weights float64"},
      {"a 1 2 3.0",
       "weight 3.0 is not an integer; weights = \"float64\" reads it, on the command line --weights float64"},
      {"a 1 2 1e3",
       "weight 1e3 is not an integer; weights = \"float64\" reads it, on the command line --weights float64"},
      {"a 1 2 2147483647",
       "weight 2147483647 does not fit int32, which takes -2147483646 to 2147483646; weights = \"int64\" reads it, "
       "on the command line --weights int64"},
      {"p sp 8 2", "a second header line; the first is line 1"},
      {"e 1 2", "a line that starts with 'e'; after \"p sp\", lines start with a or c"},
      {"1 2", "a line that starts with '1'; after \"p sp\", lines start with a or c"},
      {"a1 2 3", "a line that starts with 'a1'; after \"p sp\", lines start with a or c"},
      {"\x01\xff\t2", "a line that starts with '\\x01\\xff'; after \"p sp\", lines start with a or c"},
  };
  for (const BadText& it : bad) {
    const std::string text = std::string(vertices_8) + std::string(it.text);
    const std::string error = "dimacs: FILE:3: " + std::string(it.error);
    CHECK(error_of(text) == error);
    // once more where the fast path has all the bytes that it wants
    CHECK(error_of(text + "\nc " + std::string(100, '-') + "\n") == error);
    CHECK(error_of(text + "\r\nc " + std::string(100, '-') + "\r\n") == error);
  }
  using namespace std::string_view_literals;
  CHECK(error_of("p sp 8 2\na 1 2 3\na 1\0 2 3\n"sv) ==
        "dimacs: FILE:3: arc from vertex '1\\x00': ids are numbers from 1");
  for (const std::string_view weight : {"-2147483647", "-2147483648", "2147483648", "99999999999999999999"})
    CHECK(error_of("p sp 2 1\na 1 2 " + std::string(weight)).find("does not fit int32") != std::string::npos);
  CHECK(arcs_of<std::int32_t>(load_text("p sp 2 1\na 1 2 -2147483646"))[0].weight == -2147483646);
}

TEST_CASE("float weights that are none") {
  for (const std::string_view tail : {"", "\nc ------------------------------------------------------------\n"}) {
    const auto error = [&](std::string_view weight) {
      return error_of("p sp 2 1\na 1 2 " + std::string(weight) + std::string(tail), WeightKind::float32);
    };
    for (const std::string_view weight : {"nan", "-inf", "1.5x", "0x10", "1e", "--1"})
      CHECK(error(weight) == "dimacs: FILE:2: weight '" + std::string(weight) + "' is not a finite number");
    CHECK(error("infinity").ends_with("is not a finite number; leave out arcs that nobody can take"));
    CHECK(error("1,5") == "dimacs: FILE:2: weight '1,5' is not a finite number; use a point as the decimal separator");
    CHECK(error("1e39") ==
          "dimacs: FILE:2: weight 1e39 does not fit float32; weights = \"float64\" reads it, on the command line "
          "--weights float64");
    CHECK(error("1e-60").find("weight 1e-60 does not fit float32; weights = \"float64\"") != std::string::npos);
    CHECK(error("1e400") == "dimacs: FILE:2: weight 1e400 does not fit float64, so that no weight type holds it");
  }
}

TEST_CASE("headers that are wrong") {
  CHECK(error_of("c nothing else\n") ==
        "dimacs: FILE: no header line \"p sp VERTICES ARCS\"; it is not a DIMACS file, or it is truncated");
  CHECK(error_of("a 1 2 3\np sp 2 1\n") == "dimacs: FILE:1: an arc before the header line \"p sp VERTICES ARCS\"");
  CHECK(error_of("1 2\np tw 2 1\n") == "dimacs: FILE:1: an arc before the header line \"p sp VERTICES ARCS\"");
  CHECK(error_of("hello\n") == "dimacs: FILE:1: a line that starts with 'hello'; DIMACS lines start with c, p or a");
  CHECK(error_of("p col 3 3\n") ==
        "dimacs: FILE:1: a header of problem 'col'; supported are \"p sp VERTICES ARCS\" and \"p tw VERTICES EDGES\"");
  CHECK(error_of("p sp\n") == "dimacs: FILE:1: the p line has no number of vertices");
  CHECK(error_of("p sp 3\n") == "dimacs: FILE:1: the p line has no number of arcs");
  CHECK(error_of("p sp -3 2\n") == "dimacs: FILE:1: '-3' is not a number of vertices");
  CHECK(error_of("p sp 3 2 1\n") == "dimacs: FILE:1: '1' after the end of the header");
  CHECK(
      error_of("p sp 4294967295 1\na 1 2 3\n") ==
      "dimacs: FILE:1: 4294967295 vertices, but ids have 32 bits: at most 4294967294; more would need 8 bytes for each target, in files and while they are loaded");
  CHECK(error_of("p sp 99999999999999999999 1\n") ==
        "dimacs: FILE:1: 99999999999999999999 vertices are more than any machine can hold");
  CHECK(error_of("p sp 3 99999999999999999999\n") ==
        "dimacs: FILE:1: 99999999999999999999 arcs are more than any machine can hold");
}

TEST_CASE("a header that disagrees with the number of arcs") {
  CHECK(error_of("p sp 2 1\na 1 2 3\n\na 2 1 3\n") == "dimacs: FILE:4: arc 2, but the header (line 1) says 1 arcs");
  CHECK(error_of("c\np sp 2 2\na 1 2 3\n") ==
        "dimacs: FILE: the header (line 2) says 2 arcs, but the file has 1; it is truncated, or the header is wrong");
  CHECK(error_of("p sp 3 1000000000000\na 1 2 3\n") ==
        "dimacs: FILE:1: the header says 1000000000000 arcs, but the file's 29 bytes hold at most 3; it is truncated, "
        "or the header is wrong");
  CHECK(error_of("p tw 3 2\n1 2\n2 3\n3 1\n") == "dimacs: FILE:4: arc 3, but the header (line 1) says 2 arcs");
  std::string many = "p sp 2 70000\n";
  for (int i = 0; i < 70'001; ++i) many += "a 1 2 3\n";
  CHECK(error_of(many + std::string(100, '\n')) ==
        "dimacs: FILE:70002: arc 70001, but the header (line 1) says 70000 arcs");
}

TEST_CASE("lines of PACE files that are wrong") {
  const auto error = [](std::string_view line) { return error_of("p tw 3 1\n" + std::string(line) + "\n"); };
  CHECK(error("1 4") == "dimacs: FILE:2: arc to vertex 4, but the header says 3 vertices");
  CHECK(error("0 1") == "dimacs: FILE:2: arc from vertex 0: ids start at 1");
  CHECK(error("-1 1") == "dimacs: FILE:2: arc from vertex '-1': ids are numbers from 1");
  CHECK(error("1") == "dimacs: FILE:2: an arc needs two vertices");
  CHECK(error("1 2 3") == "dimacs: FILE:2: '3' after the end of the arc");
  CHECK(error("a 1 2 3") ==
        "dimacs: FILE:2: a line that starts with 'a'; after \"p tw\", lines are two ids, or start with c");
}

TEST_CASE("a graph that cannot fit is refused before memory is asked for") {
  // compressed, so that its size does not tell that there cannot be so many
  CHECK_THROWS_WITH_AS(load(data / "too_many_arcs.gr.gz"),
                       doctest::Contains("too_many_arcs.gr.gz:1: 10 vertices and 1000000000000 arcs need 12.0 TB of "
                                         "memory, but "),
                       UserError);
}

Vertex pick(std::mt19937& random, std::uint64_t count) { return static_cast<Vertex>(random() % count); }

/// One arc in one of the many ways to write it.
std::string written(const Arc<std::int32_t>& arc, std::mt19937& random) {
  const bool plain = random() % 4 != 0;
  const auto blank = [&] { return plain ? " " : random() % 2 == 0 ? "\t" : "   "; };
  std::string line = plain ? "a" : random() % 2 == 0 ? " a" : "a";
  const auto number = [&](std::int64_t value, bool sign) {
    line += blank();
    if (!plain && sign && value >= 0 && random() % 2 == 0) line += '+';
    if (value < 0) line += '-';
    if (!plain && random() % 4 == 0) line += "000";
    line += std::to_string(value < 0 ? -value : value);
  };
  number(std::int64_t{arc.source} + 1, false);
  number(std::int64_t{arc.target} + 1, false);
  number(arc.weight, true);
  if (!plain && random() % 2 == 0) line += ' ';
  line += random() % 8 == 0 ? "\r\n" : "\n";
  if (random() % 50 == 0) line += "c a comment\n";
  if (random() % 50 == 0) line += "\n";
  return line;
}

TEST_CASE("numbers of every length, in every spelling, are what they say") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const Vertex vertices = 1 + pick(random, seed % 2 == 0 ? 12'000'000 : 1000);
    const std::size_t count = 1 + random() % 5000;
    std::vector<Arc<std::int32_t>> arcs;
    std::string text = "p sp " + std::to_string(vertices) + " " + std::to_string(count) + "\n";
    for (std::size_t i = 0; i < count; ++i) {
      const auto size = static_cast<std::int32_t>((random() & 0x7fff'ffffU) >> (random() % 31));
      const std::int32_t weight = std::min(size, 2147483646) * (random() % 3 == 0 ? -1 : 1);
      arcs.push_back({pick(random, vertices), pick(random, vertices), weight});
      text += written(arcs.back(), random);
    }
    text += "c " + std::string(vertices / 8, '-') + "\n";  // so many vertices need a file of some length
    std::ranges::stable_sort(arcs, {}, &Arc<std::int32_t>::source);
    CHECK(same(arcs_of<std::int32_t>(load_text(text)), arcs));
    std::vector<Arc<float>> rounded;
    for (const Arc<std::int32_t>& arc : arcs)
      rounded.push_back({arc.source, arc.target, static_cast<float>(arc.weight)});
    CHECK(same(arcs_of<float>(load_text(text, WeightKind::float32)), rounded));
  }
}

TEST_CASE("zero is zero: a minus sign does not reach the weights") {
  const std::string arcs = "a 1 2 -0\na 1 2 -0.0\na 1 2 -0e5\n";
  const auto loaded = load_text("p sp 2 6\n" + arcs + "c " + std::string(60, '-') + "\n" + arcs, WeightKind::float32);
  for (const Arc<float>& arc : arcs_of<float>(loaded)) CHECK_FALSE(std::signbit(arc.weight));
}

TEST_CASE("sniffing tells DIMACS and PACE texts from the rest") {
  using namespace std::string_view_literals;
  CHECK(sniff("p sp 3 4\n").confidence == 100);
  CHECK(sniff("c a\nc\nc----\n\n\r\np  sp 3 4\r\n").confidence == 100);
  CHECK(sniff("c a\np tw 3 4\n").confidence == 100);
  CHECK(std::string_view(sniff("p tw 3 4\n").reason).find("PACE") != std::string_view::npos);
  CHECK(sniff("p col 3 4\n").confidence == 30);
  CHECK(sniff("a 1 2 3\n").confidence == 30);
  CHECK(sniff("c only comments so f").confidence == 40);
  CHECK(sniff("").confidence == 0);
  CHECK(sniff("\n\n").confidence == 0);
  CHECK(sniff("1 2 3\n").confidence == 0);
  CHECK(sniff("# a comment\n1 2\n").confidence == 0);
  CHECK(sniff("%%MatrixMarket matrix coordinate real general\n").confidence == 0);
  CHECK(sniff("count 3\n").confidence == 0);
  CHECK(sniff("a b c d\n").confidence == 0);
  CHECK(sniff("\1\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0"sv).confidence == 0);
  CHECK(sniff("c\0\np sp 3 4\n"sv).confidence == 0);
}

TEST_CASE("any prefix and any flipped byte of a file loads or is refused with a sentence") {
  std::mt19937 random(1);
  std::string whole = "c\np sp 50 40\n";
  for (int i = 0; i < 40; ++i) whole += written({pick(random, 50), pick(random, 50), 1 + i * 1000}, random);
  const Scratch scratch;
  const auto survives = [&](std::string_view text) {
    try {
      const LoadedGraph loaded = load(scratch.write("x.gr", text));
      CHECK(loaded.graph->info().edges <= 40);
    } catch (const UserError& error) {
      CHECK(error.code() == ExitCode::input);
    }
  };
  for (std::size_t size = 1; size < whole.size(); size += 3) survives(std::string_view(whole).substr(0, size));
  for (int i = 0; i < 500; ++i) {
    std::string text = whole;
    for (int flips = 0; flips < 3; ++flips) text[random() % text.size()] = static_cast<char>(random() % 256);
    survives(text);
  }
}

}  // namespace
}  // namespace wayfront::host
