// The parts of the host's own parallel loops, and what they find as one list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Calls body(begin, end) for chunks of 0 .. count on the context's threads; without a context, here, once. Throws
/// Cancelled.
template <class Body>
void in_chunks(RunContext* context, std::uint64_t count, std::uint64_t grain, Body&& body) {
  if (context == nullptr) return body(std::uint64_t{0}, count);
  context->parallel_for(count, grain, [&](std::uint64_t begin, std::uint64_t end) {
    context->throw_if_cancelled();
    body(begin, end);
  });
}

/// The sum, by +=, of what body(begin, end) returns for such chunks.
template <class Body>
auto sum_over(std::uint64_t count, std::uint64_t grain, RunContext& context, Body&& body) {
  decltype(body(count, count)) all{};
  std::mutex mutex;  // of all
  in_chunks(&context, count, grain, [&](std::uint64_t begin, std::uint64_t end) {
    const auto mine = body(begin, end);
    const std::scoped_lock lock(mutex);
    all += mine;
  });
  return all;
}

/// Calls body(first, last, found) for parts of 0 .. count, in parallel if there are more than `grain`; each part has
/// its own list `found`. The order in which the lists are joined depends on the threads. Throws Cancelled.
template <class Body>
std::vector<Vertex> gather(std::size_t count, std::size_t grain, RunContext& context, Body&& body) {
  std::vector<Vertex> all;
  if (count <= grain) {
    body(std::size_t{0}, count, all);
    return all;
  }
  std::mutex mutex;  // of all parts
  in_chunks(&context, count, grain, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<Vertex> mine;
    body(static_cast<std::size_t>(begin), static_cast<std::size_t>(end), mine);
    const std::scoped_lock lock(mutex);
    all.insert(all.end(), mine.begin(), mine.end());
  });
  return all;
}

}  // namespace wayfront::host
