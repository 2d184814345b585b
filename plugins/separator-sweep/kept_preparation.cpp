#include "kept_preparation.hpp"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace wayfront::separators {
namespace {

/// Raise it where anything changes in how a preparation comes about, or in the arrays below: bytes under this label whose digest
/// is right, which the host has compared, are believed.
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
  if (!reader.is_whole() || result.structure.vertices != vertices) return std::nullopt;
  result.is_complete = true;
  return result;
}

}  // namespace wayfront::separators
