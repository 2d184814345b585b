#include "answers/solution_writer.hpp"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

#include "answers/shortest_path.hpp"
#include "base/refusal.hpp"
#include "certify/output_row.hpp"
#include "files/file_replacement.hpp"

namespace wayfront::host {
namespace {

/// Checks, before anything is measured, that the file can be created. A pipe is not opened: its reader would see its
/// end.
void check_writable(const std::filesystem::path& file, const std::string& asked_by) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (std::filesystem::is_other(status)) return;
  try {
    const FileReplacement trial(file, Links::follow);
  } catch (const UserError& reason) {
    throw UserError(reason.code(), fmt::format("{}: {}", asked_by, reason.what()));
  }
}

/// `text` with `value` instead of `word`; in `value`, characters of a path are replaced.
std::string replaced(std::string text, std::string_view word, std::string value) {
  std::ranges::replace(value, '/', '_');
  for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; at += value.size())
    text.replace(at, word.size(), value);
  return text;
}

}  // namespace

void refuse_kept(std::span<const std::filesystem::path> kept, const std::string& asked_by,
                 const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return;
  auto lost = std::ranges::find(kept, resolved(file));
  if (lost == kept.end() && std::filesystem::exists(status) && std::filesystem::hard_link_count(file, error) > 1)
    lost = std::ranges::find_if(kept, [&](const std::filesystem::path& it) { return same_file(file, it); });
  if (lost == kept.end()) return;
  refuse("{}: {} is a file that is read or written already ({}) and would be lost; name another file", asked_by,
         file.string(), lost->string());
}

std::string target_name(const std::string& name, const std::string& label, const std::string& source) {
  return replaced(replaced(name, "{source}", source), "{case}", label);
}

SolutionWriter::SolutionWriter(OutputPlan plan, std::string label, std::vector<Vertex> sources, Asked asked,
                               const GraphInfo& graph, const VertexIds& ids, std::function<void(std::string_view)> note)
    : plan_(std::move(plan)),
      label_(std::move(label)),
      sources_(std::move(sources)),
      asked_(std::move(asked)),
      kind_(graph.weights),
      vertices_(graph.vertices - (asked_.nearest ? 1 : 0)),
      ids_(ids),
      note_(std::move(note)) {
  if (plan_.matrix || plan_.reductions)
    of_all_ = target_name(plan_.matrix ? plan_.matrix->name : plan_.reductions->name, label_, "");
  check_names();
  if (plan_.matrix) open_matrix_of_all();
  if (!plan_.reductions) return;
  count_rows();
  reduced_.resize(sources_.size());
}

void SolutionWriter::count_rows() {
  rows_left_ = sources_.size();
  for (std::size_t row = 0; row < rows_left_; ++row) matrix_rows_[sources_[row]].push_back(row);
}

void SolutionWriter::check_names() {
  const auto require_case = [&](const std::string& name) {
    if (label_.empty() || name.find("{case}") != name.npos) return;
    refuse("{}: the answers of several graphs or problems would all be written to {}; put {{case}} into the name",
           plan_.asked_by, name);
  };
  std::map<std::filesystem::path, std::string> answers;  // by file
  const auto check_file = [&](const std::filesystem::path& file, std::string answer) {
    refuse_kept(plan_.kept, plan_.asked_by, file);
    const auto [other, added] = answers.emplace(resolved(file), answer);
    if (!added)
      refuse("{}: {} and {} would both be written to {}; give them different names", plan_.asked_by, other->second,
             answer, file.string());
    check_writable(file, plan_.asked_by);
  };
  if (plan_.matrix) {
    require_case(plan_.matrix->name);
    refuse_kept(plan_.kept, plan_.asked_by, of_all_);
    answers.emplace(resolved(of_all_), "the matrix");
  }
  if (plan_.reductions) {
    require_case(plan_.reductions->name);
    check_file(of_all_, "the reductions");
  }
  const std::set<Vertex> sources(sources_.begin(), sources_.end());
  const std::pair<const char*, const std::optional<OutputPlan::File>*> files[] = {
      {"distances", &plan_.distances}, {"predecessors", &plan_.predecessors}, {"nearest sources", &plan_.labels}};
  for (const auto& [what, file] : files) {
    if (!*file) continue;
    const std::string& name = (*file)->name;
    if (sources.size() > 1 && name.find("{source}") == name.npos)
      refuse(
          "{}: the answers from {} sources would all be written to {}; put {{source}} into the "
          "name, such as distances-{{source}}.npy, or write a matrix{}",
          plan_.asked_by, sources.size(), name,
          plan_.asked_by == "-o" ? "; -o - prints a line for each source and vertex" : "");
    require_case(name);
    check_vertex_names((*file)->format, std::string_view(what) != "distances");
    for (const Vertex source : sources)
      check_file(file_name(**file, source),
                 asked_.nearest ? fmt::format("the {}", what) : fmt::format("the {} from {}", what, ids_.text(source)));
  }
}

std::string doubt_of_names(const std::string& asked_by, SolutionFormat format, bool two_in_a_row, const VertexIds& ids,
                           Vertex vertices) {
  const bool text = format == SolutionFormat::text;
  if (ids.kind() != VertexIds::Kind::names || (!text && format != SolutionFormat::csv)) return {};
  for (Vertex v = 0; v < vertices; ++v) {
    const std::string_view name = ids.name(v);
    const bool ambiguous = name.find_first_of(two_in_a_row ? " \t\r\n" : "\r\n") != name.npos || name.empty() ||
                           std::string_view("#% \t").find(name.front()) != name.npos || name.ends_with(' ');
    if (text && ambiguous)
      refuse("{}: a .txt file cannot tell the vertex '{}' from its rows{}; write .csv", asked_by, ids.text(v),
             two_in_a_row ? ", which have two names each" : "");
    if (!text && !name.empty() && std::string_view("=+-@").find(name.front()) != std::string_view::npos)
      return fmt::format("{}: names such as '{}' are formulas to spreadsheets; import that column as text", asked_by,
                         ids.text(v));
  }
  return {};
}

