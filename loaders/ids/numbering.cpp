#include "numbering.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <utility>

#include "wayfront/loader.hpp"
#include "wayfront/status.hpp"

namespace wayfront::ids {
namespace {

void check_room(std::size_t count) {
  if (count >= max_vertices) throw BadInput("at least " + too_many_vertices(count + 1));
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

namespace {

/// Up to eight characters, the first one lowest; zeros follow.
std::uint64_t word_of(const char* text, std::size_t size) {
  const auto part = [text](std::size_t at) {
    std::uint32_t bytes;
    std::memcpy(&bytes, text + at, sizeof(bytes));
    return std::uint64_t{bytes};
  };
  if (size >= 8) return part(0) | part(4) << 32;
  if (size >= 4) return part(0) | part(size - 4) << 8 * (size - 4);
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < size; ++i) word |= std::uint64_t{static_cast<unsigned char>(text[i])} << 8 * i;
  return word;
}

/// Of one to eight digits in a word; nothing if others are among them.
std::optional<std::uint64_t> value_of(std::uint64_t word, std::size_t digits) {
  word = word << (64 - 8 * digits) ^ 0x3030'3030'3030'3030U << (64 - 8 * digits);  // 0 to 9, after zeros
  if (((word + 0x7676'7676'7676'7676U) | word) & 0x8080'8080'8080'8080U) return std::nullopt;
  word = (word * 10 + (word >> 8)) & 0x00ff'00ff'00ff'00ffU;
  word = (word * 100 + (word >> 16)) & 0x0000'ffff'0000'ffffU;
  return static_cast<std::uint32_t>(word * 10'000 + (word >> 32));
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a * 0x9e37'79b9'7f4a'7c15U + std::rotl(b * 0xbf58'476d'1ce4'e5b9U, 29);
  return mixed(sum);
}

}  // namespace

std::optional<std::uint64_t> number_of(std::string_view name) {
  constexpr std::size_t max_digits = 19;  // all such numbers fit
  const bool digit = !name.empty() && name.front() >= '0' && name.front() <= '9';
  if (!digit || name.size() > max_digits || (name.front() == '0' && name.size() > 1)) return std::nullopt;
  std::uint64_t number = 0;
  constexpr std::uint64_t powers[] = {1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
  while (!name.empty()) {
    const std::size_t digits = std::min<std::size_t>(name.size(), 8);
    const std::optional<std::uint64_t> value = value_of(word_of(name.data(), digits), digits);
    if (!value) return std::nullopt;
    number = number * powers[digits] + *value;
    name.remove_prefix(digits);
  }
  return number;
}

Name::Name(std::string_view of) : text(of), hash(of.size()), number(number_of(of)) {
  const char* at = text.data();
  std::size_t left = text.size();
  const auto words = [&](std::size_t size) {
    const std::size_t first = std::min<std::size_t>(size, 8);
    return std::array{word_of(at, first), word_of(at + first, size - first)};
  };
  for (; left > max_inline; at += max_inline, left -= max_inline) {
    const auto both = words(max_inline);
    hash = mixed(hash ^ both[0], both[1]);
  }
  start = words(left);
  hash = mixed(hash ^ start[0], start[1]);
}

bool NameMap::Slot::holds(const Name& name, std::span<const std::string_view> names) const {
  if (hash != name.hash) return false;
  if (name.text.size() > Name::max_inline) return size > Name::max_inline && names[vertex] == name.text;
  return size == name.text.size() && start == name.start;
}

/// Where the name is, or the free slot where it would be.
NameMap::Slot& NameMap::slot(const Name& name) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = name.hash & mask;
  while (slots_[at].vertex != empty && !slots_[at].holds(name, names_)) at = (at + 1) & mask;
  return slots_[at];
}

void NameMap::prefetch(const Name& name) const {
  if (name.number && *name.number < direct_.size())
    __builtin_prefetch(&direct_[*name.number]);
  else
    __builtin_prefetch(&slots_[name.hash & (slots_.size() - 1)]);
}

Vertex NameMap::of(const Name& name) {
  const std::optional<std::uint64_t>& number = name.number;
  if (number && *number < direct_.size()) {
    if (direct_[*number] != empty) return direct_[*number];
    const Vertex vertex = add(name);
    direct_[*number] = vertex;
    return vertex;
  }
  if (const Slot& found = slot(name); found.vertex != empty) return found.vertex;
  const Vertex vertex = add(name);
  if (number && *number < direct_.size()) {  // now
    direct_[*number] = vertex;
    return vertex;
  }
  if (++used_ * 4 > slots_.size() * 3) grow();
  const auto size = static_cast<std::uint32_t>(std::min(name.text.size(), Name::max_inline + 1));
  slot(name) = {name.hash, vertex, size, name.start};
  return vertex;
}

Vertex NameMap::add(const Name& name) {
  check_room(names_.size());
  names_.push_back(keep(name.text));
  constexpr std::size_t share = 4;  // entries of direct_ for each number
  if (name.number && ++numbers_ * share > direct_.size()) widen();
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
