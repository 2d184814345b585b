// A little graph and its binary file, another one as text and the loaders to read it, for the tests of loading.
#pragma once

#include <fcntl.h>

#include "../../test.hpp"
#include "files/byte_source.hpp"
#include "graph/graph_inspection.hpp"
#include "load/graph_file.hpp"
#include "load/graph_file_layout.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {

constexpr std::string_view triangle = "p sp 3 3\na 1 2 4\na 2 3 -5\na 3 1 6\n";

/// Those plugins and no others.
inline PluginRegistry registry_of(std::initializer_list<const char*> files) {
  PluginRegistry it;
  for (const char* const file : files) it.add_file(file);
  return it;
}

inline HostContext& context() {
  static HostContext it(2);
  return it;
}

template <WeightType W>
LoadedGraph loaded_graph(Vertex vertices, const std::vector<Arc<W>>& arcs, OffsetKind offsets = OffsetKind::offsets32) {
  LoadedGraph loaded;
  loaded.graph = make_graph<W>(vertices, arcs, offsets);
  loaded.name = "little.gr";
  loaded.loader = "dimacs";
  loaded.loader_reason = "it says so";
  loaded.compression = "zstd";
  loaded.ids = 1;
  loaded.directed = false;
  loaded.weighted = false;
  loaded.weight_rule = "uniform 1..9, seed 3";
  loaded.steps = {"potentials up to 4, seed 1"};
  loaded.seconds = 0.25;
  loaded.bytes = 77;
  loaded.digest = graph_digest(*loaded.graph);
  return loaded;
}

inline LoadedGraph little() { return loaded_graph<std::int32_t>(5, {{0, 1, 7}, {0, 1, -2}, {3, 3, 0}, {4, 0, 9}}); }

inline FileHandle open_read(const std::filesystem::path& path) {
  return FileHandle(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

inline LoadedGraph map(const std::filesystem::path& path, Trust trust = Trust::content) {
  return map_graph(open_read(path).get(), trust, path.filename().string(), context());
}

inline std::string little_bytes() {
  const Scratch scratch;
  write_graph_file(scratch.path() / "x.wfg", little());
  return content_of(scratch.path() / "x.wfg");
}

inline GraphFileHeader header_in(std::string_view bytes) {
  GraphFileHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  return header;
}

/// The bytes with a changed header, its checksum made to fit: what only a careful forger would write.
template <class Change>
std::string forged(std::string bytes, const Change& change) {
  GraphFileHeader header = header_in(bytes);
  change(header);
  header.checksum = checksum_of(header);
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}

}  // namespace wayfront::host
