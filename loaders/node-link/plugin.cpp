#include "wayfront/plugin.hpp"
#include "node_link.hpp"
#include "writer.hpp"

namespace wayfront::node_link {

void NodeLink::save(const SaveRequest& request, RunContext& context) {
  write(request, options_.list == List::edges ? "edges" : "links", context);
}

}  // namespace wayfront::node_link

WAYFRONT_PLUGIN(wayfront::node_link::NodeLink)
