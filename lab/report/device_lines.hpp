// What devices did, for people: a sentence each.
#pragma once

#include <string>

#include "record/result.hpp"

namespace wayfront::host {

/// How several devices shared the sources of a run, over all of its samples; "" where they did not.
std::string shares_line(const RunResult& run);

}  // namespace wayfront::host
