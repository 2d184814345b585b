#include "file_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string>

#include "load/graph_file_layout.hpp"

namespace wayfront::ranks {

std::uint64_t FileSource::offset_at(std::uint64_t v) const {
  std::uint64_t offset = 0;
  read_offsets(v, 1, &offset);
  return offset;
}

void FileSource::choose_bounds(host::Balance balance) {
  graph_.bounds = host::slice_bounds(graph_.vertices, graph_.edges, count_, balance,
                                     [this](std::uint64_t v) { return offset_at(v); });
  first_arc_ = offset_at(graph_.bounds[id_]);
  const std::uint64_t end = offset_at(graph_.bounds[id_ + 1]);
  if (first_arc_ > end || end > graph_.edges) fail("is damaged: its offsets decrease");
  own_edges_ = end - first_arc_;
}

void FileSource::load(std::uint64_t* offsets, Vertex* targets, void* weights) {
  const std::uint64_t count = own_vertices() + 1, before = whole_ ? first_arc_ : 0;
  read_offsets(whole_ ? first_vertex() : 0, count, offsets);
  for (std::uint64_t i = 0; i < count; ++i) offsets[i] -= before;
  if (!std::ranges::is_sorted(std::span(offsets, count)) || offsets[0] != 0 || offsets[count - 1] != own_edges_)
    fail("is damaged: its offsets decrease");
  read_targets(before, own_edges_, targets);
  for (std::uint64_t arc = 0; arc < own_edges_; ++arc)
    if (targets[arc] >= graph_.vertices)
      fail(fmt::format("is damaged: arc {} goes to vertex {} of {}", first_arc_ + arc, targets[arc], graph_.vertices));
  read_weights(before, own_edges_, weights);
}

OpenFile* form_of(std::string_view head, const std::filesystem::path& path) {
  if (head.starts_with(host::slice_magic)) return open_wfs;
  if (head.starts_with(host::graph_file_magic)) return open_wfg;
  const std::string ending = path.extension().string();
  if (ending == ".wsg" || ending == ".sg") return open_gapbs;
  std::uint64_t version = 0;
  if (head.size() >= sizeof version) std::memcpy(&version, head.data(), sizeof version);
  if (version == 1 || version == 2) return open_galois;
  if (ending == ".wfs") return open_wfs;  // to say what is wrong with it
  if (ending == ".wfg") return open_wfg;
  return nullptr;
}

}  // namespace wayfront::ranks
