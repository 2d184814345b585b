#include "run/output_buffers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "certify/poison.hpp"

namespace wayfront::host {
namespace {

constexpr std::uint32_t guard_word = 0xfeed'face;

}  // namespace

OutputBuffers::OutputBuffers(WeightKind kind, Vertex vertices, bool predecessors) : kind_(kind), vertices_(vertices) {
  static_assert(sizeof(Vertex) == 4 && sizeof(float) == 4 && sizeof(std::int32_t) == 4);
  distances_ = fenced();
  if (predecessors) predecessors_ = fenced();
  fresh();
}

OutputBuffers::Fenced OutputBuffers::fenced() const { return Fenced(vertices_ + 2 * guard_words, guard_word); }

void OutputBuffers::repair(Fenced& words) const {
  std::fill_n(words.begin(), guard_words, guard_word);
  std::fill_n(words.end() - guard_words, guard_words, guard_word);
}

Output& OutputBuffers::fresh() {
  repair(distances_);
  if (!predecessors_.empty()) repair(predecessors_);
  output_.kind = kind_;
  output_.vertices = vertices_;
  output_.distances = distances_.data() + guard_words;
  output_.predecessors = predecessors_.empty() ? nullptr : predecessors_.data() + guard_words;
  poison(output_);
  return output_;
}

std::string OutputBuffers::damage_of(const Fenced& words, const char* what) const {
  const auto whole = [](std::span<const std::uint32_t> guards) {
    return std::ranges::all_of(guards, [](std::uint32_t word) { return word == guard_word; });
  };
  const std::span all(words);
  if (!whole(all.first(guard_words))) return fmt::format("memory before the array of {} was written", what);
  if (!whole(all.last(guard_words)))
    return fmt::format("memory after the array of {} was written: it has {} entries", what, vertices_);
  return {};
}

std::string OutputBuffers::damage() const {
  std::string text = damage_of(distances_, "distances");
  if (text.empty() && !predecessors_.empty()) text = damage_of(predecessors_, "predecessors");
  if (!text.empty()) return text;
  const Vertex* const predecessors = predecessors_.empty() ? nullptr : predecessors_.data() + guard_words;
  if (output_.kind != kind_ || output_.vertices != vertices_ || output_.distances != distances_.data() + guard_words ||
      output_.predecessors != predecessors)
    return "the output's kind, size or buffers were changed; a plugin may change only their content";
  return {};
}

}  // namespace wayfront::host
