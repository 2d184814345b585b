// A plugin that declines its options or a graph: no fault, so the run is skipped.
#pragma once

#include <string>
#include <utility>

#include "base/errors.hpp"

namespace wayfront::host {

/// Thrown where a plugin throws Unsupported when its instance is made. For those that do not ask it is an error of a
/// plugin.
class Declined : public UserError {
 public:
  /// `reason` is the plugin's, which `message` holds, too.
  Declined(const std::string& message, std::string reason)
      : UserError(ExitCode::plugin, message), reason_(std::move(reason)) {}
  const std::string& reason() const noexcept { return reason_; }

 private:
  std::string reason_;
};

}  // namespace wayfront::host
