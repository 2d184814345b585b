#include "../../test.hpp"
#include "../threaded_context.hpp"
#include "graph/stored_graph.hpp"
#include "wayfront/cpu/relax.hpp"
#include "wayfront/cuda/options.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/lightest_arc.hpp"
#include "wayfront/packed_arc.hpp"

namespace wayfront::host {
namespace {

TEST_CASE_TEMPLATE("a distance is lowered by less, and by nothing else", D, std::int32_t, float, std::uint32_t) {
  const auto check = [](auto&& lower) {
    D distance = std::numeric_limits<D>::max();
    CHECK(lower(distance, D{9}));
    CHECK_FALSE(lower(distance, D{9}));
    CHECK_FALSE(lower(distance, D{10}));
    CHECK(lower(distance, D{8}));
    CHECK(load_distance(distance) == D{8});
    if constexpr (std::is_signed_v<D>) {
      CHECK(lower(distance, D{-3}));
      CHECK_FALSE(lower(distance, D{2}));
      CHECK(distance == D{-3});
    }
  };
  check([](D& distance, D candidate) { return relax(distance, candidate); });
  check([](D& distance, D candidate) { return relax_shared(distance, candidate); });
}

TEST_CASE("floats: zeros are equal, a NaN lowers nothing, infinity is lowered by all") {
  float distance = 0.0F;
  CHECK_FALSE(relax_shared(distance, -0.0F));
  CHECK_FALSE(relax(distance, -0.0F));
  CHECK_FALSE(relax_shared(distance, std::numeric_limits<float>::quiet_NaN()));
  CHECK_FALSE(relax(distance, std::numeric_limits<float>::quiet_NaN()));
  distance = unreached<float>;
  CHECK(relax_shared(distance, std::numeric_limits<float>::max()));
}

TEST_CASE_TEMPLATE("of several threads' candidates the least stays, and each fall has one author", D, std::int32_t,
                   float) {
  constexpr std::uint64_t vertices = 64, values = 2000;
  ThreadedContext context(4);
  std::vector<D> distances(vertices, unreached<D>);
  std::vector<std::atomic<int>> authors(vertices * values);
  // Values fall, and neighbouring chunks offer the same ones, so that threads meet at every distance.
  context.parallel_for(vertices * values * 4, vertices, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const std::uint64_t value = values - 1 - i / (vertices * 4);
      if (relax_shared(distances[i % vertices], static_cast<D>(static_cast<int>(value) - 50)))
        authors[i % vertices * values + value].fetch_add(1, std::memory_order_relaxed);
    }
  });
  for (const D distance : distances) CHECK(distance == D{-50});
  CHECK(std::ranges::all_of(authors, [](const auto& count) { return count.load() <= 1; }));
  for (std::uint64_t v = 0; v < vertices; ++v) CHECK(authors[v * values].load() == 1);
}

TEST_CASE_TEMPLATE("of parallel arcs the lightest counts, of equally light ones the first", W, std::int32_t, float) {
  const std::vector<Arc<W>> arcs = {{0, 1, 5},  {0, 2, 1}, {0, 1, -3},          {0, 1, 4},
                                    {0, 1, -3}, {1, 0, 2}, {2, 2, unreached<W>}};
  for (const OffsetKind offsets : {OffsetKind::offsets32, OffsetKind::offsets64}) {
    const auto graph = make_graph<W>(3, arcs, offsets);
    visit(graph->csr(), [&]<class V, class O>(const CsrView<V, O>& csr) {
      const std::optional<O> arc = lightest_arc(csr, 0, 1);
      REQUIRE(arc);
      CHECK(csr.targets[*arc] == 1);
      CHECK(csr.weights[*arc] == -3);
      for (O before = csr.begin(0); before < *arc; ++before)
        CHECK((csr.targets[before] != 1 || csr.weights[before] > -3));
      CHECK_FALSE(lightest_arc(csr, 1, 2));
      CHECK_FALSE(lightest_arc(csr, 1, 1));
      CHECK(lightest_arc(csr, 2, 2));  // however heavy
    });
  }
}

template <WeightType W>
void check_words() {
  constexpr W weights[] = {W{0}, W{1}, W{-7}, std::numeric_limits<W>::lowest(), std::numeric_limits<W>::max()};
  for (const W weight : weights)
    for (const Vertex target : {Vertex{0}, Vertex{5}, Vertex{0x8000'0000U}, no_vertex}) {
      PackedArc<W> arc{};
      store_arc(&arc, target, weight);
      CHECK(arc.target == target);
      CHECK(arc.weight == weight);
      const ArcWordOf<W> word = arc_word(target, weight);
      static_assert(sizeof word == sizeof arc && alignof(PackedArc<W>) == sizeof arc);
      CHECK(std::memcmp(&word, &arc, sizeof arc) == 0);
      CHECK(target_of(word) == target);
      CHECK(weight_of<W>(word) == weight);
    }
}

TEST_CASE("a packed arc as one word is the arc's own bytes, for integers and floats of both sizes and signs") {
  check_words<std::int32_t>();
  check_words<float>();
  check_words<std::int64_t>();
  check_words<double>();
}

TEST_CASE("a packed view gives the rows of its offsets, as arcs and as numbers") {
  const std::uint32_t offsets[] = {0, 2, 2, 3};
  const PackedArc<float> arcs[] = {{1, 0.5F}, {2, -3.0F}, {0, 9.0F}};
  const PackedView<float, std::uint32_t> view{3, offsets, arcs};
  CHECK(view.begin(0) == 0);
  CHECK(view.end(0) == 2);
  CHECK(view.begin(1) == view.end(1));
  CHECK(target_of(view.words()[view.begin(2)]) == 0);
  CHECK(weight_of<float>(view.words()[1]) == -3.0F);
}

struct Options {
  cuda::Loop loop;
};

TEST_CASE("the option loop has one row, which stores where it is told to") {
  constexpr OptionRow row = cuda::loop_option<&Options::loop>();
  REQUIRE(row.choice_count == 2);
  Options options{cuda::Loop::device};
  OptionValue value;
  for (const Choice& choice : {row.choices[0], row.choices[1]}) {
    value.integer = choice.value;
    row.store(&options, value);
    CHECK((options.loop == cuda::Loop::host) == (std::string_view(choice.name) == "host"));
  }
  CHECK(std::string_view(row.default_value.text) == "device");
}

}  // namespace
}  // namespace wayfront::host
