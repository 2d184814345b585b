// Errors that end a command: the message for the user, and the exit code.
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
  unchecked = 6,   // wayfront check: nothing could be tried here, such as for want of a device
  timeout = 124,
  interrupted = 130,
};

/// The message says what happened, to what, and what to do.
class UserError : public std::runtime_error {
 public:
  UserError(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// Errors of a configuration, one per line, each with its place and "error:".
class ConfigurationErrors : public UserError {
 public:
  using UserError::UserError;
};

}  // namespace wayfront::host
