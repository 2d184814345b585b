#include "numbering.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <utility>

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

NumberMap::Slot& NumberMap::slot(std::uint64_t number) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = mixed(number) & mask;
  while (slots_[at].vertex != empty && slots_[at].number != number) at = (at + 1) & mask;
  return slots_[at];
}

void NumberMap::prefetch(std::uint64_t number) const {
  __builtin_prefetch(&slots_[mixed(number) & (slots_.size() - 1)]);
}

Vertex NumberMap::of(std::uint64_t number) {
  Slot* found = &slot(number);
  if (found->vertex != empty) return found->vertex;
  check_room(numbers_.size());
  if (2 * numbers_.size() >= slots_.size()) {
    grow();
    found = &slot(number);
  }
  *found = {number, static_cast<Vertex>(numbers_.size())};
  numbers_.push_back(number);
  return found->vertex;
}

void NumberMap::grow() {
  slots_.assign(2 * slots_.size(), {});
  for (std::size_t v = 0; v < numbers_.size(); ++v) slot(numbers_[v]) = {numbers_[v], static_cast<Vertex>(v)};
}

std::optional<std::uint64_t> number_of(std::string_view name) {
  constexpr std::size_t max_digits = 19;  // all such numbers fit
  if (name.empty() || name.size() > max_digits || (name.front() == '0' && name.size() > 1)) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : name) {
    if (c < '0' || c > '9') return std::nullopt;
    number = 10 * number + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

/// What is known of a name before the table is looked at.
struct NameMap::Key {
  static constexpr std::size_t max_inline = 2 * sizeof(std::uint64_t);

  explicit Key(std::string_view name) : size(static_cast<std::uint32_t>(std::min(name.size(), max_inline + 1))) {
    std::uint64_t sum = name.size();
    for (std::size_t at = 0; at < name.size(); at += max_inline) {
      std::array<std::uint64_t, 2> words{};
      std::memcpy(words.data(), name.data() + at, std::min(max_inline, name.size() - at));
      sum = mixed(sum ^ words[0]) + words[1];
      if (at == 0) start = words;
    }
    hash = mixed(sum);
  }

  std::uint64_t hash = 0;
  std::uint32_t size;
  std::array<std::uint64_t, 2> start{};
};

/// Where the name is, or the free slot where it would be.
NameMap::Slot* NameMap::slot(const Key& key, std::string_view name) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = key.hash & mask;; at = (at + 1) & mask) {
    Slot& it = slots_[at];
    if (it.vertex == empty) return &it;
    if (it.hash == key.hash && it.size == key.size && it.start == key.start &&
        (key.size <= Key::max_inline || names_[it.vertex] == name))
      return &it;
  }
}

void NameMap::prefetch(std::string_view name) const {
  const std::optional<std::uint64_t> number = number_of(name);
  if (number && *number < direct_.size())
    __builtin_prefetch(&direct_[*number]);
  else
    __builtin_prefetch(&slots_[Key(name).hash & (slots_.size() - 1)]);
}

Vertex NameMap::of(std::string_view name) {
  const std::optional<std::uint64_t> number = number_of(name);
  if (number && *number < direct_.size()) {
    Vertex& place = direct_[*number];
    if (place == empty) {
      const Vertex vertex = add(name);
      direct_[*number] = vertex;  // add() may have moved it
      return vertex;
    }
    return place;
  }
  const Key key(name);
  Slot* found = slot(key, name);
  if (found->vertex != empty) return found->vertex;
  const Vertex vertex = add(name);
  if (number && *number < direct_.size()) {
    direct_[*number] = vertex;
    return vertex;
  }
  if (++used_ * 4 > slots_.size() * 3) grow();
  found = slot(key, name);
  *found = {key.hash, vertex, key.size, key.start};
  return vertex;
}

Vertex NameMap::add(std::string_view name) {
  check_room(names_.size());
  names_.push_back(keep(name));
  constexpr std::size_t share = 4;  // entries of direct_ for each name
  if (names_.size() * share > direct_.size()) widen();
  return static_cast<Vertex>(names_.size() - 1);
}

/// Numbers that were too large to be found directly are it now. Their slots stay, unused.
void NameMap::widen() {
  direct_.resize(2 * direct_.size(), empty);
  for (std::size_t v = 0; v + 1 < names_.size(); ++v)
    if (const auto number = number_of(names_[v]); number && *number < direct_.size())
      direct_[*number] = static_cast<Vertex>(v);
}

void NameMap::grow() {
  const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& it : before) {
    if (it.vertex == empty) continue;
    std::size_t at = it.hash & mask;
    while (slots_[at].vertex != empty) at = (at + 1) & mask;
    slots_[at] = it;
  }
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
