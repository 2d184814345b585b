#include "answers/solution_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include "base/errors.hpp"
#include "certify/output_row.hpp"
#include "files/file_replacement.hpp"
#include "files/same_file.hpp"

namespace wayfront::host {
namespace {

/// Checks, before anything is measured, that the file can be created. A pipe is not opened: its reader would see its
/// end.
void check_writable(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (std::filesystem::is_other(status)) return;
  try {
    const FileReplacement trial(file, Links::follow);
  } catch (const UserError& reason) {
    throw UserError(reason.code(), fmt::format("[output]: {}", reason.what()));
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

void refuse_kept(const OutputPlan& plan, const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return;
  auto lost = std::ranges::find(plan.kept, resolved(file));
  if (lost == plan.kept.end() && std::filesystem::exists(status) && std::filesystem::hard_link_count(file, error) > 1)
    lost = std::ranges::find_if(plan.kept, [&](const std::filesystem::path& kept) { return same_file(file, kept); });
  if (lost == plan.kept.end()) return;
  throw UserError(ExitCode::usage,
                  fmt::format("[output]: {} is the pipeline, a graph or a report of this run ({}) and would be lost; "
                              "name another file",
                              file.string(), lost->string()));
}

std::string target_name(const OutputPlan::File& file, const std::string& label, const std::string& source) {
  return replaced(replaced(file.name, "{source}", source), "{case}", label);
}

SolutionWriter::SolutionWriter(OutputPlan plan, std::string label, std::span<const Vertex> sources,
                               const VertexIds& ids, std::function<void(std::string_view)> note)
    : plan_(std::move(plan)), label_(std::move(label)), ids_(ids), note_(std::move(note)), sources_(sources.size()) {
  for (const auto* const file : {&plan_.distances, &plan_.predecessors}) {
    if (!*file) continue;
    if (sources.size() > 1 && (*file)->name.find("{source}") == std::string::npos)
      throw UserError(ExitCode::usage,
                      fmt::format("[output]: the answers from {} sources would all be written to {}; put {{source}} "
                                  "into the name, such as distances-{{source}}.npy",
                                  sources.size(), (*file)->name));
    if (!label_.empty() && (*file)->name.find("{case}") == std::string::npos)
      throw UserError(ExitCode::usage, fmt::format("[output]: the answers of several graphs or problems would all be "
                                                   "written to {}; put {{case}} into the name",
                                                   (*file)->name));
    for (const Vertex source : sources) {
      refuse_kept(plan_, file_name(**file, source));
      check_writable(file_name(**file, source));
    }
  }
}

std::string SolutionWriter::file_name(const OutputPlan::File& file, Vertex source) const {
  return target_name(file, label_, ids_.text(source));
}

void SolutionWriter::write(std::span<const Vertex> sources, const Output& output,
                           std::span<const Vertex> predecessors) {
  for (std::uint32_t i = 0; i < sources.size(); ++i)
    write_row(
        sources[i], row_of(output, i),
        predecessors.empty() ? predecessors : predecessors.subspan(i * std::size_t{output.vertices}, output.vertices));
}

void SolutionWriter::write_row(Vertex source, const Output& output, std::span<const Vertex> predecessors) {
  if (!wants(source)) return;
  std::string why;
  try {
    write_files(source, output, predecessors);
    written_.insert(source);
    return;
  } catch (const UserError& error) {
    why = error.what();
  } catch (const std::bad_alloc&) {
    why = fmt::format("there is not enough memory to write the answer from source {}", ids_.text(source));
  }
  unwritten_ =
      fmt::format("answers from {} of {} sources are not written: {}", sources_ - written_.size(), sources_, why);
  note_(fmt::format("[output]: {}; no more answers are written, and the run continues", why));
}

void SolutionWriter::write_files(Vertex source, const Output& output, std::span<const Vertex> predecessors) const {
  if (output.outcome == Outcome::negative_cycle)
    return note_(fmt::format("[output]: from source {} there is a negative cycle, so there are no distances to write",
                             ids_.text(source)));
  if (plan_.distances) write_distances(file_name(*plan_.distances, source), plan_.distances->format, output, ids_);
  if (plan_.predecessors)
    write_predecessors(file_name(*plan_.predecessors, source), plan_.predecessors->format, source, predecessors, ids_);
}

}  // namespace wayfront::host
