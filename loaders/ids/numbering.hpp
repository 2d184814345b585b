// Maps the ids of a file to vertices: which ids occur, and which vertex each of them becomes.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::ids {

/// 64-bit numbers, in order of first occurrence.
class NumberMap {
 public:
  NumberMap() : slots_(1024, empty) {}

  /// The number's index in that order. Throws BadInput if there are too many for 32 bits.
  Vertex of(std::uint64_t number);
  std::span<const std::uint64_t> numbers() const { return numbers_; }

 private:
  static constexpr Vertex empty = no_vertex;
  std::size_t slot(std::uint64_t number) const;
  void grow();

  std::vector<Vertex> slots_;  // a power of two of them
  std::vector<std::uint64_t> numbers_;
};

/// Names, likewise.
class NameMap {
 public:
  Vertex of(std::string_view name);
  std::span<const std::string_view> names() const { return names_; }

 private:
  std::string_view keep(std::string_view name);

  std::deque<std::vector<char>> text_;
  std::unordered_map<std::string_view, Vertex> places_;
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
