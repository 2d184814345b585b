// The floating-point mode in which the host works: it rounds to nearest and keeps denormal numbers, whatever a plugin
// set in this thread.
#pragma once

#include <cfenv>

namespace wayfront::host {

/// Sets the mode in this thread: rounding, flush to zero, denormals are zero, traps. Returns whether the mode was
/// different. Costs some nanoseconds, so call it around calls and chunks of work, not in inner loops.
bool set_float_mode() noexcept;

/// Sets the mode before a call of a plugin and again after it, for as long as this object lives.
class FloatMode {
 public:
  FloatMode() noexcept { set_float_mode(); }
  ~FloatMode() { set_float_mode(); }
  FloatMode(const FloatMode&) = delete;
  FloatMode& operator=(const FloatMode&) = delete;
};

/// Sets the mode in this thread for as long as it lives, and then the mode that it found: for a caller who has a mode of
/// its own.
class CallerFloatMode {
 public:
  CallerFloatMode() noexcept;
  ~CallerFloatMode();
  CallerFloatMode(const CallerFloatMode&) = delete;
  CallerFloatMode& operator=(const CallerFloatMode&) = delete;

 private:
  bool differed_;
  std::fenv_t found_;  // only where it differed
};

}  // namespace wayfront::host
