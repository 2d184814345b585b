// Around every function of the library: the host's errors become those of the header, and the floating-point mode of
// the calling thread is what it was.
#pragma once

#include <new>

#include "base/errors.hpp"
#include "base/float_mode.hpp"
#include "wayfront/status.hpp"
#include "wayfront/wayfront.hpp"

namespace wayfront {

/// Throws the error of the header with this exit code.
[[noreturn]] void throw_error(host::ExitCode code, const std::string& message);
/// The same for what a plugin or a step threw.
[[noreturn]] void throw_error(const Failure& failure);

/// Calls `call` and translates what it throws.
template <class F>
decltype(auto) translated(F&& call) {
  const host::CallerFloatMode mode;
  try {
    return call();
  } catch (const host::UserError& error) {
    throw_error(error.code(), error.what());
  } catch (const Failure& failure) {
    throw_error(failure);
  }
}

[[noreturn]] inline void throw_usage(const std::string& message) { throw_error(host::ExitCode::usage, message); }

}  // namespace wayfront
