#include "answers/claims/claim_file.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "../../scratch.hpp"
#include "base/errors.hpp"
#include "numpy/npy.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

using namespace std::string_literals;

constexpr Vertex first_source[] = {0};
constexpr Vertex two_sources[] = {0, 2};

template <WeightType W = std::int32_t>
Claim claim_of(const std::string& bytes, const VertexIds& ids = VertexIds(1), ClaimContent content = {},
               std::span<const Vertex> sources = first_source, bool missing_unreached = false,
               UnreachedRule rule = UnreachedRule()) {
  const Scratch scratch;
  const ClaimShape shape{.ids = ids,
                         .vertices = 3,
                         .kind = weight_kind<W>,
                         .sources = sources,
                         .unreached = rule,
                         .missing_unreached = missing_unreached,
                         .if_missing = "; name it"};
  return read_claim(scratch.write("answer", bytes), shape, content);
}

template <WeightType W = std::int32_t>
std::vector<W> distances_of(const Claim& claim, std::uint32_t row = 0) {
  const std::span<const W> d = claim.distances_as<W>(row, 3);
  return {d.begin(), d.end()};
}

/// The file is refused, and the reason contains `words`.
void refused(const std::string& bytes, const std::string& words, ClaimContent content = {}) {
  std::string reason = "it is not refused";
  try {
    claim_of(bytes, VertexIds(1), content);
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::input);
    reason = error.what();
  }
  CHECK_MESSAGE(reason.find(words) != reason.npos, words << " is not in: " << reason);
}

