// Which rows the host certifies where it does not certify all: random ones, drawn with a seed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/bitmap.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

/// How many rows to certify: where a plugin gives reductions in place of rows, and, from more than `whole_beyond`
/// sources, where it gives whole rows or rows of targets alone. Of other rows all are certified.
struct RowSampling {
  static constexpr std::uint64_t all = ~std::uint64_t{0};
  std::uint64_t rows = 32;
  std::uint64_t seed = 1;
  std::uint64_t whole_beyond = all;

  bool draws_whole_rows(std::uint64_t sources) const { return sources > whole_beyond && rows < sources; }
};

/// A random sample of `sampling.rows` sources, in their order, or all of them if there are fewer. The same seed gives the
/// same sample on every machine.
std::vector<Vertex> sampled_rows(std::span<const Vertex> sources, const RowSampling& sampling);

/// Some of a graph's vertices; all, unless chosen.
class ChosenVertices {
 public:
  ChosenVertices() = default;
  ChosenVertices(std::span<const Vertex> chosen, Vertex vertices) : is_all_(false), chosen_(vertices) {
    for (const Vertex v : chosen) chosen_.set(v);
  }
  bool has(Vertex v) const { return is_all_ || chosen_.has(v); }

 private:
  bool is_all_ = true;
  Bitmap chosen_{0};
};

}  // namespace wayfront::host
