#include "graphml.hpp"

#include <string>

#include "document.hpp"

namespace wayfront::graphml {

Match Graphml::sniff(std::string_view head) noexcept {
  head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
  if (!head.starts_with('<')) return {0, "does not start like XML"};
  for (std::size_t at = 0; (at = head.find("graphml", at)) != head.npos; ++at)
    if (at > 0 && (head[at - 1] == '<' || head[at - 1] == ':')) return {95, "an element graphml"};
  return {0, "XML without an element graphml"};
}

void Graphml::load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
  with_weight_type(request.weights, [&]<WeightType W>() {
    const attributed::WeightName weight = attributed::weight_named(options_.weight);
    attributed::NamedArcs<W> arcs({"graphml", std::string(request.input->name())}, request, sink, context,
                                  {options_.coordinates, options_.degrees});
    Document document(arcs, weight.name);
    document.read(*request.input, context);
    arcs.finish(document.directed(), weight, document.other_keys());
  });
}

}  // namespace wayfront::graphml

WAYFRONT_PLUGIN(wayfront::graphml::Graphml)
