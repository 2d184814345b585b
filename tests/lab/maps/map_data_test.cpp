// The data of a map, read back as its page does it.
#include "maps/map_page.hpp"

#include <nlohmann/json.hpp>

#include "placed_graph.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace map_data_test {

using Json = nlohmann::json;

class Reader {
 public:
  explicit Reader(const Json& text) : text_(text.get<std::string>()) {}
  std::uint64_t next() {
    std::uint64_t number = 0;
    for (unsigned shift = 0;; shift += 5) {
      REQUIRE(at_ < text_.size());
      const auto digit = static_cast<unsigned>(text_[at_++] - '?');
      number |= std::uint64_t{digit & 31U} << shift;
      if (digit < 32) return number;
    }
  }
  static std::int64_t turned(std::uint64_t number) {
    return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
  }
  std::int64_t next_signed() { return turned(next()); }
  std::int64_t next_after() { return before_ += next_signed(); }
  bool at_end() const { return at_ == text_.size(); }

 private:
  std::string text_;
  std::size_t at_ = 0;
  std::int64_t before_ = 0;
};

std::vector<std::int64_t> differences(const Json& text, std::size_t count) {
  Reader reader(text);
  std::vector<std::int64_t> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(reader.next_after());
  CHECK(reader.at_end());
  return all;
}

std::string lines(const Json& data) {
  Reader reader(data["lines"]);
  std::string all;
  std::uint64_t u = 0;
  for (std::uint64_t e = 0; e < data["line_count"]; ++e) {
    u += reader.next();
    all += std::to_string(u) + '-' + std::to_string(u + reader.next()) + ' ';
  }
  CHECK(reader.at_end());
  return all;
}

std::vector<std::int64_t> tree(const Json& data) {
  Reader reader(data["tree"]);
  std::vector<std::int64_t> all;
  for (std::int64_t v = 0; v < data["drawn"].get<std::int64_t>(); ++v) {
    const std::int64_t difference = reader.next_signed();
    all.push_back(difference == 0 ? -1 : v + difference);
  }
  return all;
}

/// A square 1 2 / 3 4 with a diagonal, and 5, whose place is not known, behind 4.
LoadedGraph square() {
  return placed<std::int32_t>({{0, 1, 5}, {1, 0, 5}, {0, 2, 1}, {2, 3, 1}, {1, 3, 9}, {3, 4, 1}, {3, 0, 1}, {2, 2, 4}},
                              {{0, 1}, {1, 1}, {0, 0}, {1, 0}, {NAN, NAN}}, false);
}

const std::vector<Vertex> square_tree = {no_vertex, 0, 0, 2, 3};

TEST_CASE("vertices with a place, lines without direction, the tree") {
  const LoadedGraph loaded = square();
  std::vector<std::int32_t> distances = {0, 5, 1, 2, 3};
  const Output row = output_of(distances);
  const Json data = map_data(
      {.graph = loaded, .source = 0, .target = 4, .plugin = "dijkstra", .row = row, .predecessors = square_tree});
  CHECK(data["vertices"] == 5);
  CHECK(data["drawn"] == 4);
  CHECK(data["unknown"] == 1);
  CHECK(data["source"] == 0);
  CHECK(data["target"].is_null());
  CHECK(data["target_id"] == 5);
  CHECK(lines(data) == "0-1 0-2 0-3 1-3 2-3 ");
  CHECK(tree(data) == std::vector<std::int64_t>{-1, 0, 0, 2});
  const auto x = differences(data["x"], 4), y = differences(data["y"], 4);
  CHECK(x[0] == 0);
  CHECK(x[1] == x[3]);
  CHECK(y[0] == y[1]);
  CHECK(y[0] > y[2]);
  CHECK(data["sheet"]["left"].get<double>() + static_cast<double>(x[1]) * data["sheet"]["step"].get<double>() ==
        doctest::Approx(1).epsilon(0.01));
  CHECK(differences(data["ids"], 4) == std::vector<std::int64_t>{1, 2, 3, 4});
  CHECK(data["limit"].is_null());
}

