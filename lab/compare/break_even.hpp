// When preparing has paid: after how many sources a run that prepares has taken less time than one that does not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/result.hpp"

namespace wayfront::host {

struct BreakEven {
  std::string rival;                       // the run that it is compared with; "" where there is nothing to say
  std::optional<std::uint64_t> sources{};  // nothing: never, because the rival is as fast for each source
};

/// For each run, in order. The rival is the run with the shortest time per source among those whose preparation takes
/// at most a millisecond, or no longer than one of their sources; if there are none, the run that prepares in the
/// shortest time. There is nothing to say of runs without samples, of those that prepare as little, and of the rival.
std::vector<BreakEven> break_even(const Results& results);

}  // namespace wayfront::host
