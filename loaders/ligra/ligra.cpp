#include "ligra.hpp"

#include "reader.hpp"
#include "text/fields.hpp"

namespace wayfront::ligra {

Match Ligra::sniff(std::string_view head) noexcept {
  head = head.substr(0, head.find('\n'));
  const std::string_view word = textfile::next_field(head);
  if (word == "AdjacencyGraph") return {100, "the word AdjacencyGraph"};
  if (word == "WeightedAdjacencyGraph") return {100, "the word WeightedAdjacencyGraph"};
  return {0, "does not start with AdjacencyGraph or WeightedAdjacencyGraph"};
}

void Ligra::load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
  with_weight_type(request.weights, [&]<WeightType W>() { Reader<W>(request, sink, context).read(); });
}

}  // namespace wayfront::ligra
