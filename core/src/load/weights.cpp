#include "load/weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/big_array.hpp"
#include "base/gather.hpp"
#include "base/random_bits.hpp"
#include "base/refusal.hpp"
#include "graph/paths/path_bound.hpp"
#include "graph/rows_view.hpp"
#include "graph/weight_kind.hpp"
#include "load/coordinates.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

/// 1 to 1000 from 0-based ends, in 64-bit arithmetic.
constexpr std::uint64_t hash1000(std::uint64_t a, std::uint64_t b) {
  return 1 + ((73'856'093 * a) ^ (19'349'663 * b)) % 1000;
}

template <WeightType W>
using Blocks = std::span<const std::span<Arc<W>>>;

/// weight(u, v) for each arc; for undirected edges, the smaller end comes first.
template <WeightType W, class Weight>
void give_by_ends(bool directed, Blocks<W> blocks, RunContext& context, Weight&& weight) {
  constexpr std::uint64_t arcs_at_once = std::uint64_t{1} << 18;
  for (const std::span<Arc<W>> block : blocks) {
    in_chunks(&context, block.size(), arcs_at_once, [&](std::uint64_t begin, std::uint64_t end) {
      for (Arc<W>& arc : block.subspan(begin, end - begin)) {
        const bool turned = !directed && arc.target < arc.source;
        arc.weight = static_cast<W>(turned ? weight(arc.target, arc.source) : weight(arc.source, arc.target));
      }
    });
  }
}

/// Calls f for the arcs number first to last - 1, across blocks of memory.
template <WeightType W, class F>
void for_range(Blocks<W> blocks, std::uint64_t first, std::uint64_t last, F&& f) {
  std::uint64_t start = 0;  // of the block
  for (const std::span<Arc<W>> block : blocks) {
    const std::uint64_t begin = std::max(first, start), end = std::min(last, start + block.size());
    if (begin < end)
      for (Arc<W>& arc : block.subspan(begin - start, end - begin)) f(arc);
    start += block.size();
  }
}

/// The GAP benchmark's weights 1 to 255 (Beamer, Asanovic and Patterson, 2015): one generator for each 2^18 arcs,
/// seeded by their number. A random number maps to 1 + its remainder; the one number that would favour a remainder is
/// left out.
template <WeightType W>
void give_by_place(std::uint64_t arcs, Blocks<W> blocks, RunContext& context) {
  constexpr std::uint64_t size = std::uint64_t{1} << 18;
  constexpr std::uint64_t first_seed = 27'491'095;
  constexpr std::uint32_t weights = 255;
  constexpr std::uint32_t limit = 0xffff'ffff - 0xffff'ffff % weights;
  context.parallel_for((arcs + size - 1) / size, 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t piece = begin; piece < end; ++piece) {
      context.throw_if_cancelled();
      std::mt19937 random(static_cast<std::uint32_t>(first_seed + piece));
      for_range<W>(blocks, piece * size, (piece + 1) * size, [&](Arc<W>& arc) {
        auto number = static_cast<std::uint32_t>(random());
        while (number >= limit) number = static_cast<std::uint32_t>(random());
        arc.weight = static_cast<W>(1 + number % weights);
      });
    }
  });
}

template <WeightType W>
void give_by_distance(const WeightRule& rule, const GraphHeader& header, const VertexIds& ids, Blocks<W> blocks,
                      RunContext& context) {
  constexpr auto limit = static_cast<double>(std::numeric_limits<W>::max());
  const std::vector<Point> points = read_coordinates(rule.coordinates, header.vertices, ids);
  give_by_ends<W>(header.directed, blocks, context, [&](Vertex u, Vertex v) {
    const double length = std::hypot(points[u].x - points[v].x, points[u].y - points[v].y) * rule.scale;
    const double weight = std::is_floating_point_v<W> ? length : std::round(length);
    if (weight < limit) return weight;
    const std::string message = fmt::format(
        "{}: vertices {} and {} are {} apart, which does not fit {}; choose a smaller missing_weights.scale",
        rule.coordinates.string(), ids.text(u), ids.text(v), weight, name(weight_kind<W>));
    if (weight_kind<W> == WeightKind::int32 && weight < 0x1p63)
      throw NeedsWiderWeights(WeightKind::int64, ExitCode::input, message);
    fail(ExitCode::input, "{}", message);
  });
}

constexpr std::uint64_t grain = std::uint64_t{1} << 16;  // arcs