void SolutionWriter::check_vertex_names(SolutionFormat format, bool two_in_a_row) {
  std::string doubt = doubt_of_names(plan_.asked_by, format, two_in_a_row, ids_, vertices_);
  if (doubt_.empty()) doubt_ = std::move(doubt);
}

void SolutionWriter::open_matrix_of_all() {
  MatrixShape shape{sources_.size(), asked_.targets, kind_, sources_, &ids_};
  if (shape.columns.empty()) shape.columns = ids_.in_order(vertices_);
  count_rows();
  if (plan_.matrix->format == MatrixFormat::csv) check_vertex_names(SolutionFormat::csv, true);
  try {
    matrix_ = open_matrix(of_all_, plan_.matrix->format, std::move(shape));
  } catch (const UserError& reason) {
    throw UserError(reason.code(), fmt::format("{}: {}", plan_.asked_by, reason.what()));
  }
}

std::string SolutionWriter::file_name(const OutputPlan::File& file, Vertex source) const {
  return target_name(file.name, label_, to_text(ids_[source]));
}

void SolutionWriter::write(std::span<const Vertex> sources, const Output& output,
                           std::span<const Vertex> predecessors) {
  for (std::uint32_t i = 0; i < sources.size(); ++i)
    write_row(
        sources[i], row_of(output, i),
        predecessors.empty() ? predecessors : predecessors.subspan(i * std::size_t{output.vertices}, output.vertices));
}

void SolutionWriter::write_row(Vertex source, const Output& output, std::span<const Vertex> predecessors) {
  write_answer(source, [&] {
    write_files(source, output, predecessors);
    written_.insert(source);
    if (!matrix_ || written_.size() != matrix_rows_.size()) return;
    finish_rows([&] { matrix_->finish(); });
    matrix_.reset();
  });
}

void SolutionWriter::write(std::span<const Vertex> sources, std::span<const ReducedRow> reduced) {
  if (reduced.empty() && wants(sources.front()))
    note_(fmt::format("{}: source {} reaches a negative cycle, so it has no distances to reduce", plan_.asked_by,
                      ids_.text(sources.front())));
  for (std::size_t i = 0; i < sources.size(); ++i)
    write_answer(sources[i], [&] {
      if (i < reduced.size()) {
        for (const std::size_t row : matrix_rows_.at(sources[i])) reduced_[row] = reduced[i];
        rows_left_ -= matrix_rows_.at(sources[i]).size();
      }
      written_.insert(sources[i]);
      if (written_.size() == matrix_rows_.size())
        finish_rows([&] {
          write_reductions(of_all_, plan_.reductions->format, plan_.reductions->figures, sources_, reduced_, kind_,
                           ids_);
        });
    });
}

void SolutionWriter::finish_rows(FunctionRef<void()> finish) const {
  if (rows_left_ == 0) return finish();
  note_(fmt::format("{}: {} is not written, because {} of its rows have no distances", plan_.asked_by, of_all_,
                    rows_left_));
}

void SolutionWriter::write_answer(Vertex source, FunctionRef<void()> write) {
  if (!wants(source)) return;
  std::string why;
  try {
    return write();
  } catch (const UserError& error) {
    why = error.what();
  } catch (const std::bad_alloc&) {
    why = fmt::format("there is not enough memory to write the answer from source {}", ids_.text(source));
  }
  // Without its last row, or its name, a file of all sources is nothing.
  const bool of_all = matrix_ || plan_.reductions;
  const std::size_t missing = sources_.size() - (of_all ? 0 : written_.size());
  matrix_.reset();
  unwritten_ = fmt::format("answers from {} of {} sources are not written: {}", missing, sources_.size(), why);
  note_(fmt::format("{}: {}; no more answers are written, and the run continues", plan_.asked_by, why));
}

void SolutionWriter::write_files(Vertex source, const Output& output, std::span<const Vertex> predecessors) {
  if (output.outcome == Outcome::negative_cycle)
    return note_(fmt::format("{}: from source {} there is a negative cycle, so there are no distances to write",
                             plan_.asked_by, ids_.text(source)));
  if (plan_.distances) {
    Output written = output;
    if (asked_.nearest) --written.vertices;
    write_distances(file_name(*plan_.distances, source), plan_.distances->format, written, ids_, asked_.targets);
  }
  if (matrix_) {
    for (const std::size_t row : matrix_rows_.at(source)) matrix_->write(row, output);
    rows_left_ -= matrix_rows_.at(source).size();
  }
  if (asked_.nearest) return write_nearest(source, predecessors);
  if (plan_.predecessors)
    write_predecessors(file_name(*plan_.predecessors, source), plan_.predecessors->format, source, predecessors, ids_);
}

/// Without the virtual vertex: the sources have themselves as their predecessors.
void SolutionWriter::write_nearest(Vertex source, std::span<const Vertex> tree) const {
  if (plan_.labels)
    write_labels(file_name(*plan_.labels, source), plan_.labels->format, nearest_sources(tree, source), ids_,
                 asked_.targets);
  if (!plan_.predecessors) return;
  std::vector<Vertex> predecessors(tree.begin(), tree.begin() + source);
  for (Vertex v = 0; v < source; ++v)
    if (predecessors[v] == source) predecessors[v] = v;
  write_predecessors(file_name(*plan_.predecessors, source), plan_.predecessors->format, source, predecessors, ids_);
}

}  // namespace wayfront::host
