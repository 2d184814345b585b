#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "digest.hpp"
#include "graph_store.hpp"

namespace wayfront::host {

std::string graph_digest(const Graph& graph) {
  return visit(graph.csr(), []<class W, class O>(const CsrView<W, O>& view) {
    Digest digest;
    const std::array<std::uint64_t, 3> counts = {view.vertices, view.edges, std::uint64_t(weight_kind<W>)};
    digest.add(counts.data(), sizeof(counts));
    std::array<std::uint64_t, 4096> wide;  // offsets as 64-bit numbers, whatever the view has
    const std::size_t all = std::size_t{view.vertices} + 1;
    for (std::size_t done = 0; done < all;) {
      const std::size_t part = std::min(wide.size(), all - done);
      std::copy_n(view.offsets + done, part, wide.begin());
      digest.add(wide.data(), part * sizeof(std::uint64_t));
      done += part;
    }
    digest.add(view.targets, std::size_t{view.edges} * sizeof(Vertex));
    digest.add(view.weights, std::size_t{view.edges} * sizeof(W));
    return digest.hex();
  });
}

}  // namespace wayfront::host
