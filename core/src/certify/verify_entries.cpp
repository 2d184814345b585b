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
std::uint32_t bits(W value) {
  return std::bit_cast<std::uint32_t>(value);
}

}  // namespace

template <WeightType W>
Entries look_at(std::span<const W> distances) {
  Entries it;
  std::conditional_t<std::is_same_v<W, float>, double, std::int64_t> sum = 0;
  W max = std::numeric_limits<W>::lowest();
  for (const W d : distances) {  // sums of comparisons: the compiler can vectorize this
    const bool finite = d < unreached<W>;
    it.finite += finite;
    sum += finite ? d : W{0};
    max = finite && d > max ? d : max;
    it.unwritten += bits(d) == poison_bits<W>;
    if constexpr (std::is_same_v<W, float>) {
      it.no_number += !(d >= std::numeric_limits<float>::lowest());
      it.minus_zero += bits(d) == bits(-0.0F);
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

template Entries look_at(std::span<const std::int32_t>);
template Entries look_at(std::span<const float>);
template std::string entry_fault(std::span<const std::int32_t>, const VertexIds&);
template std::string entry_fault(std::span<const float>, const VertexIds&);
template std::string digest_of(std::span<const std::int32_t>, const Entries&);
template std::string digest_of(std::span<const float>, const Entries&);

}  // namespace wayfront::host::detail
