// Graph views: plain values over arrays that somebody else owns. The host makes them, plugins and kernels read them.
//
// Vertices are 0 .. vertices-1. Arcs are directed, and
// `edges` counts them; an undirected input gives two arcs for each of its edges.
// Self-loops, parallel arcs, zero weights and unreachable parts are ordinary input.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <variant>

#include "wayfront/function_ref.hpp"
#include "wayfront/host_device.hpp"

namespace wayfront {

using Vertex = std::uint32_t;

/// No such vertex: the predecessor of the source and of every vertex that was not reached.
inline constexpr Vertex no_vertex = 0xffff'ffffU;

enum class WeightKind : std::uint8_t { int32, float32 };
enum class OffsetKind : std::uint8_t { offsets32, offsets64 };

template <class T>
concept WeightType = std::same_as<T, std::int32_t> || std::same_as<T, float>;
template <class T>
concept OffsetType = std::same_as<T, std::uint32_t> || std::same_as<T, std::uint64_t>;

template <WeightType W>
inline constexpr WeightKind weight_kind = std::is_same_v<W, float> ? WeightKind::float32 : WeightKind::int32;

/// Compressed sparse rows. The arcs out of u are [offsets[u], offsets[u + 1]) in `targets` and `weights`.
/// `offsets` has vertices + 1 entries. Trivially copyable: kernels take it by value.
template <WeightType W, OffsetType O>
struct CsrView {
  using Weight = W;
  using Offset = O;
  Vertex vertices = 0;
  O edges = 0;
  const O* offsets = nullptr;
  const Vertex* targets = nullptr;
  const W* weights = nullptr;

  WAYFRONT_HD O begin(Vertex u) const { return offsets[u]; }
  WAYFRONT_HD O end(Vertex u) const { return offsets[u + 1]; }
  WAYFRONT_HD O degree(Vertex u) const { return offsets[u + 1] - offsets[u]; }
};

/// Compressed sparse columns: the arcs into v are [offsets[v], offsets[v + 1]) in `sources` and `weights`.
/// A type of its own, so that nobody passes the transpose by mistake.
template <WeightType W, OffsetType O>
struct CscView {
  using Weight = W;
  using Offset = O;
  Vertex vertices = 0;
  O edges = 0;
  const O* offsets = nullptr;
  const Vertex* sources = nullptr;
  const W* weights = nullptr;

  WAYFRONT_HD O begin(Vertex v) const { return offsets[v]; }
  WAYFRONT_HD O end(Vertex v) const { return offsets[v + 1]; }
  WAYFRONT_HD O degree(Vertex v) const { return offsets[v + 1] - offsets[v]; }
};

/// Arc list (coordinates), ordered by source: arc i goes from sources[i] to targets[i].
template <WeightType W>
struct CooView {
  using Weight = W;
  Vertex vertices = 0;
  std::uint64_t edges = 0;
  const Vertex* sources = nullptr;
  const Vertex* targets = nullptr;
  const W* weights = nullptr;
};

using AnyCsr = std::variant<CsrView<std::int32_t, std::uint32_t>, CsrView<std::int32_t, std::uint64_t>,
                            CsrView<float, std::uint32_t>, CsrView<float, std::uint64_t>>;
using AnyCsc = std::variant<CscView<std::int32_t, std::uint32_t>, CscView<std::int32_t, std::uint64_t>,
                            CscView<float, std::uint32_t>, CscView<float, std::uint64_t>>;
using AnyCoo = std::variant<CooView<std::int32_t>, CooView<float>>;

/// Calls f with the typed view inside: the one place where types leave their tags. f must accept every alternative.
template <class F, class... Views>
decltype(auto) visit(const std::variant<Views...>& view, F&& f) {
  return std::visit(std::forward<F>(f), view);
}

struct GraphInfo {
  Vertex vertices = 0;
  std::uint64_t edges = 0;
  WeightKind weights = WeightKind::int32;
  OffsetKind offsets = OffsetKind::offsets32;
  double min_weight = 0;  // 0 where there are no arcs; also the next two
  double max_weight = 0;
  double mean_weight = 0;
};

/// An immutable graph. Owned by the host; views and references stay valid as long as it lives.
/// Every member may be called from several threads at once.
class Graph {
 public:
  virtual const GraphInfo& info() const noexcept = 0;
  virtual AnyCsr csr() const = 0;
  /// The transpose, with the CSR's offset kind. Built on first use, then kept; throws std::bad_alloc.
  virtual AnyCsc csc() const = 0;
  /// The arc list in CSR order; targets and weights are the CSR's own arrays. `sources` is built on first use, then
  /// kept.
  virtual AnyCoo coo() const = 0;

  /// What plugins share about this graph, above all its copy on a device: made once under `key`, dropped with the
  /// graph. While `make` runs, other callers with the same key wait; what it throws reaches the caller and nothing is
  /// kept.
  virtual std::shared_ptr<void> attachment(std::string_view key, FunctionRef<std::shared_ptr<void>()> make) const = 0;

 protected:
  ~Graph() = default;
};

}  // namespace wayfront
