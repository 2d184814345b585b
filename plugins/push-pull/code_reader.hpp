// The host's side of answers in codes: its threads make distances of them, piece by piece, while the kernel still writes
// others.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "code_widening.hpp"
#include "codes.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/signal.cuh"
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
    const std::uint64_t first = piece * piece_vertices;
    widen_codes(format, codes_.data(), first, std::min<std::uint64_t>(piece_vertices, vertices_ - first),
                vertices_ * sizeof(W) > cached_bytes, distances);
    read_[piece] = 1;
    return true;
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
