// What the headers of the formats say: our own graphs (.wfg), slices of `wayfront split` (.wfs), Galois's .gr of versions 1
// and 2, which do not say of which type their edge data are, and GAPBS's weighted graphs (.wsg), a target and a weight of
// 32 bits for each arc, of which in-arcs are not read.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "file_source.hpp"
#include "galois/header.hpp"
#include "gapbs/vertex_count.hpp"
#include "load/graph_file_layout.hpp"
#include "load/slices/slice_file.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::ranks {
namespace {

constexpr std::uint64_t max_arcs = std::uint64_t{1} << 58;  // so that no number of bytes overflows
constexpr const char* no_weights =
    "has no weights; 'wayfront convert --missing-weights RULE' gives it some, into a .wfg file";

/// The header of one of our files. Throws UserError.
template <class Header>
Header checked_header(const PartFile& file, const char* advice) {
  Header header{};
  if (file.bytes() < sizeof header) file.fail("is truncated: it ends within its header");
  file.read(&header, sizeof header, 0);
  if (const std::string fault = host::header_fault(header, file.bytes()); !fault.empty()) file.fail(fault + advice);
  return header;
}

/// What the header of a .wfg or of a slice says, all but the bounds. The lists begin at these bytes.
template <class Header>
FileLayout layout_from(const Header& header, std::uint64_t offset_size, std::uint64_t offsets, std::uint64_t targets,
                     std::uint64_t weights) {
  const auto kind = static_cast<WeightKind>(header.weights);
  return {.graph = {.vertices = header.vertices,
                    .edges = header.edges,
                    .first_id = header.first_id,
                    .min_weight = header.min_weight,
                    .max_weight = header.max_weight,
                    .mean_weight = header.mean_weight,
                    .weights = kind,
                    .digest = header.digest.hex(),
                    .bounds = {}},
          .offsets = {offsets, offset_size, offset_size},
          .targets = {targets, sizeof(Vertex), sizeof(Vertex)},
          .weights = {weights, weight_size(kind), weight_size(kind)}};
}

}  // namespace

FileLayout wfg_layout(const PartFile& file, const SliceRequest& /*request*/, const Ranks& /*ranks*/) {
  const auto header =
      checked_header<host::GraphFileHeader>(file, "; 'wayfront convert' writes .wfg files of all formats");
  const bool wide = header.offsets == static_cast<std::uint8_t>(OffsetKind::offsets64);
  return layout_from(header, wide ? sizeof(std::uint64_t) : sizeof(std::uint32_t), header.sections[0].offset,
                   header.sections[1].offset, header.sections[2].offset);
}

FileLayout wfs_layout(const PartFile& file, const SliceRequest& /*request*/, const Ranks& ranks) {
  const auto header = checked_header<host::SliceHeader>(file, "");
  const auto id = static_cast<std::uint64_t>(ranks.id()), count = static_cast<std::uint64_t>(ranks.count());
  if (header.slices != count)
    file.fail(
        fmt::format("is slice {} of {}, but there are {} ranks; start {} ranks, or split the graph again with "
                    "--parts {}",
                    header.slice + 1, header.slices, count, header.slices, count));
  if (header.slice != id)
    file.fail(fmt::format("is slice {} of {}, but is read as slice {}; give the file its own name again",
                          header.slice + 1, header.slices, id + 1));
  std::vector<std::uint64_t> bounds(count + 1);
  file.read(bounds.data(), bounds.size() * sizeof(std::uint64_t), host::sections_of(header, 0).bounds);
  const bool in_order = std::ranges::is_sorted(bounds) && bounds.front() == 0 && bounds.back() == header.vertices;
  const host::SliceSections at = host::sections_of(header, in_order ? bounds[id + 1] - bounds[id] : 0);
  if (!in_order || at.end != file.bytes()) file.fail("is damaged: its bounds are wrong");
  FileLayout layout = layout_from(header, sizeof(std::uint64_t), at.offsets, at.targets, at.weights);
  layout.graph.bounds = std::move(bounds);
  layout.first_arc = header.first_arc;
  layout.own_edges = header.own_edges;
  layout.content = header.content;
  return layout;
}

