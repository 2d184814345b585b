// Ends a command with a sentence for the user.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "base/errors.hpp"

namespace wayfront::host {

/// Throws UserError.
template <class... Values>
[[noreturn]] void fail(ExitCode code, fmt::format_string<Values...> text, Values&&... values) {
  throw UserError(code, fmt::format(text, std::forward<Values>(values)...));
}

/// The same for a command line or a configuration that is wrong (ExitCode::usage).
template <class... Values>
[[noreturn]] void refuse(fmt::format_string<Values...> text, Values&&... values) {
  fail(ExitCode::usage, text, std::forward<Values>(values)...);
}

}  // namespace wayfront::host
