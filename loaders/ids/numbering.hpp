// Maps the ids of a file to vertices: which ids occur, and which vertex each of them becomes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::ids {

/// 64-bit numbers, in order of first occurrence.
class NumberMap {
 public:
  NumberMap() : slots_(1024) {}

  /// The number's index in that order. Throws BadInput if there are too many for 32 bits.
  Vertex of(std::uint64_t number);
  /// Fetches the memory that of(number) will look at; call it a few numbers ahead.
  void prefetch(std::uint64_t number) const;
  std::span<const std::uint64_t> numbers() const { return numbers_; }

 private:
  static constexpr Vertex empty = no_vertex;
  struct Slot {
    std::uint64_t number = 0;
    Vertex vertex = empty;
  };
  Slot& slot(std::uint64_t number);
  void grow();

  std::vector<Slot> slots_;  // a power of two of them
  std::vector<std::uint64_t> numbers_;
};

/// The number that a name is: "70", but neither "070" nor "7 0".
std::optional<std::uint64_t> number_of(std::string_view name);

/// A name and what NameMap needs of it; make it on any thread. Refers to the text.
struct Name {
  static constexpr std::size_t max_inline = 2 * sizeof(std::uint64_t);

  explicit Name(std::string_view of);
  bool operator==(const Name& other) const {
    if (hash != other.hash || text.size() != other.text.size()) return false;
    return text.size() <= max_inline ? start == other.start : text == other.text;
  }

  std::string_view text;
  std::uint64_t hash = 0;
  std::array<std::uint64_t, 2> start{};   // the text itself if it is short
  std::optional<std::uint64_t> number{};  // number_of(text)
};

/// Names, likewise. Names that are small numbers are found without their hash.
class NameMap {
 public:
  NameMap() : direct_(1024, empty), slots_(1024) {}

  Vertex of(const Name& name);
  Vertex of(std::string_view name) { return of(Name(name)); }
  void prefetch(const Name& name) const;
  std::span<const std::string_view> names() const { return names_; }

 private:
  static constexpr Vertex empty = no_vertex;
  struct Slot {
    std::uint64_t hash = 0;
    Vertex vertex = empty;
    std::uint32_t size = 0;                // of the name, or more than can stand here
    std::array<std::uint64_t, 2> start{};  // the name itself if it is short
    bool holds(const Name& name, std::span<const std::string_view> names) const;
  };

  Slot& slot(const Name& name);
  void widen();
  void grow();
  Vertex add(const Name& name);
  std::string_view keep(std::string_view name);

  std::deque<std::vector<char>> text_;
  std::vector<Vertex> direct_;  // by number: the vertex of that name
  std::vector<Slot> slots_;     // a power of two of them, for all other names
  std::size_t used_ = 0;        // slots
  std::vector<std::string_view> names_;
  std::size_t numbers_ = 0;  // names that are numbers
};

/// A set of numbers from `min` to `max`, with the rank of each: how many are smaller.
class RankedSet {
 public:
  RankedSet(Vertex min, Vertex max);

  /// [any thread]
  void add(Vertex number);
  /// Call it once all numbers have been added.
  void rank();

  Vertex min() const { return min_; }
  std::uint64_t size() const { return size_; }
  bool has_all() const { return size_ == std::uint64_t{max_} - min_ + 1; }
  Vertex rank_of(Vertex number) const;
  std::vector<std::uint64_t> numbers() const;

 private:
  std::uint64_t words() const { return (std::uint64_t{max_} - min_) / 64 + 1; }

  Vertex min_;
  Vertex max_;
  std::uint64_t size_ = 0;
  std::unique_ptr<std::uint64_t[]> bits_;
  std::unique_ptr<Vertex[]> ranks_;  // of the first number of each word
};

}  // namespace wayfront::ids
