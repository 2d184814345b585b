#include "arc_table.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/overview.hpp"

namespace wayfront::app {

std::string arc_table(const std::vector<host::PathArc>& arcs, const std::vector<host::ExactWeight>& until,
                      const host::VertexIds& ids, WeightKind weights) {
  if (arcs.empty()) return {};
  std::vector<host::Row> rows = {{"arc", "from", "to", "weight", "distance"}};
  for (std::size_t i = 0; i < arcs.size(); ++i)
    rows.push_back({fmt::to_string(arcs[i].number), ids.text(arcs[i].from), ids.text(arcs[i].to),
                    host::weight_text(arcs[i].weight, weights), host::weight_text(until[i], weights)});
  return host::aligned(rows, host::FirstColumn::right);
}

nlohmann::json weight_number(const host::ExactWeight& weight, WeightKind weights) {
  return nlohmann::json::parse(host::weight_text(weight, weights));
}

nlohmann::json arc_json(const host::PathArc& arc, const host::VertexIds& ids, WeightKind weights) {
  return {{"from", ids[arc.from]},
          {"to", ids[arc.to]},
          {"arc", arc.number},
          {"weight", weight_number(arc.weight, weights)}};
}

std::vector<host::ExactWeight> sums(const std::vector<host::PathArc>& arcs) {
  std::vector<host::ExactWeight> until;
  host::ExactWeight sum;
  for (const host::PathArc& arc : arcs) until.push_back(sum += arc.weight);
  return until;
}

std::string cycle_text(const std::string& from, const std::vector<host::PathArc>& cycle, const char* missing,
                       const host::VertexIds& ids, WeightKind weights) {
  const std::vector<host::ExactWeight> until = sums(cycle);
  return fmt::format("{} reaches a negative cycle of {} {} and weight {}, so {}\n", from, cycle.size(),
                     cycle.size() == 1 ? "arc" : "arcs",
                     host::weight_text(until.empty() ? host::ExactWeight() : until.back(), weights), missing) +
         arc_table(cycle, until, ids, weights);
}

}  // namespace wayfront::app
