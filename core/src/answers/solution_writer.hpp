// Writes what [output] asks for: certified answers of one run, as soon as they arrive.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/matrix_file.hpp"
#include "answers/reduction_file.hpp"
#include "answers/solution_file.hpp"
#include "certify/asked.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/function_ref.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// As written in the pipeline.
struct OutputPlan {
  struct File {
    std::string name;  // may contain {source} and {case}
    SolutionFormat format = SolutionFormat::text;
  };
  struct Matrix {
    std::string name;  // may contain {case}
    MatrixFormat format = MatrixFormat::npy;
  };
  struct Reductions {
    std::string name;  // may contain {case}
    ReductionFormat format = ReductionFormat::csv;
    std::vector<RowFigure> figures{};
  };
  std::optional<File> distances;
  std::optional<File> predecessors;
  std::optional<File> labels;                 // only with mode = "nearest"
  std::optional<Matrix> matrix;               // of all sources
  std::optional<Reductions> reductions;       // of the rows of all sources; alone
  std::string run;                            // the label of the run whose answers are written; "": the baseline
  std::vector<std::filesystem::path> kept{};  // files that are never overwritten, as resolved paths; see output_targets
  std::string asked_by = "[output]";          // what messages begin with

  bool any() const { return distances || predecessors || labels || matrix || reductions; }
  bool needs_trees() const { return predecessors || labels; }
};

/// The name for answers of the case with this label ("" if there is only one) from this source.
std::string target_name(const std::string& name, const std::string& label, const std::string& source);

/// Throws UserError (usage), beginning with `asked_by`, if `file` is among these resolved paths.
void refuse_kept(std::span<const std::filesystem::path> kept, const std::string& asked_by,
                 const std::filesystem::path& file);

/// What is to be said of the names of vertices in a file, or "". Throws the same if they cannot be told from the rows of a
/// text, where a second name makes blanks matter.
std::string doubt_of_names(const std::string& asked_by, SolutionFormat format, bool two_in_a_row, const VertexIds& ids,
                           Vertex vertices);

class SolutionWriter {
 public:
  /// `label` is that of the case, "" if there is only one. Of sources and targets, one that is listed again has another
  /// row or column of a matrix. `note` receives what could not be written. Refers to `ids`. Throws UserError:
  /// ExitCode::usage if two answers would be written to one file, or one to a file that is kept, or names of vertices
  /// into a text whose rows they break; the errors of FileReplacement and open_matrix() if a file cannot be created.
  SolutionWriter(OutputPlan plan, std::string label, std::vector<Vertex> sources, Asked asked, const GraphInfo& graph,
                 const VertexIds& ids, std::function<void(std::string_view)> note);

  /// Whether an answer from this source is still to be written.
  bool wants(Vertex source) const { return plan_.any() && unwritten_.empty() && !written_.contains(source); }
  /// A correct answer, one row for each source. `predecessors` may be empty if they were not requested. If a file cannot
  /// be written, no later answer is tried: see unwritten().
  void write(std::span<const Vertex> sources, const Output& output, std::span<const Vertex> predecessors);
  /// Whether it is given reductions in place of rows.
  bool takes_reductions() const { return plan_.reductions.has_value(); }
  /// The same with reductions: one for each source, or none after a negative cycle.
  void write(std::span<const Vertex> sources, std::span<const ReducedRow> reduced);
  /// What is to be said of the names of vertices in these files, or "".
  const std::string& doubt() const { return doubt_; }
  /// How many answers are missing because a file could not be written, and why; "" if none is missing.
  const std::string& unwritten() const { return unwritten_; }

 private:
  void check_names();
  void check_vertex_names(SolutionFormat format, bool two_in_a_row);
  void count_rows();
  void open_matrix_of_all();
  /// Calls `write`, and notes that the answer from `source` is written, or why none is from now on.
  void write_answer(Vertex source, FunctionRef<void()> write);
  void write_row(Vertex source, const Output& output, std::span<const Vertex> predecessors);
  void write_files(Vertex source, const Output& output, std::span<const Vertex> predecessors);
  void write_nearest(Vertex source, std::span<const Vertex> tree) const;
  /// Calls `finish`, which gives the file of all sources its name, or notes that rows are missing.
  void finish_rows(FunctionRef<void()> finish) const;
  std::string file_name(const OutputPlan::File& file, Vertex source) const;

  OutputPlan plan_;
  std::string label_;
  std::string of_all_;  // the name of the matrix or of the reductions
  std::vector<Vertex> sources_;
  Asked asked_;
  WeightKind kind_;
  Vertex vertices_;  // without a virtual one
  const VertexIds& ids_;
  std::function<void(std::string_view)> note_;
  std::set<Vertex> written_;
  std::unique_ptr<MatrixFile> matrix_;                      // null without one, and once it is finished
  std::map<Vertex, std::vector<std::size_t>> matrix_rows_;  // by source; of reductions, too
  std::size_t rows_left_ = 0;                               // of the matrix, or of the reductions
  std::vector<ReducedRow> reduced_;                         // by row
  std::string unwritten_, doubt_;
};

}  // namespace wayfront::host
