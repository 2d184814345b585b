// Takes denormal numbers for zero from its opening on, as a library does that is linked with -ffast-math.
#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "opening.hpp"

WAYFRONT_HOSTILE_OPENING(FlushesWhenOpened, "flushes-when-opened", "Takes denormal numbers for zero.") {
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
#else
  std::uint64_t control = 0;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  asm volatile("msr fpcr, %0" : : "r"(control | (std::uint64_t{1} << 24)));
#endif
}
