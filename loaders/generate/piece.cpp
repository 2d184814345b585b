#include "piece.hpp"

#include "family.hpp"
#include "wayfront/plugin.hpp"

extern "C" const wayfront::PluginDescriptor wayfront_plugin;

namespace wayfront::generate {

std::span<const OptionRow> option_rows() { return {wayfront_plugin.options, wayfront_plugin.option_count}; }

template <WeightType W>
PieceHeader make_piece(const Options& options, std::uint64_t number, std::uint64_t size, std::vector<Arc<W>>& arcs) {
  check(options, option_rows(), weight_kind<W>);
  Piece piece{.number = number, .size = size, .arcs = &arcs};
  make<W>({options, nullptr, nullptr, &piece});
  return piece.header;
}

template PieceHeader make_piece(const Options&, std::uint64_t, std::uint64_t, std::vector<Arc<std::int32_t>>&);
template PieceHeader make_piece(const Options&, std::uint64_t, std::uint64_t, std::vector<Arc<float>>&);
template PieceHeader make_piece(const Options&, std::uint64_t, std::uint64_t, std::vector<Arc<std::int64_t>>&);
template PieceHeader make_piece(const Options&, std::uint64_t, std::uint64_t, std::vector<Arc<double>>&);

}  // namespace wayfront::generate
