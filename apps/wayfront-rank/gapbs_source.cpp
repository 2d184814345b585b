// Slices of GAPBS's weighted graphs (.wsg): a header of 17 bytes, offsets of 64 bits, then a target and a weight of 32 bits
// for each arc. In-arcs, which follow in files of directed graphs, are not read.
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "file_source.hpp"
#include "gapbs/vertex_count.hpp"

namespace wayfront::ranks {
namespace {

class GapbsFile final : public FileSource {
 public:
  GapbsFile(std::unique_ptr<PartFile> file, host::Balance balance, const Ranks& ranks)
      : FileSource(std::move(file), ranks) {
    std::array<char, header_bytes> header{};
    file_->read(header.data(), header.size(), 0);
    std::int64_t arcs = 0, vertices = 0;
    std::memcpy(&arcs, header.data() + 1, sizeof arcs);
    std::memcpy(&vertices, header.data() + 9, sizeof vertices);
    constexpr std::int64_t max_arcs = std::int64_t{1} << 58;
    if (header[0] < 0 || header[0] > 1 || arcs < 0 || arcs > max_arcs)
      fail("does not begin with the counts of a GAPBS graph");
    if (const std::string fault = gapbs::vertices_fault(vertices); !fault.empty()) fail("byte 9: " + fault);
    graph_.vertices = static_cast<std::uint64_t>(vertices);
    graph_.edges = static_cast<std::uint64_t>(arcs);
    const std::uint64_t sides = header[0] == 1 ? 2 : 1;
    const auto size = [&](std::uint64_t of_arc) {
      return header_bytes + sides * ((graph_.vertices + 1) * sizeof(std::int64_t) + graph_.edges * of_arc);
    };
    if (file_->bytes() == size(sizeof(Vertex)) && file_->bytes() != size(sizeof(Entry)))
      fail("has no weights; 'wayfront convert --missing-weights RULE' gives it some, into a .wfg file");
    if (file_->bytes() != size(sizeof(Entry)))
      fail(
          fmt::format("the header says {} vertices and {} arcs, which are {} bytes, but the file has {}; it is "
                      "truncated, or the header is wrong",
                      graph_.vertices, graph_.edges, size(sizeof(Entry)), file_->bytes()));
    choose_bounds(balance);
  }

 protected:
  void read_offsets(std::uint64_t from, std::uint64_t count, std::uint64_t* offsets) const override {
    file_->read(offsets, count * sizeof(std::uint64_t), header_bytes + from * sizeof(std::uint64_t));
  }
  void read_targets(std::uint64_t first, std::uint64_t count, Vertex* targets) const override {
    each<Entry>(arc_at(first), count, [targets](std::uint64_t i, const Entry& entry) { targets[i] = entry.target; });
  }
  void read_weights(std::uint64_t first, std::uint64_t count, void* weights) override {
    auto* const out = static_cast<std::int32_t*>(weights);
    each<Entry>(arc_at(first), count, [out](std::uint64_t i, const Entry& entry) { out[i] = entry.weight; });
  }

 private:
  struct Entry {
    Vertex target;  // negative numbers are too large ones
    std::int32_t weight;
  };
  static constexpr std::uint64_t header_bytes = 17;

  std::uint64_t arc_at(std::uint64_t arc) const {
    return header_bytes + (graph_.vertices + 1) * sizeof(std::int64_t) + arc * sizeof(Entry);
  }
};

}  // namespace

std::unique_ptr<SliceSource> open_gapbs(std::unique_ptr<PartFile> file, const SliceRequest& request,
                                        const Ranks& ranks) {
  return std::make_unique<GapbsFile>(std::move(file), request.balance, ranks);
}

}  // namespace wayfront::ranks
