// Loops compiled for several kinds of x86-64 processors, the best of which is chosen when they are called.
//
// A loop is a class with a static member run<bytes>(), which has to be [[gnu::always_inline]] with all that it calls:
// only then it is compiled again for each kind of processor. `bytes` is the size of the vectors that this kind has.
#pragma once

#include <cstddef>

namespace wayfront::separators {

template <class Entry, std::size_t bytes>
struct Lanes {
  // Any address will do, and whatever lies there.
  using type [[gnu::vector_size(bytes), gnu::aligned(alignof(Entry)), gnu::may_alias]] = Entry;
  static constexpr std::size_t count = bytes / sizeof(Entry);
};

template <class T>
[[gnu::always_inline]] inline T smaller(T a, T b) {
  return a < b ? a : b;
}

#if defined(__x86_64__)

namespace detail {

template <class Loop, class... Args>
[[gnu::target("avx512f,avx512vl,avx512bw,avx512dq")]] void run_avx512(Args... args) {
  Loop::template run<64>(args...);
}
template <class Loop, class... Args>
[[gnu::target("avx2")]] void run_avx2(Args... args) {
  Loop::template run<32>(args...);
}
template <class Loop, class... Args>
[[gnu::noinline]] void run_anywhere(Args... args) {
  Loop::template run<16>(args...);
}

enum class Vectors { none, avx2, avx512 };

inline Vectors processor_vectors() {
  static const Vectors found =
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")
          ? Vectors::avx512
      : __builtin_cpu_supports("avx2") ? Vectors::avx2
                                       : Vectors::none;
  return found;
}

}  // namespace detail

/// Loop::run(args...) as compiled for this processor. Arguments are passed by value.
template <class Loop, class... Args>
void run_vectorised(Args... args) {
  switch (detail::processor_vectors()) {
    case detail::Vectors::avx512:
      return detail::run_avx512<Loop>(args...);
    case detail::Vectors::avx2:
      return detail::run_avx2<Loop>(args...);
    case detail::Vectors::none:
      return detail::run_anywhere<Loop>(args...);
  }
}

#else

template <class Loop, class... Args>
void run_vectorised(Args... args) {
  Loop::template run<16>(args...);
}

#endif

}  // namespace wayfront::separators
