#include "matrix_market.hpp"

#include <cstdint>

#include "header.hpp"
#include "reader.hpp"
#include "writer.hpp"

namespace wayfront::matrix_market {

Match MatrixMarket::sniff(std::string_view head) noexcept {
  const std::string_view line = head.substr(0, head.find('\n'));
  if (starts_with_banner(line)) return {100, "it starts with %%MatrixMarket"};
  return {0, "no %%MatrixMarket in its first line"};
}

void MatrixMarket::load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
  with_weight_type(request.weights, [&]<WeightType W>() { Reader<W>(request, sink, context).read(); });
}

void MatrixMarket::save(const SaveRequest& request, RunContext& context) { write(request, context); }

}  // namespace wayfront::matrix_market
