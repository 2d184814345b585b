#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "base/errors.hpp"
#include "files/file_replacement.hpp"
#include "graph/vertex_ids.hpp"
#include "load/beside/beside.hpp"
#include "pipeline/pipeline_parts.hpp"
#include "pipeline/pipeline_tables.hpp"
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
  ProblemReader(Value table, const ResolvePath& resolve, Diagnostics& diagnostics)
      : settings_(Settings::from(problem_table().rows, table, "[problem]", diagnostics)),
        resolve_(resolve),
        diagnostics_(diagnostics) {}

  PlannedProblem read() {
    ProblemTable table;
    store_part(settings_, problem_table().own, &table);
    PlannedProblem planned;
    Question& question = planned.question;
    store_question(settings_, QuestionTable::problem, "[problem]", question, diagnostics_);
    planned.resolved = settings_.to_json();
    planned.label = plan_label(settings_, "problem", table.label, diagnostics_);
    planned.place = settings_.place("label");
    sources(question);
    if (!question.target_file.empty()) read_file(question.target_file, "targets", question.targets);
    require_ids("targets", "target", question.target_file, question.targets);
    if (!question.target_file.empty()) planned.resolved["targets"]["digest"] = digest_of(question.targets);
    if (question.nearest && question.batch != 1)
      refuse("batch", "mode = \"nearest\" is one search from all sources; remove 'batch'");
    if (!question.targets.empty() && question.count != 0) refuse("count", "name either 'targets' or 'count'");
    return planned;
  }

 private:
  void refuse(const char* key, const std::string& text) {
    diagnostics_.error(settings_.place(key), "[problem]: " + text);
  }

  void sources(Question& question) {
    const Value given = settings_.value("sources");
    const double reaches = question.reaches;
    if (reaches > 1 && reaches != std::floor(reaches))
      diagnostics_.error(given.get("reaches").place(),
                         fmt::format("[problem]: 'sources.reaches' must be a share up to 1 or a whole number of "
                                     "vertices, but is {}",
                                     reaches));
    const bool file = !question.source_file.empty();
    if (file) {
      question.rule = Question::Rule::listed;
      read_file(question.source_file, "sources", question.sources);
    }
    require_ids("sources", "source, or a rule such as { random = 8 }", question.source_file, question.sources);
    for (const char* const key : {"random", "seed", "reaches"})
      if (file && given.get(key))
        diagnostics_.error(
            given.get(key).place(),
            fmt::format("[problem]: 'sources' has a file, so '{}' has no meaning; remove one of them", key));
  }

  /// Its ids go into `ids`; `file` is resolved then.
  void read_file(std::string& file, const char* key, std::vector<VertexId>& ids) {
    try {
      const std::filesystem::path path = resolve_(file, settings_.place(key));
      ids = read_vertex_list(path);
      file = resolved(path).string();
    } catch (const UserError& error) {
      refuse(key, fmt::format("'{}': {}", key, error.what()));
      failed_ = key;
    }
  }

  void require_ids(std::string_view key, const char* wanted, const std::string& file,
                   const std::vector<VertexId>& ids) {
    const Value given = settings_.value(key);
    if (given && ids.empty() && key != failed_ && (given.is_list() || !file.empty()))
      refuse(key.data(), fmt::format("'{}' is empty; name a {}", key, wanted));
  }

  Settings settings_;
  const ResolvePath& resolve_;
  Diagnostics& diagnostics_;
  std::string_view failed_;  // the key whose file could not be read
};

}  // namespace

PlannedProblem plan_problem(Value table, const ResolvePath& resolve, Diagnostics& diagnostics) {
  return ProblemReader(table, resolve, diagnostics).read();
}

}  // namespace wayfront::host
