#include "answer_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "base/refusal.hpp"
#include "files/file_replacement.hpp"
#include "numpy/npy.hpp"
#include "part_file.hpp"

namespace wayfront::ranks {
namespace {

using host::ExitCode;
using host::UserError;

constexpr std::string_view rank_mark = "{rank}";
constexpr const char* predecessor_type = "<i8";

bool has_parts(const std::filesystem::path& name) { return name.string().find(rank_mark) != std::string::npos; }

std::filesystem::path own_path(const std::filesystem::path& name, const Ranks& ranks) {
  return with_number(name, rank_mark, static_cast<std::uint64_t>(ranks.id()) + 1);
}

/// A link must not lead to something else than an answer, such as the graph.
void refuse_other_ending(const std::filesystem::path& path) {
  std::error_code none;
  const auto end = std::filesystem::is_symlink(path, none) ? std::filesystem::weakly_canonical(path, none) : path;
  if (end.extension() != ".npy")
    host::fail(ExitCode::failed_run, "{}: leads to {}, whose name does not end in .npy", path.string(), end.string());
}

template <class T>
void write_rows(const std::filesystem::path& name, const std::string& type, std::span<const T> rows,
                const WholeGraph& graph, const Ranks& ranks) {
  const bool parts = has_parts(name);
  const std::uint64_t count = parts ? rows.size() : graph.vertices;
  const std::string header = numpy::write_header('\'' + type + '\'', std::span(&count, 1));
  const std::uint64_t first = parts ? 0 : graph.bounds[static_cast<std::size_t>(ranks.id())];
  const std::filesystem::path path = own_path(name, ranks);
  std::optional<host::FileReplacement> file;  // of the rank that makes it
  std::string new_name;
  together(ranks, ExitCode::failed_run, [&] {
    if (!parts && ranks.id() != 0) return;
    refuse_other_ending(path);
    file.emplace(path, host::Links::follow);
    host::write_all(file->descriptor(), header, path.string());
    new_name = file->temporary_name().string();
  });
  if (!parts) new_name = ranks.tell(std::move(new_name), 0);
  together(ranks, ExitCode::failed_run, [&] {
    if (::access(new_name.c_str(), F_OK) != 0)
      host::fail(ExitCode::failed_run,
                 "{}: this rank does not see the file that rank 0 made; name a folder that all "
                 "machines share, or write {{rank}} into the name for a file of each",
                 path.string());
    PartFile(new_name, O_WRONLY, ExitCode::failed_run, path.string())
        .write(rows.data(), rows.size_bytes(), header.size() + first * sizeof(T));
  });
  together(ranks, ExitCode::failed_run, [&] {
    if (file) file->commit();
  });
}

template <class T>
std::vector<T> read_rows(const std::filesystem::path& name, const std::string& type, const WholeGraph& graph,
                         const Ranks& ranks) {
  const auto id = static_cast<std::size_t>(ranks.id());
  const std::uint64_t first = graph.bounds[id], own = graph.bounds[id + 1] - first;
  const bool parts = has_parts(name);
  std::vector<T> values(own);
  together(ranks, ExitCode::input, [&] {
    const PartFile file(own_path(name, ranks), O_RDONLY, ExitCode::input);
    const numpy::Fail fail = [&](const std::string& why) { file.fail(why); };
    std::string head(numpy::max_header, '\0');
    head.resize(file.read_some(head.data(), head.size(), 0));
    const numpy::Header header = numpy::read_header(head, fail);
    const std::uint64_t rows = parts ? own : graph.vertices;
    if (header.fields.size() != 1 || header.fields[0].text != type || header.shape != std::vector{rows})
      file.fail(fmt::format("does not have {} numbers of type {}, one for each vertex", rows, type));
    numpy::require_bytes(header, file.bytes() - header.begin, fail);
    file.read(values.data(), own * sizeof(T), header.begin + (parts ? 0 : first) * sizeof(T));
  });
  return values;
}

}  // namespace

template <WeightType W>
void write_distances(const std::filesystem::path& name, const std::vector<W>& distances, const WholeGraph& graph,
                     const Ranks& ranks) {
  write_rows<W>(name, numpy::type_name(weight_kind<W>), distances, graph, ranks);
}

void write_predecessors(const std::filesystem::path& name, const std::vector<Vertex>& predecessors,
                        std::uint64_t source, const WholeGraph& graph, const Ranks& ranks) {
  std::vector<std::int64_t> ids(predecessors.size());
  const std::uint64_t first = graph.bounds[static_cast<std::size_t>(ranks.id())];
  for (std::uint64_t v = 0; v < ids.size(); ++v) {
    const bool is_source = first + v == source;
    ids[v] = predecessors[v] == no_vertex && !is_source
                 ? -1
                 : static_cast<std::int64_t>(graph.first_id + (is_source ? source : predecessors[v]));
  }
  write_rows<std::int64_t>(name, predecessor_type, ids, graph, ranks);
}

template <WeightType W>
std::vector<W> read_distances(const std::filesystem::path& name, const WholeGraph& graph, const Ranks& ranks) {
  return read_rows<W>(name, numpy::type_name(weight_kind<W>), graph, ranks);
}

std::vector<Vertex> read_predecessors(const std::filesystem::path& name, std::uint64_t source, const WholeGraph& graph,
                                      const Ranks& ranks) {
  const std::vector<std::int64_t> values = read_rows<std::int64_t>(name, predecessor_type, graph, ranks);
  const std::uint64_t first = graph.bounds[static_cast<std::size_t>(ranks.id())];
  const auto source_id = static_cast<std::int64_t>(graph.first_id + source);
  const bool is_here = source >= first && source - first < values.size();
  const bool ids = ranks.sum(std::uint64_t{is_here && values[source - first] == source_id ? 1U : 0U}) != 0;
  const std::int64_t zero = ids ? static_cast<std::int64_t>(graph.first_id) : 0;
  std::vector<Vertex> predecessors(values.size(), no_vertex);
  together(ranks, ExitCode::input, [&] {
    for (std::uint64_t v = 0; v < values.size(); ++v) {
      if (values[v] < 0 || (first + v == source && (ids || values[v] == static_cast<std::int64_t>(source)))) continue;
      if (values[v] < zero || static_cast<std::uint64_t>(values[v] - zero) >= graph.vertices)
        host::fail(ExitCode::input,
                   "{}: the predecessor of vertex {} is {}, which is not a vertex; they are "
                   "{} to {}",
                   own_path(name, ranks).string(), graph.first_id + first + v, values[v], zero,
                   zero + static_cast<std::int64_t>(graph.vertices) - 1);
      predecessors[v] = static_cast<Vertex>(values[v] - zero);
    }
  });
  return predecessors;
}

#define WAYFRONT_DISTANCES(W)                                                                              \
  template void write_distances<W>(const std::filesystem::path&, const std::vector<W>&, const WholeGraph&, \
                                   const Ranks&);                                                          \
  template std::vector<W> read_distances<W>(const std::filesystem::path&, const WholeGraph&, const Ranks&);
WAYFRONT_DISTANCES(std::int32_t)
WAYFRONT_DISTANCES(float)
WAYFRONT_DISTANCES(std::int64_t)
WAYFRONT_DISTANCES(double)

}  // namespace wayfront::ranks
