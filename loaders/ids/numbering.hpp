// Maps the ids of a file to vertices: which ids occur, and which vertex each of them becomes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
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

/// Names, likewise. Names that are small numbers are found without their hash.
class NameMap {
 public:
  NameMap() : direct_(1024, empty), slots_(1024) {}

  Vertex of(std::string_view name);
  void prefetch(std::string_view name) const;
  std::span<const std::string_view> names() const { return names_; }

 private:
  static constexpr Vertex empty = no_vertex;
  struct Slot {
    std::uint64_t hash = 0;
    Vertex vertex = empty;
    std::uint32_t size = 0;                // of the name, or more than can stand here
    std::array<std::uint64_t, 2> start{};  // the name itself if it is short
  };
  struct Key;

  Slot* slot(const Key& key, std::string_view name);
  void widen();
  void grow();
  Vertex add(std::string_view name);
  std::string_view keep(std::string_view name);

  std::deque<std::vector<char>> text_;
  std::vector<Vertex> direct_;  // by number: the vertex of that name
  std::vector<Slot> slots_;     // a power of two of them, for all other names
  std::size_t used_ = 0;        // slots
  std::vector<std::string_view> names_;
};

/// A set of numbers from `least` to `most`, with the rank of each: how many are smaller.
class RankedSet {
 public:
  RankedSet(Vertex min, Vertex max);

  /// [any thread]
  void add(Vertex number);
  /// Call it once all numbers have been added.
  void rank();

  std::uint64_t size() const { return size_; }
  bool has_all() const { return size_ == std::uint64_t{max_} - min_ + 1; }
  bool has(Vertex number) const;
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