FileLayout galois_layout(const PartFile& file, const SliceRequest& request, const Ranks& /*ranks*/) {
  galois::Header header;
  file.read(&header, sizeof header, 0);
  const std::uint64_t size = header.data_bytes, target = header.target_bytes();
  if (size != 4 && size != 8)
    file.fail(size == 0 ? no_weights : fmt::format("byte 8: edge data of {} bytes; supported are 4 and 8", size));
  if (header.vertices > max_vertices) file.fail("byte 16: " + too_many_vertices(header.vertices));
  const std::uint64_t targets = sizeof header + header.vertices * sizeof(std::uint64_t);
  const std::uint64_t weights = targets + header.edges * target + header.padding();
  if (header.edges > max_arcs || file.bytes() != weights + header.edges * size)
    file.fail(
        fmt::format("the header says {} vertices and {} arcs with {} bytes of data each, but the file has {} bytes; it "
                    "is truncated, or the header is wrong",
                    header.vertices, header.edges, size, file.bytes()));
  const bool wide = size == 8;
  const WeightKind kind = request.weights.value_or(wide ? WeightKind::int64 : WeightKind::int32);
  if (weight_size(kind) != size)
    file.fail(fmt::format("byte 8: edge data of {0} bytes, but --weights asks for {1}; they are {2} or {3}", size,
                          weight_size(kind), wide ? "int64" : "int32", wide ? "float64" : "float32"));
  return {.graph = {.vertices = header.vertices, .edges = header.edges, .weights = kind, .digest = {}, .bounds = {}},
          .offsets = {sizeof header, sizeof(std::uint64_t), sizeof(std::uint64_t)},
          .targets = {targets, target, target},
          .weights = {weights, size, size},
          .ends_alone = true,
          .untold_weights = !request.weights};
}

FileLayout gapbs_layout(const PartFile& file, const SliceRequest& /*request*/, const Ranks& /*ranks*/) {
  constexpr std::uint64_t offset = sizeof(std::int64_t), entry = sizeof(Vertex) + sizeof(std::int32_t);
  std::array<char, 17> header{};
  file.read(header.data(), header.size(), 0);
  std::int64_t arcs = 0, vertices = 0;
  std::memcpy(&arcs, header.data() + 1, sizeof arcs);
  std::memcpy(&vertices, header.data() + 9, sizeof vertices);
  if (header[0] < 0 || header[0] > 1 || arcs < 0 || static_cast<std::uint64_t>(arcs) > max_arcs)
    file.fail("does not begin with the counts of a GAPBS graph");
  if (const std::string fault = gapbs::vertices_fault(vertices); !fault.empty()) file.fail("byte 9: " + fault);
  const auto rows = static_cast<std::uint64_t>(vertices), edges = static_cast<std::uint64_t>(arcs);
  const auto size = [&](std::uint64_t of_arc) {
    return header.size() + (header[0] == 1 ? 2 : 1) * ((rows + 1) * offset + edges * of_arc);
  };
  if (file.bytes() == size(sizeof(Vertex)) && file.bytes() != size(entry)) file.fail(no_weights);
  if (file.bytes() != size(entry))
    file.fail(
        fmt::format("the header says {} vertices and {} arcs, which are {} bytes, but the file has {}; it is "
                    "truncated, or the header is wrong",
                    rows, edges, size(entry), file.bytes()));
  const std::uint64_t begin = header.size() + (rows + 1) * offset;
  return {.graph = {.vertices = rows, .edges = edges, .digest = {}, .bounds = {}},
          .offsets = {header.size(), offset, offset},
          .targets = {begin, sizeof(Vertex), entry},  // negative numbers are too large ones
          .weights = {begin + sizeof(Vertex), sizeof(std::int32_t), entry}};
}

ReadLayout* layout_of(std::string_view head, const std::filesystem::path& path) {
  if (head.starts_with(host::slice_magic)) return wfs_layout;
  if (head.starts_with(host::graph_file_magic)) return wfg_layout;
  const std::string ending = path.extension().string();
  if (ending == ".wsg" || ending == ".sg") return gapbs_layout;
  std::uint64_t version = 0;
  if (head.size() >= sizeof version) std::memcpy(&version, head.data(), sizeof version);
  if (version == 1 || version == 2) return galois_layout;
  if (ending == ".wfs") return wfs_layout;  // to say what is wrong with it
  if (ending == ".wfg") return wfg_layout;
  return nullptr;
}

}  // namespace wayfront::ranks
