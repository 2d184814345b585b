#include "wayfront/cpu/relax.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <limits>
#include <vector>

#include "threaded_context.hpp"
#include "wayfront/distance.hpp"

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
  ThreadedContext context(4);
  std::vector<D> distances(64, unreached<D>);
  std::vector<std::atomic<int>> authors(64 * 100);
  context.parallel_for(64 * 400, 64, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto candidate = static_cast<int>((i / 64 * 37) % 100);  // every thread offers every value
      if (relax_shared(distances[i % 64], static_cast<D>(candidate - 50)))
        authors[i % 64 * 100 + static_cast<std::uint64_t>(candidate)].fetch_add(1);
    }
  });
  for (const D distance : distances) CHECK(distance == D{-50});
  for (const auto& count : authors) CHECK(count.load() <= 1);
  for (std::size_t v = 0; v < 64; ++v) CHECK(authors[v * 100].load() == 1);
}

}  // namespace
}  // namespace wayfront::host
