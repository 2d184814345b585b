#include "certify/verify_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>
#include <vector>

#include "base/digest.hpp"
#include "certify/poison.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host::detail {
namespace {

template <class W>
BitsOf<W> bits(W value) {
  return std::bit_cast<BitsOf<W>>(value);
}

}  // namespace

template <WeightType W>
Entries look_at(std::span<const W> distances) {
  Entries it;
  std::conditional_t<std::is_floating_point_v<W>, double, Sum<W>> sum = 0;
  W max = std::numeric_limits<W>::lowest();
  for (const W d : distances) {  // sums of comparisons: the compiler can vectorize this
    const bool finite = d < unreached<W>;
    it.finite += finite;
    sum += finite ? d : W{0};
    max = finite && d > max ? d : max;
    it.unwritten += bits(d) == poison_bits<W>;
    if constexpr (std::is_floating_point_v<W>) {
      it.no_number += !(d >= std::numeric_limits<W>::lowest());
      it.minus_zero += bits(d) == bits(W{-0.0});
    }
  }
  it.sum = static_cast<double>(sum);
  it.max = static_cast<double>(max);
  return it;
}

template <WeightType W>
std::string entry_fault(std::span<const W> distances, const VertexIds& ids) {
  const auto first = [&](auto is_bad) {
    return static_cast<std::uint64_t>(std::ranges::find_if(distances, is_bad) - distances.begin());
  };
  const std::uint64_t unwritten = first([](W d) { return bits(d) == poison_bits<W>; });
  if (unwritten < distances.size())
    return fmt::format("entry of vertex {} was not written", ids.text(static_cast<Vertex>(unwritten)));
  const std::uint64_t bad = first([](W d) { return !(d >= std::numeric_limits<W>::lowest()); });
  if (bad == distances.size()) return {};
  return fmt::format("the distance of vertex {} is {}, which is not a distance", ids.text(static_cast<Vertex>(bad)),
                     distances[bad]);
}

template <WeightType W>
std::string digest_of(std::span<const W> distances, const Entries& entries) {
  Digest digest;
  if (entries.minus_zero == 0) {
    digest.add(distances.data(), distances.size_bytes());
    return digest.hex();
  }
  std::vector<W> plain(distances.begin(), distances.end());
  std::ranges::replace(plain, W{0}, W{0});  // -0.0 == 0.0
  digest.add(plain.data(), plain.size() * sizeof(W));
  return digest.hex();
}

#define WAYFRONT_INSTANTIATE(W)                                           \
  template Entries look_at(std::span<const W>);                           \
  template std::string entry_fault(std::span<const W>, const VertexIds&); \
  template std::string digest_of(std::span<const W>, const Entries&);
WAYFRONT_INSTANTIATE(std::int32_t)
WAYFRONT_INSTANTIATE(float)
WAYFRONT_INSTANTIATE(std::int64_t)
WAYFRONT_INSTANTIATE(double)
#undef WAYFRONT_INSTANTIATE

}  // namespace wayfront::host::detail
