// Shares of a whole as people read them.
#pragma once

#include <string>

namespace wayfront::host {

/// A share of 0 .. 1 in percent, three digits: "50 %", "0.0209 %"; "100 %" only for the whole. "-" for NaN.
std::string share_text(double share);

}  // namespace wayfront::host