template <class T>
std::string array(const char* type, const std::vector<T>& values) {
  const std::uint64_t shape[] = {values.size()};
  return numpy::write_header(type, shape) +
         std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

constexpr std::int32_t far = unreached<std::int32_t>;
const std::vector<std::int32_t> wanted = {0, 7, far};

TEST_CASE("text in its forms") {
  for (const char* text :
       {"1 0\n2 7\n3 inf\n", "# remark\n\n3\tInfinity\r\n1 0\r\n2   7.0  \r\n", "d 1 0\nd 2 7\nd 3 1e308\n",
        "c DIMACS\np aux sp ss 1\n1 0.000e+00\n2 7.000000000000000e+00\n3 infinity\n",
        "vertex  distance\n1 0\n2 7\n3 unreached\n", "1 0\n2 +7\n3 9223372036854775807\n", "1 0\n2 7\n3 -1\n",
        "1 0\n2 7\n3 2147483647\n", "1 0\n2 7\n3 1073741823", "1 0\n2 7\n3 3.40282e+38\n",
        "1 -0.0\n2 7\n3 1.7976931348623157e308\n"}) {
    CAPTURE(text);
    CHECK(distances_of(claim_of(text)) == wanted);
  }
}

TEST_CASE("CSV and JSON in their forms") {
  for (
      const char* text :
      {"id,distance\n1,0\n2,7\n3,inf\n", "depth,node,\"agg_cost\"\n0,1,0\n1,2,\"7\"\n2,3,\n",
       "{\"id\":1,\"distance\":0}\n{\"id\":2,\"distance\":7}\n{\"id\":3,\"distance\":null}\n",
       "{\"vertex\":\"3\",\"dist\":null}\n\n{\"dist\":7.0,\"vertex\":2}\n{\"vertex\":1,\"dist\":0}", "[0, 7, null]",
       "{\n \"1\": 0, \"2\": 7, \"3\": \"Infinity\"}", "{\"distances\": [0, 7, null], \"predecessors\": [1, 1, -1]}",
       "{\"answers\":[{\"source\":1,\"distances\":[{\"id\":1,\"distance\":0},{\"id\":2,\"distance\":7},{\"id\":3,\"distance\":null}]}]}"}) {
    CAPTURE(text);
    CHECK(distances_of(claim_of(text)) == wanted);
  }
  const Claim both = claim_of("id,distance,predecessor\n1,0,1\n2,7,1\n3,inf,-1\n");
  CHECK(both.predecessors == std::vector<Vertex>{no_vertex, 0, no_vertex});
}

TEST_CASE("arrays of all types and both byte orders") {
  CHECK(distances_of(claim_of(array("'|i1'", std::vector<std::int8_t>{0, 7, 127}))) == wanted);
  CHECK(distances_of(claim_of(array("'|u1'", std::vector<std::uint8_t>{0, 7, 255}))) == wanted);
  CHECK(distances_of(claim_of(array("'<u2'", std::vector<std::uint16_t>{0, 7, 65535}))) == wanted);
  CHECK(distances_of(claim_of(array("'<i8'", std::vector<std::int64_t>{0, 7, -1}))) == wanted);
  CHECK(distances_of(claim_of(array("'<u8'", std::vector<std::uint64_t>{0, 7, ~std::uint64_t{0}}))) == wanted);
  CHECK(distances_of(claim_of(array("'>i4'", std::vector<std::uint32_t>{0, 0x07000000, 0xffffff7f}))) == wanted);
  CHECK(distances_of(claim_of(array("'<f2'", std::vector<std::uint16_t>{0, 0x4700, 0x7c00}))) == wanted);
  CHECK(distances_of(claim_of(array("'<f4'", std::vector<float>{-0.0F, 7, INFINITY}))) == wanted);
  CHECK(distances_of(claim_of(array("'<f8'", std::vector<double>{0, 7, std::numeric_limits<double>::max()}))) ==
        wanted);
}

TEST_CASE("arrays have the order of the ids, text names them") {
  const VertexIds ids = VertexIds::of_numbers({30, 10, 20});
  CHECK(distances_of(claim_of(array("'<i4'", std::vector<std::int32_t>{5, 6, 0}), ids)) == std::vector{0, 5, 6});
  CHECK(distances_of(claim_of("10 5\n20 6\n30 0\n", ids)) == std::vector{0, 5, 6});
  const VertexIds names = VertexIds::of_names("Bad Ems7d", {7, 8, 9});
  CHECK(distances_of(claim_of("Bad Ems 0\nd 5\n7 6\n", names)) == std::vector{0, 6, 5});
}

TEST_CASE("names that look like numbers stay names") {
  const VertexIds names = VertexIds::of_names("00770a", {3, 4, 6});
  CHECK(distances_of(claim_of("007 0\n7 7\n0a inf\n", names)) == wanted);
  const VertexIds letters = VertexIds::of_names("cpd", {1, 2, 3});
  CHECK(distances_of(claim_of("# remark\nc 0\np 7\nd inf\n", letters)) == wanted);
  CHECK(distances_of(claim_of("{\"007\": 0, \"7\": 7, \"0a\": null}", names)) == wanted);
}

TEST_CASE("rows of several sources") {
  const auto rows = [](const std::string& text) {
    const Claim claim = claim_of(text, VertexIds(1), {}, two_sources);
    CHECK(distances_of(claim, 0) == wanted);
    CHECK(distances_of(claim, 1) == std::vector{1, 2, 0});
  };
  rows("1 1 0\n1 2 7\n1 3 inf\n3 1 1\n3 2 2\n3 3 0\n");
  rows("source,id,distance\n3,3,0\n3,2,2\n3,1,1\n1,1,0\n1,2,7\n1,3,inf\n");
  const std::uint64_t shape[] = {2, 3};
  const std::int32_t values[] = {0, 7, far, 1, 2, 0}, columns[] = {0, 1, 7, 2, far, 0};
  rows(numpy::write_header("'<i4'", shape) + std::string(reinterpret_cast<const char*>(values), sizeof values));
  std::string fortran =
      numpy::write_header("'<i4'", shape) + std::string(reinterpret_cast<const char*>(columns), sizeof columns);
  const std::size_t at = fortran.find("False, ");
  rows(fortran.replace(at, 7, "True,  "));
}

TEST_CASE("predecessors: ids if the source is its own, else positions; none in all spellings") {
  const std::vector<Vertex> tree = {no_vertex, 0, 1};
  const auto pred = ClaimContent::predecessors;
  CHECK(claim_of(array("'<i8'", std::vector<std::int64_t>{1, 1, 2}), VertexIds(1), pred).predecessors == tree);
  CHECK(claim_of(array("'<i4'", std::vector<std::int32_t>{-9999, 0, 1}), VertexIds(1), pred).predecessors == tree);
  CHECK(claim_of(array("'<i4'", std::vector<std::int32_t>{-1, 0, 1}), VertexIds(0), pred).predecessors == tree);
  CHECK(claim_of("1 -1\n2 1\n3 2\n", VertexIds(1), pred).predecessors == tree);
  CHECK(claim_of("[null, 0, 1]", VertexIds(0), pred).predecessors == tree);
  CHECK(claim_of("1 1\n2 -9999\n3 None\n", VertexIds(1), pred).predecessors == std::vector<Vertex>(3, no_vertex));
}

TEST_CASE("an empty field is no vertex, not even where an id is 0") {
  const std::vector<Vertex> tree = {no_vertex, 0, no_vertex};
  for (const char* text :
       {"id,pred\n0,\n1,0\n2,\n", "{\"id\":0,\"pred\":\"\"}\n{\"id\":1,\"pred\":0}\n{\"id\":2,\"pred\":null}\n"}) {
    CAPTURE(text);
    CHECK(claim_of(text, VertexIds(0)).predecessors == tree);
  }
  CHECK_THROWS_AS(claim_of("id,distance\n,0\n1,7\n2,inf\n", VertexIds(0)), UserError);
  struct Pair {
    std::uint64_t id;
    std::int64_t predecessor;
  };
  const VertexIds ids = VertexIds::of_numbers({0, 5, 9});
  const auto pairs = array("[('id', '<u8'), ('predecessor', '<i8')]", std::vector<Pair>{{9, -1}, {5, 0}, {0, 0}});
  CHECK(claim_of(pairs, ids).predecessors == tree);
}

TEST_CASE("what means unreached may be said") {
  const auto only = [](const char* number) { return UnreachedRule::only(*parse_number(number)); };
  const Claim read = claim_of("1 0\n2 -1\n3 99\n", VertexIds(1), {}, first_source, false, only("99"));
  CHECK(distances_of(read) == std::vector{0, -1, far});
  // with "inf" no number means it, not even 0
  const Claim words = claim_of("1 0\n2 1073741823\n3 Infinity\n", VertexIds(1), {}, first_source, false, only("inf"));
  CHECK(distances_of(words) == std::vector{0, 1073741823, far});
  // with negative weights -1 is a distance
  const Claim negative = claim_of("1 0\n2 -1\n3 inf\n", VertexIds(1), {}, first_source, false, UnreachedRule(true));
  CHECK(distances_of(negative) == std::vector{0, -1, far});
  CHECK(negative.unreached_by == "");
  CHECK(claim_of("1 0\n2 7\n3 2147483647\n").unreached_by == "2147483647");
  CHECK(distances_of(claim_of("1 0\n2 7\n", VertexIds(1), {}, first_source, true)) == wanted);
}

TEST_CASE("numbers are exact, or said to be not") {
  const auto fit = [](const Claim& claim) { return claim.misfit ? claim.misfit->fit : Fit::exact; };
  CHECK(fit(claim_of("1 0\n2 7.5\n3 inf\n")) == Fit::fraction);
  CHECK(fit(claim_of("1 0\n2 3000000000\n3 inf\n")) == Fit::too_large);
  CHECK(fit(claim_of("1 0\n2 nan\n3 inf\n")) == Fit::invalid);
  CHECK(fit(claim_of("1 0\n2 -inf\n3 inf\n")) == Fit::too_large);
  CHECK(fit(claim_of(array("'<f8'", std::vector<double>{0, NAN, 1}))) == Fit::invalid);
  CHECK(fit(claim_of(array("'<f8'", std::vector<double>{0, -INFINITY, 1}))) == Fit::too_large);
  CHECK(fit(claim_of<float>("1 0\n2 0.1\n3 16777217\n")) == Fit::exact);  // decimals become the nearest float
  CHECK(fit(claim_of<float>(array("'<f8'", std::vector<double>{0, 0.1, 1}))) == Fit::fraction);
  CHECK(fit(claim_of<float>(array("'<i4'", std::vector<std::int32_t>{0, 16777217, 1}))) == Fit::fraction);
  CHECK(fit(claim_of<double>(array("'<f4'", std::vector<float>{0, 0.1F, 1}))) == Fit::exact);
  const Claim large = claim_of<std::int64_t>("1 0\n2 9007199254740993\n3 -9223372036854775807\n");
  CHECK(distances_of<std::int64_t>(large) == std::vector<std::int64_t>{0, 9007199254740993, -9223372036854775807});
  const Claim powers = claim_of<std::int64_t>("1 0e7\n2 9.007199254740993E15\n3 -9007199254740993.00\n");
  CHECK(fit(powers) == Fit::exact);
  CHECK(distances_of<std::int64_t>(powers) == std::vector<std::int64_t>{0, 9007199254740993, -9007199254740993});
  CHECK(distances_of(claim_of("1 0.0\n2 0.07e+2\n3 700e-2\n")) == std::vector<std::int32_t>{0, 7, 7});
  CHECK(fit(claim_of<std::int64_t>("1 0\n2 9007199254740992.5\n3 inf\n")) == Fit::rounded);
  CHECK(fit(claim_of<std::int64_t>("{\"1\": 0, \"2\": 1e16, \"3\": null}")) == Fit::rounded);
  CHECK(fit(claim_of<std::int64_t>("1 0\n2 1e19\n3 inf\n")) == Fit::too_large);
  CHECK(fit(claim_of<std::int64_t>("1 0\n2 1e99999999999\n3 inf\n")) == Fit::too_large);
}

TEST_CASE("files that are not an answer are refused, with the place") {
  refused("1 0\n2 7\n", "answer: vertex 3 has no distance; name it");
  refused("1 0\n2 7\n2 7\n3 1\n", "answer:3: vertex 2 has a second distance");
  refused("1 0\n2 7\n4 1\n", "answer:3: the graph has no vertex 4; its ids are 1 .. 3");
  refused("1 0\n2 seven\n", "answer:2: 'seven' is not a distance");
  refused("1 0\n\x1b[31m 7\n", "answer:2: the graph has no vertex  [31m; ");  // nothing that a terminal obeys
  refused("1 0\n2\n", "answer:2: has 1 field instead of 2");
  refused("1 0 2\n", "answer:1: has 3 fields");
  refused("a,b\n1,2\n", "begins with the names of its columns");
  refused("id,distance\n\"1,2\n", "quotation mark is not closed");
  refused("# nothing\n", "has no distances");
  refused("{\"id\": 1}\n", "has no key \"distance\"");
  refused("[0, 1]", "has 2 entries, but the graph has 3 vertices");
  refused("[0, true, 1]", "true is not a distance");
  refused("{\"1\": 0, ", "is not JSON");
  refused("\x80\x04\x95"s, "is a Python pickle");
  refused("1 \0 7"s, "neither text nor a NumPy file");
  refused("1 5\n2 1\n3 1\n", "answer:1: the graph has no vertex 5", ClaimContent::predecessors);
  refused("1 2 9\n", "answer:1: the graph has no vertex 9", ClaimContent::cycle);

  const std::string right = array("'<i4'", std::vector<std::int32_t>{0, 7, far});
  refused(right.substr(0, right.size() - 1), "is truncated");
  refused(right.substr(0, 9), "is truncated");
  refused(right.substr(0, 40), "is truncated");
  refused(right + "1", "has more bytes than its shape says");
  refused(array("'<i4'", std::vector<std::int32_t>{0, 7}), "has 2 entries per row, but the graph has 3");
  refused(array("'<c16'", std::vector<double>{0, 7, 1}), "has entries of type '<c16'");
  refused(array("'|b1'", std::vector<char>{0, 1, 1}), "has entries of type '|b1'");
  refused(array("'|O'", std::vector<char>{0, 1, 1}), "has Python objects");
  refused(array("'<U1'", std::vector<std::int32_t>{0, 1, 1}), "has entries of type '<U1'");
  refused(array("'<f8'", std::vector<double>{0.5, 1, 1}), "0.5", ClaimContent::predecessors);
  refused(array("[('a', '<i4'), ('b', '<i4')]", std::vector<std::int64_t>{0, 1, 1}), "has entries of several fields");
  refused("PK\x03\x04 and nothing more", "is truncated");
  for (const char* size : {"18446744073709551608", "18446744073709551609", "65537"}) {
    CAPTURE(size);
    refused(array(fmt::format("[('id', '<u8'), ('distance', '|S{}')]", size).c_str(), std::vector<std::int64_t>(3)),
            "has entries of type '|S");
    refused(array(fmt::format("[('id', '|S{}'), ('distance', '<i8')]", size).c_str(), std::vector<std::int64_t>(3)),
            "has entries of type '|S");
  }

  refused("{\"1\": 0, \"2\": 9, \"2\": 7, \"3\": null}", "the same key twice");
  refused("{\"id\": 1, \"distance\": 0, \"distance\": 7}\n", "the same key twice");
  refused("{\"id\": 1, \"vertex\": 2, \"distance\": 0}\n", "answer:1: has two keys for its id");
}

}  // namespace
}  // namespace wayfront::host
