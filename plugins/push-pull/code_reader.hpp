// The host's side of answers in codes: its threads make distances of them, piece by piece, while the kernel still writes
// others.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "codes.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/signal.cuh"
#include "wayfront/distance.hpp"
#include "wayfront/run.hpp"

namespace wayfront::push_pull {

/// One per instance, on the current device: page-locked memory for the codes of so many vertices.
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

  /// For the next launch.
  CodesView<W> next() {
    std::ranges::fill(read_, std::uint8_t{0});
    number_ = (number_ + 1) % (1U << 30);
    return {codes_.data(), stamps_.data(), list_.data(), static_cast<std::uint32_t>(list_.size()), number_};
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
    if (!std::ranges::all_of(read_, [](std::uint8_t is) { return is != 0; }))
      each_piece(context, [&](std::uint64_t piece) { read(distances, piece); });
    for (std::uint32_t i = 0; i < listed; ++i) distances[list_[i].vertex] = list_[i].distance;
  }

 private:
  static constexpr auto patience = std::chrono::milliseconds(2);  // all threads spin

  template <class Body>
  void each_piece(RunContext& context, Body body) {
    const std::uint64_t grain = std::max<std::uint64_t>(1, pieces_ / (std::uint64_t{context.threads()} * 4));
    context.parallel_for(pieces_, grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t piece = begin; piece < end; ++piece) body(piece);
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
    for (std::uint64_t i = 0; i < count; ++i)
      to[i] = from[i] == no_path_code<Code> ? unreached<W> : static_cast<W>(from[i]);
  }

  Vertex vertices_;
  std::uint64_t pieces_;
  cuda::HostBuffer<unsigned char> codes_;
  cuda::HostBuffer<std::uint32_t> stamps_;
  cuda::HostBuffer<Listed<W>> list_;
  std::vector<std::uint8_t> read_;
  std::uint32_t number_ = 0;
};

}  // namespace wayfront::push_pull
