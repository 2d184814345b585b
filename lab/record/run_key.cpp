#include "record/result.hpp"

#include "base/errors.hpp"
#include "base/json/json_text.hpp"
#include "files/file_digest.hpp"

namespace wayfront::host {
namespace {

using namespace nlohmann::literals;

std::string content_of(const std::string& file, RunContext& context) try {
  const auto digest = file_digest(file, context);
  return digest ? digest->hex() : "";
} catch (const Cancelled&) {
  throw UserError(ExitCode::interrupted, "interrupted before anything was measured");
}

}  // namespace

std::string run_key(const RunResult& run, const Results& results, RunContext& context) {
  nlohmann::json facts = {{"label", run.label},
                          {"plugin", run.plugin},
                          {"file", content_of(run.file, context)},
                          {"predecessors", run.predecessors},
                          {"graph", results.graph.value("digest", "")},
                          {"offset_bits", results.graph.value("offset_bits", 32)},  // which the digest does not have
                          {"machine", results.machine}};
  for (const auto& [name, option] : run.options.items()) facts["options"][name] = option.at("value");
  const nlohmann::json& measure = results.pipeline.at("measure");
  for (const char* rule : {"threads", "trace", "work", "isolation"})
    facts["measure"][rule] = measure.at(rule).at("value");
  if (!run.devices.empty()) facts["devices"] = run.devices;
  // What changes an answer or its time. Sources that are asked one by one have samples of their own.
  const nlohmann::json problem = results.pipeline.value("problem", nlohmann::json::object());
  for (const char* rule : {"batch", "limit", "targets", "count"})
    if (problem.contains(rule) && problem.at(rule).at("set") == true) facts["problem"][rule] = problem.at(rule);
  if (facts.contains("/problem/batch"_json_pointer)) {
    facts["problem"]["sources"] = results.sources;
    facts["measure"]["parallel_sources"] = measure.at("parallel_sources").at("value");
  }
  const nlohmann::json output = results.pipeline.value("output", nlohmann::json::object());
  if (output.contains("reduce") && output.at("reduce").at("set") == true) {
    for (const char* rule : {"reduce", "within"}) facts["output"][rule] = output.at(rule).at("value");
    for (const char* rule : {"sample_rows", "check_rows"}) facts["measure"][rule] = measure.at(rule).at("value");
    facts["measure"]["seed"] = measure.at("seed").at("value");
  }
  if (measure.contains("sample_whole") && measure.at("sample_whole").at("value") == true)
    for (const char* rule : {"sample_rows", "sample_whole", "seed"})
      facts["measure"][rule] = measure.at(rule).at("value");
  const std::string text = json_text(facts, -1);
  Digest digest;
  digest.add(text.data(), text.size());
  return digest.hex();
}

}  // namespace wayfront::host
