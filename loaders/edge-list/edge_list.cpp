#include "edge_list.hpp"

#include "reader.hpp"
#include "sniff.hpp"

namespace wayfront::edge_list {

Match EdgeList::sniff(std::string_view head) noexcept {
  try {
    return judge(head);
  } catch (...) {
    return {};
  }
}

void EdgeList::load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
  if (request.weights == WeightKind::float32)
    Reader<float>(options_, *request.input, sink, context).read();
  else
    Reader<std::int32_t>(options_, *request.input, sink, context).read();
}

}  // namespace wayfront::edge_list
