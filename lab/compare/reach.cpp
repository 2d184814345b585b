#include "compare/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

#include "base/text.hpp"
#include "question/sources.hpp"

namespace wayfront::host {
namespace {

Reach reach_of(std::span<const RunResult> runs, std::uint64_t vertices) {
  std::map<VertexId, double> by_source;
  for (const RunResult& run : runs)
    for (const Sample& sample : run.samples)
      if (const double share = reached_share(sample, vertices); share >= 0) by_source[sample.source] = share;
  std::vector<double> shares;
  for (const auto& [source, share] : by_source) shares.push_back(share);
  Reach reach;
  reach.sources = shares.size();
  reach.little = static_cast<std::size_t>(std::ranges::count_if(shares, [](double it) { return it < little_reach; }));
  reach.min = quantile(shares, 0);
  reach.median = quantile(shares, 0.5);
  reach.max = quantile(shares, 1);
  return reach;
}

}  // namespace

double reached_share(const Sample& sample, std::uint64_t vertices) {
  const bool known = sample.outcome == Outcome::solved && sample.certificate.finding == Finding::right && vertices > 0;
  return known ? static_cast<double>(sample.certificate.reached) / static_cast<double>(vertices) / sample.sources
               : std::numeric_limits<double>::quiet_NaN();
}

bool reaches_little(const Sample& sample, std::uint64_t vertices) {
  return reached_share(sample, vertices) < little_reach;
}

Reach reach_of(const RunResult& run, std::uint64_t vertices) { return reach_of(std::span(&run, 1), vertices); }
Reach reach_of(const Results& results) { return reach_of(results.runs, results.vertices); }

bool asks_for_part(const Results& results) {
  const auto is_set = [&](const char* place) { return json_at(results.pipeline, place) == true; };
  return is_set("/problem/limit/set") || is_set("/problem/targets/set") || is_set("/problem/count/set");
}

std::string reach_note(const Results& results) {
  if (asks_for_part(results)) return {};
  const Reach reach = reach_of(results);
  if (reach.little == 0) return {};
  const std::string range = reach.min == reach.max
                                ? share_text(reach.min)
                                : fmt::format("{} .. {}", share_text(reach.min), share_text(reach.max));
  std::string text = fmt::format("{}: {} of {} sources reach under {} of the vertices (all sources: {}); ",
                                 case_name(results), reach.little, reach.sources, share_text(little_reach), range);
  text += reach.is_little() ? "their times are not those of a search through the graph, so they are excluded from "
                              "MTEPS and from means over graphs; "
                            : "MTEPS leaves them out; ";
  if (results.directed) text += fmt::format("if {}; else ", read_as_undirected);
  return text + "choose sources that reach more: sources = { random = 8, reaches = 0.5 }";
}

}  // namespace wayfront::host
