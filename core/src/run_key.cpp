#include "run_key.hpp"

#include <array>
#include <fstream>

#include "digest.hpp"
#include "json_text.hpp"

namespace wayfront::host {
namespace {

std::string file_digest(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Digest digest;
  std::array<char, 1 << 16> part;
  while (file.read(part.data(), part.size()), file.gcount() > 0)
    digest.add(part.data(), static_cast<std::size_t>(file.gcount()));
  return digest.hex();
}

}  // namespace

std::string run_key(const RunResult& run, const Results& results) {
  nlohmann::json facts = {{"label", run.label},
                          {"plugin", run.plugin},
                          {"file", file_digest(run.file)},
                          {"predecessors", run.predecessors},
                          {"graph", results.graph.value("digest", "")},
                          {"machine", results.machine}};
  for (const auto& [name, option] : run.options.items()) facts["options"][name] = option.at("value");
  const nlohmann::json& measure = results.pipeline.at("measure");
  for (const char* rule : {"threads", "trace", "work", "isolation"})
    facts["measure"][rule] = measure.at(rule).at("value");
  const std::string text = json_text(facts, -1);
  Digest digest;
  digest.add(text.data(), text.size());
  return digest.hex();
}

}  // namespace wayfront::host
