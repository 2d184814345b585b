#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <type_traits>

#include "base/big_array.hpp"
#include "graph/csr.hpp"
#include "graph/graph_inspection.hpp"
#include "library/states.hpp"
#include "wayfront/function_ref.hpp"
#include "wayfront/loader.hpp"

namespace wayfront {
namespace {

[[noreturn]] void throw_input(const std::string& message) { throw_error(host::ExitCode::input, message); }

std::size_t size_of(const auto& arrays) {
  return std::visit([](auto array) { return array.size(); }, arrays);
}

/// The same entries without a sign. Negative ones become too large, and are refused for that.
template <class T>
std::span<const std::make_unsigned_t<T>> without_sign(std::span<const T> array) {
  return {reinterpret_cast<const std::make_unsigned_t<T>*>(array.data()), array.size()};
}

/// Throws for the first entry that is not below `vertices`. `what` is "target" or "source".
void require_vertices(const IndexSpan& array, Vertex vertices, std::string_view what) {
  std::visit(
      [&]<class T>(std::span<const T> entries) {
        const auto wide = without_sign(entries);
        const auto outside = std::ranges::find_if(wide, [vertices](auto entry) { return entry >= vertices; });
        if (outside == wide.end()) return;
        const auto i = outside - wide.begin();
        throw_input(fmt::format("{} {} is {}, but the vertices are 0 .. {}", what, i,
                                entries[static_cast<std::size_t>(i)], std::int64_t{vertices} - 1));
      },
      array);
}

bool targets_are_copied(const IndexSpan& array) {
  return std::visit([]<class T>(std::span<const T>) { return sizeof(T) != sizeof(Vertex); }, array);
}

/// 32-bit vertices, copied into `copy` if they are of another type. They must be below 2^32.
std::span<const Vertex> vertices_in(const IndexSpan& array, host::BigArray<Vertex>& copy) {
  return std::visit(
      [&]<class T>(std::span<const T> entries) -> std::span<const Vertex> {
        if constexpr (sizeof(T) == sizeof(Vertex)) {
          return without_sign(entries);
        } else {
          copy = host::make_big_array<Vertex>(entries.size());
          std::ranges::transform(entries, copy.get(), [](T entry) { return static_cast<Vertex>(entry); });
          return {copy.get(), entries.size()};
        }
      },
      array);
}

void require_order(const IndexSpan& offsets) {
  std::visit(
      []<class T>(std::span<const T> entries) {
        if (entries.front() != 0) throw_input(fmt::format("offset 0 is {}, not 0", entries.front()));
        const auto falls = std::ranges::adjacent_find(entries, std::ranges::greater());
        if (falls == entries.end()) return;
        throw_input(fmt::format("offset {} is {}, after {}", falls - entries.begin() + 1, falls[1], falls[0]));
      },
      offsets);
}

Vertex vertices_of(std::size_t offsets) {
  if (offsets == 0) throw_input("there are no offsets; there must be one more than vertices, the first of them 0");
  if (offsets - 1 > max_vertices) throw_input("there are " + too_many_vertices(offsets - 1));
  return static_cast<Vertex>(offsets - 1);
}

void require_weights(std::size_t arcs, std::size_t weights, std::string_view of) {
  if (arcs != weights) throw_input(fmt::format("there are {} {} but {} weights", arcs, of, weights));
}

/// The graph of these rows, if they are one. Where they are not, `explain` may throw in the words of the caller's types.
SharedGraph graph_of(host::OwnedCsr csr, host::LoadedGraph loaded, bool borrowed, unsigned threads,
                     FunctionRef<void()> explain) {
  constexpr std::uint64_t worth = std::uint64_t{1} << 18;  // arcs: with fewer, threads take longer to start
  const std::uint64_t arcs = visit(csr.view, [](const auto& view) { return std::uint64_t{view.edges}; });
  std::optional<host::HostContext> context;
  if (arcs >= worth && threads > 1) context.emplace(threads);
  const host::Inspection found = host::inspect(csr.view, context ? &*context : nullptr);
  if (!found.fault.empty()) {
    explain();
    throw_input(found.fault);
  }
  loaded.graph = std::make_shared<const host::StoredGraph>(std::move(csr), found.weights, threads);
  loaded.digest = found.digest.hex();
  loaded.weights_reason = "given";
  return Access::make<SharedGraph>({std::move(loaded), borrowed, threads});
}

}  // namespace

SharedGraph Library::adopt(const CsrArrays& arrays, std::shared_ptr<const void> owner) const {
  return translated([&] {
    const State& it = Access::state(*this);
    const Vertex vertices = vertices_of(size_of(arrays.offsets));
    const std::size_t arcs = size_of(arrays.targets);
    require_weights(arcs, size_of(arrays.weights), "targets");
    const auto require_rows = [&] {
      require_order(arrays.offsets);
      require_vertices(arrays.targets, vertices, "target");
    };
    if (targets_are_copied(arrays.targets)) require_rows();
    host::LoadedGraph loaded;
    loaded.name = "arrays";
    host::BigArray<Vertex> copy;
    const std::span<const Vertex> targets = vertices_in(arrays.targets, copy);
    if (copy) {
      loaded.notes.emplace_back("the targets were copied, because they have 64 bits and vertices have 32");
      struct Both {
        std::shared_ptr<const void> owner;
        host::BigArray<Vertex> copy;
      };
      owner = std::make_shared<const Both>(std::move(owner), std::move(copy));
    }
    const AnyCsr csr = std::visit(
        [&]<class I, class W>(std::span<const I> offsets, std::span<const W> weights) -> AnyCsr {
          using O = std::conditional_t<sizeof(I) == 4, std::uint32_t, std::uint64_t>;
          if (arcs != static_cast<O>(offsets.back())) {
            require_rows();
            throw_input(fmt::format("the last offset is {}, but there are {} targets", offsets.back(), arcs));
          }
          return CsrView<W, O>{vertices, static_cast<O>(arcs), reinterpret_cast<const O*>(offsets.data()),
                               targets.data(), weights.data()};
        },
        arrays.offsets, arrays.weights);
    return graph_of({csr, std::move(owner)}, std::move(loaded), true, it.threads, require_rows);
  });
}

SharedGraph Library::build(const ArcArrays& arrays) const {
  return translated([&] {
    const State& it = Access::state(*this);
    const std::size_t count = size_of(arrays.sources);
    if (count != size_of(arrays.targets))
      throw_input(fmt::format("there are {} sources but {} targets", count, size_of(arrays.targets)));
    require_weights(count, size_of(arrays.weights), "arcs");
    if (arrays.vertices > max_vertices) throw_input("there are " + too_many_vertices(arrays.vertices));
    require_vertices(arrays.sources, arrays.vertices, "source");
    require_vertices(arrays.targets, arrays.vertices, "target");
    host::LoadedGraph loaded;
    loaded.name = "arcs";
    loaded.directed = arrays.directed;
    host::HostContext context(it.threads);
    host::OwnedCsr csr = std::visit(
        [&]<class W>(std::span<const W> weights) {
          const host::BigArray<Arc<W>> arcs = host::make_big_array<Arc<W>>(count);
          for (std::size_t i = 0; i < count; ++i) arcs[i].weight = weights[i];
          const auto fill = [&](const IndexSpan& ends, Vertex Arc<W>::*end) {
            std::visit(
                [&](auto entries) {
                  for (std::size_t i = 0; i < count; ++i) arcs[i].*end = static_cast<Vertex>(entries[i]);
                },
                ends);
          };
          fill(arrays.sources, &Arc<W>::source);
          fill(arrays.targets, &Arc<W>::target);
          const std::span<Arc<W>> blocks[] = {{arcs.get(), count}};
          return host::build_csr<W>(arrays.vertices, blocks, !arrays.directed,
                                    host::offsets_for(std::uint64_t{count} * (arrays.directed ? 1 : 2)), context);
        },
        arrays.weights);
    return graph_of(std::move(csr), std::move(loaded), false, it.threads, [] {});
  });
}

}  // namespace wayfront
