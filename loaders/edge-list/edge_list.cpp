#include "edge_list.hpp"

#include "reader.hpp"
#include "sniff.hpp"
#include "writer.hpp"

namespace wayfront::edge_list {

Match EdgeList::sniff(std::string_view head) noexcept {
  try {
    return judge(head);
  } catch (...) {
    return {};
  }
}

void EdgeList::load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
  with_weight_type(request.weights, [&]<WeightType W>() { Reader<W>(options_, request, sink, context).read(); });
}

void EdgeList::save(const SaveRequest& request, RunContext& context) { write(request, context); }

}  // namespace wayfront::edge_list
