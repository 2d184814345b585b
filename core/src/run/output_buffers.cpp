#include "run/output_buffers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <span>

#include "certify/output_row.hpp"
#include "certify/poison.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

constexpr std::uint32_t guard_word = 0xfeed'face;
constexpr std::size_t min_locked_bytes = 1 << 20;  // less is copied as fast without it

}  // namespace

OutputBuffers::OutputBuffers(WeightKind kind, Vertex vertices, Content content)
    : kind_(kind), vertices_(vertices), content_(content) {
  fresh();
}

OutputBuffers::OutputBuffers(WeightKind kind, Vertex vertices, std::byte* on_device, std::uint32_t rows)
    : kind_(kind), vertices_(vertices), content_(Content::distances), on_device_(on_device) {
  fresh(rows);
}

void OutputBuffers::allocate(std::uint32_t rows) {
  constexpr std::size_t word = sizeof(std::uint32_t);
  const std::size_t words = weight_size(kind_) / word;
  const std::size_t entries = std::size_t{rows} * vertices_;
  const auto fenced = [](std::size_t inside) { return Fenced(inside + 2 * guard_words, guard_word); };
  rows_ = 0;
  lock_.release();
  distances_ = {};  // before the next ones are allocated
  predecessors_ = {};
  reductions_ = {};
  if (content_ == Content::reductions)
    reductions_ = fenced(rows * reduction_size(kind_) / word);
  else if (on_device_ == nullptr)
    distances_ = fenced(entries * words);
  if (content_ == Content::distances_and_predecessors) predecessors_ = fenced(entries);
  exact_to_ = fenced(rows * words);
  rows_ = rows;
  if (locks_pages_ && entries * weight_size(kind_) >= min_locked_bytes && !distances_.empty())
    lock_ = PageLock(distances_.data() + guard_words, entries * weight_size(kind_));
  static std::atomic<std::uint64_t> number{0};
  memory_ = on_device_ != nullptr ? Output::device_memory : ++number;
}

void OutputBuffers::repair(Fenced& words) const {
  if (words.empty()) return;
  std::fill_n(words.begin(), guard_words, guard_word);
  std::fill_n(words.end() - guard_words, guard_words, guard_word);
}

Output& OutputBuffers::fresh(std::uint32_t rows, double limit, bool poisons, RunContext* threads) {
  if (rows != rows_) allocate(rows);
  for (Fenced* const words : {&distances_, &predecessors_, &reductions_, &exact_to_}) repair(*words);
  const auto inside = [](Fenced& words) { return words.empty() ? nullptr : words.data() + guard_words; };
  output_.kind = kind_;
  output_.vertices = vertices_;
  output_.rows = rows;
  output_.memory = distances_.empty() && on_device_ == nullptr ? 0 : memory_;
  output_.distances = on_device_ != nullptr ? static_cast<void*>(on_device_) : inside(distances_);
  output_.predecessors = inside(predecessors_);
  output_.reductions = inside(reductions_);
  output_.exact_to = inside(exact_to_);
  poisons ? poison(output_, threads) : begin(output_);
  with_weight_type(kind_,
                   [&]<WeightType W>() { std::fill_n(static_cast<W*>(output_.exact_to), rows, limit_as<W>(limit)); });
  return output_;
}

OutputBuffers::Rows OutputBuffers::rows(std::uint32_t first, std::uint32_t count) const {
  Output some = row_of(output_, first);
  some.rows = count;
  if (lock_.holds()) some.memory = output_.memory;
  return Rows(some);
}

bool OutputBuffers::Rows::intact() const {
  return output_.kind == expected_.kind && output_.vertices == expected_.vertices && output_.rows == expected_.rows &&
         output_.distances == expected_.distances && output_.predecessors == expected_.predecessors &&
         output_.exact_to == expected_.exact_to && output_.reductions == expected_.reductions;
}

/// Null where there is no such buffer.
bool OutputBuffers::is_buffer(const void* given, const Fenced& words) {
  return given == (words.empty() ? nullptr : words.data() + guard_words);
}

std::string OutputBuffers::damage_of(const Fenced& words, const char* what, std::size_t entries) const {
  if (words.empty()) return {};
  const auto whole = [](std::span<const std::uint32_t> guards) {
    return std::ranges::all_of(guards, [](std::uint32_t word) { return word == guard_word; });
  };
  const std::span all(words);
  if (!whole(all.first(guard_words))) return fmt::format("memory before the array of {} was written", what);
  if (!whole(all.last(guard_words)))
    return fmt::format("memory after the array of {} was written: it has {} entries", what, entries);
  return {};
}

std::string OutputBuffers::damage() const {
  const std::size_t entries = std::size_t{rows_} * vertices_;
  std::string text = damage_of(distances_, "distances", entries);
  if (text.empty()) text = damage_of(predecessors_, "predecessors", entries);
  if (text.empty()) text = damage_of(reductions_, "reductions", rows_);
  if (text.empty()) text = damage_of(exact_to_, "exact_to", rows_);
  if (!text.empty()) return text;
  if (output_.kind != kind_ || output_.vertices != vertices_ || output_.rows != rows_ ||
      !(on_device_ != nullptr ? output_.distances == on_device_ : is_buffer(output_.distances, distances_)) ||
      !is_buffer(output_.predecessors, predecessors_) || !is_buffer(output_.reductions, reductions_) ||
      !is_buffer(output_.exact_to, exact_to_))
    return "the output's kind, size or buffers were exchanged; a plugin may change only their content";
  return {};
}

}  // namespace wayfront::host
