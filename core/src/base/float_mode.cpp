#include "base/float_mode.hpp"

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace wayfront::host {
namespace {

#if defined(__x86_64__)

constexpr unsigned sse_default = 0x1f80, sse_controls = 0xffc0;  // of MXCSR: all but the flags of past exceptions
constexpr unsigned x87_default = 0x037f, x87_controls = 0x0f3f;  // of the x87 control word: precision, rounding, masks

bool is_default() noexcept {
  std::uint16_t x87 = 0;
  asm volatile("fnstcw %0" : "=m"(x87));
  return (_mm_getcsr() & sse_controls) == sse_default && (x87 & x87_controls) == (x87_default & x87_controls);
}

void set_default() noexcept {
  std::fesetenv(FE_DFL_ENV);
  _mm_setcsr(sse_default);
}

#elif defined(__aarch64__)

bool is_default() noexcept {
  std::uint64_t control = 0;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  return control == 0;
}

void set_default() noexcept {
  std::fesetenv(FE_DFL_ENV);
  asm volatile("msr fpcr, %0" : : "r"(std::uint64_t{0}));
}

#else
#error "the floating-point mode of this architecture is not known"
#endif

}  // namespace

bool set_float_mode() noexcept {
  if (is_default()) return false;
  set_default();
  return true;
}

CallerFloatMode::CallerFloatMode() noexcept : differed_(!is_default()), found_() {
  if (!differed_) return;
  std::fegetenv(&found_);
  set_default();
}

CallerFloatMode::~CallerFloatMode() {
  if (differed_) std::fesetenv(&found_);
}

}  // namespace wayfront::host
