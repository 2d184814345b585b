#include "dimacs.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "reader.hpp"
#include "text/fields.hpp"
#include "wayfront/status.hpp"
#include "writer.hpp"

namespace wayfront::dimacs {
namespace {

using textfile::next_field;

/// Three or more fields that look like numbers follow the a.
bool looks_like_arc(std::string_view line) {
  if (next_field(line) != "a") return false;
  for (int i = 0; i < 3; ++i) {
    const std::string_view field = next_field(line);
    if (field.empty() || field.find_first_not_of("+-.0123456789eE") != field.npos) return false;
  }
  return true;
}

Match judge_header(std::string_view line) {
  next_field(line);
  const std::string_view problem = next_field(line);
  if (problem == "sp") return {100, "header line 'p sp': DIMACS 9 shortest paths"};
  if (problem == "tw") return {100, "header line 'p tw': PACE, undirected, no weights"};
  return {30, "a DIMACS header line, but for another problem than 'sp' or 'tw'"};
}

}  // namespace

Match Dimacs::sniff(std::string_view head) noexcept {
  bool comments = false;
  while (!head.empty()) {
    const std::string_view line = head.substr(0, head.find('\n'));
    const bool whole = line.size() < head.size();
    head.remove_prefix(line.size() + (whole ? 1 : 0));
    std::string_view rest = line;
    const std::string_view first = next_field(rest);
    if (first.empty()) continue;
    if (line.find('\0') != line.npos) return {0, "binary data"};
    if (first == "p") return judge_header(line);
    if (first == "a" && looks_like_arc(line)) return {30, "an arc line 'a U V W', but no header before it"};
    // "c" alone is a comment, and so is "c------"; a word such as "count" is not
    const bool comment = first == "c" || (first[0] == 'c' && first.size() > 1 && !(first[1] >= 'a' && first[1] <= 'z'));
    if (!comment) return {0, "neither a comment, a header nor an arc"};
    comments = true;
  }
  return comments ? Match{40, "so far only comment lines as in DIMACS"} : Match{0, "only blank lines"};
}

void Dimacs::load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
  with_weight_type(request.weights, [&]<WeightType W>() { Reader<W>(request, sink, context).read(); });
}

void Dimacs::save(const SaveRequest& request, RunContext& context) { write(request, context); }

}  // namespace wayfront::dimacs
