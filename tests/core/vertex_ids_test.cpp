#include "vertex_ids.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

namespace wayfront::host {
namespace {

TEST_CASE("ids from a first one on") {
  const VertexIds ids(5);
  CHECK(ids.kind() == VertexIds::Kind::range);
  CHECK(ids[3] == VertexId(8));
  CHECK(ids.text(3) == "8");
  CHECK(ids.find(8, 4) == Vertex{3});
  CHECK_FALSE(ids.find(4, 4));
  CHECK_FALSE(ids.find(9, 4));
  CHECK(ids.find(std::string_view("8"), 4) == Vertex{3});
  CHECK_FALSE(ids.find(std::string_view("8x"), 4));
  CHECK(ids.describe(4) == "5 .. 8");
  CHECK(ids.describe(0) == "none");
  CHECK(VertexIds::of_numbers({5, 6, 7, 8}).kind() == VertexIds::Kind::range);
  CHECK(VertexIds::of_numbers({5, 6, 7, 8}).first() == 5);
}

TEST_CASE("numbers with gaps, in order and not") {
  for (const VertexIds& ids : {VertexIds::of_numbers({2, 40, 41}), VertexIds::of_numbers({41, 2, 40})}) {
    CHECK(ids.kind() == VertexIds::Kind::numbers);
    for (Vertex v = 0; v < 3; ++v) {
      CHECK(ids.find(ids[v], 3) == v);
      CHECK(ids[v].number == ids.numbers()[v]);
    }
    for (const std::uint64_t absent : {0, 3, 39, 42}) CHECK_FALSE(ids.find(absent, 3));
    CHECK(ids.describe(3) == "2 .. 41, with gaps");
    CHECK(ids.text(7) == "number 7 (which it does not have)");
  }
}

TEST_CASE("names") {
  const VertexIds ids = VertexIds::of_names("Romea1 bis7", {4, 10, 11});
  CHECK(ids.kind() == VertexIds::Kind::names);
  CHECK(ids[0] == VertexId(std::string_view("Rome")));
  CHECK(ids.text(1) == "a1 bis");
  CHECK(ids.find(std::string_view("a1 bis"), 3) == Vertex{1});
  CHECK(ids.find(7, 3) == Vertex{2});
  CHECK_FALSE(ids.find(std::string_view("a1"), 3));
  CHECK(ids.describe(3) == "names: Rome, a1 bis, ...");
}

TEST_CASE("an id is a number or a string in JSON") {
  const nlohmann::json json = {VertexId(18'446'744'073'709'551'615U), VertexId(std::string_view("7"))};
  CHECK(json.dump() == "[18446744073709551615,\"7\"]");
  CHECK(json[0].get<VertexId>() == VertexId(18'446'744'073'709'551'615U));
  CHECK(json[1].get<VertexId>() == VertexId(std::string_view("7")));
  CHECK_THROWS_AS(nlohmann::json(true).get<VertexId>(), nlohmann::json::exception);
}

}  // namespace
}  // namespace wayfront::host
