#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

#include "wayfront/cuda/options.hpp"
#include "wayfront/packed_arc.hpp"

namespace wayfront {
namespace {

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
}  // namespace wayfront
