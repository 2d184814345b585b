#include "certify/reduced/row_sample.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>
#include <utility>

namespace wayfront::host {

std::vector<Vertex> sampled_rows(std::span<const Vertex> sources, const RowSampling& sampling) {
  if (sampling.rows >= sources.size()) return {sources.begin(), sources.end()};
  std::vector<std::size_t> places(sources.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::mt19937_64 random(sampling.seed);
  const auto count = static_cast<std::size_t>(sampling.rows);
  // Fisher-Yates with the generator's raw numbers: std::uniform_int_distribution differs between libraries.
  for (std::size_t i = 0; i < count; ++i) std::swap(places[i], places[i + random() % (places.size() - i)]);
  places.resize(count);
  std::ranges::sort(places);
  std::vector<Vertex> rows;
  for (const std::size_t place : places) rows.push_back(sources[place]);
  return rows;
}

}  // namespace wayfront::host