/// A weight as another kind: a float is rounded, but must stay finite; an integer must be exact and within range.
template <WeightType To, WeightType From>
bool convert(From from, To& to) {
  to = static_cast<To>(0);
  if constexpr (std::is_floating_point_v<To>) {
    to = static_cast<To>(from);
    return std::isfinite(to);
  } else {
    if constexpr (std::is_floating_point_v<From>) {
      constexpr From end = From{2} * static_cast<From>(std::numeric_limits<To>::max() / 2 + 1);  // 2^31, 2^63
      if (!(std::abs(from) < end) || from != std::trunc(from)) return false;
    } else {
      if (!std::in_range<To>(from)) return false;
    }
    to = static_cast<To>(from);
    return to != unreached<To> && to != std::numeric_limits<To>::lowest();
  }
}

template <WeightType To, WeightType From>
BigArray<To> converted(const RowsView<From>& view, const std::string& name, RunContext& context) {
  BigArray<To> weights = make_big_array<To>(view.edges);
  in_chunks(&context, view.edges, grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t e = begin; e < end; ++e)
      if (!convert(view.weights[e], weights[e]))
        fail(ExitCode::input,
             "{}: arc {} has weight {}, which does not fit {}; use weights = \"{}\", on the command line --weights {}",
             name, e, view.weights[e], host::name(weight_kind<To>), host::name(weight_kind<From>),
             host::name(weight_kind<From>));
  });
  return weights;
}

/// Of all weights.
struct WeightFacts {
  bool whole = true;    // no fractions, and int64 holds them
  bool int32 = true;    // whole, and int32 holds them
  bool float32 = true;  // float32 holds them exactly

  void operator+=(const WeightFacts& other) {
    whole &= other.whole;
    int32 &= other.int32;
    float32 &= other.float32;
  }
};

template <WeightType W>
WeightFacts facts_of(W weight) {
  constexpr std::int32_t max_int32 = unreached<std::int32_t> - 1;
  if constexpr (std::is_floating_point_v<W>) {
    const bool whole = weight == std::trunc(weight) && std::abs(weight) < W{0x1p63F};
    return {whole, whole && std::abs(static_cast<double>(weight)) <= double{max_int32},
            static_cast<double>(static_cast<float>(weight)) == static_cast<double>(weight)};
  } else {
    return {true, weight <= max_int32 && weight >= -max_int32, false};
  }
}

template <WeightType W>
WeightFacts facts_of(const RowsView<W>& view, RunContext& context) {
  return sum_over(view.edges, grain, context, [&](std::uint64_t begin, std::uint64_t end) {
    WeightFacts part;
    for (std::uint64_t e = begin; e < end; ++e) part += facts_of(view.weights[e]);
    return part;
  });
}

std::string length_text(Int128 length) {
  if (length <= std::numeric_limits<std::int64_t>::max()) return fmt::format("{}", static_cast<std::int64_t>(length));
  return fmt::format("{:.4g}", static_cast<double>(length));
}

/// For whole weights that int32 holds.
std::string choose_integer(GraphInSteps& graph, RunContext& context) {
  constexpr Int128 max = Int128{unreached<std::int32_t>} - 1;
  graph.csr = with_weights_as(std::move(graph.csr), WeightKind::int32, "", context);
  const Int128 bound = path_bound(graph.csr.view, max, !graph.directed, context);
  const std::string length = length_text(bound);
  if (bound <= max) return fmt::format("all weights are whole numbers, and no shortest path is longer than {}", length);
  graph.csr = with_weights_as(std::move(graph.csr), WeightKind::int64, "", context);
  return fmt::format("all weights are whole numbers, but a path could be too long for int32: up to {}", length);
}

/// Why the rule cannot give weights of this kind, or "".
std::string fault_of(const WeightRule& rule, WeightKind weights) {
  constexpr std::string_view advice = "use weights = \"float64\", on the command line --weights float64";
  const std::string_view type = name(weights);
  // Integer weights stay below `unreached` and above the lowest value; int64 ones are compared as floats here.
  const double max_integer = weights == WeightKind::int32 ? 0x1p31 - 2 : 0x1p63 - 1024;
  if (rule.kind == WeightRule::Kind::constant) {
    const double value = rule.constant;
    if (is_floating(weights)) {
      const bool fits = std::isfinite(weights == WeightKind::float32 ? static_cast<float>(value) : value);
      return fits ? "" : fmt::format("constant {} does not fit {}", value, type);
    }
    if (value != std::floor(value)) return fmt::format("constant {} is not an integer; {}", value, advice);
    if (!(std::abs(value) <= max_integer)) return fmt::format("constant {} does not fit {}; {}", value, type, advice);
  }
  if (rule.kind == WeightRule::Kind::uniform) {
    if (rule.min > rule.max)
      return fmt::format("uniform = [{}, {}] is an empty range; the min comes first", rule.min, rule.max);
    const auto limit = static_cast<std::int64_t>(weights == WeightKind::float32   ? 0x1p24
                                                 : weights == WeightKind::float64 ? 0x1p53
                                                                                  : max_integer);
    if (rule.min < -limit || rule.max > limit)
      return fmt::format("uniform = [{}, {}] exceeds {} .. {}, the integers that {} represents exactly", rule.min,
                         rule.max, -limit, limit, type);
  }
  return {};
}

}  // namespace

