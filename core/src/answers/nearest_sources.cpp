#include "answers/nearest_sources.hpp"

#include "certify/labels.hpp"

namespace wayfront::host {

std::vector<Vertex> nearest_sources(std::span<const Vertex> tree, Vertex root) {
  std::vector<Vertex> labels(tree.size());
  label_nearest(tree, root, labels);
  labels.resize(root);
  return labels;
}

}  // namespace wayfront::host
