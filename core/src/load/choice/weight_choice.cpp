#include "load/choice/weight_choice.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "base/big_array.hpp"
#include "base/errors.hpp"
#include "graph/paths/path_bound.hpp"
#include "graph/weight_kind.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

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

template <WeightType To, WeightType From, OffsetType O>
OwnedCsr with_weights(const OwnedCsr& csr, const CsrView<From, O>& view, const std::string& name, RunContext& context) {
  struct Owner {
    std::shared_ptr<const void> rest;
    BigArray<To> weights;
  };
  const auto owner = std::make_shared<Owner>(Owner{csr.owner, make_big_array<To>(view.edges)});
  context.parallel_for(view.edges, grain, [&](std::uint64_t begin, std::uint64_t end) {
    context.throw_if_cancelled();
    for (std::uint64_t e = begin; e < end; ++e)
      if (!convert(view.weights[e], owner->weights[e]))
        throw UserError(ExitCode::input, fmt::format("{}: arc {} has weight {}, which does not fit {}; use weights = "
                                                     "\"{}\", on the command line --weights {}",
                                                     name, e, view.weights[e], host::name(weight_kind<To>),
                                                     host::name(weight_kind<From>), host::name(weight_kind<From>)));
  });
  return {CsrView<To, O>{view.vertices, view.edges, view.offsets, view.targets, owner->weights.get()}, owner};
}

/// Of all weights.
struct WeightFacts {
  bool whole = true;    // no fractions, and int64 holds them
  bool int32 = true;    // whole, and int32 holds them
  bool float32 = true;  // float32 holds them exactly
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

template <WeightType W, OffsetType O>
WeightFacts facts_of(const CsrView<W, O>& view, RunContext& context) {
  std::atomic<bool> whole{true}, int32{true}, float32{true};
  context.parallel_for(view.edges, grain, [&](std::uint64_t begin, std::uint64_t end) {
    context.throw_if_cancelled();
    WeightFacts part;
    for (std::uint64_t e = begin; e < end; ++e) {
      const WeightFacts one = facts_of(view.weights[e]);
      part.whole &= one.whole;
      part.int32 &= one.int32;
      part.float32 &= one.float32;
    }
    if (!part.whole) whole.store(false, std::memory_order_relaxed);
    if (!part.int32) int32.store(false, std::memory_order_relaxed);
    if (!part.float32) float32.store(false, std::memory_order_relaxed);
  });
  return {whole.load(), int32.load(), float32.load()};
}

std::string length_text(Int128 length) {
  if (length <= std::numeric_limits<std::int64_t>::max()) return fmt::format("{}", static_cast<std::int64_t>(length));
  return fmt::format("{:.4g}", static_cast<double>(length));
}

/// For whole weights that int32 holds.
std::string choose_integer(GraphInSteps& graph, RunContext& context) {
  constexpr Int128 max = Int128{unreached<std::int32_t>} - 1;
  graph.csr = with_weights_as(std::move(graph.csr), WeightKind::int32, "", context);
  const PathBound bound = path_bound(graph.csr.view, max, !graph.directed, context);
  const std::string length = length_text(bound.length);
  if (bound.length <= max)
    return fmt::format("all weights are whole numbers, and no shortest path is longer than {}", length);
  graph.csr = with_weights_as(std::move(graph.csr), WeightKind::int64, "", context);
  return fmt::format("all weights are whole numbers, but a path could be too long for int32: up to {}", length);
}

}  // namespace

OwnedCsr with_weights_as(OwnedCsr csr, WeightKind kind, const std::string& name, RunContext& context) {
  return visit(csr.view, [&]<class W, class O>(const CsrView<W, O>& view) -> OwnedCsr {
    if (weight_kind<W> == kind) return csr;
    return with_weight_type(kind, [&]<WeightType To>() { return with_weights<To>(csr, view, name, context); });
  });
}

std::string choose_weights(GraphInSteps& graph, RunContext& context) {
  const WeightFacts facts = visit(graph.csr.view, [&]<class W, class O>([[maybe_unused]] const CsrView<W, O>& view) {
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
