#include "certify/certified_answers.hpp"

#include <atomic>
#include <cstring>
#include <new>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

namespace wayfront::host {
namespace {

using Bytes = std::span<const std::byte>;

/// Plugins may differ in predecessors, or in entries beyond a limit; one whose answers never repeat must not make the
/// search long.
constexpr std::size_t max_of_source = 4;
/// Each protected answer is a mapping of its own, of which a process may have some ten thousands.
constexpr std::size_t max_protected = 4096;

Bytes bytes_of(const void* memory, std::size_t bytes) { return {static_cast<const std::byte*>(memory), bytes}; }

/// Of a reduction, its figures without what lies between them in memory, which may be anything.
std::vector<Bytes> figures_of(const Output& output, std::uint32_t row) {
  return with_weight_type(output.kind, [&]<WeightType W>() -> std::vector<Bytes> {
    const auto& reduction = static_cast<const Reduction<W>*>(output.reductions)[row];
    const auto part = [](const auto& figure) { return std::as_bytes(std::span(&figure, 1)); };
    return {part(reduction.reached),  part(reduction.within), part(reduction.sum),
            part(reduction.harmonic), part(reduction.max),    part(reduction.faults)};
  });
}

/// The row as it is compared, in the order in which it is kept.
std::vector<Bytes> parts_of(const Output& output, std::uint32_t row) {
  if (output.reductions != nullptr) return figures_of(output, row);
  const std::size_t size = weight_size(output.kind), n = output.vertices;
  std::vector<Bytes> parts = {bytes_of(static_cast<const std::byte*>(output.distances) + row * n * size, n * size)};
  if (output.exact_to != nullptr)
    parts.push_back(bytes_of(static_cast<const std::byte*>(output.exact_to) + row * size, size));
  if (output.predecessors != nullptr) parts.push_back(bytes_of(output.predecessors_of(row), n * sizeof(Vertex)));
  return parts;
}

void copy(Bytes from, std::byte* to, Crew crew) {
  crew.for_parts(from.size(), [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
    std::memcpy(to + begin, from.data() + begin, end - begin);
  });
}

bool equal(Bytes one, const std::byte* other, Crew crew) {
  std::atomic<bool> differs{false};
  crew.for_parts(one.size(), [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
    if (differs.load(std::memory_order_relaxed)) return;
    if (std::memcmp(one.data() + begin, other + begin, end - begin) != 0)
      differs.store(true, std::memory_order_relaxed);
  });
  return !differs;
}

/// Of bytes, of which a part needs more than of arcs.
Crew crew_for_bytes(Crew crew) { return crew.with_grain(crew.grain() * 4); }

}  // namespace

const Certificate* CertifiedAnswers::find(Vertex source, const Output& output, std::uint32_t row, Vertex* tree,
                                          Crew crew) const {
  const auto known = of_source_.find(source);
  if (known == of_source_.end() || output.outcome != Outcome::solved) return nullptr;
  const Crew by_bytes = crew_for_bytes(crew);
  const std::vector<Bytes> parts = parts_of(output, row);
  for (const Place place : known->second | std::views::reverse) {
    const Answer& answer = *place;
    if (answer.has_predecessors != (output.predecessors != nullptr) || (tree != nullptr && !answer.has_tree)) continue;
    const std::byte* at = answer.memory.get();
    bool same = true;
    for (const Bytes part : parts) {
      same = same && equal(part, at, by_bytes);
      at += part.size();
    }
    if (!same) continue;
    if (tree != nullptr)
      copy(Bytes(at, output.vertices * sizeof(Vertex)), reinterpret_cast<std::byte*>(tree), by_bytes);
    return &answer.certificate;
  }
  return nullptr;
}

void CertifiedAnswers::keep(Vertex source, const Output& output, std::uint32_t row, const Vertex* tree,
                            const Certificate& certificate, Crew crew) {
  if (output.outcome != Outcome::solved || certificate.finding != Finding::right) return;
  std::vector<Bytes> parts = parts_of(output, row);
  if (tree != nullptr) parts.push_back(bytes_of(tree, output.vertices * sizeof(Vertex)));
  std::size_t bytes = 0;
  for (const Bytes part : parts) bytes += part.size();
  if (bytes > budget_) return;
  auto& same_source = of_source_[source];
  if (same_source.size() == max_of_source) forget(same_source.front());
  while (bytes_ + bytes > budget_ || (protect_ && answers_.size() == max_protected)) forget(answers_.begin());
  try {
    Answer answer{source, output.predecessors != nullptr,   tree != nullptr,
                  bytes,  make_big_array<std::byte>(bytes), certificate};
    std::byte* at = answer.memory.get();
    for (const Bytes part : parts) {
      copy(part, at, crew_for_bytes(crew));
      at += part.size();
    }
    if (protect_) protect_big_array(answer.memory.get(), bytes);
    answers_.push_back(std::move(answer));
    of_source_[source].push_back(std::prev(answers_.end()));
    bytes_ += bytes;
  } catch (const std::bad_alloc&) {  // then the next such answer is proved, too
  }
}

void CertifiedAnswers::clear() {
  of_source_.clear();
  answers_.clear();
  bytes_ = 0;
}

void CertifiedAnswers::forget(Place answer) {
  bytes_ -= answer->bytes;
  std::erase(of_source_[answer->source], answer);
  answers_.erase(answer);
}

}  // namespace wayfront::host
