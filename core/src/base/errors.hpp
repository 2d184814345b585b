// Errors that end a command: what the user reads, and the exit code it ends with.
#pragma once

#include <stdexcept>
#include <string>

namespace wayfront::host {

enum class ExitCode : int {
  fine = 0,
  failed_run = 1,  // a run failed or an answer was wrong
  usage = 2,       // command line or configuration
  input = 3,       // a graph file
  plugin = 4,      // a plugin file: loading, handshake
  regression = 5,  // wayfront compare --fail-on
  timeout = 124,
  interrupted = 130,
};

/// The message says what happened, to which thing, and what to do.
class UserError : public std::runtime_error {
 public:
  UserError(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// Errors of a configuration, one a line, each with its place and "error:" already.
class ConfigurationErrors : public UserError {
 public:
  using UserError::UserError;
};

}  // namespace wayfront::host
