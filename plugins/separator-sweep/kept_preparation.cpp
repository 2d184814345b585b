#include "kept_preparation.hpp"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace wayfront::separators {
namespace {

/// Raise it where anything changes in how a preparation comes about, or in the arrays below.
constexpr std::string_view label = "separators of a road network, version 1";

/// Calls f with all arrays and figures, always in the same order.
template <class Kept, class F>
void for_each_part(Kept& kept, F&& f) {
  auto& skeleton = kept.skeleton;
  f(skeleton.support.offsets), f(skeleton.support.neighbours);
  f(skeleton.tree_vertices), f(skeleton.tree_parents), f(skeleton.chain_vertices), f(skeleton.chains);
  f(skeleton.core), f(skeleton.core_id), f(skeleton.graph.offsets), f(skeleton.graph.neighbours), f(skeleton.carried);
  auto& structure = kept.structure;
  f(structure.vertices), f(structure.core);
  f(structure.nodes), f(structure.steps), f(structure.children), f(structure.boundaries), f(structure.node_of);
  f(structure.vertex_at), f(structure.position), f(structure.anchors);
  f(structure.table_entries), f(structure.inner_entries), f(structure.max_size), f(structure.max_boundary);
  f(kept.prediction);
}

constexpr std::size_t alignment = 8;  // of each part
constexpr std::size_t padded(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

class Writer {
 public:
  template <class T>
  void operator()(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    add(&value, sizeof value);
  }
  template <class T>
  void operator()(const std::vector<T>& values) {
    (*this)(std::uint64_t{values.size()});
    add(values.data(), values.size() * sizeof(T));
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void add(const void* from, std::size_t bytes) {
    const auto* const first = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), first, first + bytes);
    bytes_.resize(padded(bytes_.size()));
  }

  std::vector<std::byte> bytes_;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  void operator()(T& value) {
    if (const std::byte* const from = next(sizeof value)) std::memcpy(&value, from, sizeof value);
  }
  template <class T>
  void operator()(std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignment);
    std::uint64_t size = 0;
    (*this)(size);
    if (size > bytes_.size() / sizeof(T)) {
      is_whole_ = false;
      return;
    }
    const auto* const from = reinterpret_cast<const T*>(next(size * sizeof(T)));
    if (from != nullptr) values.assign(from, from + size);
  }
  /// Whether all parts were there, and nothing else.
  bool is_whole() const { return is_whole_ && bytes_.empty(); }

 private:
  const std::byte* next(std::size_t size) {
    is_whole_ = is_whole_ && padded(size) <= bytes_.size();
    if (!is_whole_) return nullptr;
    const std::byte* const from = bytes_.data();
    bytes_ = bytes_.subspan(padded(size));
    return from;
  }

  std::span<const std::byte> bytes_;
  bool is_whole_ = true;
};

bool all_below(const std::vector<std::uint32_t>& values, std::size_t bound) {
  std::uint32_t max = 0;
  for (const std::uint32_t value : values) max = value > max ? value : max;
  return values.empty() || max < bound;
}

/// Whether the sizes of the arrays fit each other and the graph, and most of what points from one into another. The host
/// has compared a digest before: this is for bytes that another build wrote under the same key. It does not prove that
/// the arrays are separators; answers are certified in any case.
bool fits(const Preparation& it, Vertex vertices) {
  const Skeleton& skeleton = it.skeleton;
  const Structure& structure = it.structure;
  const std::size_t nodes = structure.nodes.size();
  const std::size_t core = skeleton.core.size();
  if (structure.vertices != vertices || skeleton.support.offsets.size() != std::size_t{vertices} + 1 ||
      skeleton.core_id.size() != vertices || structure.position.size() != vertices ||
      structure.anchors.size() != 2 * std::size_t{vertices})
    return false;
  if (structure.core != core || structure.node_of.size() != core || structure.vertex_at.size() != core ||
      skeleton.graph.offsets.size() != core + 1 || skeleton.carried.size() != core ||
      skeleton.tree_vertices.size() != skeleton.tree_parents.size())
    return false;
  if (skeleton.support.offsets.back() != skeleton.support.neighbours.size() ||
      skeleton.graph.offsets.back() != skeleton.graph.neighbours.size() || structure.steps.empty() ||
      structure.steps.back() != nodes || structure.children.size() != nodes + 1)
    return false;
  std::uint64_t table_entries = 0;
  for (const Node& node : structure.nodes) {
    if (std::uint64_t{node.first} + node.size > core || node.stride < node.size || node.size > structure.max_size ||
        node.boundary_size > structure.max_boundary || node.table_start != table_entries ||
        node.boundary_start + node.boundary_size > structure.boundaries.size() ||
        node.inner_start + std::uint64_t{node.size} * node.stride > structure.inner_entries ||
        (node.parent != no_node && node.parent >= nodes))
      return false;
    table_entries += std::uint64_t{node.boundary_size} * node.stride;
  }
  return table_entries == structure.table_entries && all_below(skeleton.support.neighbours, vertices) &&
         all_below(skeleton.graph.neighbours, core) && all_below(skeleton.core, vertices) &&
         all_below(structure.boundaries, core) && all_below(structure.node_of, nodes) &&
         all_below(structure.vertex_at, vertices) && all_below(structure.anchors, core + 1);
}

}  // namespace

PreparationKey::PreparationKey(const Graph& graph, const PreparationOptions& options)
    : options_("seed " + std::to_string(options.seed) + ", leaf_size " + std::to_string(options.leaf_size) +
               ", a node of " + std::to_string(sizeof(Node)) + " bytes, a chain of " + std::to_string(sizeof(Chain))) {
  visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>& csr) {
    pieces_ = {
        label, options_,
        std::string_view(reinterpret_cast<const char*>(csr.offsets), (std::size_t{csr.vertices} + 1) * sizeof(O)),
        std::string_view(reinterpret_cast<const char*>(csr.targets), csr.edges * sizeof(Vertex))};
  });
}

std::vector<std::byte> bytes_of(const Preparation& preparation) {
  Writer writer;
  for_each_part(preparation, writer);
  return writer.take();
}

std::optional<Preparation> preparation_from(std::span<const std::byte> bytes, Vertex vertices) {
  Preparation result;
  Reader reader(bytes);
  for_each_part(result, reader);
  if (!reader.is_whole() || !fits(result, vertices)) return std::nullopt;
  result.is_complete = true;
  return result;
}

}  // namespace wayfront::separators
