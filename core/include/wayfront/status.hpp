// How a plugin call ended, as a value that crosses the boundary, and the exceptions that plugin authors throw for it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace wayfront {

enum class StatusCode : std::uint8_t {
  ok,
  failed,         // anything without a code of its own: the run failed
  cancelled,      // the plugin noticed RunContext::cancelled() and stopped
  unsupported,    // this plugin with these options cannot treat this graph: the run is skipped
  bad_input,      // a loader's file is wrong
  out_of_memory,  // host or device memory
  device_lost,    // the device of this process is unusable from now on
  // A loader's file is right, but has a weight that the requested type cannot hold:
  needs_int64,    // an integer that int64 holds
  needs_float64,  // a fraction, or a number in exponent form that no integer type holds
};

/// Fixed size and plain, so that nothing allocated on one side of the boundary is freed on the other.
struct Status {
  StatusCode code = StatusCode::ok;
  char message[1023] = {};  // NUL-terminated UTF-8, cut where it is longer

  static Status with(StatusCode code, std::string_view text) noexcept {
    Status status;
    status.code = code;
    const std::size_t length = std::min(text.size(), sizeof(status.message) - 1);
    std::copy_n(text.data(), length, status.message);
    return status;
  }
  bool ok() const noexcept { return code == StatusCode::ok; }
  std::string_view text() const noexcept {
    return {message, static_cast<std::size_t>(std::find(message, message + sizeof(message), '\0') - message)};
  }
};

/// An exception with a StatusCode. Say what happened, to which thing, and what to do.
class Failure : public std::runtime_error {
 public:
  Failure(StatusCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  StatusCode code() const noexcept { return code_; }

 private:
  StatusCode code_;
};

/// Throws what `status` tells of, with its code, where it is not ok.
inline void throw_if_failed(const Status& status) {
  if (!status.ok()) throw Failure(status.code, std::string(status.text()));
}

class Unsupported : public Failure {
 public:
  explicit Unsupported(const std::string& message) : Failure(StatusCode::unsupported, message) {}
};

class BadInput : public Failure {
 public:
  /// `code` is one of the needs_... codes if another type of weights can read the file: weights = "auto" then does.
  explicit BadInput(const std::string& message, StatusCode code = StatusCode::bad_input) : Failure(code, message) {}
};

class Cancelled : public Failure {
 public:
  Cancelled() : Failure(StatusCode::cancelled, "cancelled") {}
};

}  // namespace wayfront
