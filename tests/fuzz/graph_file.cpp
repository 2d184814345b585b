// Any bytes as a binary graph file: as they are, and with the checksums and the digest that fit them, so that what lies
// behind these is reached.
#include <cstring>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "checked_graph.hpp"
#include "graph/graph_inspection.hpp"
#include "load/graph_file.hpp"
#include "load/graph_file_layout.hpp"
#include "run/host_context.hpp"

namespace {

using namespace wayfront;

void map(const void* data, std::size_t size) {
  static host::HostContext context(2);
  const MemoryFile file(data, size);
  context.start(0, false);
  check_load([&] { return host::map_graph(file.descriptor(), host::Trust::content, "input", context); });
}

/// Gives the header what fits the rest of the file.
void seal(char* file, std::size_t size) {
  host::GraphFileHeader header;
  std::memcpy(&header, file, sizeof(header));
  header.file_bytes = size;
  for (host::Section& section : header.sections) {
    const bool array = section.kind <= static_cast<std::uint32_t>(host::SectionKind::weights);
    if (!array && section.offset <= size && section.bytes <= size - section.offset)
      section.checksum = host::hash64(file + section.offset, section.bytes);
  }
  header.checksum = host::checksum_of(header);
  if (host::header_fault(header, size).empty()) {
    const host::Inspection found = host::inspect(host::csr_of(file, header));
    header.digest = found.digest;
    header.min_weight = found.weights.min;
    header.max_weight = found.weights.max;
    header.mean_weight = found.weights.mean;
    header.checksum = host::checksum_of(header);
  }
  std::memcpy(file, &header, sizeof(header));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  map(data, size);
  if (size < sizeof(host::GraphFileHeader)) return 0;
  std::vector<std::uint64_t> aligned(size / sizeof(std::uint64_t) + 1);
  auto* const file = reinterpret_cast<char*>(aligned.data());
  std::memcpy(file, data, size);
  seal(file, size);
  map(file, size);
  return 0;
}
