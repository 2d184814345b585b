#include "tntp.hpp"

#include "reader.hpp"
#include "text/fields.hpp"

namespace wayfront::tntp {

Match Tntp::sniff(std::string_view head) noexcept {
  if (head.find('\0') != head.npos) return {0, "binary data"};
  const std::string_view start = textfile::trimmed(head.substr(0, head.find('\n')));
  if (!start.starts_with('<')) return {0, "does not start with <"};
  for (const std::string_view key : {"<NUMBER OF ZONES>", "<NUMBER OF NODES>", "<NUMBER OF LINKS>"})
    if (head.find(key) != head.npos) return {95, "TNTP metadata, <NUMBER OF ...>"};
  return {0, "no TNTP metadata"};
}

void Tntp::load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
  with_weight_type(request.weights, [&]<WeightType W>() { Reader<W>(options_, request, sink, context).read(); });
}

}  // namespace wayfront::tntp
