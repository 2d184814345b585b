#include "library/errors.hpp"

namespace wayfront {

using host::ExitCode;

void throw_error(ExitCode code, const std::string& message) {
  const int number = static_cast<int>(code);
  switch (code) {
    case ExitCode::input:
      throw InputError(number, message);
    case ExitCode::plugin:
      throw PluginError(number, message);
    case ExitCode::timeout:
      throw TimeoutError(number, message);
    case ExitCode::interrupted:
      throw CancelledError(number, message);
    case ExitCode::failed_run:
      throw SolveError(number, message);
    default:
      throw UsageError(static_cast<int>(ExitCode::usage), message);
  }
}

void throw_error(const Failure& failure) {
  switch (failure.code()) {
    case StatusCode::cancelled:
      throw_error(ExitCode::interrupted, "cancelled");
    case StatusCode::unsupported:
      throw UnsupportedError(static_cast<int>(ExitCode::failed_run), failure.what());
    case StatusCode::bad_input:
    case StatusCode::needs_int64:
    case StatusCode::needs_float64:
      throw_error(ExitCode::input, failure.what());
    case StatusCode::out_of_memory:
      throw std::bad_alloc();
    default:
      throw_error(ExitCode::failed_run, failure.what());
  }
}

}  // namespace wayfront
