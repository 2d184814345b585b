#include "slice_source.hpp"

#include <fcntl.h>

#include <array>
#include <system_error>

#include "base/digest.hpp"
#include "base/refusal.hpp"
#include "file_source.hpp"
#include "part_file.hpp"

namespace wayfront::ranks {
namespace {

using host::ExitCode;
using host::UserError;

/// Refuses slices of different graphs, or of different splits of one.
void agree(const SliceSource& source, const Ranks& ranks) {
  const WholeGraph& graph = source.graph();
  host::Digest digest;
  const std::array<std::uint64_t, 4> figures = {graph.vertices, graph.edges, graph.first_id,
                                                static_cast<std::uint64_t>(graph.weights)};
  digest.add(figures.data(), sizeof figures);
  digest.add(graph.digest.data(), graph.digest.size());
  digest.add(graph.bounds.data(), graph.bounds.size() * sizeof(std::uint64_t));
  const std::uint64_t mine = digest.value().low, of_first = ranks.tell(mine, 0);
  together(ranks, ExitCode::input, [&] {
    if (mine != of_first)
      host::fail(ExitCode::input,
                 "{}: is of another graph, or of another split of it, than the file of rank 0 "
                 "(digest {}, {} vertices, {} arcs)",
                 source.name(), graph.digest, graph.vertices, graph.edges);
  });
}

/// Refuses a graph that was split into another number of slices than there are ranks, where only those are there.
void refuse_other_count(const std::filesystem::path& name, const std::filesystem::path& path, const Ranks& ranks) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) return;
  const std::filesystem::path folder = name.has_parent_path() ? name.parent_path() : ".";
  const std::string begin = name.stem().string() + ".", end = name.extension().string();
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string file = entry.path().filename().string();
    if (!file.starts_with(begin) || !file.ends_with(end) || file.size() < begin.size() + end.size()) continue;
    unsigned long long slice = 0, slices = 0;
    const std::string between = file.substr(begin.size(), file.size() - begin.size() - end.size());
    if (std::sscanf(between.c_str(), "%llu-of-%llu", &slice, &slices) != 2 || slice == 0 || slice > slices) continue;
    if (host::slice_path(name, slice - 1, slices).filename() != file || slices == std::uint64_t(ranks.count()))
      continue;
    host::fail(ExitCode::input,
               "{}: there are {} ranks, but the graph was split into {} slices ({}); start {} ranks, or "
               "split it again: wayfront split GRAPH {} --parts {}",
               name.string(), ranks.count(), slices, file, slices, name.string(), ranks.count());
  }
}

std::unique_ptr<SliceSource> open_file(const SliceRequest& request, const Ranks& ranks) {
  const std::filesystem::path name(request.graph);
  std::filesystem::path path = name;
  if (name.extension() == ".wfs") {
    path = host::slice_path(name, static_cast<std::uint64_t>(ranks.id()), static_cast<std::uint64_t>(ranks.count()));
    refuse_other_count(name, path, ranks);
  }
  auto file = std::make_unique<PartFile>(path, O_RDONLY, ExitCode::input);
  std::array<char, 32> head{};
  const std::uint64_t got = file->read_some(head.data(), head.size(), 0);
  const std::string_view begin(head.data(), got);
  ReadLayout* const read = layout_of(begin, path);
  if (read == nullptr)
    file->fail(
        "is neither a .wfg, a slice of one (.wfs), a Galois .gr nor a GAPBS .wsg; 'wayfront convert' writes .wfg files "
        "of all formats");
  FileLayout layout = read(*file, request, ranks);
  return std::make_unique<FileSource>(std::move(file), std::move(layout), request.balance, ranks);
}

}  // namespace

std::unique_ptr<SliceSource> open_slices(const SliceRequest& request, const Ranks& ranks) {
  constexpr std::string_view generated = "generate:";
  if (request.graph.starts_with(generated))
    return open_generated(request.graph.substr(generated.size()), request, ranks);
  if (!request.options.empty()) host::refuse("--set {}: is for generated graphs, generate:KIND", request.options[0]);
  std::unique_ptr<SliceSource> source;
  together(ranks, ExitCode::input, [&] { source = open_file(request, ranks); });
  agree(*source, ranks);
  return source;
}

}  // namespace wayfront::ranks
