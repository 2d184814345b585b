// Graph views: plain values over arrays that somebody else owns. The host makes them, plugins and kernels read them.
//
// Vertices are 0 .. vertices-1. Arcs are directed, and `edges` counts them; an undirected input gives two arcs for each
// of its edges. Self-loops, parallel arcs, zero weights and unreachable parts are ordinary input.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "wayfront/capability.hpp"
#include "wayfront/function_ref.hpp"
#include "wayfront/host_device.hpp"
#include "wayfront/status.hpp"

namespace wayfront {

using Vertex = std::uint32_t;

/// No such vertex: the predecessor of the source and of every vertex that was not reached.
inline constexpr Vertex no_vertex = 0xffff'ffffU;

/// The largest number of vertices: ids have 32 bits, and the two largest mean "none" and "not written".
inline constexpr Vertex max_vertices = no_vertex - 1;

enum class WeightKind : std::uint8_t { int32, float32, int64, float64 };
enum class OffsetKind : std::uint8_t { offsets32, offsets64 };

template <class T>
concept WeightType =
    std::same_as<T, std::int32_t> || std::same_as<T, float> || std::same_as<T, std::int64_t> || std::same_as<T, double>;
template <class T>
concept OffsetType = std::same_as<T, std::uint32_t> || std::same_as<T, std::uint64_t>;

template <WeightType W>
inline constexpr WeightKind weight_kind = std::is_same_v<W, std::int32_t>   ? WeightKind::int32
                                          : std::is_same_v<W, float>        ? WeightKind::float32
                                          : std::is_same_v<W, std::int64_t> ? WeightKind::int64
                                                                            : WeightKind::float64;

/// Whether a weight may have a fraction, and sums are rounded.
constexpr bool is_floating(WeightKind kind) { return kind == WeightKind::float32 || kind == WeightKind::float64; }

/// Bytes of a weight.
constexpr std::size_t weight_size(WeightKind kind) {
  return kind == WeightKind::int32 || kind == WeightKind::float32 ? 4 : 8;
}

/// The capability bit of plugins that take weights of this type.
constexpr std::uint64_t weight_capability(WeightKind kind) {
  constexpr std::uint64_t in_their_order[] = {capability::int32_weights, capability::float32_weights,
                                              capability::int64_weights, capability::float64_weights};
  return in_their_order[static_cast<std::size_t>(kind)];
}

namespace detail {

template <std::uint64_t capabilities>
using FirstWeight = std::conditional_t<
    (capabilities & capability::int32_weights) != 0, std::int32_t,
    std::conditional_t<(capabilities & capability::float32_weights) != 0, float,
                       std::conditional_t<(capabilities & capability::int64_weights) != 0, std::int64_t, double>>>;

template <std::uint64_t capabilities, WeightType W, class Result, class F>
Result with_weight_type(F& f) {
  if constexpr ((capabilities & weight_capability(weight_kind<W>)) != 0)
    return f.template operator()<W>();
  else
    throw Unsupported("weights of this type are not supported here");
}

}  // namespace detail

/// Calls f.template operator()<W>() with the type of that kind. Only the types that `capabilities` has are compiled;
/// throws Unsupported for the others.
template <std::uint64_t capabilities = capability::any_weights, class F>
auto with_weight_type(WeightKind kind, F&& f) {
  using First = detail::FirstWeight<capabilities>;
  using Result = decltype(f.template operator()<First>());
  switch (kind) {
    case WeightKind::int32:
      return detail::with_weight_type<capabilities, std::int32_t, Result>(f);
    case WeightKind::float32:
      return detail::with_weight_type<capabilities, float, Result>(f);
    case WeightKind::int64:
      return detail::with_weight_type<capabilities, std::int64_t, Result>(f);
    case WeightKind::float64:
      return detail::with_weight_type<capabilities, double, Result>(f);
  }
  throw Unsupported("an unknown type of weights");
}

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

namespace detail {

template <template <class, class> class View>
using AnyCompressed =
    std::variant<View<std::int32_t, std::uint32_t>, View<std::int32_t, std::uint64_t>, View<float, std::uint32_t>,
                 View<float, std::uint64_t>, View<std::int64_t, std::uint32_t>, View<std::int64_t, std::uint64_t>,
                 View<double, std::uint32_t>, View<double, std::uint64_t>>;

/// The same view with other weights.
template <class View, class W>
struct WithWeightsOf;
template <template <class, class> class View, class V, class O, class W>
struct WithWeightsOf<View<V, O>, W> {
  using type = View<W, O>;
};
template <template <class> class View, class V, class W>
struct WithWeightsOf<View<V>, W> {
  using type = View<W>;
};
template <class View, class W>
using WithWeights = typename WithWeightsOf<View, W>::type;

}  // namespace detail

using AnyCsr = detail::AnyCompressed<CsrView>;
using AnyCsc = detail::AnyCompressed<CscView>;
using AnyCoo = std::variant<CooView<std::int32_t>, CooView<float>, CooView<std::int64_t>, CooView<double>>;

/// Calls f with the typed view inside: the one place where types leave their tags. f must accept every view whose
/// weights `capabilities` has; the others are not compiled, and such a graph throws Unsupported. A plugin passes its
/// own about.capabilities.
template <std::uint64_t capabilities = capability::any_weights, class F, class First, class... Views>
decltype(auto) visit(const std::variant<First, Views...>& view, F&& f) {
  if constexpr ((capabilities & capability::any_weights) == capability::any_weights) {
    return std::visit(std::forward<F>(f), view);
  } else {
    using Taken = detail::WithWeights<First, detail::FirstWeight<capabilities>>;
    return std::visit(
        [&](const auto& typed) -> std::invoke_result_t<F, const Taken&> {
          using W = typename std::decay_t<decltype(typed)>::Weight;
          if constexpr ((capabilities & weight_capability(weight_kind<W>)) != 0)
            return f(typed);
          else
            throw Unsupported("weights of this type are not supported here");
        },
        view);
  }
}

struct GraphInfo {
  Vertex vertices = 0;
  std::uint64_t edges = 0;
  WeightKind weights = WeightKind::int32;
  OffsetKind offsets = OffsetKind::offsets32;
  double min_weight = 0;  // 0 where there are no arcs; also the next two. Rounded for int64 beyond 2^53
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
  /// kept, nor is null.
  virtual std::shared_ptr<void> attachment(std::string_view key, FunctionRef<std::shared_ptr<void>()> make) const = 0;

 protected:
  ~Graph() = default;
};

}  // namespace wayfront
