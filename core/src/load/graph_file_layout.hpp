// The first bytes of our binary graph file, and where its sections lie. docs/formats.md describes them for others.
//
// A header of fixed size, then the sections in ascending order of SectionKind, each at the next multiple of 64 bytes, zeros
// between them, nothing after the last. All numbers are in the byte order of the machine that wrote them, which the
// header gives; mapped arrays can be used directly.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/digest.hpp"
#include "load/loaded_graph.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

/// A byte that no text contains, the name, and line ends that a transfer "as text" would change.
inline constexpr std::string_view graph_file_magic{"\x93WFG\r\n\x1a\n", 8};
/// Files without coordinates are of the version before, so that earlier programs read them.
inline constexpr std::uint32_t graph_file_version = 3, version_without_coordinates = 2;
inline constexpr std::uint64_t section_alignment = 64;

enum class SectionKind : std::uint32_t {
  offsets = 1,   // vertices + 1 numbers of the offset kind
  targets = 2,   // a Vertex per arc
  weights = 3,   // a weight per arc
  metadata = 4,  // JSON: where the graph came from
  ids = 5,       // a 64-bit number per vertex, its id in the input; left out if that is first_id + index
  names = 6,     // if vertices have names: all names concatenated; `ids` then has the end of each
  points = 7,    // if there are coordinates: x and y of each vertex, float64; the metadata say what they are
};
inline constexpr std::size_t max_sections = 8;

struct Section {
  std::uint32_t kind;
  std::uint32_t reserved;  // 0
  std::uint64_t offset;    // from the start of the file
  std::uint64_t bytes;
  std::uint64_t checksum;  // XXH3-64; 0 for the three arrays, which the graph's digest covers
};

/// What the headers of graphs and of their slices begin with; it is about the whole graph.
struct FileHead {
  std::array<char, 8> magic;
  std::uint32_t byte_order;  // 0x01020304 in the writer's byte order
  std::uint32_t version;
  std::uint64_t file_bytes;
  std::uint64_t vertices;
  std::uint64_t edges;
  std::uint64_t first_id;  // the id of vertex 0 in the input
  double min_weight;       // 0 without arcs
  double max_weight;
  double mean_weight;
  Hash128 digest;  // graph_inspection.hpp
};

struct GraphFileHeader : FileHead {
  std::uint8_t weights;   // WeightKind
  std::uint8_t offsets;   // OffsetKind
  std::uint8_t directed;  // whether the input was directed: the arrays have arcs in either case
  std::uint8_t weighted;  // whether the input had weights
  std::uint32_t section_count;
  std::array<Section, max_sections> sections;  // zeros beyond section_count
  std::uint64_t checksum;                      // XXH3-64 of all bytes before it
};
inline constexpr std::uint32_t byte_order_mark = 0x01020304;
static_assert(sizeof(GraphFileHeader) == 96 + max_sections * sizeof(Section) + 8);

/// A header of that graph, without what only one kind of header has. `magic` has 8 characters.
template <class Header>
Header begun_header(const LoadedGraph& loaded, std::string_view magic, std::uint32_t version) {
  const GraphInfo& info = loaded.graph->info();
  Header header{};
  std::ranges::copy(magic, header.magic.begin());
  header.byte_order = byte_order_mark;
  header.version = version;
  header.vertices = info.vertices;
  header.edges = info.edges;
  header.first_id = loaded.ids.first();
  header.min_weight = info.min_weight;
  header.max_weight = info.max_weight;
  header.mean_weight = info.mean_weight;
  header.digest = Hash128::from_hex(loaded.digest);
  header.weights = static_cast<std::uint8_t>(info.weights);
  header.directed = loaded.directed ? 1 : 0;
  header.weighted = loaded.weighted ? 1 : 0;
  return header;
}

template <class Header>
std::uint64_t checksum_of(const Header& header) {
  return hash64(&header, sizeof header - sizeof header.checksum);  // which is the last member
}

/// What is wrong with the first bytes of a file of `file_bytes` bytes, as a sentence; "" if sizes, counts and sections
/// are consistent, so that the sections can be used.
std::string header_fault(const GraphFileHeader& header, std::uint64_t file_bytes);

/// The arrays of a file that is in memory from `file` on; its header must be without fault.
AnyCsr csr_of(const char* file, const GraphFileHeader& header);

/// Where the next section starts.
constexpr std::uint64_t aligned(std::uint64_t offset) {
  return (offset + section_alignment - 1) / section_alignment * section_alignment;
}

}  // namespace wayfront::host
