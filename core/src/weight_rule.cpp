#include "weight_rule.hpp"

#include <fmt/format.h>

#include <cmath>

#include "errors.hpp"
#include "random_bits.hpp"
#include "wayfront/distance.hpp"
#include "weight_kind.hpp"

namespace wayfront::host {
namespace {

/// 1 to 1000 from 0-based ends, in 64-bit arithmetic.
constexpr std::uint64_t hash1000(std::uint64_t a, std::uint64_t b) {
  return 1 + ((73'856'093 * a) ^ (19'349'663 * b)) % 1000;
}

template <WeightType W, class Weight>
void give(bool directed, std::span<Arc<W>> arcs, Weight&& weight) {
  for (Arc<W>& arc : arcs) {
    const bool turned = !directed && arc.target < arc.source;
    arc.weight = static_cast<W>(turned ? weight(arc.target, arc.source) : weight(arc.source, arc.target));
  }
}

}  // namespace

void check(const WeightRule& rule, WeightKind weights) {
  const auto refuse = [](std::string_view why) {
    throw UserError(ExitCode::usage, fmt::format("missing_weights: {}", why));
  };
  // Integer weights stay below `unreached` and above the lowest value; a float holds whole numbers up to 2^24.
  constexpr std::int64_t most_integer = std::int64_t{unreached<std::int32_t>} - 1;
  if (rule.kind == WeightRule::Kind::constant) {
    const double value = rule.constant;
    if (weights == WeightKind::float32) {
      if (!std::isfinite(static_cast<float>(value))) refuse(fmt::format("constant {} does not fit float32", value));
    } else if (value != std::floor(value)) {
      refuse(fmt::format("constant {} is no integer; weights = \"float32\" takes it", value));
    } else if (!(std::abs(value) <= static_cast<double>(most_integer))) {
      refuse(fmt::format("constant {} does not fit int32", value));
    }
  }
  if (rule.kind == WeightRule::Kind::uniform) {
    if (rule.least > rule.most) refuse(fmt::format("uniform = [{}, {}] is an empty range", rule.least, rule.most));
    const std::int64_t limit = weights == WeightKind::float32 ? std::int64_t{1} << 24 : most_integer;
    if (rule.least < -limit || rule.most > limit)
      refuse(fmt::format("uniform = [{}, {}] exceeds {} .. {}, what {} holds exactly", rule.least, rule.most, -limit,
                         limit, name(weights)));
  }
}

std::string describe(const WeightRule& rule) {
  switch (rule.kind) {
    case WeightRule::Kind::none:
      return {};
    case WeightRule::Kind::constant:
      return fmt::format("constant {}", rule.constant);
    case WeightRule::Kind::uniform:
      return fmt::format("uniform {}..{}, seed {}", rule.least, rule.most, rule.seed);
    case WeightRule::Kind::hash1000:
      return "hash1000";
  }
  return {};
}

template <WeightType W>
void give_weights(const WeightRule& rule, bool directed, std::span<Arc<W>> arcs) {
  switch (rule.kind) {
    case WeightRule::Kind::none:
      return;
    case WeightRule::Kind::constant:
      for (Arc<W>& arc : arcs) arc.weight = static_cast<W>(rule.constant);
      return;
    case WeightRule::Kind::uniform: {
      const std::uint64_t key = key_of_seed(rule.seed);
      const std::uint64_t count = static_cast<std::uint64_t>(rule.most - rule.least) + 1;
      give(directed, arcs, [&, least = rule.least](std::uint64_t a, std::uint64_t b) {
        return least + static_cast<std::int64_t>(scale(mix(key ^ mix(a << 32 | b)), count));
      });
      return;
    }
    case WeightRule::Kind::hash1000:
      give(directed, arcs, [](std::uint64_t a, std::uint64_t b) { return hash1000(a, b); });
      return;
  }
}

template void give_weights<std::int32_t>(const WeightRule&, bool, std::span<Arc<std::int32_t>>);
template void give_weights<float>(const WeightRule&, bool, std::span<Arc<float>>);

}  // namespace wayfront::host
