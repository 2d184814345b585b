// Whether options that take longer to prepare pay.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace wayfront::host {

/// What options change beside the defaults, in seconds.
struct Preparation {
  double seconds = 0, of_defaults = 0;
  double saved = 0;  // by each source

  /// From how many sources on a longer preparation pays: 0 if it is not longer, nothing if no number is enough.
  std::optional<std::uint64_t> pays_from() const;
  bool pays(std::uint64_t sources) const;
};

/// "preparing takes 2.0 s instead of 1.0 s, which pays from 500 sources on".
std::string text_of(const Preparation& preparation);

}  // namespace wayfront::host
