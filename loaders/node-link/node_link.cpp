#include "node_link.hpp"

namespace wayfront::node_link {

Match NodeLink::sniff(std::string_view head) noexcept {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == head.npos || head[first] != '{') return {0, "does not start like a JSON object"};
  const auto has = [&](std::string_view key) { return head.find(key) != head.npos; };
  if (has("\"nodes\"") && !has("\"type\": \"FeatureCollection\"")) return {60, "a JSON object with nodes"};
  if (has("\"directed\"") || has("\"links\"")) return {50, "a JSON object with links"};
  return {0, "JSON without nodes and links"};
}

}  // namespace wayfront::node_link

WAYFRONT_PLUGIN(wayfront::node_link::NodeLink)
