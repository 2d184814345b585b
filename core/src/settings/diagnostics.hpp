// Errors of a configuration, collected.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "settings/value.hpp"

namespace wayfront::host {

/// Collects errors of a configuration so that a user sees all of them at once, in the order of the file, without
/// repetitions.
class Diagnostics {
 public:
  /// `file` is the name of the pipeline file in messages.
  explicit Diagnostics(std::string file = {}) : file_(std::move(file)) {}

  /// Placed at line and column of `where`, if it has a line. A place in another source than the file, such as a
  /// command-line option, is named by its source alone.
  void error(const Place& where, std::string_view message, ExitCode code = ExitCode::usage);
  bool empty() const { return errors_.empty(); }
  std::size_t count() const { return errors_.size(); }
  /// "file:line:column: error: message" per error, separated by newlines.
  std::string text() const;
  /// Throws ConfigurationErrors with text() unless empty; its exit code is that of all errors, or usage.
  void throw_if_any() const;

 private:
  struct Error {
    bool elsewhere;
    Place place;
    std::string text;
  };

  std::string file_;
  std::vector<Error> errors_;
  ExitCode code_ = ExitCode::usage;
};

}  // namespace wayfront::host
