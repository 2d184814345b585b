// A preparation as bytes, so that a later process has it without cutting the network again: with other weights, it only
// computes the numbers.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "preparation.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::separators {

/// The key of RunContext::keep(): all that a preparation depends on. Refers to the graph's arrays.
class PreparationKey {
 public:
  PreparationKey(const Graph& graph, const PreparationOptions& options);
  PreparationKey(const PreparationKey&) = delete;
  PreparationKey& operator=(const PreparationKey&) = delete;

  std::span<const std::string_view> pieces() const { return pieces_; }

 private:
  std::string options_;
  std::array<std::string_view, 4> pieces_;
};

/// In the byte order of this machine.
std::vector<std::byte> bytes_of(const Preparation& preparation);

/// The preparation of a graph with this number of vertices; nothing where the bytes are not one.
std::optional<Preparation> preparation_from(std::span<const std::byte> bytes, Vertex vertices);

}  // namespace wayfront::separators
