#include "piece.hpp"

#include "family.hpp"
#include "wayfront/plugin.hpp"

extern "C" const wayfront::PluginDescriptor wayfront_plugin;

namespace wayfront::generate {

std::span<const OptionRow> option_rows() { return {wayfront_plugin.options, wayfront_plugin.option_count}; }

template <WeightType W>
GraphHeader make_piece(const Options& options, std::uint64_t first, std::span<Arc<W>> arcs) {
  check(options, weight_kind<W>);
  Piece piece{.first = first, .count = arcs.size(), .arcs = arcs.data()};
  make<W>({options, nullptr, nullptr, &piece});
  return piece.graph;
}

template GraphHeader make_piece(const Options&, std::uint64_t, std::span<Arc<std::int32_t>>);
template GraphHeader make_piece(const Options&, std::uint64_t, std::span<Arc<float>>);
template GraphHeader make_piece(const Options&, std::uint64_t, std::span<Arc<std::int64_t>>);
template GraphHeader make_piece(const Options&, std::uint64_t, std::span<Arc<double>>);

}  // namespace wayfront::generate
