// What [output] asks for: certified answers of one run, written to files as they come in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/solution_file.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// As the pipeline says it.
struct OutputPlan {
  struct File {
    std::string name;  // with {source} and {case} where they stand in it
    SolutionFormat format = SolutionFormat::text;
  };
  std::optional<File> distances;
  std::optional<File> predecessors;
  std::string run;                            // the label of the run whose answers are written; "": the baseline
  std::vector<std::filesystem::path> kept{};  // files that are never written over: resolved; see output_targets

  bool any() const { return distances || predecessors; }
};

/// The name for answers of the case of this label, "" where there is one, from this source.
std::string target_name(const OutputPlan::File& file, const std::string& label, const std::string& source);

/// Throws UserError (usage) where `file` is one that `plan` keeps.
void refuse_kept(const OutputPlan& plan, const std::filesystem::path& file);

class SolutionWriter {
 public:
  /// `label` is that of the case, "" where there is one. `note` is told what could not be written. Refers to `ids`.
  /// Throws UserError: ExitCode::usage where several of `sources` would go to one file or one goes to a file that is
  /// kept; what FileReplacement does where one cannot be made.
  SolutionWriter(OutputPlan plan, std::string label, std::span<const Vertex> sources, const VertexIds& ids,
                 std::function<void(std::string_view)> note);

  /// Whether an answer from this source is still to be written.
  bool wants(Vertex source) const { return plan_.any() && unwritten_.empty() && !written_.contains(source); }
  /// An answer that is right. `predecessors` may be empty where they were not asked for. Where a file cannot be written
  /// this is the last answer that it tries: see unwritten().
  void write(Vertex source, const Output& output, std::span<const Vertex> predecessors);
  /// How many answers are missing because a file could not be written, and why; "" where that did not happen.
  const std::string& unwritten() const { return unwritten_; }

 private:
  void write_files(Vertex source, const Output& output, std::span<const Vertex> predecessors) const;
  std::string file_name(const OutputPlan::File& file, Vertex source) const;

  OutputPlan plan_;
  std::string label_;
  const VertexIds& ids_;
  std::function<void(std::string_view)> note_;
  std::size_t sources_;
  std::set<Vertex> written_;
  std::string unwritten_;
};

}  // namespace wayfront::host
