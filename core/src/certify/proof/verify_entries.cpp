#include "certify/proof/verify_detail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

template <class W>
struct PartFigures {
  Entries entries;  // without sum and max
  std::conditional_t<std::is_floating_point_v<W>, double, Sum<W>> sum = 0;
  W max = std::numeric_limits<W>::lowest();
};

template <class W>
PartFigures<W> figures_of(std::span<const W> distances, auto is_inside) {
  PartFigures<W> part;
  Entries& it = part.entries;
  for (const W d : distances) {  // sums of comparisons: the compiler can vectorize this
    const bool inside = is_inside(d);
    it.inside += inside;
    part.sum += inside ? d : W{0};
    part.max = inside && d > part.max ? d : part.max;
    it.unwritten += bits(d) == poison_bits<W>;
    if constexpr (std::is_floating_point_v<W>) {
      it.no_number += !(d >= std::numeric_limits<W>::lowest());
      it.minus_zero += bits(d) == bits(W{-0.0});
    }
  }
  return part;
}

/// Floats are added up part by part, in the order of the parts: the sum does not depend on the threads.
template <class W>
Entries look_at(std::span<const W> distances, Crew crew, auto is_inside) {
  std::vector<PartFigures<W>> parts(crew.parts(distances.size()));
  crew.for_parts(distances.size(), [&](std::uint64_t part, std::uint64_t begin, std::uint64_t end) {
    parts[part] = figures_of<W>(distances.subspan(begin, end - begin), is_inside);
  });
  PartFigures<W> all;
  Entries& it = all.entries;
  for (const PartFigures<W>& part : parts) {
    it.inside += part.entries.inside;
    it.unwritten += part.entries.unwritten;
    it.no_number += part.entries.no_number;
    it.minus_zero += part.entries.minus_zero;
    all.sum += part.sum;
    all.max = std::max(all.max, part.max);
  }
  it.sum = static_cast<double>(all.sum);
  it.max = it.inside == 0 ? 0 : static_cast<double>(all.max);
  return it;
}

}  // namespace

template <WeightType W>
Entries look_at(std::span<const W> distances, const Range<W>& range, Crew crew) {
  if (range.limited) return look_at<W>(distances, crew, [last = range.last](W d) { return d <= last; });
  return look_at<W>(distances, crew, [](W d) { return d < unreached<W>; });  // a constant: faster
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
std::string digest_of(std::span<const W> distances, const Range<W>& range, const Entries& entries) {
  Digest digest;
  if (entries.minus_zero == 0 && !range.limited) {
    digest.add(distances.data(), distances.size_bytes());
    return digest.hex();
  }
  std::array<W, 4096> block;
  for (std::size_t first = 0; first < distances.size(); first += block.size()) {
    const std::span<const W> part = distances.subspan(first, std::min(block.size(), distances.size() - first));
    std::ranges::transform(part, block.begin(), [&](W d) {
      if (!range.has(d)) return unreached<W>;
      return d == 0 ? W{0} : d;  // -0.0 == 0.0
    });
    digest.add(block.data(), part.size_bytes());
  }
  return digest.hex();
}

#define WAYFRONT_INSTANTIATE(W)                                           \
  template Entries look_at(std::span<const W>, const Range<W>&, Crew);    \
  template std::string entry_fault(std::span<const W>, const VertexIds&); \
  template std::string digest_of(std::span<const W>, const Range<W>&, const Entries&);
WAYFRONT_FOR_ALL_WEIGHTS(WAYFRONT_INSTANTIATE)
#undef WAYFRONT_INSTANTIATE

}  // namespace wayfront::host::detail
