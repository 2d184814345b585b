#include "graph_steps.hpp"

#include <fmt/format.h>

#include "errors.hpp"
#include "random_bits.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

constexpr std::uint64_t grain = std::uint64_t{1} << 14;  // vertices

std::int64_t potential(const PotentialsStep& step, Vertex v) {
  const std::uint64_t bits = mix(key_of_seed(step.seed) ^ mix(v));
  return static_cast<std::int64_t>(scale(bits, static_cast<std::uint64_t>(step.most) + 1));
}

template <WeightType W>
W shifted(W weight, std::int64_t by, Vertex from, Vertex to) {
  if constexpr (std::is_same_v<W, float>) {
    return weight + static_cast<float>(by);
  } else {
    const std::int64_t sum = weight + by;
    if (sum <= -std::int64_t{unreached<W>} || sum >= unreached<W>)
      throw UserError(ExitCode::input, fmt::format("potentials: the arc from vertex {} to {} (numbered from 0) would "
                                                   "weigh {}, which int32 does not hold; lower 'most'",
                                                   from, to, sum));
    return static_cast<W>(sum);
  }
}

void apply(const PotentialsStep& step, OwnedCsr& csr, RunContext& context) {
  visit(csr.view, [&]<class W, class O>(const CsrView<W, O>& view) {
    const std::span<W> weights = weights_of(csr, view);
    context.parallel_for(view.vertices, grain, [&](std::uint64_t begin, std::uint64_t end) {
      context.throw_if_cancelled();
      for (auto u = static_cast<Vertex>(begin); u < end; ++u) {
        const std::int64_t here = potential(step, u);
        for (O e = view.begin(u); e < view.end(u); ++e) {
          const Vertex v = view.targets[e];
          weights[e] = shifted(weights[e], here - potential(step, v), u, v);
        }
      }
    });
  });
}

std::string describe(const PotentialsStep& step) {
  return fmt::format("potentials up to {}, seed {}", step.most, step.seed);
}

}  // namespace

std::string describe(const GraphStep& step) {
  return std::visit([](const auto& it) { return describe(it); }, step);
}

void apply(std::span<const GraphStep> steps, OwnedCsr& csr, RunContext& context) {
  for (const GraphStep& step : steps) std::visit([&](const auto& it) { apply(it, csr, context); }, step);
}

}  // namespace wayfront::host
