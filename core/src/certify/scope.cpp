#include "certify/scope.hpp"

#include <fmt/format.h>

#include "base/errors.hpp"
#include "graph/weight_kind.hpp"

namespace wayfront::host {

void require_limit(double limit, WeightKind weights) {
  const auto refuse = [&](std::string_view why) {
    throw UserError(ExitCode::usage, fmt::format("the limit is {}, {}", limit, why));
  };
  if (!(limit >= 0)) refuse("but must be a number >= 0");
  if (limit == std::numeric_limits<double>::infinity()) return;
  switch (weights) {
    case WeightKind::int32:
      if (limit >= 0x1p31 - 1) refuse("which does not fit int32; leave it out, or use weights = \"int64\"");
      return;
    case WeightKind::float32:
      if (limit > std::numeric_limits<float>::max())
        refuse("which does not fit float32; leave it out, or use weights = \"float64\"");
      return;
    case WeightKind::int64:
      if (limit > 0x1p53) refuse("but limits of int64 distances are exact only up to 2^53; leave it out");
      return;
    case WeightKind::float64:
      return;
  }
}

}  // namespace wayfront::host
