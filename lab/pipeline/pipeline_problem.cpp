#include "pipeline/pipeline_problem.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/digest.hpp"
#include "base/errors.hpp"
#include "files/same_file.hpp"
#include "graph/vertex_ids.hpp"
#include "load/beside/vertex_list.hpp"
#include "pipeline/pipeline_tables.hpp"
#include "pipeline/pipeline_parts.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {
namespace {

/// Of ids in their order: what a file said when it was read.
std::string digest_of(const std::vector<VertexId>& ids) {
  Digest digest;
  for (const VertexId& id : ids) {
    const std::string line = to_text(id) + '\n';
    digest.add(line.data(), line.size());
  }
  return digest.hex();
}

class ProblemReader {
 public:
  ProblemReader(Value table, const std::function<std::filesystem::path(const std::string&, const Place&)>& resolve,
                Diagnostics& diagnostics)
      : settings_(Settings::from(problem_rows(), table, "[problem]", diagnostics)),
        resolve_(resolve),
        diagnostics_(diagnostics) {
    settings_.store(&table_);
  }

  PlannedProblem read() {
    PlannedProblem planned;
    planned.resolved = settings_.to_json();
    planned.label = plan_label(settings_, "problem", table_.label, diagnostics_);
    planned.place = settings_.place("label");
    ProblemPlan& plan = planned.plan;
    plan.sources = sources();
    plan.predecessors = table_.predecessors;
    plan.reversed = table_.reversed;
    plan.nearest = table_.nearest;
    plan.batch = table_.batch_text == "auto" ? 0 : table_.batch;
    if (!table_.batch_text.empty() && plan.batch != 0)
      diagnostics_.error(settings_.place("batch"), fmt::format("[problem]: 'batch' is \"{}\", but must be a number of "
                                                               "sources or \"auto\"",
                                                               table_.batch_text));
    plan.limit = table_.limit;
    plan.count = table_.count;
    plan.targets = ids_of("targets", "target", table_.target_ids, table_.target_names, table_.target_file);
    plan.files = files_;
    if (!table_.target_file.empty()) planned.resolved["targets"]["digest"] = digest_of(plan.targets);
    if (plan.nearest && plan.batch != 1)
      diagnostics_.error(settings_.place("batch"),
                         "[problem]: mode = \"nearest\" is one search from all sources; remove 'batch'");
    if (!plan.targets.empty() && plan.count != 0)
      diagnostics_.error(settings_.place("count"), "[problem]: name either 'targets' or 'count'");
    return planned;
  }

 private:
  SourceRule sources() {
    SourceRule rule;
    rule.count = table_.random;
    rule.seed = table_.seed;
    rule.reaches = table_.reaches;
    const Value given = settings_.value("sources");
    if (!given) return rule;
    if (rule.reaches > 1 && rule.reaches != std::floor(rule.reaches))
      diagnostics_.error(given.get("reaches").place(),
                         fmt::format("[problem]: 'sources.reaches' must be a share up to 1 or a whole number of "
                                     "vertices, but is {}",
                                     rule.reaches));
    if (given.is_text()) rule.kind = table_.rule == 1 ? SourceRule::Kind::all : SourceRule::Kind::max_degree;
    if (given.is_list() || !table_.file.empty()) {
      rule.kind = SourceRule::Kind::listed;
      rule.ids = ids_of("sources", "source, or a rule such as { random = 8 }", table_.ids, table_.names, table_.file);
    }
    for (const char* const key : {"random", "seed", "reaches"})
      if (!table_.file.empty() && given.get(key))
        diagnostics_.error(
            given.get(key).place(),
            fmt::format("[problem]: 'sources' has a file, so '{}' has no meaning; remove one of them", key));
    return rule;
  }

  /// The ids of a list or of a file; none if the key is not set.
  std::vector<VertexId> ids_of(const char* key, const char* wanted, const std::vector<std::int64_t>& numbers,
                               const std::vector<std::string>& names, const std::string& file) {
    const Value given = settings_.value(key);
    if (!given) return {};
    std::vector<VertexId> ids(numbers.begin(), numbers.end());
    for (const std::string& name : names) ids.emplace_back(std::string_view(name));
    if (!file.empty()) {
      try {
        const std::filesystem::path path = resolve_(file, given.place());
        ids = read_vertex_list(path);
        files_.push_back(resolved(path));
      } catch (const UserError& error) {
        diagnostics_.error(given.place(), fmt::format("[problem]: '{}': {}", key, error.what()));
        return ids;
      }
    }
    if (ids.empty() && (given.is_list() || !file.empty()))
      diagnostics_.error(given.place(), fmt::format("[problem]: '{}' is empty; name a {}", key, wanted));
    return ids;
  }

  ProblemTable table_;
  std::vector<std::filesystem::path> files_;
  Settings settings_;
  const std::function<std::filesystem::path(const std::string&, const Place&)>& resolve_;
  Diagnostics& diagnostics_;
};

}  // namespace

PlannedProblem plan_problem(Value table,
                            const std::function<std::filesystem::path(const std::string&, const Place&)>& resolve,
                            Diagnostics& diagnostics) {
  return ProblemReader(table, resolve, diagnostics).read();
}

}  // namespace wayfront::host
