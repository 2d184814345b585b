#include "load/slices/slice_file.hpp"

#include <span>

#include "base/digest.hpp"
#include "base/refusal.hpp"
#include "files/file_replacement.hpp"
#include "graph/rows_view.hpp"
#include "load/graph_file.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {
namespace {

std::string_view text_of(const void* data, std::uint64_t bytes) { return {static_cast<const char*>(data), bytes}; }

/// Writes sections, each at its place, and takes their digest.
class SectionWriter {
 public:
  SectionWriter(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}

  void begin(std::uint64_t offset) {
    constexpr std::array<char, section_alignment> zeros = {};
    add(zeros.data(), offset - at_);
  }
  void add(const void* data, std::uint64_t bytes) {
    write_all(descriptor_, text_of(data, bytes), name_);
    digest_.add(data, bytes);
    at_ += bytes;
  }
  Hash128 digest() const { return digest_.value(); }

 private:
  int descriptor_;
  std::string name_;
  std::uint64_t at_ = sizeof(SliceHeader);
  Digest digest_;
};

template <WeightType W>
void write_slice(const RowsView<W>& csr, SliceHeader header, std::span<const std::uint64_t> bounds,
                 const std::filesystem::path& path) {
  const std::uint64_t begin = bounds[header.slice], end = bounds[header.slice + 1];
  const auto offset_of = [&](std::uint64_t v) { return csr.vertices == 0 ? 0 : csr.begin(static_cast<Vertex>(v)); };
  header.first_arc = offset_of(begin);
  header.own_edges = offset_of(end) - header.first_arc;
  const SliceSections sections = sections_of(header, end - begin);
  header.file_bytes = sections.end;

  FileReplacement file(path, Links::follow);
  write_all(file.descriptor(), text_of(&header, sizeof header), path.string());
  SectionWriter writer(file.descriptor(), path.string());
  writer.begin(sections.bounds);
  writer.add(bounds.data(), bounds.size_bytes());
  writer.begin(sections.offsets);
  std::vector<std::uint64_t> piece;
  for (std::uint64_t v = begin; v <= end;) {
    piece.clear();
    for (; v <= end && piece.size() < 65536; ++v) piece.push_back(offset_of(v) - header.first_arc);
    writer.add(piece.data(), piece.size() * sizeof(std::uint64_t));
  }
  writer.begin(sections.targets);
  writer.add(csr.targets + header.first_arc, header.own_edges * sizeof(Vertex));
  writer.begin(sections.weights);
  writer.add(csr.weights + header.first_arc, header.own_edges * sizeof(W));
  header.content = writer.digest();
  header.checksum = checksum_of(header);
  write_at(file.descriptor(), text_of(&header, sizeof header), 0, path.string());
  file.commit();
}

}  // namespace

SliceSections sections_of(const SliceHeader& header, std::uint64_t own_vertices) {
  SliceSections at{};
  at.bounds = aligned(sizeof(SliceHeader));
  at.offsets = aligned(at.bounds + (header.slices + 1) * sizeof(std::uint64_t));
  at.targets = aligned(at.offsets + (own_vertices + 1) * sizeof(std::uint64_t));
  at.weights = aligned(at.targets + header.own_edges * sizeof(Vertex));
  at.end = at.weights + header.own_edges * weight_size(static_cast<WeightKind>(header.weights));
  return at;
}

std::string header_fault(const SliceHeader& header, std::uint64_t file_bytes) {
  if (std::string_view(header.magic.data(), header.magic.size()) != slice_magic)
    return "is not a slice of a graph; 'wayfront split' writes them";
  if (header.byte_order != byte_order_mark)
    return "was written on a machine with the other byte order; split the graph again on this machine";
  if (header.version != slice_version)
    return fmt::format("is of version {} of the format, and this program reads version {}; split the graph again",
                       header.version, slice_version);
  if (header.checksum != checksum_of(header)) return "has a damaged header: the checksum does not match";
  if (header.file_bytes != file_bytes)
    return fmt::format("has {} bytes, but was written with {}: it is {}", file_bytes, header.file_bytes,
                       file_bytes < header.file_bytes ? "truncated" : "followed by something else");
  if (header.slices == 0 || header.slices > max_slices || header.slice >= header.slices)
    return fmt::format("claims to be slice {} of {}", header.slice + 1, header.slices);
  if (header.vertices > max_vertices) return "is of a graph of " + too_many_vertices(header.vertices);
  if (header.weights > static_cast<std::uint8_t>(WeightKind::float64) || header.own_edges > header.edges ||
      header.first_arc > header.edges - header.own_edges)
    return "has a header that contradicts itself";
  return {};
}

std::filesystem::path slice_path(const std::filesystem::path& name, std::uint64_t slice, std::uint64_t slices) {
  std::filesystem::path path = name;
  return path.replace_filename(
      fmt::format("{}.{}-of-{}{}", name.stem().string(), slice + 1, slices, name.extension().string()));
}

void write_slices(const LoadedGraph& loaded, const std::filesystem::path& name, std::uint64_t slices, Balance balance) {
  const GraphInfo& info = loaded.graph->info();
  auto header = begun_header<SliceHeader>(loaded, slice_magic, slice_version);
  header.slices = slices;
  visit_rows(loaded.graph->csr(), [&](const auto& csr) {
    const auto offset_of = [&](std::uint64_t v) { return csr.vertices == 0 ? 0 : csr.begin(static_cast<Vertex>(v)); };
    const std::vector<std::uint64_t> bounds = slice_bounds(info.vertices, info.edges, slices, balance, offset_of);
    for (header.slice = 0; header.slice < slices; ++header.slice)
      write_slice(csr, header, bounds, slice_path(name, header.slice, slices));
  });
  require_unchanged(loaded);
}

}  // namespace wayfront::host
