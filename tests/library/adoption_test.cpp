#include "arrays.hpp"

namespace wayfront {
namespace adoption_test {

const void* address_of_offsets(const SharedGraph& graph) {
  return std::visit([](auto offsets) -> const void* { return offsets.data(); }, graph.offsets());
}

template <class W, class I>
void check_no_copy() {
  const auto arrays = random_arrays<W, I>(50, 1);
  const Library library;
  const SharedGraph graph = library.adopt(arrays.view());
  CHECK(address_of_offsets(graph) == arrays.offsets.data());
  CHECK(graph.weights<W>().data() == arrays.weights.data());
  CHECK(static_cast<const void*>(graph.targets().data()) == arrays.targets.data());
  CHECK(graph.notes().empty());
  CHECK(graph.vertices() == 50);
  CHECK(graph.arcs() == 200);
  CHECK(graph.info().weights == weight_kind<W>);
  CHECK(graph.is_unchanged());
}

std::string refusal(const CsrArrays& arrays) {
  return said<InputError>([&] { (void)Library().adopt(arrays); });
}

using host::contains;

TEST_CASE("arrays of 32-bit indices are used where they are") {
  check_no_copy<std::int32_t, std::int32_t>();
  check_no_copy<std::int32_t, std::uint32_t>();
  check_no_copy<float, std::int32_t>();
  check_no_copy<std::int64_t, std::int32_t>();
  check_no_copy<double, std::uint32_t>();
}

TEST_CASE("offsets of 64 bits are used where they are, targets of 64 bits are copied, and the graph says so") {
  const auto arrays = random_arrays<double, std::int64_t>(50, 1);
  const Library library;
  const SharedGraph graph = library.adopt(arrays.view());
  CHECK(address_of_offsets(graph) == arrays.offsets.data());
  CHECK(graph.weights<double>().data() == arrays.weights.data());
  CHECK(graph.targets()[7] == static_cast<Vertex>(arrays.targets[7]));
  REQUIRE(graph.notes().size() == 1);
  CHECK(contains(graph.notes().front(), "targets were copied"));
  CHECK(graph.digest() == library.adopt(random_arrays<double, std::int32_t>(50, 1).view()).digest());
}

TEST_CASE("an owner keeps the arrays alive as long as anything uses them") {
  auto arrays = std::make_shared<Arrays<float>>(random_arrays<float>(100, 2));
  const std::weak_ptr<Arrays<float>> watched = arrays;
  std::optional<Result> result;
  {
    const Library library;
    const CsrArrays view = arrays->view();
    Solver solver = library.solver(library.adopt(view, std::move(arrays)));
    result = solver.solve(0, {.predecessors = true});
  }
  CHECK_FALSE(watched.expired());
  CHECK(result->path(result->sources().front()).length == 0);
  result.reset();
  CHECK(watched.expired());
}

TEST_CASE("rows that are not ordered, parallel arcs and self-loops are ordinary input") {
  Arrays<std::int32_t> arrays;
  arrays.offsets = {0, 4, 4, 4};
  arrays.targets = {2, 1, 1, 0};
  arrays.weights = {5, 9, 3, 0};
  const Library library;
  const Result result = library.solver(library.adopt(arrays.view())).solve(0);
  CHECK(result.distance(1) == 3);
  CHECK(result.distance(2) == 5);
}

TEST_CASE("a graph without vertices can be adopted and prepared") {
  Arrays<std::int32_t> arrays;
  const Library library;
  const SharedGraph graph = library.adopt(arrays.view());
  CHECK(graph.vertices() == 0);
  Solver solver = library.solver(graph);
  CHECK(contains(said<UsageError>([&] { (void)solver.solve(0); }), "source 0 is not a vertex"));
}

TEST_CASE("arrays that are no graph are refused with the first wrong entry") {
  const auto refused = [](auto&& change, std::string_view reason) {
    auto bad = random_arrays<double, std::int64_t>(20, 3);
    change(bad);
    CHECK(contains(refusal(bad.view()), reason));
  };
  refused([](auto& it) { it.offsets.clear(); }, "there are no offsets");
  refused([](auto& it) { it.offsets[0] = 1; }, "offset 0 is 1, not 0");
  refused([](auto& it) { it.offsets[3] = -5; }, "offset 3 is -5, after 8");
  refused([](auto& it) { it.offsets.back() = 81; }, "the last offset is 81, but there are 80 targets");
  refused([](auto& it) { it.weights.pop_back(); }, "80 targets but 79 weights");
  refused([](auto& it) { it.targets[17] = -1; }, "target 17 is -1, but the vertices are 0 .. 19");
  refused([](auto& it) { it.targets[17] = 20; }, "target 17 is 20");
  refused([](auto& it) { it.targets[17] = std::int64_t{1} << 32; }, "target 17 is 4294967296");
  refused([](auto& it) { it.weights[9] = std::nan(""); }, "arc 9 has the weight nan");
  refused([](auto& it) { it.weights[9] = HUGE_VAL; }, "arc 9 has the weight inf");
}

TEST_CASE("arrays that somebody changed are noticed by who asks") {
  auto arrays = random_arrays<std::int32_t>(20, 3);
  const SharedGraph graph = Library().adopt(arrays.view());
  arrays.weights[5] += 1;
  CHECK_FALSE(graph.is_unchanged());
  arrays.weights[5] -= 1;
  CHECK(graph.is_unchanged());
}

TEST_CASE("a graph is built from arcs in any order, with indices of any type") {
  const std::vector<std::int64_t> sources = {2, 0, 1};
  const std::vector<std::uint32_t> targets = {0, 1, 2};
  const std::vector<float> weights = {1.5F, 2, 4};
  const Library library;
  const auto distance = [&](bool directed, Vertex target) {
    const SharedGraph graph = library.build(
        {.vertices = 3, .sources = sources, .targets = targets, .weights = weights, .directed = directed});
    CHECK(graph.directed() == directed);
    CHECK(graph.arcs() == (directed ? 3U : 6U));
    return library.solver(graph).solve(0).distance(target);
  };
  CHECK(distance(true, 2) == 6);
  CHECK(distance(false, 2) == 1.5);
  const std::vector<std::int64_t> outside = {2, 0, 3};
  CHECK(contains(said<InputError>([&] {
                   (void)library.build({.vertices = 3, .sources = outside, .targets = targets, .weights = weights});
                 }),
                 "source 2 is 3, but the vertices are 0 .. 2"));
  CHECK(contains(said<InputError>([&] {
                   (void)library.build(
                       {.vertices = 3, .sources = std::span(sources).first(2), .targets = targets, .weights = weights});
                 }),
                 "2 sources but 3 targets"));
}

TEST_CASE("weights whose sum is no number are numbers all the same; the first that is not one is named") {
  auto arrays = random_arrays<double>(50, 1);
  for (std::size_t i = 0; i < arrays.weights.size(); ++i) arrays.weights[i] = i % 2 == 0 ? 1e308 : -1e308;
  const Library library;
  const SharedGraph graph = library.adopt(arrays.view());
  CHECK(graph.info().min_weight == -1e308);
  CHECK(graph.info().max_weight == 1e308);
  for (const std::size_t place :
       {std::size_t{0}, std::size_t{7}, std::size_t{8}, std::size_t{113}, arrays.weights.size() - 1}) {
    auto bad = random_arrays<float>(50, 1);
    bad.weights[place] = std::numeric_limits<float>::quiet_NaN();
    bad.weights.back() = std::numeric_limits<float>::infinity();
    const std::string named = place + 1 == bad.weights.size() ? "inf" : "nan";
    CHECK(contains(refusal(bad.view()), "arc " + std::to_string(place) + " has the weight " + named));
  }
}

}  // namespace adoption_test
}  // namespace wayfront
