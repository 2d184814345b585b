// Writes what [output] asks for: certified answers of one run, as soon as they arrive.
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

/// As written in the pipeline.
struct OutputPlan {
  struct File {
    std::string name;  // may contain {source} and {case}
    SolutionFormat format = SolutionFormat::text;
  };
  std::optional<File> distances;
  std::optional<File> predecessors;
  std::string run;                            // the label of the run whose answers are written; "": the baseline
  std::vector<std::filesystem::path> kept{};  // files that are never overwritten, as resolved paths; see output_targets

  bool any() const { return distances || predecessors; }
};

/// The name for answers of the case with this label ("" if there is only one) from this source.
std::string target_name(const OutputPlan::File& file, const std::string& label, const std::string& source);

/// Throws UserError (usage) if `file` is one that `plan` keeps.
void refuse_kept(const OutputPlan& plan, const std::filesystem::path& file);

class SolutionWriter {
 public:
  /// `label` is that of the case, "" if there is only one. `note` receives what could not be written. Refers to `ids`.
  /// Throws UserError: ExitCode::usage if several of `sources` would be written to one file, or one to a file that is
  /// kept; the errors of FileReplacement if a file cannot be created.
  SolutionWriter(OutputPlan plan, std::string label, std::span<const Vertex> sources, const VertexIds& ids,
                 std::function<void(std::string_view)> note);

  /// Whether an answer from this source is still to be written.
  bool wants(Vertex source) const { return plan_.any() && unwritten_.empty() && !written_.contains(source); }
  /// A correct answer, one row for each source. `predecessors` may be empty if they were not requested. If a file cannot
  /// be written, no later answer is tried: see unwritten().
  void write(std::span<const Vertex> sources, const Output& output, std::span<const Vertex> predecessors);
  /// How many answers are missing because a file could not be written, and why; "" if none is missing.
  const std::string& unwritten() const { return unwritten_; }

 private:
  void write_row(Vertex source, const Output& output, std::span<const Vertex> predecessors);
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
