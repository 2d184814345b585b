#include "load/graph_file_layout.hpp"

#include <fmt/format.h>

#include "wayfront/loader.hpp"

namespace wayfront::host {
namespace {

/// The bytes of an array section; the counts must be in range.
std::uint64_t array_bytes(const GraphFileHeader& header, SectionKind kind) {
  const bool wide = header.offsets == static_cast<std::uint8_t>(OffsetKind::offsets64);
  return kind == SectionKind::offsets
             ? (header.vertices + 1) * (wide ? 8 : 4)
             : header.edges * (kind == SectionKind::weights ? weight_size(static_cast<WeightKind>(header.weights)) : 4);
}

std::string fields_fault(const GraphFileHeader& header) {
  if (header.vertices > max_vertices) return "it claims " + too_many_vertices(header.vertices);
  if (header.weights > static_cast<std::uint8_t>(WeightKind::float64))
    return fmt::format("its weight kind is {}, not 0 (int32), 1 (float32), 2 (int64) or 3 (float64)", header.weights);
  if (header.offsets > static_cast<std::uint8_t>(OffsetKind::offsets64))
    return fmt::format("its offset kind is {}, not 0 (32 bits) or 1 (64 bits)", header.offsets);
  if (header.directed > 1) return fmt::format("its field 'directed' is {}, not 0 or 1", header.directed);
  if (header.weighted > 1) return fmt::format("its field 'weighted' is {}, not 0 or 1", header.weighted);
  const std::uint64_t max_edges = header.offsets == 0 ? 0xffff'ffffU : std::uint64_t{1} << 60;
  if (header.edges > max_edges) return fmt::format("it claims {} arcs, more than its offsets can count", header.edges);
  if (header.vertices == 0 && header.edges != 0) return fmt::format("it claims {} arcs but no vertices", header.edges);
  const bool in_order = header.min_weight <= header.mean_weight && header.mean_weight <= header.max_weight;
  if (!in_order || (header.edges == 0 && header.min_weight != header.max_weight))
    return fmt::format("its weights are said to be {} .. {}, mean {}", header.min_weight, header.max_weight,
                       header.mean_weight);
  return {};
}

std::string sections_fault(const GraphFileHeader& header, std::uint64_t file_bytes) {
  constexpr std::uint32_t arrays = 4;  // offsets, targets, weights, metadata: always there
  if (header.section_count < arrays || header.section_count > max_sections)
    return fmt::format("it has {} sections, not {} to {}", header.section_count, arrays, max_sections);
  const std::uint32_t last_kind =
      static_cast<std::uint32_t>(header.version == graph_file_version ? SectionKind::points : SectionKind::names);
  std::uint64_t end = sizeof(GraphFileHeader);
  std::uint32_t before = 0;  // the kind of the section before
  for (std::uint32_t i = 0; i < header.section_count; ++i) {
    const Section& section = header.sections[i];
    const bool may_leave_out = before >= arrays && section.kind == static_cast<std::uint32_t>(SectionKind::points);
    if (section.kind > last_kind || section.kind <= before || (section.kind != before + 1 && !may_leave_out) ||
        section.reserved != 0)
      return fmt::format("section {} is of the unknown kind {}", i, section.kind);
    before = section.kind;
    if (section.offset != aligned(end))
      return fmt::format("section {} starts at byte {} instead of {}", i, section.offset, aligned(end));
    if (section.offset > file_bytes || section.bytes > file_bytes - section.offset)
      return fmt::format("section {} of {} bytes from byte {} on does not fit into it", i, section.bytes,
                         section.offset);
    const auto kind = static_cast<SectionKind>(section.kind);
    if (kind <= SectionKind::weights && section.bytes != array_bytes(header, kind))
      return fmt::format("section {} has {} bytes instead of {}", i, section.bytes, array_bytes(header, kind));
    const std::uint64_t of_vertex = kind == SectionKind::ids      ? sizeof(std::uint64_t)
                                    : kind == SectionKind::points ? 2 * sizeof(double)
                                                                  : 0;
    if (of_vertex != 0 && section.bytes != header.vertices * of_vertex)
      return fmt::format("section {} has {} bytes instead of {}", i, section.bytes, header.vertices * of_vertex);
    if (kind <= SectionKind::weights && section.checksum != 0)
      return fmt::format("section {} has a checksum, which arrays do not have", i);
    end = section.offset + section.bytes;
  }
  if (end != file_bytes) return fmt::format("there are {} bytes after its last section", file_bytes - end);
  return {};
}

}  // namespace

AnyCsr csr_of(const char* file, const GraphFileHeader& header) {
  const auto view = [&]<WeightType W, OffsetType O>(W, O) -> AnyCsr {
    const auto array = [&](std::size_t i) { return file + header.sections[i].offset; };
    return CsrView<W, O>{static_cast<Vertex>(header.vertices), static_cast<O>(header.edges),
                         reinterpret_cast<const O*>(array(0)), reinterpret_cast<const Vertex*>(array(1)),
                         reinterpret_cast<const W*>(array(2))};
  };
  return with_weight_type(static_cast<WeightKind>(header.weights), [&]<WeightType W>() {
    return header.offsets != 0 ? view(W{}, std::uint64_t{}) : view(W{}, std::uint32_t{});
  });
}

std::string header_fault(const GraphFileHeader& header, std::uint64_t file_bytes) {
  if (std::string_view(header.magic.data(), header.magic.size()) != graph_file_magic)
    return "it does not start like a binary graph file";
  if (header.byte_order == __builtin_bswap32(byte_order_mark))
    return "it was written on a machine with the other byte order; write it again on this machine, from the original "
           "file";
  if (header.byte_order != byte_order_mark) return fmt::format("its byte order is {:#x}", header.byte_order);
  if (header.version != graph_file_version && header.version != version_without_coordinates)
    return fmt::format(
        "it is of version {} of the format, and this program reads versions {} and {}; write it again with "
        "'wayfront convert', from the original file",
        header.version, version_without_coordinates, graph_file_version);
  if (header.checksum != checksum_of(header)) return "its header is damaged: the checksum does not match";
  if (header.file_bytes != file_bytes)
    return fmt::format("it has {} bytes, but was written with {}: it is {}", file_bytes, header.file_bytes,
                       file_bytes < header.file_bytes ? "truncated" : "followed by something else");
  std::string fault = fields_fault(header);
  return fault.empty() ? sections_fault(header, file_bytes) : fault;
}

}  // namespace wayfront::host
