// The host's side of answers in codes: its threads make distances of them, piece by piece, while the kernel still writes
// others.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "codes.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/signal.cuh"
#include "wayfront/distance.hpp"
#include "wayfront/run.hpp"

namespace wayfront::push_pull {

/// One per instance, on the current device: page-locked memory for the codes of `vertices`.
template <WeightType W>
class CodeReader {
 public:
  explicit CodeReader(Vertex vertices)
      : vertices_(vertices),
        pieces_((std::uint64_t{vertices} + piece_vertices - 1) / piece_vertices),
        codes_(pieces_ * piece_vertices * (sizeof(W) / 2), "push-pull: codes"),
        stamps_(pieces_, "push-pull: pieces of codes"),
        list_(vertices / 2048 + 256, "push-pull: list of far distances"),
        read_(pieces_) {}

  /// For the next launch. `shares`: the kernel can write into the output, and takes a part of the work.
  CodesView<W> next(bool shares) {
    std::ranges::fill(read_, std::uint8_t{0});
    number_ = (number_ + 1) % (1U << 30);
    coded_ = shares ? pieces_ - pieces_ / (vertices_ * sizeof(W) <= small_bytes ? 2 : 3) : pieces_;
    return {codes_.data(),
            stamps_.data(),
            static_cast<std::uint32_t>(coded_),
            list_.data(),
            static_cast<std::uint32_t>(list_.size()),
            number_};
  }

  /// Begins while the kernel runs, and returns when all pieces are read, or when `signal` says that none will come, or
  /// after a while.
  void read_early(W* distances, const cuda::Signal& signal, RunContext& context) {
    std::atomic<bool> late{false};
    const auto deadline = std::chrono::steady_clock::now() + patience;
    each_piece(context, [&](std::uint64_t piece) {
      for (unsigned spins = 1; !read(distances, piece); ++spins) {
        if (late.load(std::memory_order_relaxed)) return;
        cuda::spin_once();
        if (spins % 16 == 0 && (signal.raised() || std::chrono::steady_clock::now() > deadline)) late = true;
      }
    });
  }
  /// After the kernel: the pieces that read_early() did not see, and the list.
  void read_rest(W* distances, std::uint32_t listed, RunContext& context) {
    if (std::find(read_.begin(), read_.begin() + static_cast<std::ptrdiff_t>(coded_), 0) !=
        read_.begin() + static_cast<std::ptrdiff_t>(coded_))
      each_piece(context, [&](std::uint64_t piece) { read(distances, piece); });
    for (std::uint32_t i = 0; i < listed; ++i) distances[list_[i].vertex] = list_[i].distance;
  }

 private:
  static constexpr std::uint64_t cached_bytes = 32 << 20;         // of an answer that caches of the host hold
  static constexpr std::uint64_t small_bytes = 12 << 20;          // of an answer of which the kernel best writes half
  static constexpr auto patience = std::chrono::milliseconds(2);  // all threads spin

  /// By all threads, in the order in which the pieces come.
  template <class Body>
  void each_piece(RunContext& context, Body body) {
    constexpr std::uint64_t grab = 2;
    std::atomic<std::uint64_t> next{0};
    context.parallel_for(context.threads(), 1, [&](std::uint64_t, std::uint64_t) {
      for (std::uint64_t first; (first = next.fetch_add(grab, std::memory_order_relaxed)) < coded_;)
        for (std::uint64_t piece = first; piece < std::min(first + grab, coded_); ++piece) body(piece);
    });
  }

  /// Whether the piece is there; reads it once.
  bool read(W* distances, std::uint64_t piece) {
    if (read_[piece] != 0) return true;
    const std::uint32_t stamp = std::atomic_ref(stamps_[piece]).load(std::memory_order_acquire);
    if (stamp >> 2 != number_) return false;
    const auto format = static_cast<Format>(stamp % formats);
    if (format == Format::one_byte) widen<std::uint8_t>(distances, piece);
    if (format == Format::two_bytes) widen<std::uint16_t>(distances, piece);
    if (format == Format::four_bytes) widen<std::uint32_t>(distances, piece);
    read_[piece] = 1;
    return true;
  }
  template <class Code>
  void widen(W* distances, std::uint64_t piece) {
    const std::uint64_t first = piece * piece_vertices;
    const std::uint64_t count = std::min<std::uint64_t>(piece_vertices, vertices_ - first);
    const Code* const from = reinterpret_cast<const Code*>(codes_.data()) + first;
    W* const to = distances + first;
    constexpr std::uint64_t each = 64 / sizeof(W);
    std::uint64_t i = 0;
    if (vertices_ * sizeof(W) > cached_bytes && reinterpret_cast<std::uintptr_t>(to) % 16 == 0) {
      for (; i + each <= count; i += each) {
        alignas(16) W line[each];
        for (std::uint64_t k = 0; k < each; ++k) line[k] = distance_of(from[i + k]);
        stream_line(to + i, line);
      }
#if defined(__SSE2__)
      _mm_sfence();
#endif
    }
    for (; i < count; ++i) to[i] = distance_of(from[i]);
  }

  template <class Code>
  static W distance_of(Code code) {
    return code == no_path_code<Code> ? unreached<W> : static_cast<W>(code);
  }
  /// 64 bytes past the cache, where nobody needs them soon.
  static void stream_line(W* to, const W* line) {
#if defined(__SSE2__)
    for (int i = 0; i < 4; ++i)
      _mm_stream_si128(reinterpret_cast<__m128i*>(to) + i, _mm_load_si128(reinterpret_cast<const __m128i*>(line) + i));
#else
    std::memcpy(to, line, 64);
#endif
  }

  Vertex vertices_;
  std::uint64_t pieces_;
  std::uint64_t coded_ = 0;
  cuda::HostBuffer<unsigned char> codes_;
  cuda::HostBuffer<std::uint32_t> stamps_;
  cuda::HostBuffer<Listed<W>> list_;
  std::vector<std::uint8_t> read_;
  std::uint32_t number_ = 0;
};

}  // namespace wayfront::push_pull
