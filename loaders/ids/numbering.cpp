#include "numbering.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "wayfront/status.hpp"

namespace wayfront::ids {
namespace {

void check_room(std::size_t count) {
  if (count >= no_vertex - 1)
    throw BadInput("more than " + std::to_string(no_vertex - 1) + " vertices, but their indices have 32 bits");
}

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58'476d'1ce4'e5b9U;
  x = (x ^ (x >> 27)) * 0x94d0'49bb'1331'11ebU;
  return x ^ (x >> 31);
}

}  // namespace

std::size_t NumberMap::slot(std::uint64_t number) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = mixed(number) & mask;
  while (slots_[at] != empty && numbers_[slots_[at]] != number) at = (at + 1) & mask;
  return at;
}

Vertex NumberMap::of(std::uint64_t number) {
  std::size_t at = slot(number);
  if (slots_[at] != empty) return slots_[at];
  check_room(numbers_.size());
  if (2 * numbers_.size() >= slots_.size()) {
    grow();
    at = slot(number);
  }
  slots_[at] = static_cast<Vertex>(numbers_.size());
  numbers_.push_back(number);
  return slots_[at];
}

void NumberMap::grow() {
  slots_.assign(2 * slots_.size(), empty);
  for (std::size_t v = 0; v < numbers_.size(); ++v) slots_[slot(numbers_[v])] = static_cast<Vertex>(v);
}

Vertex NameMap::of(std::string_view name) {
  if (const auto found = places_.find(name); found != places_.end()) return found->second;
  check_room(names_.size());
  const auto place = static_cast<Vertex>(names_.size());
  names_.push_back(keep(name));
  places_.emplace(names_.back(), place);
  return place;
}

std::string_view NameMap::keep(std::string_view name) {
  constexpr std::size_t piece = std::size_t{1} << 20;
  if (text_.empty() || text_.back().capacity() - text_.back().size() < name.size())
    text_.emplace_back().reserve(std::max(piece, name.size()));
  std::vector<char>& text = text_.back();
  const std::size_t begin = text.size();
  text.insert(text.end(), name.begin(), name.end());
  return {text.data() + begin, name.size()};
}

RankedSet::RankedSet(Vertex min, Vertex max)
    : min_(min), max_(max), bits_(std::make_unique<std::uint64_t[]>(words())) {}

void RankedSet::add(Vertex number) {
  const std::uint64_t i = number - min_;
  const std::uint64_t bit = std::uint64_t{1} << (i % 64);
  std::atomic_ref<std::uint64_t> word(bits_[i / 64]);
  if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
}

void RankedSet::rank() {
  ranks_ = std::make_unique_for_overwrite<Vertex[]>(words());
  size_ = 0;
  for (std::uint64_t i = 0; i < words(); ++i) {
    ranks_[i] = static_cast<Vertex>(size_);
    size_ += static_cast<std::uint64_t>(std::popcount(bits_[i]));
  }
}

bool RankedSet::has(Vertex number) const {
  const std::uint64_t i = number - min_;
  return number >= min_ && number <= max_ && ((bits_[i / 64] >> (i % 64)) & 1) != 0;
}

Vertex RankedSet::rank_of(Vertex number) const {
  const std::uint64_t i = number - min_;
  const std::uint64_t below = (std::uint64_t{1} << (i % 64)) - 1;
  return ranks_[i / 64] + static_cast<Vertex>(std::popcount(bits_[i / 64] & below));
}

std::vector<std::uint64_t> RankedSet::numbers() const {
  std::vector<std::uint64_t> result;
  result.reserve(size_);
  for (std::uint64_t i = 0; i < words(); ++i)
    for (std::uint64_t word = bits_[i]; word != 0; word &= word - 1)
      result.push_back(min_ + 64 * i + static_cast<unsigned>(std::countr_zero(word)));
  return result;
}

}  // namespace wayfront::ids