TEST_CASE("of a graph that is too large for a page it has what is reached") {
  const LoadedGraph loaded = square();
  std::vector<std::int32_t> distances = {0, unreached<std::int32_t>, 1, unreached<std::int32_t>, 3};
  const auto data_of = [&](std::uint64_t room) {
    const Output row = output_of(distances);
    return map_data(
        {.graph = loaded, .source = 0, .plugin = "x", .row = row, .predecessors = square_tree, .max_vertices = room});
  };
  CHECK(data_of(4)["selection"] == "all");
  CHECK(data_of(3)["selection"] == "reached");
  CHECK(differences(data_of(3)["ids"], 2) == std::vector<std::int64_t>{1, 3});
  CHECK(tree(data_of(3)) == std::vector<std::int64_t>{-1, 0});
  distances = {0, 5, 1, 2, 3};
  CHECK_THROWS_WITH(data_of(2), doctest::Contains("4 vertices are reached, and a map has room for 2; --limit"));
}

TEST_CASE("distances of every type come back") {
  const auto data_of = [](const LoadedGraph& loaded, const Output& row) {
    return map_data({.graph = loaded, .source = 0, .limit = 7, .plugin = "x", .row = row, .predecessors = square_tree});
  };
  const std::vector<Point> points = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}};
  SUBCASE("integers as differences, 0 for unreached") {
    std::vector<std::int64_t> distances = {0, (std::int64_t{1} << 51) - 1, unreached<std::int64_t>, -7, 3};
    const LoadedGraph loaded = placed<std::int64_t>({}, points);
    const Json data = data_of(loaded, output_of(distances));
    CHECK(data["limit"] == 7);
    CHECK(differences(data["ids"], 5) == std::vector<std::int64_t>{1, 2, 3, 4, 5});
    Reader reader(data["distances"]);
    std::int64_t before = 0;
    for (const std::int64_t distance : distances) {
      const std::uint64_t next = reader.next();
      CHECK((next == 0) == (distance == unreached<std::int64_t>));
      if (next != 0) CHECK((before += Reader::turned(next - 1)) == distance);
    }
    CHECK(reader.at_end());
  }
  SUBCASE("integers whose differences JavaScript does not hold as floats") {
    constexpr std::int64_t large = std::int64_t{1} << 51, larger = (std::int64_t{1} << 53) + 1;
    std::vector<std::int64_t> distances = {0, larger, unreached<std::int64_t>, 1, large};
    const LoadedGraph loaded = placed<std::int64_t>({}, points);
    CHECK(data_of(loaded, output_of(distances))["distances"] == Json({0, 0x1p53, nullptr, 1, 0x1p51}));
  }
  SUBCASE("floats as they are") {
    std::vector<float> distances = {0, 0.1F, unreached<float>, 1e30F, 2};
    const LoadedGraph loaded = placed<float>({}, points);
    CHECK(data_of(loaded, output_of(distances))["distances"] == Json({0, double{0.1F}, nullptr, double{1e30F}, 2}));
  }
}

TEST_CASE("ids: names, and numbers beyond what JavaScript holds, are texts") {
  LoadedGraph loaded = placed<float>({}, {{0, 0}, {1, 0}});
  std::vector<float> distances = {0, 1};
  const Output row = output_of(distances);
  const std::vector<Vertex> predecessors = {no_vertex, 0};
  const auto ids = [&] {
    return map_data({.graph = loaded, .source = 0, .plugin = "x", .row = row, .predecessors = predecessors})["ids"];
  };
  loaded.ids = VertexIds::of_names("a</script>b", {10, 11});
  CHECK(ids() == Json({"a</script>", "b"}));
  loaded.ids = VertexIds::of_numbers({7, std::uint64_t{1} << 60});
  CHECK(ids() == Json({"7", "1152921504606846976"}));
  loaded.ids = VertexIds::of_numbers({(1ULL << 53) - 1, 7});
  CHECK(ids() == Json({"9007199254740991", "7"}));
  loaded.ids = VertexIds::of_numbers({7, 5});
  CHECK(differences(ids(), 2) == std::vector<std::int64_t>{7, 5});
}

TEST_CASE("the page is one file: no address to load from, and names cannot end its script") {
  LoadedGraph loaded = placed<float>({}, {{0, 0}, {1, 0}});
  loaded.ids = VertexIds::of_names("a</script><script>alert(1)</script>b", {35, 36});
  std::vector<float> distances = {0, 1};
  const Output row = output_of(distances);
  const std::vector<Vertex> predecessors = {no_vertex, 0};
  const std::string page =
      map_page({.graph = loaded, .source = 0, .plugin = "x", .row = row, .predecessors = predecessors});
  CHECK(!contains(page, "{{"));
  CHECK(!contains(page, "://"));
  CHECK(!contains(page, "alert(1)</script>"));
  CHECK(contains(page, "class Painting"));
}

}  // namespace map_data_test
}  // namespace wayfront::host
