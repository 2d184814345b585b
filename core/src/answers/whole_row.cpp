#include "answers/whole_row.hpp"

#include <algorithm>

#include "wayfront/distance.hpp"

namespace wayfront::host {

WholeRow::WholeRow(WeightKind kind, Vertex vertices, std::span<const Vertex> targets)
    : targets_(targets), distances_(vertices) {
  output_.kind = kind;
  output_.vertices = vertices;
  output_.distances = distances_.data();
  output_.exact_to = &exact_to_;
  with_weight_type(kind, [&]<WeightType W>() {
    std::ranges::fill(output_.distances_as<W>(), unreached<W>);
    output_.exact_to_as<W>() = unreached<W>;
  });
}

const Output& WholeRow::of(const Output& targets, std::uint32_t row) {
  with_weight_type(output_.kind, [&]<WeightType W>() {
    const auto from = targets.distances_as<W>(row);
    const auto to = output_.distances_as<W>();
    for (std::size_t i = 0; i < from.size(); ++i) to[targets_[i]] = from[i];
  });
  return output_;
}

}  // namespace wayfront::host
