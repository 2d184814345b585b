#include "wayfront/plugin.hpp"
#include "graphml.hpp"
#include "writer.hpp"

namespace wayfront::graphml {

void Graphml::save(const SaveRequest& request, RunContext& context) { write(request, context); }

}  // namespace wayfront::graphml

WAYFRONT_PLUGIN(wayfront::graphml::Graphml)
