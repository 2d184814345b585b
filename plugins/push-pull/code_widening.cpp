#include "code_widening.hpp"

#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "wayfront/distance.hpp"

namespace wayfront::push_pull {
namespace {

template <WeightType W, class Code>
W distance_of(Code code) {
  return code == no_path_code<Code> ? unreached<W> : static_cast<W>(code);
}

/// 64 bytes past the cache, where nobody needs them soon.
template <WeightType W>
void stream_line(W* to, const W* line) {
#if defined(__SSE2__)
  for (int i = 0; i < 4; ++i)
    _mm_stream_si128(reinterpret_cast<__m128i*>(to) + i, _mm_load_si128(reinterpret_cast<const __m128i*>(line) + i));
#else
  std::memcpy(to, line, 64);
#endif
}

template <WeightType W, class Code>
void widen(const Code* from, std::uint64_t count, bool past_cache, W* to) {
  constexpr std::uint64_t each = 64 / sizeof(W);
  std::uint64_t i = 0;
  if (past_cache && reinterpret_cast<std::uintptr_t>(to) % 16 == 0) {
    for (; i + each <= count; i += each) {
      alignas(16) W line[each];
      for (std::uint64_t k = 0; k < each; ++k) line[k] = distance_of<W>(from[i + k]);
      stream_line(to + i, line);
    }
#if defined(__SSE2__)
    _mm_sfence();
#endif
  }
  for (; i < count; ++i) to[i] = distance_of<W>(from[i]);
}

}  // namespace

template <WeightType W>
void widen_codes(Format format, const unsigned char* codes, std::uint64_t first, std::uint64_t count, bool past_cache,
                 W* distances) {
  const auto from = [&]<class Code>(Code) { return reinterpret_cast<const Code*>(codes) + first; };
  W* const to = distances + first;
  if (format == Format::one_byte) widen(from(std::uint8_t{}), count, past_cache, to);
  if (format == Format::two_bytes) widen(from(std::uint16_t{}), count, past_cache, to);
  if (format == Format::four_bytes) widen(from(std::uint32_t{}), count, past_cache, to);
}

template void widen_codes(Format, const unsigned char*, std::uint64_t, std::uint64_t, bool, std::int32_t*);
template void widen_codes(Format, const unsigned char*, std::uint64_t, std::uint64_t, bool, std::int64_t*);
template void widen_codes(Format, const unsigned char*, std::uint64_t, std::uint64_t, bool, float*);
template void widen_codes(Format, const unsigned char*, std::uint64_t, std::uint64_t, bool, double*);

}  // namespace wayfront::push_pull