void require_fit(const WeightRule& rule, WeightKind weights) {
  if (const std::string fault = fault_of(rule, weights); !fault.empty()) refuse("missing_weights: {}", fault);
}

WeightKind kind_for(const WeightRule& rule) {
  constexpr double max_int32 = 0x1p31 - 2;
  if (rule.kind == WeightRule::Kind::constant) {
    if (rule.constant != std::floor(rule.constant) || std::abs(rule.constant) > 0x1p63 - 1024)
      return WeightKind::float64;
    return std::abs(rule.constant) <= max_int32 ? WeightKind::int32 : WeightKind::int64;
  }
  if (rule.kind == WeightRule::Kind::uniform)
    return static_cast<double>(rule.min) >= -max_int32 && static_cast<double>(rule.max) <= max_int32
               ? WeightKind::int32
               : WeightKind::int64;
  return WeightKind::int32;
}

std::string describe(const WeightRule& rule) {
  switch (rule.kind) {
    case WeightRule::Kind::none:
      return {};
    case WeightRule::Kind::constant:
      return fmt::format("constant {}", rule.constant);
    case WeightRule::Kind::uniform:
      return fmt::format("uniform {}..{}, seed {}", rule.min, rule.max, rule.seed);
    case WeightRule::Kind::hash1000:
      return "hash1000";
    case WeightRule::Kind::gap:
      return "gap";
    case WeightRule::Kind::euclidean:
      return fmt::format("euclidean {} times {}", rule.coordinates.filename().string(), rule.scale);
  }
  return {};
}

template <WeightType W>
void give_weights(const WeightRule& rule, const GraphHeader& header, const VertexIds& ids, Blocks<W> blocks,
                  RunContext& context) {
  const bool directed = header.directed;
  switch (rule.kind) {
    case WeightRule::Kind::none:
      return;
    case WeightRule::Kind::constant:
      return give_by_ends<W>(directed, blocks, context, [&](Vertex, Vertex) { return rule.constant; });
    case WeightRule::Kind::uniform: {
      const std::uint64_t key = key_of_seed(rule.seed);
      const std::uint64_t count = static_cast<std::uint64_t>(rule.max - rule.min) + 1;
      return give_by_ends<W>(directed, blocks, context, [&, min = rule.min](std::uint64_t a, std::uint64_t b) {
        return min + static_cast<std::int64_t>(scale(mix(key ^ mix(a << 32 | b)), count));
      });
    }
    case WeightRule::Kind::hash1000:
      return give_by_ends<W>(directed, blocks, context, hash1000);
    case WeightRule::Kind::gap:
      return give_by_place<W>(header.arcs, blocks, context);
    case WeightRule::Kind::euclidean:
      return give_by_distance<W>(rule, header, ids, blocks, context);
  }
}

template void give_weights(const WeightRule&, const GraphHeader&, const VertexIds&, Blocks<std::int32_t>, RunContext&);
template void give_weights(const WeightRule&, const GraphHeader&, const VertexIds&, Blocks<std::int64_t>, RunContext&);
template void give_weights(const WeightRule&, const GraphHeader&, const VertexIds&, Blocks<double>, RunContext&);
template void give_weights(const WeightRule&, const GraphHeader&, const VertexIds&, Blocks<float>, RunContext&);

OwnedCsr with_weights_as(OwnedCsr csr, WeightKind kind, const std::string& name, RunContext& context) {
  return visit_rows(csr.view, [&]<class W>(const RowsView<W>& view) -> OwnedCsr {
    if (weight_kind<W> == kind) return csr;
    return with_weight_type(
        kind, [&]<WeightType To>() { return with_weights(std::move(csr), converted<To>(view, name, context)); });
  });
}

std::string choose_weights(GraphInSteps& graph, RunContext& context) {
  const WeightFacts facts = visit_rows(graph.csr.view, [&]<class W>([[maybe_unused]] const RowsView<W>& view) {
    if constexpr (std::is_same_v<W, std::int32_t>)
      return WeightFacts{};
    else
      return facts_of(view, context);
  });
  if (facts.int32) return choose_integer(graph, context);
  const auto as = [&](WeightKind kind) { graph.csr = with_weights_as(std::move(graph.csr), kind, "", context); };
  if (facts.whole) {
    as(WeightKind::int64);
    return "all weights are whole numbers, and some do not fit int32";
  }
  as(facts.float32 ? WeightKind::float32 : WeightKind::float64);
  return facts.float32 ? "some weights are not whole numbers that int64 holds, and float32 holds all of them exactly"
                       : "some weights are not whole numbers that int64 holds, and float32 would round some";
}

}  // namespace wayfront::host
