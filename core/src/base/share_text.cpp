#include "base/share_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace wayfront::host {

std::string share_text(double share) {
  if (!std::isfinite(share)) return "-";
  if (share >= 1) return "100 %";
  return fmt::format("{:.3g} %", std::min(share * 100, 99.9));
}

}  // namespace wayfront::host
